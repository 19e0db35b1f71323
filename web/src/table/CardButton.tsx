/** A card that can be pointed at: click, tap, drag, keys, long press. */

import type { ComponentChildren } from "preact";

import { Face, type Size, spokenCard } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { changed, current, currentLink, ordinals } from "../state/player.ts";
import { faces, info, question, shown, whyNot } from "../state/table.ts";
import { say } from "../state/speech.ts";
import { followPointer, swallowClick } from "./drag.ts";
import { marks, outcomes } from "./forecast.ts";
import { aimed, aims, byCard, pickCard, standing } from "./pick.ts";
import { attached } from "./layout.ts";
import { hideZoom, hoverZoom, pinZoom } from "./zoom.ts";

interface Props {
  handle: number;
  size: Size;
  /** How many equal cards lie here. */
  count?: number;
  /** Words about where it lies. */
  where?: string;
  children?: ComponentChildren;
}

const SPOKEN = { playable: "can be used", picked: "picked", target: "can be chosen", forbidden: "not now", "": "" };

/** Milliseconds after which a finger that stays shows the card large. */
const LONG_PRESS = 450;

let pressed = 0;

export function CardButton({ handle, size, count = 1, where, children }: Props) {
  const view = shown.value;
  const card = view?.cards[handle];
  if (!view || !card) return null;
  const face = faces.value.get(card.card);
  const state = standing(handle);
  const isInHand = size === "hand";
  const forbidden = isInHand && question.value !== null && question.value.prompt === null && state === "";
  const exhausted = info.value?.exhausted;
  const step = current.value;
  const acts = currentLink.value?.source?.handle === handle;
  const order = ordinals.value.get(handle);
  const hit = step?.object?.handle === handle && !acts;
  const own = byCard.value.get(handle) ?? [];
  const only = own.length === 1 ? own[0] : undefined;
  const hint = aims.value.get(handle)?.[0];
  const mark = marks.value.get(handle);
  const outcome = outcomes.value.get(handle) ?? (mark?.leaves && size !== "hand" ? `${mark.leaves}${mark.maybe ? "?" : ""}` : undefined);
  const words = [
    spokenCard(card.card, face, card), count > 1 ? `${count} of them` : "", where ?? "",
    SPOKEN[forbidden ? "forbidden" : state], outcome ?? "", only?.gives_up.length ? `gives up ${only.gives_up.map((it) => it.card).join(", ")}` : "",
  ].filter(Boolean).join(", ");
  const classes = [
    "card", `card-${size}`, state && `is-${state}`, forbidden && "is-forbidden",
    exhausted && card.statuses.includes(exhausted) && "is-exhausted", acts && "is-acting", hit && "is-hit", changed.value.has(handle) && "is-changed",
    card.controller !== card.owner && "is-stolen", mark?.leaves && size !== "hand" && "is-leaving", count > 1 && "is-fan",
  ].filter(Boolean).join(" ");
  const tab = state === "picked" ? "tick" : state === "playable" ? "up" : forbidden ? "no" : null;
  return (
    <button type="button" class={classes} data-handle={handle}
      aria-pressed={state === "picked" ? true : undefined}
      onClick={() => {
        hideZoom();
        if (forbidden || (state === "" && own.length === 0)) void explain(handle, card.card, forbidden);
        else pickCard(handle);
      }}
      onContextMenu={(event) => { event.preventDefault(); pinZoom(card.card, handle); }}
      onPointerEnter={(event) => {
        if (event.pointerType !== "mouse") return;
        hoverZoom(card.card, handle, event.currentTarget);
        if (hint) aimed.value = hint;
      }}
      onPointerLeave={() => { hideZoom(); clearTimeout(pressed); }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        clearTimeout(pressed);
        if (event.pointerType !== "mouse") {
          pressed = window.setTimeout(() => {
            pinZoom(card.card, handle);
            addEventListener("pointerup", swallowClick, { once: true });
          }, LONG_PRESS);
        }
        if (own.length > 0 && size !== "mini") followPointer(event, handle, () => { clearTimeout(pressed); hideZoom(); });
      }}
      onPointerUp={() => clearTimeout(pressed)}
      onPointerCancel={() => clearTimeout(pressed)}
      onBlur={hideZoom}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible") && matchMedia("(hover: hover)").matches) hoverZoom(card.card, handle, event.currentTarget, 700); if (hint) aimed.value = hint; else if (only && size === "hand") aimed.value = only; }}>
      <span class="spoken">{words}</span>
      <Face name={card.card} size={size} card={card} then={mark?.leaves ? undefined : mark?.numbers} />
      {outcome && <span class={`outcome ${state === "target" ? "" : "is-loss"}`} aria-hidden="true">{outcome}</span>}
      {tab && <span class="tab"><Icon name={tab} /></span>}
      {state === "target" && <><i class="bracket a" /><i class="bracket b" /><i class="bracket c" /><i class="bracket d" /></>}
      {count > 1 && <span class="fan-count" aria-hidden="true">×{count}</span>}
      {attached(view, handle).length > 0 && (
        <span class="attached">
          {attached(view, handle).map((other) => <Face key={other.handle} name={other.card} size="mini" />)}
        </span>
      )}
      {order && <span class={`order-badge ${acts ? "is-now" : ""}`} aria-hidden="true">{order.slice(-3).join(" · ")}</span>}
      {children}
    </button>
  );
}

/** Says why a card can do nothing now. */
async function explain(handle: number, name: string, forbidden: boolean) {
  pinZoom(name, handle, forbidden ? "why-not" : null);
  if (!forbidden) return;
  try {
    const [reason] = await whyNot(handle);
    if (reason) say(`${name}, not now: ${reason.text}`);
  } catch {
    // The zoom says that there is no answer.
  }
}
