/** From a click to a decision: pick a card, then its place or target. Clicks, drags and
 * keys all end here. */

import { computed, effect, signal, untracked } from "@preact/signals";

import { decide, decideAll, info, prepare, question, seat, shown } from "../state/table.ts";
import { say } from "../state/speech.ts";
import type { Offer, Prompt } from "../wire/types.ts";
import { isOnBoard, planOf } from "./layout.ts";
import { aside } from "./open.ts";

/** The card that is picked, whose places and targets are lit. */
export const picked = signal<number | null>(null);
/** What is left to choose from once card and place are clear. */
export const left = signal<Offer[]>([]);
/** Cards that are picked for a choice of several, in order. */
export const chosen = signal<number[]>([]);
/** The offer under the pointer or focus, for its preview. */
export const aimed = signal<Offer | null>(null);

export const offers = computed<Offer[]>(() => question.value?.actions ?? []);
export const prompt = computed<Prompt | null>(() => question.value?.prompt ?? null);

/** What can be done with each card, by its handle. */
export const byCard = computed(() => {
  const map = new Map<number, Offer[]>();
  for (const offer of offers.value) {
    if (offer.object === undefined) continue;
    map.set(offer.object, [...(map.get(offer.object) ?? []), offer]);
  }
  return map;
});

/** What can be done with nothing picked: pass, submit, yes, no and the like. */
export const loose = computed(() => offers.value.filter((offer) => offer.object === undefined && offer.place === undefined));

/** Whether the question is answered by pointing at cards on the table. */
export const isOnTable = computed(() => {
  const view = shown.value;
  const game = info.value;
  const asked = prompt.value;
  if (!asked || !view || !game) return true;
  if (asked.kind !== "objects") return asked.kind !== "order" && asked.kind !== "acknowledge";
  return asked.candidates.length > 0 && asked.candidates.every((handle) => isOnBoard(game, view, handle, seat.value));
});

/** Whether the choice takes more than one card. */
export const isMany = computed(() => prompt.value?.kind === "objects" && prompt.value.max !== 1);

const scope = computed<Offer[]>(() => {
  if (left.value.length > 0) return left.value;
  if (picked.value !== null) return byCard.value.get(picked.value) ?? [];
  return offers.value.filter((offer) => offer.object === undefined);
});

/** Milliseconds that somebody hesitates before it is asked what a click would do. */
const HESITATION = 40;

// What the next click can decide is asked for ahead where the host is far away.
effect(() => {
  const alone = picked.value === null ? [...byCard.value.values()].filter((list) => list.length === 1).flat() : [];
  const next = [...scope.value, ...alone];
  if (next.length === 0) return;
  const timer = setTimeout(() => untracked(() => prepare(next)), HESITATION);
  return () => clearTimeout(timer);
});

/** Whether all that is left agrees in this. */
const isClear = (part: (offer: Offer) => unknown) => left.value.length > 0 && new Set(left.value.map(part)).size === 1;

/** The places that can be chosen now. */
export const places = computed(() => {
  const map = new Map<string, Offer[]>();
  if (isClear((offer) => offer.place)) return map;
  for (const offer of scope.value) {
    if (offer.place === undefined) continue;
    map.set(offer.place, [...(map.get(offer.place) ?? []), offer]);
  }
  return map;
});

/** The cards that can be aimed at now. */
export const targets = computed(() => {
  const map = new Map<number, Offer[]>();
  if (isClear((offer) => offer.target)) return map;
  for (const offer of scope.value) {
    if (offer.target === undefined || offer.place !== undefined) continue;
    map.set(offer.target, [...(map.get(offer.target) ?? []), offer]);
  }
  return map;
});

/** The cards that one click would settle: as the target of the picked card, or as the
 * answer to a question that takes one. */
export const aims = computed(() => {
  const asked = prompt.value;
  if (asked?.kind === "objects" && asked.max === 1 && isOnTable.value) return byCard.value;
  return targets.value;
});

/** Whether the board has somewhere to click for a place. */
const isDrawn = (place: string) => {
  const game = info.value;
  if (!game) return false;
  const zone = game.places.find((other) => other.place === place)?.zone;
  const plan = planOf(game);
  return [plan.lanes, ...plan.strips, ...plan.slots, ...plan.fields, ...plan.side].some((drawn) => drawn?.name === zone);
};

/** What remains for buttons: neither a place on the board nor a target tells them apart. */
export const buttons = computed<Offer[]>(() => {
  if (left.value.length > 0) return left.value;
  if (picked.value === null) return [];
  return scope.value.filter((offer) => (offer.place === undefined && offer.target === undefined) || (offer.place !== undefined && !isDrawn(offer.place)));
});

/** What a click on a card would mean, for its ring. */
export type Standing = "playable" | "picked" | "target" | "forbidden" | "";

export function standing(handle: number): Standing {
  const asked = prompt.value;
  if (asked?.kind === "objects" || asked?.kind === "order") {
    if (chosen.value.includes(handle) || asked.picked.includes(handle)) return "picked";
    const isFull = isMany.value && chosen.value.length + asked.picked.length >= asked.max;
    return byCard.value.has(handle) && !isFull ? "target" : "";
  }
  if (picked.value === handle) return "picked";
  if (targets.value.has(handle)) return "target";
  return byCard.value.has(handle) ? "playable" : "";
}

/** Lets go of everything. */
export function cancel() {
  picked.value = null;
  left.value = [];
  chosen.value = [];
  aimed.value = null;
}

/** Decides if one offer is left, else asks on. */
export function take(list: Offer[]) {
  const [first] = list;
  if (list.length === 1 && first) {
    cancel();
    decide(first);
  } else if (list.length > 1) {
    left.value = list;
  }
}

/** Of offers that differ only in the position in a row, the one without a position,
 * which is the right end. */
export function rightmost(list: Offer[]): Offer[] {
  const last = list[list.length - 1];
  const key = ({ verb, word, object, target, place, manner, ability, option }: Offer) =>
    JSON.stringify([verb, word, object, target, place, manner, ability, option]);
  const same = last !== undefined && list.every((offer) => key(offer) === key(last));
  return same ? [list.find((offer) => offer.at === undefined) ?? last] : list;
}

/** A card was clicked, tapped or entered. */
export function pickCard(handle: number) {
  const asked = prompt.value;
  if (asked?.kind === "objects") {
    chooseCard(handle, asked);
    return;
  }
  const aimedAt = picked.value !== null && picked.value !== handle ? targets.value.get(handle) : undefined;
  if (aimedAt) {
    take(aimedAt);
    return;
  }
  const own = byCard.value.get(handle);
  if (!own) return;
  const [only] = own;
  if (picked.value === handle) {
    // The second click confirms what needs no place and no target.
    if (own.length === 1 && only && only.place === undefined && only.target === undefined) take(own);
    else cancel();
    return;
  }
  cancel();
  if (own.length === 1 && only && only.verb === "choose") {
    take(own);
    return;
  }
  picked.value = handle;
  aimed.value = own.length === 1 ? (only ?? null) : null;
  const where = places.value.size + targets.value.size;
  say(where > 0 ? `Picked. ${where} places or targets.` : "Picked. Press Enter again to confirm.");
}

function chooseCard(handle: number, asked: Prompt) {
  const own = byCard.value.get(handle);
  const isChosen = chosen.value.includes(handle);
  if (!own && !isChosen) return;
  if (isOnTable.value && !isMany.value) {
    if (own) take(own);
    return;
  }
  if (isChosen) chosen.value = chosen.value.filter((other) => other !== handle);
  else if (asked.max === 1) chosen.value = [handle];
  else if (chosen.value.length + asked.picked.length < asked.max) chosen.value = [...chosen.value, handle];
  say(isChosen ? "Not picked." : isReady() ? "Picked. Choose is ready." : "Picked.");
}

/** Whether enough cards are picked. */
export function isReady(): boolean {
  const asked = prompt.value;
  if (!asked) return false;
  const count = chosen.value.length + asked.picked.length;
  return count >= asked.min && count <= asked.max && (chosen.value.length > 0 || asked.picked.length > 0 || asked.min === 0);
}

/** Sends what was picked. */
export function submitChosen(order?: number[]) {
  const list = order ?? chosen.value;
  cancel();
  decideAll(list);
}

/** A place was clicked. */
export function pickPlace(place: string, at?: number) {
  const list = places.value.get(place);
  if (!list) return;
  take(at === undefined ? rightmost(list) : list.filter((offer) => offer.at === at));
}

/** A card was dropped on a place or another card. */
export function drop(handle: number, on: { place?: string | undefined; card?: number | undefined }) {
  const own = byCard.value.get(handle) ?? [];
  const fit = own.filter((offer) => (on.card !== undefined && offer.target === on.card) || (on.place !== undefined && offer.place === on.place));
  const bare = own.filter((offer) => offer.place === undefined && offer.target === undefined);
  cancel();
  picked.value = handle;
  if (fit.length > 0) take(rightmost(fit));
  else if (bare.length > 0 && bare.length === own.length) take(bare);
}

// A new question begins with nothing picked.
let asked = -1;
effect(() => {
  const n = question.value?.n ?? -1;
  if (n !== asked) {
    asked = n;
    cancel();
    aside.value = false;
  }
});
