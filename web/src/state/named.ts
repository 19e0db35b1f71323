/** Names in lines: of a card that was hidden when it was played and seen right after, and
 * of abilities. */

import type { StackItem, Step } from "../wire/types.ts";

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

/** The name of the ability behind something, where it has one of its own. */
export function abilityOf({ ability, source }: Pick<Step, "ability" | "source"> | StackItem): string | undefined {
  return !ability || (source?.card && ability.startsWith(source.card)) ? undefined : ability;
}
