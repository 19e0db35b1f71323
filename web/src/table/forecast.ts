/** What an offer would do, asked before it is taken and shown on the cards it would
 * happen to. */

import { computed, effect, signal } from "@preact/signals";

import { info, preview, question, shown } from "../state/table.ts";
import type { GameInfo, Offer, Step, Uncertain } from "../wire/types.ts";
import { aimed, aims } from "./pick.ts";

/** What would follow from an offer, as far as this seat can know. */
export interface Foreseen {
  steps: Step[];
  uncertain: Uncertain | null;
}

/** What would become of one card. */
export interface Mark {
  /** Its numbers after it, where they differ. */
  numbers: Record<string, number>;
  /** How it would leave, in a word. */
  leaves: string | null;
  /** Whether that depends on what nobody can know yet. */
  maybe: boolean;
}

/** Most targets that are asked about before the pointer is on one of them. */
const MOST = 12;
/** Milliseconds that the pointer rests before the server is asked. */
const REST = 120;

const LEAVES: Partial<Record<Step["kind"], string>> = {
  destroyed: "dies", sacrificed: "given up", exiled: "exiled", returned: "returns", discarded: "discarded",
};

/** Answers of this question, by the number of the offer. */
const known = signal(new Map<number, Foreseen>());
let asked = question.value;

/** What the offer under the pointer would do, once it is known. */
export const foreseen = computed<Foreseen | null>(() => (aimed.value ? (known.value.get(aimed.value.n) ?? null) : null));

async function ask(offer: Offer) {
  const before = question.value;
  if (!before || known.value.has(offer.n)) return;
  try {
    const answer = await preview(offer);
    if (question.value === before) known.value = new Map(known.value).set(offer.n, answer);
  } catch {
    // What cannot be foreseen is not shown.
  }
}

effect(() => {
  if (question.value !== asked) {
    asked = question.value;
    known.value = new Map();
  }
});

effect(() => {
  const offer = aimed.value;
  if (!offer) return;
  const timer = setTimeout(() => void ask(offer), REST);
  return () => clearTimeout(timer);
});

effect(() => {
  const list = [...aims.value.values()].map((offers) => offers[0]);
  if (list.length > MOST) return;
  const timer = setTimeout(() => { for (const offer of list) if (offer) void ask(offer); }, REST);
  return () => clearTimeout(timer);
});

function marksOf({ steps, uncertain }: Foreseen): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  const mark = (handle: number, n: number): Mark => {
    const made = marks.get(handle) ?? { numbers: {}, leaves: null, maybe: false };
    if (uncertain && n >= uncertain.from) made.maybe = true;
    marks.set(handle, made);
    return made;
  };
  for (const step of steps) {
    for (const change of step.changes) {
      if (change.change === "number") mark(change.handle, step.n).numbers[change.name] = change.to;
    }
    const leaves = LEAVES[step.kind];
    if (leaves && step.object?.handle !== undefined) mark(step.object.handle, step.n).leaves = leaves;
  }
  return marks;
}

/** What the offer under the pointer would do to each card. */
export const marks = computed<Map<number, Mark>>(() => {
  const made = foreseen.value ? marksOf(foreseen.value) : new Map<number, Mark>();
  for (const lost of aimed.value?.gives_up ?? []) {
    if (lost.handle !== undefined && !made.get(lost.handle)?.leaves) made.set(lost.handle, { numbers: {}, leaves: "leaves", maybe: false });
  }
  return made;
});

/** The number that matters most when a card is hit. */
const vital = (game: GameInfo | null) => [game?.death?.[0], game?.slot_bonus, game?.pair?.[1]].filter((name) => typeof name === "string");

/** What aiming at each target would come to, in two or three words. */
export const outcomes = computed<Map<number, string>>(() => {
  const map = new Map<number, string>();
  for (const [handle, offers] of aims.value) {
    const seen = offers[0] && known.value.get(offers[0].n);
    if (!seen) continue;
    const mark = marksOf(seen).get(handle);
    const life = playerChange(seen);
    if (mark?.leaves) map.set(handle, mark.leaves + (mark.maybe ? "?" : ""));
    else if (mark) {
      const card = shown.value?.cards[handle];
      const name = vital(info.value).find((vital) => vital in mark.numbers) ?? Object.keys(mark.numbers)[0];
      if (card && name && (card.numbers[name] ?? 0) !== mark.numbers[name]) map.set(handle, `${vital(info.value).includes(name) ? "" : `${name} `}${card.numbers[name] ?? 0} to ${mark.numbers[name]}${mark.maybe ? "?" : ""}`);
    } else if (life) map.set(handle, life);
  }
  return map;
});

/** How the life of a player would change. */
function playerChange({ steps, uncertain }: Foreseen): string | null {
  const life = info.value?.life;
  if (!life) return null;
  let from: number | null = null;
  let to = 0;
  let maybe = false;
  for (const step of steps) {
    for (const change of step.changes) {
      if (change.change !== "counter" || change.name !== life) continue;
      from ??= change.from;
      to = change.to;
      maybe ||= uncertain !== null && step.n >= uncertain.from;
    }
  }
  return from === null || from === to ? null : `${from} to ${to}${maybe ? "?" : ""}`;
}
