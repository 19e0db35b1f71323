/** What the other player did since this one last decided, to be told and shown again. */

import { signal } from "@preact/signals";

import { goesWithoutSaying } from "./plain.ts";
import type { SeatName, Step, View } from "../wire/types.ts";

export interface Story {
  who: SeatName;
  /** The table before it. */
  start: View;
  steps: Step[];
  /** Whether nothing has been decided here since. */
  fresh: boolean;
}

export const story = signal<Story | null>(null);

/** One act of the other player and what came of it. */
export interface Act {
  step: Step;
  /** What followed and can be seen, the most telling first. */
  outcome: Step[];
}

export function clearStory() {
  story.value = null;
}

/** Adds a step that was just shown. */
export function followStory(step: Step, before: View, own: SeatName) {
  const now = story.value;
  if (step.kind === "undone") {
    story.value = null;
  } else if (step.kind === "decided" && step.seat === own) {
    if (now?.fresh) story.value = { ...now, fresh: false };
  } else if (step.kind === "decided" && step.seat && !now?.fresh) {
    story.value = { who: step.seat, start: before, steps: [step], fresh: true };
  } else if (now?.fresh) {
    story.value = { ...now, steps: [...now.steps, step] };
  }
}

/** Kinds that tell what became of an act, in the order of how much they tell. */
const TELLING: Step["kind"][] = [
  "finished", "hit-player", "destroyed", "damaged", "exiled", "sacrificed", "gained", "lost", "healed", "deployed", "entered",
  "created", "returned", "discarded", "moved", "counter-gained", "counter-lost", "status-set", "drew", "triggered",
];

const WEIGHTY = new Set<Step["kind"]>(TELLING.slice(0, 6));

/** Whether a decision answers a question that an earlier one led to. */
export const isAnswer = (step: Step) => /^p[12]: (choose|yes|no|submit|done|option|number|order|ok)\b/.test(step.text);

/** The acts of a story that are worth telling. */
export function acts(told: Story): Act[] {
  const list: Act[] = [];
  const plain = goesWithoutSaying(told.steps);
  const root = new Map<number, Act>();
  for (const step of told.steps) {
    const asked = list[list.length - 1];
    if (step.kind === "decided" && asked && isAnswer(step)) {
      root.set(step.n, asked);
      continue;
    }
    if (step.kind === "decided") {
      const act = { step, outcome: [] };
      list.push(act);
      root.set(step.n, act);
      continue;
    }
    const act = (step.cause === undefined ? undefined : root.get(step.cause)) ?? list[list.length - 1];
    if (!act) continue;
    root.set(step.n, act);
    if (TELLING.includes(step.kind) && !plain.has(step.n)) act.outcome.push(step);
  }
  for (const act of list) act.outcome.sort((a, b) => TELLING.indexOf(a.kind) - TELLING.indexOf(b.kind));
  // Passing is an act only if something weighty came of it.
  return list.filter((act) => act.step.object !== undefined || act.outcome.some((step) => WEIGHTY.has(step.kind)));
}
