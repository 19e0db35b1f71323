/** A card that can be pointed at: click, tap, drag, keys, long press. */

import type { ComponentChildren } from "preact";

import { Face, type Size, spokenCard } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { current, currentLink, ordinals } from "../state/player.ts";
import { faces, info, question, shown, whyNot } from "../state/table.ts";
import { say } from "../state/speech.ts";
import { aimed, byCard, drop, pickCard, standing, targets } from "./pick.ts";
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
  const hint = targets.value.get(handle)?.[0];
  const words = [
    spokenCard(card.card, face, card), count > 1 ? `${count} of them` : "", where ?? "",
    SPOKEN[forbidden ? "forbidden" : state], only?.gives_up.length ? `gives up ${only.gives_up.map((it) => it.card).join(", ")}` : "",
  ].filter(Boolean).join(", ");
  const classes = [
    "card", `card-${size}`, state && `is-${state}`, forbidden && "is-forbidden",
    exhausted && card.statuses.includes(exhausted) && "is-exhausted", acts && "is-acting", hit && "is-hit",
    card.controller !== card.owner && "is-stolen", count > 1 && "is-fan",
  ].filter(Boolean).join(" ");
  const tab = state === "picked" ? "tick" : state === "playable" ? "up" : forbidden ? "no" : null;
  return (
    <button type="button" class={classes} data-handle={handle}
      aria-pressed={state === "picked" ? true : undefined}
      draggable={own.length > 0}
      onClick={() => (forbidden || (state === "" && own.length === 0) ? explain(handle, card.card, forbidden) : pickCard(handle))}
      onContextMenu={(event) => { event.preventDefault(); pinZoom(card.card, handle); }}
      onPointerEnter={(event) => { if (event.pointerType === "mouse") hoverZoom(card.card, handle, event.currentTarget); }}
      onPointerLeave={() => { hideZoom(); clearTimeout(pressed); }}
      onPointerDown={(event) => {
        if (event.pointerType === "mouse") return;
        clearTimeout(pressed);
        pressed = window.setTimeout(() => pinZoom(card.card, handle), 450);
      }}
      onPointerUp={() => clearTimeout(pressed)}
      onPointerCancel={() => clearTimeout(pressed)}
      onBlur={hideZoom}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible") && matchMedia("(hover: hover)").matches) hoverZoom(card.card, handle, event.currentTarget, 700); if (hint) aimed.value = hint; else if (only && size === "hand") aimed.value = only; }}
      onDragStart={(event) => {
        hideZoom();
        event.dataTransfer?.setData("text/onplay", String(handle));
        if (state !== "picked") pickCard(handle);
      }}
      onDragOver={(event) => { if (targets.value.has(handle)) { event.preventDefault(); event.stopPropagation(); } }}
      onDrop={(event) => {
        const dragged = Number(event.dataTransfer?.getData("text/onplay"));
        if (!dragged || !targets.value.has(handle)) return;
        event.preventDefault();
        event.stopPropagation();
        drop(dragged, { card: handle });
      }}>
      <span class="spoken">{words}</span>
      <Face name={card.card} size={size} card={card} />
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
  pinZoom(name, handle, forbidden);
  if (!forbidden) return;
  try {
    const [reason] = await whyNot(handle);
    if (reason) say(`${name}, not now: ${reason.text}`);
  } catch {
    // The zoom says that there is no answer.
  }
}
