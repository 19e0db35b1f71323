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

const cardOf = (handle: number | undefined) =>
  handle === undefined ? null : document.querySelector(`.board [data-handle="${handle}"], .hand [data-handle="${handle}"]`);

const spot = (handle: number | undefined): DOMRect | null => cardOf(handle)?.getBoundingClientRect() ?? null;

/** Brings a card into sight where lanes and rows are wider than the screen. */
function reveal(handle: number | undefined) {
  const [card, main] = [cardOf(handle), document.querySelector(".main")];
  if (!card || !main) return;
  const [own, all] = [card.getBoundingClientRect(), main.getBoundingClientRect()];
  if (own.left < all.left || own.right > all.right) card.scrollIntoView({ block: "nearest", inline: "center" });
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

/** About as high as the words on a card are. */
const CALLOUT = 64;

/** Whether the words stand below a card: not over the chain player, and not over the arrow
 * that comes from there, if there is room above. */
function fitsBelow(card: DOMRect, newest: Arrow | undefined): boolean {
  const band = document.querySelector(".bar.chain")?.getBoundingClientRect();
  const end = band && card.top < band.top ? band.top : innerHeight;
  const fromBelow = newest !== undefined && newest.y > card.bottom;
  const fitsAbove = card.top - CALLOUT > (document.querySelector(".board")?.getBoundingClientRect().top ?? 0);
  return card.bottom + CALLOUT < end && !(fromBelow && fitsAbove);
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
      const arrows = arrowsOf(path(step));
      const below = source !== null && fitsBelow(source, arrows[0]);
      const call = source && { x: Math.min(Math.max(source.x + source.width / 2, 130), innerWidth - 130), y: below ? source.bottom + 6 : source.top - 6, below };
      setDrawn({ arrows, call });
    };
    reveal(step.source?.handle);
    draw();
    // Lanes grow where a chain runs; the arrows follow when they have.
    const timer = setTimeout(draw, 240);
    addEventListener("resize", draw);
    document.addEventListener("scroll", draw, true);
    document.addEventListener("transitionend", draw);
    return () => {
      clearTimeout(timer);
      removeEventListener("resize", draw);
      document.removeEventListener("scroll", draw, true);
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
