/** What the page asks of the server outside a match. */

import type { CardInfo, Demonstration, GameInfo, GameSummary, Gaze, MadeMatch, MadeSeat, MatchInfo, NewSeat, SeatName, ToldGame } from "./types.ts";

/** A request that was refused or never answered, in words for the player. */
export class Refused extends Error {}

async function call<T>(path: string, body?: unknown): Promise<T> {
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
    try {
      words = (JSON.parse(text) as { error: string }).error;
    } catch {
      // The answer was plain text, which is what is shown then.
    }
    throw new Refused(words || `The server answered ${response.status}.`);
  }
  return JSON.parse(text) as T;
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
  seats: [NewSeat, NewSeat];
  listed?: boolean;
  pace?: number;
}

export const makeMatch = (wish: NewMatch) => call<MadeMatch>("/api/matches", wish);

/** Sits down at the first seat that is free. */
export const takeSeat = (id: string, name: string) =>
  call<MadeSeat>(`/api/matches/${encodeURIComponent(id)}/take`, name ? { name } : {});

/** A match that is over, through somebody's eyes. */
export const story = (id: string, eyes: Gaze) => call<ToldGame>(`/api/matches/${encodeURIComponent(id)}/story?eyes=${eyes}`);

/** Another match that goes on after some decisions of one that is over. */
export const branch = (id: string, wish: { after: number; seat: SeatName; bot: string; name?: string }) =>
  call<MadeMatch>(`/api/matches/${encodeURIComponent(id)}/branch`, wish);

export const demonstrations = () => once<Demonstration[]>("/api/demonstrations");
export const demonstration = (game: string, name: string) =>
  once<ToldGame>(`/api/demonstrations/${encodeURIComponent(game)}/${encodeURIComponent(name)}`);
