/** Cards glide from where they were to where they are. */

import { useLayoutEffect, useRef } from "preact/hooks";

import { moves, settings } from "../state/settings.ts";
import type { View } from "../wire/types.ts";

/** Milliseconds of a move. */
const GLIDE = 220;

export function useMovingCards(view: View | null) {
  const before = useRef(new Map<string, DOMRect>());
  useLayoutEffect(() => {
    const now = new Map<string, DOMRect>();
    for (const card of document.querySelectorAll<HTMLElement>(".board .card[data-handle], .hand .card[data-handle]")) {
      const key = card.dataset.handle ?? "";
      const to = card.getBoundingClientRect();
      const from = before.current.get(key);
      now.set(key, to);
      if (!moves() || settings.value.speed === 0) continue;
      if (!from) {
        if (before.current.size > 0) card.animate([{ opacity: 0, translate: "0 10px" }, { opacity: 1, translate: "0 0" }], { duration: GLIDE, easing: "ease-out" });
      } else if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 8) {
        card.animate([{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "0 0" }], { duration: GLIDE, easing: "cubic-bezier(.35, 0, .15, 1)" });
      }
    }
    before.current = now;
  }, [view]);
}
