/** Dragging a card with a finger, a pen or the mouse. */

import { signal } from "@preact/signals";

import { drop, pickCard, picked } from "./pick.ts";

/** Pixels that a pointer moves before it drags; less is a click. */
const SLACK = 8;

/** The card that is taken along, and where it is. */
export const dragged = signal<{ handle: number; x: number; y: number } | null>(null);

/** Follows a pointer that was put on a card and takes the card along. A finger that moves
 * sideways scrolls the row instead. */
export function followPointer(down: PointerEvent, handle: number, onBegin: () => void) {
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", stop);
    dragged.value = null;
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (!dragged.value) {
      if (Math.hypot(x, y) < SLACK || (down.pointerType === "touch" && Math.abs(x) > Math.abs(y))) return;
      onBegin();
      if (picked.value !== handle) pickCard(handle);
    }
    dragged.value = { handle, x: event.clientX, y: event.clientY };
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    const moved = dragged.value !== null;
    stop();
    if (!moved) return;
    swallowClick();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const card = under?.closest<HTMLElement>("[data-handle]")?.dataset.handle;
    const place = under?.closest<HTMLElement>("[data-place]")?.dataset.place;
    if (place !== undefined || card !== undefined) drop(handle, { place, card: card === undefined ? undefined : Number(card) });
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", stop);
}

/** The end of a drag or of a long press is no click. */
export function swallowClick() {
  const swallow = (click: Event) => { click.preventDefault(); click.stopPropagation(); };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
