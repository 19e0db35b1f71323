/** The tables of this browser: what they began with, kept so that a reload goes on. */

import { LOCAL } from "../wire/local.ts";
import type { SeatName } from "../wire/types.ts";
import { type BoardWish, type DeckCards, engine, type RemoteGame, type RemoteHost, type RemoteMatch, type SourceFile } from "./start.ts";

/** What a table began with. */
export interface Table {
  match: string;
  /** A game that comes with the engine, or the texts of one. */
  game: string | SourceFile[];
  from: { seed: string; decks: [string | DeckCards, string | DeckCards] } | { board: BoardWish };
  seat: SeatName | null;
  names: [string, string];
  bots: [string | null, string | null];
  /** Milliseconds between the decisions of bots. */
  pace: number;
  /** What was decided so far; a table that was laid out by hand has none. */
  replay?: string;
  over?: boolean;
}

const KEY = "onplay.tables";
const MOST = 12;

function kept(): Table[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Table[];
  } catch {
    return [];
  }
}

export function keepTable(table: Table) {
  const list = [table, ...kept().filter((other) => other.match !== table.match)];
  for (let most = MOST; most > 0; most -= 1) {
    try {
      localStorage.setItem(KEY, JSON.stringify(list.slice(0, most)));
      return;
    } catch {
      // Fewer fit.
    }
  }
}

export const tableOf = (match: string): Table | undefined => kept().find((table) => table.match === match);

/** The hosts that run now. */
const hosts = new Map<string, Promise<RemoteHost>>();

export function newName(): string {
  return LOCAL + Math.floor(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);
}

export async function gameOf(game: Table["game"]): Promise<RemoteGame> {
  const { Game } = await engine();
  return typeof game === "string" ? Game.load(game) : Game.fromFiles(game);
}

/** The match at its beginning. */
export async function begin(table: Table): Promise<RemoteMatch> {
  if ("board" in table.from) {
    const { Workshop, Game } = await engine();
    const files = typeof table.game === "string" ? await Game.files(table.game) : table.game;
    const workshop = await Workshop.make(files);
    try {
      return await workshop.onBoard(table.from.board);
    } finally {
      void workshop.free();
    }
  }
  const game = await gameOf(table.game);
  return table.replay === undefined ? game.start(table.from) : game.replay(table.replay);
}

/** Seats everybody at a match; without one it begins, or goes on where it was kept. */
export function hostOf(table: Table, match?: RemoteMatch): Promise<RemoteHost> {
  let host = hosts.get(table.match);
  if (!host) {
    host = (async () => {
      const { Host } = await engine();
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      const decks = "decks" in table.from ? table.from.decks.map((deck) => (typeof deck === "string" ? deck : deck.name)) : ["", ""];
      return Host.make(match ?? (await begin(table)), {
        match: table.match, seat: table.seat, names: table.names, bots: table.bots, decks: decks as [string, string], seed,
      });
    })();
    host.catch(() => hosts.delete(table.match));
    hosts.set(table.match, host);
  }
  return host;
}

/** The host of a match that is kept. */
export function runningHost(match: string): Promise<RemoteHost> {
  const table = tableOf(match);
  if (!table) return Promise.reject(new Error("This table is not in this browser any more."));
  return hostOf(table);
}
