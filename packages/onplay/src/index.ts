// Onplay for JavaScript: load a game, play it, ask why.
//
// Every object here is a typed shell around the engine; what goes in and comes out has
// the shapes of the wire (`wire.ts`), which the server speaks as well.

import init, { Game as EngineGame, type Match as EngineMatch } from "./engine.js";
import type {
  Ask, CardInfo, GameInfo, GameSummary, Link, Reason, SeatName, Step, Uncertain, View,
} from "./wire.ts";

export type * from "./wire.ts";

/** Who looks at a match. */
export type Viewer = SeatName | "spectator";

/** A text with its name: `games/mine/game.toml`. */
export interface SourceFile { name: string; text: string }

/** Something that is wrong with a text; places are offsets in the JavaScript string. */
export interface Problem {
  severity: "error" | "warning";
  /** A stable short name. */
  code: string;
  message: string;
  file: string;
  from: number;
  to: number;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** What would be right. */
  help?: string;
  labels?: { file: string; from: number; to: number; message: string }[];
}

/** What a card means: its face, and each ability in the language's own words. */
export interface Reading { card: CardInfo; readsAs: string[] }

/** A deck by its cards, by section: `[["main", [["Warden", 3]]]]`. */
export interface DeckCards { name: string; sections: [string, [string, number][]][] }

/** What a match starts from. */
export interface Setup {
  /** The same seed deals the same cards. A text may hold all 64 bits. */
  seed?: number | string;
  /** The ids of decks, or decks by their cards. */
  decks: [string | DeckCards, string | DeckCards];
}

/** What was refused, and what is wrong with the texts if that is the reason. */
export class OnplayError extends Error {
  readonly problems: Problem[];

  constructor(message: string, problems: Problem[] = []) {
    super(message);
    this.name = "OnplayError";
    this.problems = problems;
  }
}

let ready: Promise<void> | undefined;

/**
 * Loads the engine once; everything else works after it. In a browser the engine lies
 * beside this module; somewhere else it is given as an address or as bytes.
 */
export function load(source?: string | URL | Response | BufferSource): Promise<void> {
  ready ??= start(source).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

async function start(source?: string | URL | Response | BufferSource): Promise<void> {
  const place = source ?? new URL("./engine_bg.wasm", import.meta.url);
  if (place instanceof URL && place.protocol === "file:" && typeof process === "object") {
    const { readFile } = await import("node:fs/promises");
    await init({ module_or_path: await readFile(place) });
  } else {
    await init({ module_or_path: place });
  }
}

/** Does something in the engine; what it refuses is an `OnplayError`. */
function ask<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (typeof thrown !== "string") throw thrown;
    let said: { message: string; problems?: Problem[] };
    try {
      said = JSON.parse(thrown);
    } catch {
      throw new OnplayError(thrown);
    }
    throw new OnplayError(said.message, said.problems);
  }
}

/** A game that can be played. */
export class Game {
  readonly #engine: EngineGame;

  private constructor(engine: EngineGame) {
    this.#engine = engine;
  }

  /** The games that come with the engine. */
  static shipped(): GameSummary[] {
    return JSON.parse(ask(() => EngineGame.shipped()));
  }

  /** A game that comes with the engine. */
  static load(id: string): Game {
    return new Game(ask(() => EngineGame.load(id)));
  }

  /** A game from the texts of its files. */
  static fromFiles(files: SourceFile[]): Game {
    return new Game(ask(() => EngineGame.fromFiles(JSON.stringify(files))));
  }

  /** The texts of a game that comes with the engine. */
  static files(id: string): SourceFile[] {
    return JSON.parse(ask(() => EngineGame.files(id)));
  }

  /** Everything that is wrong with the texts of a game. */
  static check(files: SourceFile[]): Problem[] {
    return JSON.parse(ask(() => EngineGame.check(JSON.stringify(files))));
  }

  /** The names of the policies that any game can be tried under. */
  static policies(): string[] {
    return JSON.parse(ask(() => EngineGame.policies()));
  }

  /** Zones, words and decks: everything needed to draw the game. */
  info(): GameInfo {
    return JSON.parse(ask(() => this.#engine.info()));
  }

  /** The faces of all cards. */
  cards(): CardInfo[] {
    return JSON.parse(ask(() => this.#engine.cards()));
  }

  /** Everything that is wrong with a file of cards for this game. */
  checkCards(text: string, name = "cards.toml"): Problem[] {
    return JSON.parse(ask(() => this.#engine.checkCards(name, text)));
  }

  /** What the cards of a file mean in this game. */
  readCards(text: string, name = "cards.toml"): Reading[] {
    return JSON.parse(ask(() => this.#engine.readCards(name, text)));
  }

  /** The same game with more cards. */
  withCards(text: string, name = "cards.toml"): Game {
    return new Game(ask(() => this.#engine.withCards(name, text)));
  }

  /** The same game under another policy. */
  withPolicy(name: string): Game {
    return new Game(ask(() => this.#engine.withPolicy(name)));
  }

  /** Deals a match. */
  start(setup: Setup): Match {
    return new Match(ask(() => this.#engine.start(JSON.stringify(setup))));
  }

  /** The match that a replay tells of, at its end. */
  replay(text: string): Match {
    return new Match(ask(() => this.#engine.replay(text)));
  }

  /** Gives back the engine's memory; the game cannot be used any more. */
  free(): void {
    this.#engine.free();
  }
}

/** One game being played. */
export class Match {
  readonly #engine: EngineMatch;

  /** @internal */
  constructor(engine: EngineMatch) {
    this.#engine = engine;
  }

  /** Who must decide; nothing once the game is over. */
  get toDecide(): SeatName | undefined {
    return this.#engine.toDecide() as SeatName | undefined;
  }

  /** How the game stands, in words. */
  get outcome(): string {
    return this.#engine.outcome();
  }

  /** How many decisions have been taken. */
  get decisions(): number {
    return this.#engine.decisions();
  }

  /** The hash of the state: equal states have equal hashes, here and everywhere. */
  get hash(): string {
    return this.#engine.hash();
  }

  /** The table as somebody sees it. */
  view(viewer: Viewer): View {
    return JSON.parse(ask(() => this.#engine.view(viewer)));
  }

  /** What somebody was told after a step; everything without one. */
  steps(viewer: Viewer, after = 0): Step[] {
    return JSON.parse(ask(() => this.#engine.steps(viewer, after)));
  }

  /** What a seat is asked and all it can decide; nothing if another decides. */
  ask(seat: SeatName): Ask | undefined {
    const asked = ask(() => this.#engine.ask(seat));
    return asked === undefined ? undefined : JSON.parse(asked);
  }

  /** Takes the offer with this number for whoever must decide. */
  decide(offer: number): void {
    ask(() => this.#engine.decide(offer));
  }

  /**
   * The offer that a bot would take for whoever must decide: `random`, `greedy`,
   * `search:1000` (iterations) or `search:200ms`. It sees its seat's view alone.
   */
  choose(bot: string, seed = 0): number {
    return ask(() => this.#engine.choose(bot, seed));
  }

  /** The causes of a step, nearest first, down to a player's decision. */
  why(viewer: Viewer, step: number): Link[] {
    return JSON.parse(ask(() => this.#engine.why(viewer, step)));
  }

  /** What changed a number or status of a card, newest first. */
  whyNumber(viewer: Viewer, handle: number, name?: string): Link[] {
    return JSON.parse(ask(() => this.#engine.whyNumber(viewer, handle, name)));
  }

  /** Why a card cannot be played or used, and why its triggers stayed silent. */
  whyNot(seat: SeatName, handle: number): Reason[] {
    return JSON.parse(ask(() => this.#engine.whyNot(seat, handle)));
  }

  /** What an offer would do, as far as its seat can know. */
  preview(offer: number): { steps: Step[]; uncertain: Uncertain | null } {
    return JSON.parse(ask(() => this.#engine.preview(offer)));
  }

  /** Goes back to the moment after this many decisions; without a number, by one. */
  undo(decisions = this.decisions - 1): void {
    if (decisions < 0) throw new OnplayError("there is nothing to take back");
    ask(() => this.#engine.backTo(decisions));
  }

  /** Deals what a seat does not know anew: another way the game could go on. */
  dealAgain(seat: SeatName, seed: number): void {
    ask(() => this.#engine.dealAgain(seat, seed));
  }

  /** The replay of the game so far. */
  replay(): string {
    return this.#engine.replay();
  }

  /** Gives back the engine's memory; the match cannot be used any more. */
  free(): void {
    this.#engine.free();
  }
}
