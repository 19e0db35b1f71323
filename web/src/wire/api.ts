/** What the page asks of the server outside a match. */

import { isLocal, localServer } from "./local.ts";
import type { CardInfo, Demonstration, GameInfo, GameSummary, Gaze, MadeMatch, MadeSeat, MatchInfo, NewSeat, SeatName, ToldGame } from "./types.ts";

/** A request that was refused or never answered, in words for the player. */
export class Refused extends Error {
  /** @param field The part of the request that it is about, if the server named one. */
  constructor(text: string, readonly field: string | null = null) {
    super(text);
  }
}

async function call<T>(path: string, body?: unknown, read: (text: string) => unknown = JSON.parse): Promise<T> {
  if (isLocal(path)) {
    try {
      return (await (await localServer()).call(path, body)) as T;
    } catch (error) {
      throw new Refused(error instanceof Error ? error.message : String(error));
    }
  }
  let response: Response;
  try {
    response = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("The server does not answer. Is it running?");
  }
  const text = await response.text();
  if (!response.ok) {
    let words = text;
    let field: string | null = null;
    try {
      const refused = JSON.parse(text) as { error: string; field?: string };
      words = refused.error;
      field = refused.field ?? null;
    } catch {
      // The answer was plain text, which is what is shown then.
    }
    throw new Refused(words || `The server answered ${response.status}.`, field);
  }
  return read(text) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** Asks once; a refusal is not remembered. */
function once<T>(path: string): Promise<T> {
  let answer = kept.get(path);
  if (!answer) {
    answer = call<T>(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer as Promise<T>;
}

export const games = () => once<GameSummary[]>("/api/games");
export const game = (id: string) => once<GameInfo>(`/api/games/${encodeURIComponent(id)}`);
export const cards = (id: string) => once<CardInfo[]>(`/api/games/${encodeURIComponent(id)}/cards`);
export const matches = () => call<MatchInfo[]>("/api/matches");
export const match = (id: string) => call<MatchInfo>(`/api/matches/${encodeURIComponent(id)}`);

/** What a match is made of. */
export interface NewMatch {
  game: string;
  policy?: string;
  seats: [NewSeat, NewSeat];
  listed?: boolean;
  private?: boolean;
  /** In milliseconds. */
  clock?: { decision?: number; bank?: number; away?: number };
  pace?: number;
  /** Cards that the table brings, as the text of a card file. */
  cards?: string;
}

/** What is wrong with a text, and where in it, in bytes. */
export interface Diagnostic {
  severity: string;
  message: string;
  span: { start: number; end: number };
  help: string | null;
}

/** Reads the text of a card file without keeping it. */
export const check = (game: string, cards: string) =>
  call<{ cards: CardInfo[]; diagnostics: Diagnostic[] }>(`/api/games/${encodeURIComponent(game)}/check`, { cards });

export const makeMatch = (wish: NewMatch) => call<MadeMatch>("/api/matches", wish);

/** Sits down at the first seat that is free. */
export const takeSeat = (id: string, name: string) =>
  call<MadeSeat>(`/api/matches/${encodeURIComponent(id)}/take`, name ? { name } : {});

/** A match that is over, through somebody's eyes. */
export const story = (id: string, eyes: Gaze) => call<ToldGame>(`/api/matches/${encodeURIComponent(id)}/story?eyes=${eyes}`);

/** The replay of a match that is over, as text. */
export const replay = (id: string) => call<string>(`/api/matches/${encodeURIComponent(id)}/replay`, undefined, (text) => text);

/** Another match that goes on after some decisions of one that is over. */
export const branch = (id: string, wish: { after: number; seat: SeatName; bot: string; name?: string }) =>
  call<MadeMatch>(`/api/matches/${encodeURIComponent(id)}/branch`, wish);

export const demonstrations = () => once<Demonstration[]>("/api/demonstrations");
export const demonstration = (game: string, name: string) =>
  once<ToldGame>(`/api/demonstrations/${encodeURIComponent(game)}/${encodeURIComponent(name)}`);
