/** A card that was hidden when it was played and seen right after has its name in the
 * line that tells of it. */

import type { Step } from "../wire/types.ts";

const HIDDEN = "a hidden card";
const SEEN = new Set<Step["kind"]>(["deployed", "entered", "played", "put", "discarded", "exiled"]);

/** The line of a step, with what the steps after it brought to light. */
export function named(step: Step, after: readonly Step[]): string {
  if (!step.text.includes(HIDDEN)) return step.text;
  for (const next of after.slice(0, 6)) {
    if (next.kind === "decided") break;
    if (SEEN.has(next.kind) && next.object?.card) return step.text.replace(HIDDEN, next.object.card);
  }
  return step.text;
}
