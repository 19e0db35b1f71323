// What the workshop, balance tests and local tables take and give.

import type { CardInfo, SeatName, Step, View } from "./wire.ts";

/** A card as it is written in a file; places are offsets in the JavaScript string. */
export interface WrittenCard {
  name: string;
  from: number;
  to: number;
  /** Its face; nothing while too little of it can be read. */
  card?: CardInfo;
  /** Each ability that was understood, in the language's own words. */
  readsAs: string[];
  /** Its keywords with what they mean. */
  reminders: { keyword: string; text: string }[];
}

/** A word that can stand at a place. */
export interface Suggestion { word: string; kind: string; about: string | null }

/** Words to put in place of others, known to help. */
export interface Fix { from: number; to: number; words: string }

/** What a page of scenarios offers. */
export interface Board { title: string; setup: string[]; moves: string[] }

/** A board, and a card to put on it. */
export interface BoardWish {
  /** A page of scenarios. */
  page: string;
  /** Which of its scenarios; the first if none is said. */
  index?: number;
  card?: string;
  /** Where the card goes: `p1 hand`, which it is if nothing is said. */
  place?: string;
  /** Whether the scenario's own moves are made. */
  moves?: boolean;
}

/** A board under one policy. */
export interface Resolution {
  policy: string;
  /** Which triggers fired, in order, and how deep in the chain. */
  fired: { name: string; depth: number }[];
  lines: { depth: number; text: string }[];
  /** What is different in the end. */
  changes: string[];
  /** The question that it stops at. */
  asks?: string;
  /** Why a move could not be made, or the cards cannot be played like this. */
  stopped?: string;
}

/** A share of points with the interval it lies in, nineteen times out of twenty. */
export interface Share { games: number; rate: number; low: number; high: number }

/** How a balance test stands. */
export interface BalanceReport {
  games: number;
  unfinished: number;
  decisions: number;
  bots: [string, string];
  /** Of the first bot, or of the first seat where both bots are the same. */
  main: Share;
  decks: (Share & { name: string })[];
  /** The row's deck in the first seat against the column's. */
  pairs: Share[][];
  /** How games went for whoever drew or played a card. */
  cards: { name: string; drawn: Share; played: Share }[];
  /** Games by number of turns. */
  turns: number[];
  /** Games by deepest chain. */
  depths: number[];
  /** Equal wherever the same games were played. */
  checksum: string;
}

/** A decision of another match that is not on offer in this one. */
export interface Diverged { after: number; seat: SeatName; action: string }

/** A game from its beginning, as somebody sees it. */
export interface Told {
  start: View;
  steps: Step[];
  /** How many steps came before each decision. */
  decisions: number[];
}

/** Who sits at a table without a server. */
export interface TableWish {
  match: string;
  /** The client's seat; none if it watches. */
  seat: SeatName | null;
  names: [string, string];
  /** By seat; none where the client sits. */
  bots: [string | null, string | null];
  decks?: [string, string];
  policy?: string;
  /** Of the bots' own chance. */
  seed?: number;
}
