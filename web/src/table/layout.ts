/** From a game's zones to a table: which part of the board draws which zone. */

import type { CardInfo, CardView, GameInfo, PlaceInfo, SeatName, View, ZoneInfo } from "../wire/types.ts";

export interface Plan {
  /** Columns with a row of each side. */
  lanes: ZoneInfo | null;
  /** Zones with one place in each lane, drawn as strips at its far ends. */
  strips: ZoneInfo[];
  /** Zones of single places that face each other, the nearest to the middle first. */
  slots: ZoneInfo[];
  /** Zones in play without a shape, drawn as rows by type. */
  fields: ZoneInfo[];
  /** What else is in play: leaders and the like. */
  side: ZoneInfo[];
  /** What the seat shows as numbers. */
  piles: ZoneInfo[];
  hand: ZoneInfo | null;
}

const plans = new WeakMap<GameInfo, Plan>();

export function planOf(game: GameInfo): Plan {
  let plan = plans.get(game);
  if (!plan) {
    const inPlay = game.zones.filter((zone) => zone.role === "play");
    const lanes = inPlay.find((zone) => zone.shape === "lanes") ?? null;
    const other = game.zones.filter((zone) => zone.role === "other" && zone.in_play);
    const strips = lanes ? other.filter((zone) => zone.shape === "slots" && zone.places === lanes.places) : [];
    plan = {
      lanes,
      strips,
      slots: inPlay.filter((zone) => zone.shape === "slots"),
      fields: inPlay.filter((zone) => zone.shape === "pile"),
      side: other.filter((zone) => !strips.includes(zone)),
      piles: game.zones.filter((zone) => ["deck", "discard", "exile"].includes(zone.role) || (zone.role === "other" && !zone.in_play)),
      hand: game.zones.find((zone) => zone.role === "hand") ?? null,
    };
    plans.set(game, plan);
  }
  return plan;
}

/** The places of a zone, for a seat or for both. */
export function placesOf(game: GameInfo, zone: string, seat: SeatName | null): PlaceInfo[] {
  return game.places.filter((place) => place.zone === zone && (place.seat === seat || place.seat === null));
}

export const cardsAt = (view: View, place: string): number[] => view.places[place]?.cards ?? [];

/** Where a card is. */
export function placeOf(view: View, handle: number): string | null {
  for (const [place, { cards }] of Object.entries(view.places)) if (cards.includes(handle)) return place;
  return null;
}

/** Whether a card lies where the table shows it as a card of its own. */
export function isOnBoard(game: GameInfo, view: View, handle: number, seat: SeatName): boolean {
  const place = placeOf(view, handle);
  const known = game.places.find((other) => other.place === place);
  const zone = game.zones.find((other) => other.name === known?.zone);
  if (!known || !zone) return false;
  if (zone.role === "hand") return known.seat === seat;
  const on = view.cards[handle]?.on;
  return (zone.in_play || zone.role === "play") && (on === undefined || view.cards[on] === undefined);
}

/** Cards that can be used now and are drawn nowhere else, to be shown beside the hand. */
export function trays(game: GameInfo, view: View, seat: SeatName, usable: number[]): { name: string; cards: number[] }[] {
  const list: { name: string; cards: number[] }[] = [];
  for (const handle of usable) {
    if (!view.cards[handle] || isOnBoard(game, view, handle, seat)) continue;
    const place = placeOf(view, handle);
    const name = game.places.find((other) => other.place === place)?.zone ?? "";
    const tray = list.find((other) => other.name === name);
    if (tray) tray.cards.push(handle);
    else list.push({ name, cards: [handle] });
  }
  return list;
}

/** Equal cards lie as one fan. */
export interface Fan {
  cards: number[];
}

/** Types whose cards all cost nothing although the others cost something: what pays. */
export function payingTypes(cards: Iterable<CardInfo>, price: string | undefined): Set<string> {
  const costs = (card: CardInfo) => card.cost !== "" || (price !== undefined && card.numbers[price] !== undefined);
  const free = new Map<string, number>();
  let paid = 0;
  const dear = new Set<string>();
  for (const card of cards) {
    if (card.token) continue;
    if (costs(card)) paid += 1;
    for (const type of card.types) {
      if (costs(card)) dear.add(type);
      else free.set(type, (free.get(type) ?? 0) + 1);
    }
  }
  return new Set(paid === 0 ? [] : [...free].filter(([type, count]) => count > 1 && !dear.has(type)).map(([type]) => type));
}

/** A row of a field. */
export interface Row {
  kind: "front" | "paying";
  fans: Fan[];
  /** How many of them fight; the others stand a little apart. */
  fighting: number;
}

/** Rows of a field, the nearest to the middle first: what fights and beside it what
 * stays, then what pays. Equal cards that do not fight lie as one fan. */
export function rowsOf(game: GameInfo, view: View, cards: number[], printed: (name: string) => Record<string, number>, pays: (name: string) => boolean): Row[] {
  const living = new Set([game.death?.[0], ...(game.pair ?? [])].filter((name) => name !== undefined));
  const changing = game.attributes.filter((attribute) => !attribute.fixed && !attribute.unprinted).map(({ name }) => name);
  const front: Fan[] = [];
  const back: Fan[] = [];
  const paying: Fan[] = [];
  for (const handle of cards) {
    const card = view.cards[handle];
    if (!card || (card.on !== undefined && view.cards[card.on])) continue;
    const numbers = { ...printed(card.card), ...card.numbers };
    const fights = living.size > 0 ? [...living].some((name) => name in numbers) : changing.some((name) => name in numbers);
    const row = fights ? front : pays(card.card) ? paying : back;
    const fan = fights ? undefined : row.find((other) => isSame(view, other.cards[0], card));
    if (fan) fan.cards.push(handle);
    else row.push({ cards: [handle] });
  }
  const rows: Row[] = [{ kind: "front", fans: [...front, ...back], fighting: front.length }, { kind: "paying", fans: paying, fighting: 0 }];
  return rows.filter((row) => row.fans.length > 0);
}

function isSame(view: View, other: number | undefined, card: CardView): boolean {
  const first = other === undefined ? undefined : view.cards[other];
  return first !== undefined && first.card === card.card && first.statuses.join() === card.statuses.join()
    && JSON.stringify(first.numbers) === JSON.stringify(card.numbers);
}

/** The object that stands for a player in the rules, if there is one: alone in its zone,
 * with nothing on its face. It is drawn as the player's own picture. */
export function standIn(game: GameInfo, view: View, seat: SeatName, face: (name: string) => CardInfo | undefined): number | undefined {
  for (const zone of planOf(game).side) {
    const cards = placesOf(game, zone.name, seat).flatMap((place) => cardsAt(view, place.place));
    const [only] = cards;
    const card = only === undefined ? undefined : view.cards[only];
    const printed = card && face(card.card);
    if (cards.length === 1 && printed && !printed.text && Object.keys(printed.numbers).length === 0 && Object.keys(card.numbers).length === 0) return only;
  }
  return undefined;
}

/** The cards attached to one. */
export const attached = (view: View, handle: number): CardView[] =>
  Object.values(view.cards).filter((card) => card.on === handle);
