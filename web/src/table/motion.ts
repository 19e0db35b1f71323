/** Cards glide from where they were to where they are. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { moves, settings } from "../state/settings.ts";
import type { View } from "../wire/types.ts";

/** Milliseconds of a move. */
const GLIDE = 220;

/** Where a card was drawn. What stays in its place does not glide, though the place may
 * grow or shrink. */
interface Spot {
  box: DOMRect;
  place: string;
}

export function useMovingCards(view: View | null) {
  const before = useRef(new Map<string, Spot>());
  useLayoutEffect(() => {
    const now = new Map<string, Spot>();
    for (const card of document.querySelectorAll<HTMLElement>(".board .card[data-handle], .hand .card[data-handle]")) {
      const key = card.dataset.handle ?? "";
      const to = card.getBoundingClientRect();
      const from = before.current.get(key);
      const place = card.closest<HTMLElement>("[data-place]")?.dataset.place ?? "hand";
      now.set(key, { box: to, place });
      if (!moves() || settings.value.speed === 0) continue;
      if (!from) {
        if (before.current.size > 0) card.animate([{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 0" }], { duration: GLIDE, easing: "ease-out" });
      } else if (from.place !== place) {
        card.animate([{ translate: `${from.box.x - to.x}px ${from.box.y - to.y}px` }, { translate: "0 0" }], { duration: GLIDE, easing: "cubic-bezier(.35, 0, .15, 1)" });
      }
    }
    before.current = now;
  }, [view]);
}
