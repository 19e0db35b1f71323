/** The game's words as a player reads them: seats by name, the own seat as "you". */

import { computed } from "@preact/signals";

import type { SeatName } from "../wire/types.ts";
import { standIn } from "../table/layout.ts";
import { faces, info, nameOf, seat, shown, watching } from "./table.ts";

/** "plays" as "play", for the one who is spoken to, or for several. */
export function spoken(verb: string): string {
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

/** Where a card lies, for lines in which cards of one name are told apart by it. In a hand
 * one is as good as the other, and in the own half of an open field too. */
function whereabouts(zone: string, at: string, whose: string): string {
  const known = info.value?.zones.find((other) => other.name === zone);
  if (known?.role === "hand") return "";
  if (known?.role === "play" && known.shape === "pile") return whose === "your" ? "" : ` (${whose})`;
  return ` (${whose} ${zone}${at && /[a-z]$/.test(zone) ? ` ${at}` : at})`;
}

/** A status as it stands behind "is". */
export const status = (name: string) => info.value?.statuses.find((other) => other.name === name)?.words ?? name;

/** A sentence from what a form has found. */
type Says = (whole: string, ...found: string[]) => string;

/** The log's short forms, as whole sentences. */
const SENTENCES: [RegExp, string | Says][] = [
  [/^(p[12]): (yes|no)$/, "$1: say $2"],
  [/^(p[12]): option \d+: (.*?)\.?$/, "$1: choose “$2”"],
  [/^(p[12]): use (.+) ability \d+/, "$1: use $2"],
  [/^(.*) damaged by 0 and (\d+) on shields$/, "the shields of $1 took $2 damage"],
  [/\bdamaged by (\d+) and (\d+) on shields$/, "took $1 damage and $2 on its shields"],
  [/\bdamaged by (\d+)$/, "took $1 damage"],
  [/\bbecame ([\w -]+)$/, (_, name = "") => `is now ${status(name)}`],
  [/(?<!is )\bno longer ([\w -]+)$/, (_, name = "") => `is no longer ${status(name)}`],
  [/\blooked at (\d+) of (p[12]'s \w+)$/, (_, count, where) => `looked at ${count} ${count === "1" ? "card" : "cards"} of ${where}`],
  [/^(p[12]) searched \1 /, "$1 searched $1's "],
  [/^(p[12]) (\w+) changed by (\d+)$/, "+$3 on $1's $2"],
  [/^(p[12]) (\w+) changed by -(\d+)$/, "−$3 on $1's $2"],
  [/^(p[12]) ([\w -]+) (began|ended)$/, "$1's $2 $3"],
];

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
  const line = SENTENCES.reduce((line, [form, says]) => (typeof says === "string" ? line.replace(form, says) : line.replace(form, says)), text);
  const seats = people.value.reduce((line, [name, who]) => line.replaceAll(name, who), line)
    // Rules speak to the one who decides: "end your turn".
    .replace(/^(p[12]): .*$/, (decision, who: SeatName) => (who === own ? decision : decision.replace(/\byour\b/g, "their")));
  const words = seats
    // Cards of one name are told apart by their place.
    .replace(/@(p[12])\.([a-z]+)(\d*)(?:\.(\d+))?/gi, (_, who: SeatName, zone: string, at: string) => whereabouts(zone, at, whose(who)))
    // A decision: `p1: play …`.
    .replace(/^(p[12]): ([a-z]+)\b/, (_, who: SeatName, verb: string) => (who === own ? `you ${verb}` : `${nameOf(who)} ${told(verb)}`))
    .replace(/\b(p[12])'s\b/g, (_, who: SeatName) => whose(who))
    .replace(/\b(p[12]) ([\w-]+)( [\w-]+)?/g, (_, who: SeatName, word: string, next = "") => {
      if (isThing(word, next.trim())) return `${whose(who)} ${word}${next}`;
      return who === own ? `you ${spoken(word)}${next}` : `${nameOf(who)} ${word}${next}`;
    })
    .replace(/\b(p[12])\b/g, (_, who: SeatName) => (who === own ? "you" : nameOf(who)));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a number beside it: "1 win", "2 wins". */
export const counted = (name: string, count: number) => (count === 1 ? name.replace(/(?<![su])s$/, "") : name);

/** A word of a game's files as a title: `deck` as "Deck". */
export const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("-", " ");

/** A sentence from the engine, as it begins on the page. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
