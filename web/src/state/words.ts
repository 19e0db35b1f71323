/** The game's words as a player reads them: seats by name, the own seat as "you". */

import type { SeatName } from "../wire/types.ts";
import { nameOf, seat, watching } from "./table.ts";

/** "plays" as "play", for the one who is spoken to. */
function spoken(verb: string): string {
  if (verb === "has") return "have";
  if (verb === "is") return "are";
  if (verb === "was") return "were";
  if (/(ss|sh|ch|x|o)es$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** A line of the server with names in place of seats. */
export function readable(text: string): string {
  const own: SeatName | null = watching.value ? null : seat.value;
  let words = text;
  for (const who of ["p1", "p2"] as const) {
    const name = nameOf(who);
    if (who === own) {
      words = words
        .replace(new RegExp(`\\b${who}'s\\b`, "g"), "your")
        .replace(new RegExp(`\\b${who} (\\w+)`, "g"), (_, verb: string) => `you ${spoken(verb)}`)
        .replace(new RegExp(`\\b${who}\\b`, "g"), "you");
    } else {
      words = words.replace(new RegExp(`\\b${who}\\b`, "g"), () => name);
    }
  }
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word of a game's files as a title: `deck` as "Deck". */
export const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("-", " ");
