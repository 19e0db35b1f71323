/** Causes found in the steps themselves, for games that are only looked at. */

import type { Link, Step } from "../wire/types.ts";

/** From a step back to the decision. */
export function causesOf(steps: Step[], n: number): Link[] {
  const byNumber = new Map(steps.map((step) => [step.n, step]));
  const links: Link[] = [];
  for (let step = byNumber.get(n); step && links.length < 200; step = step.cause === undefined ? undefined : byNumber.get(step.cause)) {
    links.push({ step: step.n, depth: step.depth, text: step.text, ...(step.words ? { words: step.words } : {}) });
  }
  return links;
}

/** What led to how a card is now: the steps that changed it, the last one first, each
 * with its own causes. */
export function changesOf(steps: Step[], handle: number, name?: string): Link[] {
  const about = (step: Step) => step.changes.some((change) => "handle" in change && change.handle === handle
    && (name === undefined || ("name" in change && change.name === name)));
  const last = steps.findLast(about);
  return last ? causesOf(steps, last.n) : [];
}
