/** Arrows from cause to effect over the board, and the words of the present step. */

import { useLayoutEffect, useState } from "preact/hooks";

import { brief } from "../state/brief.ts";
import { chain, currentLink, isLink } from "../state/player.ts";
import { moves } from "../state/settings.ts";
import { shown } from "../state/table.ts";
import type { Step } from "../wire/types.ts";
import { Callout } from "./ChainPlayer.tsx";

/** Most arrows that are on the board at once. */
const MOST = 6;

interface Arrow {
  key: number;
  d: string;
  age: number;
  /** What was heard, and where it stands. */
  label: string;
  x: number;
  y: number;
}

function spot(handle: number | undefined): DOMRect | null {
  if (handle === undefined) return null;
  const card = document.querySelector(`.board [data-handle="${handle}"], .hand [data-handle="${handle}"]`);
  return card?.getBoundingClientRect() ?? null;
}

/** The chain from the present link back to the decision, the nearest first. */
function path(step: Step): Step[] {
  const steps = chain.value?.steps ?? [];
  const byNumber = new Map(steps.map((other) => [other.n, other]));
  const list: Step[] = [];
  for (let at: Step | undefined = step; at && list.length < 80; at = at.cause === undefined ? undefined : byNumber.get(at.cause)) list.push(at);
  return list;
}

/** The arrows of a path, the newest first. */
function arrowsOf(list: Step[]): Arrow[] {
  const arrows: Arrow[] = [];
  let effect: Step | undefined;
  let heard: Step | undefined;
  for (const step of list) {
    if (!isLink(step) && step.kind !== "decided" && step.kind !== "played") {
      // The event nearest to the effect is what was heard.
      heard ??= step;
      continue;
    }
    const [from, to] = [spot(step.source?.handle ?? step.object?.handle), spot(effect?.source?.handle)];
    if (effect && from && to && Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 4 && arrows.length < MOST) {
      arrows.push({ key: effect.n, age: arrows.length, label: brief(heard ?? step), ...bow(from, to) });
    }
    effect = step;
    heard = undefined;
  }
  return arrows;
}

export function Arrows() {
  const step = currentLink.value;
  const [drawn, setDrawn] = useState<{ arrows: Arrow[]; call: { x: number; y: number; below: boolean } | null }>({ arrows: [], call: null });
  useLayoutEffect(() => {
    if (!step) {
      setDrawn({ arrows: [], call: null });
      return;
    }
    const draw = () => {
      const source = spot(step.source?.handle);
      const below = source !== null && source.bottom + 90 < innerHeight;
      const call = source && { x: Math.min(Math.max(source.x + source.width / 2, 130), innerWidth - 130), y: below ? source.bottom + 6 : source.top - 6, below };
      setDrawn({ arrows: arrowsOf(path(step)), call });
    };
    draw();
    // Lanes grow where a chain runs; the arrows follow when they have.
    const timer = setTimeout(draw, 240);
    addEventListener("resize", draw);
    document.addEventListener("transitionend", draw);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", draw);
      document.removeEventListener("transitionend", draw);
    };
  }, [step, shown.value]);
  return (
    <>
      {drawn.arrows.length > 0 && (
        <svg class="arrows" aria-hidden="true">
          <defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" /></marker></defs>
          {[...drawn.arrows].reverse().map(({ key, d, age }) => <path key={key} class={age === 0 && moves() ? "is-new" : ""} d={d} opacity={age === 0 ? 1 : Math.max(0.3, 0.7 - age * 0.12)} marker-end="url(#tip)" pathLength={1} />)}
        </svg>
      )}
      {[...drawn.arrows].reverse().map(({ key, label, x, y, age }) => <span key={key} class={`arrow-label ${age === 0 ? "is-new" : ""}`} style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">{label}</span>)}
      {drawn.call && <Callout at={drawn.call} />}
    </>
  );
}

/** A bow over the cards from one to the other, and its highest point. */
function bow(from: DOMRect, to: DOMRect): { d: string; x: number; y: number } {
  const [ax, bx] = [from.x + from.width / 2, to.x + to.width / 2];
  if (Math.abs(from.top - to.top) < from.height / 2) {
    const top = Math.min(from.top, to.top);
    const lift = Math.min(120, 36 + Math.abs(ax - bx) / 4);
    return { d: `M${ax} ${from.top}C${ax} ${top - lift} ${bx} ${top - lift} ${bx} ${to.top - 3}`, x: (ax + bx) / 2, y: top - lift * 0.75 };
  }
  const down = from.top < to.top;
  const [ay, by] = down ? [from.bottom, to.top - 3] : [from.top, to.bottom + 3];
  const middle = (ay + by) / 2;
  return { d: `M${ax} ${ay}C${ax} ${middle} ${bx} ${middle} ${bx} ${by}`, x: (ax + bx) / 2, y: middle };
}
