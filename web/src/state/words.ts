/** The game's words as a player reads them: seats by name, the own seat as "you". */

import { computed } from "@preact/signals";

import type { SeatName } from "../wire/types.ts";
import { standIn } from "../table/layout.ts";
import { faces, info, nameOf, seat, shown, watching } from "./table.ts";

/** "plays" as "play", for the one who is spoken to. */
function spoken(verb: string): string {
  if (verb === "has") return "have";
  if (verb === "is") return "are";
  if (verb === "was") return "were";
  if (/(ss|sh|ch|x|o)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** "play" as "plays", for somebody else. */
function told(verb: string): string {
  return /(s|sh|ch|x|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Whether a word after a seat names something of that seat, not something it does. */
function isThing(word: string, next: string): boolean {
  const zones = info.value?.zones ?? [];
  const places = info.value?.places ?? [];
  return zones.some((zone) => zone.name === word) || places.some((place) => place.label.split(" ")[0] === word)
    || next === "began" || next === "ended";
}

/** Cards in a hand need no place to be told apart: one is as good as the other. */
const isHand = (name: string) => info.value?.zones.find((zone) => zone.name === name)?.role === "hand";

/** The names under which cards stand for players, with their seats. */
const people = computed(() => {
  const [game, view] = [info.value, shown.value];
  if (!game || !view) return [];
  return (["p1", "p2"] as const).flatMap((who) => {
    const handle = standIn(game, view, who, (name) => faces.value.get(name));
    const name = handle === undefined ? undefined : view.cards[handle]?.card;
    return name ? [[name, who] as const] : [];
  });
});

/** A line of the server with names in place of seats. */
export function readable(text: string): string {
  const own: SeatName | null = watching.value ? null : seat.value;
  const whose = (who: SeatName) => (who === own ? "your" : `${nameOf(who)}’s`);
  const seats = people.value.reduce((line, [name, who]) => line.replaceAll(name, who), text);
  const words = seats
    // Cards of one name are told apart by their place.
    .replace(/@(p[12])\.([a-z]+)(\d*)(?:\.(\d+))?/gi, (_, who: SeatName, zone: string, at: string) => (isHand(zone) ? "" : ` (${whose(who)} ${zone}${at && /[a-z]$/.test(zone) ? ` ${at}` : at})`))
    // A decision: `p1: play …`.
    .replace(/^(p[12]): ([a-z]+)\b/, (_, who: SeatName, verb: string) => {
      const name = who === own ? "you" : nameOf(who);
      return verb === "yes" || verb === "no" ? `${name}: ${verb}` : `${name} ${who === own ? verb : told(verb)}`;
    })
    .replace(/\b(p[12])'s\b/g, (_, who: SeatName) => whose(who))
    .replace(/\b(p[12]) ([\w-]+)( [\w-]+)?/g, (_, who: SeatName, word: string, next = "") => {
      if (isThing(word, next.trim())) return `${whose(who)} ${word}${next}`;
      return who === own ? `you ${spoken(word)}${next}` : `${nameOf(who)} ${word}${next}`;
    })
    .replace(/\b(p[12])\b/g, (_, who: SeatName) => (who === own ? "you" : nameOf(who)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word of a game's files as a title: `deck` as "Deck". */
export const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("-", " ");
