/** The types of the wire are made from the server's own. */
export type * from "../../../crates/wire/bindings/onplay.ts";

import type { CardInfo, PlayerInfo, SeatName, Step, View } from "../../../crates/wire/bindings/onplay.ts";

/** How a match stands, as `/api/matches` tells it. */
export interface MatchInfo {
  match: string;
  game: string;
  policy: string | null;
  commitment: string;
  players: PlayerInfo[];
  open: SeatName[];
  private: boolean;
  turn: number | null;
  over: boolean;
  winner: SeatName | null;
  /** Faces that the game itself does not have; not in lists. */
  cards?: CardInfo[];
}

/** A seat of a match that was just made or taken. */
export interface MadeSeat {
  seat: SeatName;
  token: string | null;
}

/** A match that was just made. */
export interface MadeMatch {
  match: string;
  commitment: string;
  seats: [MadeSeat, MadeSeat];
}

/** A seat as it is asked for. */
export interface NewSeat {
  kind: "link" | "open" | "bot";
  name?: string;
  deck?: string;
  /** The text of a deck file, instead of the id of a deck. */
  deck_text?: string;
  bot?: string;
}

/** Whose eyes a game that is over is seen with. */
export type Gaze = "both" | "p1" | "p2";

/** A game that can be looked at again. */
export interface ToldGame {
  game: string;
  players: [PlayerInfo, PlayerInfo];
  start: View;
  steps: Step[];
  /** How many steps came before each decision. */
  decisions: number[];
  /** Faces that the game itself does not have. */
  cards: CardInfo[];
  result: string | null;
}

/** A demonstration that a game brings. */
export interface Demonstration {
  game: string;
  name: string;
  title: string;
  about: string;
}
