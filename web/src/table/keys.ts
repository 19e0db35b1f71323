/** Keys of the table. */

import { chain, pause, skip, stepBack, stepOn } from "../state/player.ts";
import { shown, undo } from "../state/table.ts";
import { aside, keysShown, listed, logOpen } from "./open.ts";
import { buttons, cancel, chosen, isMany, isOnTable, isReady, left, loose, picked, pickCard, prompt, submitChosen, take } from "./pick.ts";
import { replayStory } from "./StoryStrip.tsx";
import { closeZoom, pinZoom, zoom } from "./zoom.ts";

const PARTS = [".topbar", ".seat:not(.is-own)", ".board", ".bar", ".seat.is-own", ".hand", ".panel"];

/** What the focus goes to in a part of the table: something to act on, else what scrolls. */
const FOCUSABLE = ["button:not(:disabled), a[href], input", "[tabindex='0']"];

function focusIn(selector: string): boolean {
  const part = document.querySelector(selector);
  const inside = FOCUSABLE.map((wish) => part?.querySelector<HTMLElement>(wish)).find(Boolean);
  const first = inside ?? (part instanceof HTMLElement && part.tabIndex === 0 ? part : null);
  first?.focus();
  return first !== null;
}

/** The card that has the focus. */
function focused(): { handle: number; name: string } | null {
  const handle = Number(document.activeElement?.closest<HTMLElement>("[data-handle]")?.dataset.handle);
  const card = shown.value?.cards[handle];
  return card ? { handle, name: card.card } : null;
}

function nextPart(back: boolean) {
  const now = PARTS.findIndex((part) => document.activeElement?.closest(part));
  for (let by = 1; by <= PARTS.length; by += 1) {
    const at = (now + (back ? -by : by) + PARTS.length * 2) % PARTS.length;
    if (focusIn(PARTS[at] as string)) return;
  }
}

/** Moves the focus to the nearest card or place in a direction. */
function moveFocus(key: string): boolean {
  const here = document.activeElement;
  if (!(here instanceof HTMLElement) || !here.closest(".board, .hand, .grid")) return false;
  const from = here.getBoundingClientRect();
  const dx = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const dy = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  const scope = here.closest(".grid") ?? document;
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of scope.querySelectorAll<HTMLElement>(".board button, .hand button, .grid button, .bar button")) {
    if (other === here || other.hasAttribute("disabled")) continue;
    const to = other.getBoundingClientRect();
    const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 4 && along + across * 2.5 < least) [best, least] = [other, along + across * 2.5];
  }
  best?.focus();
  return best !== null;
}

export function onKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.matches("input, select, textarea")) return;
  const inModal = target.closest("[role=dialog]") !== null;
  const done = () => event.preventDefault();
  if (event.key.startsWith("Arrow")) {
    if (event.key === "ArrowRight" && chain.value?.linked && !inModal) { stepOn(); done(); }
    else if (event.key === "ArrowLeft" && chain.value?.linked && !inModal) { stepBack(); done(); }
    else if (moveFocus(event.key)) done();
    return;
  }
  if (event.key === "b" && prompt.value && !isOnTable.value) { aside.value = !aside.value; done(); return; }
  if (event.key === "Enter" && inModal && !target.matches("button, a, summary") && isReady()) { submitChosen(); done(); return; }
  // What led to a question can be taken back while it is asked.
  if (event.key === "u" && (!inModal || (prompt.value && !isOnTable.value))) { undo(); done(); return; }
  if (zoom.value?.pinned || inModal) return;
  const card = focused();
  const loud = (verb: string) => loose.value.find((offer) => offer.verb === verb);
  const press = (verb: string) => { const offer = loud(verb); if (offer) { take([offer]); done(); } };
  switch (event.key) {
    case "Escape": {
      const submit = loud("submit");
      if (picked.value !== null || chosen.value.length > 0 || left.value.length > 0) cancel();
      else if (prompt.value?.min === 0 && submit) take([submit]);
      else if (zoom.value) closeZoom();
      else logOpen.value = false;
      done();
      break;
    }
    case "Enter":
      if (isMany.value && isReady() && !target.matches(".bar button")) { if (!card || chosen.value.includes(card.handle)) { submitChosen(); done(); } }
      else if (picked.value !== null && buttons.value[0] && !target.matches("button:not(.card), .card:not(.is-picked)")) { take([buttons.value[0]]); done(); }
      break;
    case " ": if (chain.value?.linked) { pause(); done(); } break;
    case "s": if (chain.value) { skip(); done(); } break;
    case "p": press("pass"); break;
    case "y": press("yes"); break;
    case "a": listed.value = true; done(); break;
    case "z": if (card) { pinZoom(card.name, card.handle); done(); } break;
    case "w": if (card) { pinZoom(card.name, card.handle, "why"); done(); } break;
    case "n": if (card) { pinZoom(card.name, card.handle, "why-not"); done(); } else press("no"); break;
    case "h": focusIn(".hand"); done(); break;
    case "b": focusIn(".board"); done(); break;
    case "r": replayStory(); done(); break;
    case "l": logOpen.value = true; (document.querySelector(".panel-body") as HTMLElement | null)?.focus(); done(); break;
    case "?": keysShown.value = true; done(); break;
    case "F6": nextPart(event.shiftKey); done(); break;
    default: {
      const at = Number(event.key);
      const hand = document.querySelectorAll<HTMLElement>(".hand .card[data-handle]")[at - 1];
      if (at >= 1 && at <= 9 && hand) { hand.focus(); pickCard(Number(hand.dataset.handle)); done(); }
    }
  }
}
