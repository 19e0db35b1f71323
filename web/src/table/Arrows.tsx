/** Arrows from cause to effect over the board, and the words of the present step. */

import { useLayoutEffect, useState } from "preact/hooks";

import { chain, current, isLink } from "../state/player.ts";
import { moves } from "../state/settings.ts";
import type { Step } from "../wire/types.ts";
import { Callout } from "./ChainPlayer.tsx";

/** Most arrows that are on the board at once. */
const MOST = 5;

interface Arrow {
  key: number;
  from: DOMRect;
  to: DOMRect;
  age: number;
}

function spot(handle: number | undefined): DOMRect | null {
  if (handle === undefined) return null;
  const card = document.querySelector(`.board [data-handle="${handle}"], .hand [data-handle="${handle}"]`);
  return card?.getBoundingClientRect() ?? null;
}

/** The chain from the present step back to the decision, the nearest first. */
function path(step: Step): Step[] {
  const steps = chain.value?.steps ?? [];
  const byNumber = new Map(steps.map((other) => [other.n, other]));
  const list: Step[] = [];
  for (let at: Step | undefined = step; at && list.length < 40; at = at.cause === undefined ? undefined : byNumber.get(at.cause)) list.push(at);
  return list;
}

export function Arrows() {
  const step = current.value;
  const [drawn, setDrawn] = useState<{ arrows: Arrow[]; call: { x: number; y: number; below: boolean } | null }>({ arrows: [], call: null });
  useLayoutEffect(() => {
    if (!step || !isLink(step)) {
      setDrawn({ arrows: [], call: null });
      return;
    }
    const links = path(step).filter((other) => isLink(other) || other.kind === "decided" || other.kind === "played");
    const arrows: Arrow[] = [];
    for (let at = 0; at + 1 < links.length && arrows.length < MOST; at += 1) {
      const effect = links[at];
      const cause = links[at + 1];
      const [from, to] = [spot(cause?.source?.handle ?? cause?.object?.handle), spot(effect?.source?.handle ?? effect?.object?.handle)];
      if (effect && from && to && from.x !== to.x) arrows.push({ key: effect.n, from, to, age: at });
    }
    const source = spot(step.source?.handle);
    const below = source !== null && source.bottom + 80 < innerHeight;
    const call = source && { x: Math.min(Math.max(source.x + source.width / 2, 130), innerWidth - 130), y: below ? source.bottom + 6 : source.top - 6, below };
    setDrawn({ arrows, call });
  }, [step]);
  return (
    <>
      {moves() && drawn.arrows.length > 0 && (
        <svg class="arrows" aria-hidden="true">
          <defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" /></marker></defs>
          {drawn.arrows.map(({ key, from, to, age }) => <path key={key} class={age === 0 ? "is-new" : ""} d={bow(from, to)} opacity={Math.max(0.3, 1 - age * 0.25)} marker-end="url(#tip)" pathLength={1} />)}
        </svg>
      )}
      {drawn.call && <Callout at={drawn.call} />}
    </>
  );
}

/** A bow over the cards from one to the other. */
function bow(from: DOMRect, to: DOMRect): string {
  const [ax, bx] = [from.x + from.width / 2, to.x + to.width / 2];
  if (Math.abs(from.top - to.top) < from.height / 2) {
    const top = Math.min(from.top, to.top);
    const lift = Math.min(90, 24 + Math.abs(ax - bx) / 5);
    return `M${ax} ${from.top}C${ax} ${top - lift} ${bx} ${top - lift} ${bx} ${to.top - 3}`;
  }
  const down = from.top < to.top;
  const [ay, by] = down ? [from.bottom, to.top - 3] : [from.top, to.bottom + 3];
  const middle = (ay + by) / 2;
  return `M${ax} ${ay}C${ax} ${middle} ${bx} ${middle} ${bx} ${by}`;
}
