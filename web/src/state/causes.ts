/** Causes found in the steps themselves, for games that are only looked at. */

import type { Link, SeatName, Step } from "../wire/types.ts";

/** From a step back to the decision. */
export function causesOf(steps: Step[], n: number): Link[] {
  const byNumber = new Map(steps.map((step) => [step.n, step]));
  const links: Link[] = [];
  for (let step = byNumber.get(n); step && links.length < 200; step = step.cause === undefined ? undefined : byNumber.get(step.cause)) {
    links.push(link(step));
  }
  return links;
}

const link = (step: Step): Link => ({ step: step.n, depth: step.depth, text: step.text, ...(step.words ? { words: step.words } : {}) });

/** The steps that changed a number or status of a card, the last one first; everything that
 * happened to it without a name. */
export function changesOf(steps: Step[], handle: number, name?: string): Link[] {
  const about = (step: Step) => (name === undefined && step.object?.handle === handle)
    || step.changes.some((change) => ("handle" in change && change.handle === handle && (name === undefined || ("name" in change && change.name === name)))
      || (change.change === "card" && change.card.handle === handle));
  return steps.filter(about).reverse().map(link);
}

/** The steps that changed a number of a player, the last one first. */
export function countsOf(steps: Step[], seat: SeatName, name: string): Link[] {
  const about = (step: Step) => step.changes.some((change) => change.change === "counter" && change.seat === seat && change.name === name);
  return steps.filter(about).reverse().map(link);
}
