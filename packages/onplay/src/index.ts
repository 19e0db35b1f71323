// Onplay for JavaScript: load a game, play it, ask why.
//
// Every object here is a typed shell around the engine; what goes in and comes out has
// the shapes of the wire (`wire.ts`), which the server speaks as well.

import init, {
  Balance as EngineBalance, Game as EngineGame, Host as EngineHost, type Match as EngineMatch, Workshop as EngineWorkshop,
} from "./engine.js";
import { OnplayError, type Problem } from "./problem.ts";
import type { BalanceReport, Board, BoardWish, Diverged, Fix, Resolution, Suggestion, TableWish, Told, WrittenCard } from "./shapes.ts";
import type {
  Ask, CardInfo, FromClient, GameInfo, GameSummary, Link, Reason, SeatName, Step, ToClient, Uncertain, View,
} from "./wire.ts";

export { OnplayError, type Problem } from "./problem.ts";
export type * from "./shapes.ts";
export type * from "./wire.ts";

/** Who looks at a match. */
export type Viewer = SeatName | "spectator";

/** A text with its name: `games/mine/game.toml`. */
export interface SourceFile { name: string; text: string }

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
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
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

  /** @internal */
  constructor(engine: EngineGame) {
    this.#engine = engine;
  }

  /** @internal */
  get engine(): EngineGame {
    return this.#engine;
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

  /** The demonstrations of a game that comes with the engine: pages of scenarios. */
  static demonstrations(id: string): SourceFile[] {
    return JSON.parse(ask(() => EngineGame.demonstrations(id)));
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

  /** @internal */
  get engine(): EngineMatch {
    return this.#engine;
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

  /** What changed a number of a player, newest first. */
  whyCounter(viewer: Viewer, seat: SeatName, name: string): Link[] {
    return JSON.parse(ask(() => this.#engine.whyCounter(viewer, seat, name)));
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

  /** The replay of the game so far; nothing if its table was laid out by hand. */
  replay(): string | undefined {
    return this.#engine.replay();
  }

  /**
   * The game as a page of scenarios: the table before a decision (counted from 1; a good one
   * near the end without a number), the decisions after it, and what stands then.
   */
  scenario(from?: number): { text: string; about: string } {
    return JSON.parse(ask(() => this.#engine.scenario(from)));
  }

  /** The faces of all cards of its game. */
  faces(): CardInfo[] {
    return JSON.parse(ask(() => this.#engine.faces()));
  }

  /** The game from its beginning to now, as somebody sees it. */
  told(viewer: Viewer | "everything"): Told {
    return JSON.parse(ask(() => this.#engine.told(viewer)));
  }

  /**
   * Takes the first decisions of another match here too, as long as they are on offer in
   * the same words: the same game with other cards. Answers with the first that is not.
   */
  repeat(other: Match, decisions = other.decisions): Diverged | undefined {
    const stop = ask(() => this.#engine.repeat(other.engine, decisions));
    return stop === undefined ? undefined : JSON.parse(stop);
  }

  /** Gives back the engine's memory; the match cannot be used any more. */
  free(): void {
    this.#engine.free();
  }
}

/** The texts of a game while somebody writes them. */
export class Workshop {
  readonly #engine: EngineWorkshop;

  constructor(files: SourceFile[]) {
    this.#engine = ask(() => new EngineWorkshop(JSON.stringify(files)));
  }

  /** Changes the text of a file, or adds one. */
  set(name: string, text: string): void {
    this.#engine.set(name, text);
  }

  remove(name: string): void {
    this.#engine.remove(name);
  }

  /** Everything that is wrong with the game. */
  problems(): Problem[] {
    return JSON.parse(ask(() => this.#engine.problems()));
  }

  /** What does not hold on a page of scenarios; it is played for it. */
  pageProblems(name: string): Problem[] {
    return JSON.parse(ask(() => this.#engine.pageProblems(name)));
  }

  /** Changes a file and tells what is wrong then, and which cards it defines. */
  update(name: string, text: string): { problems: Problem[]; cards: WrittenCard[] } {
    this.set(name, text);
    return { problems: this.problems(), cards: this.cards(name) };
  }

  /** The cards that a file defines, as far as they can be read. */
  cards(name: string): WrittenCard[] {
    return JSON.parse(ask(() => this.#engine.cards(name)));
  }

  /** Words that can stand at a place. */
  complete(name: string, at: number): Suggestion[] {
    return JSON.parse(ask(() => this.#engine.complete(name, at)));
  }

  /** What is to be said about a place, in Markdown. */
  hover(name: string, at: number): string | undefined {
    return ask(() => this.#engine.hover(name, at));
  }

  /** Fixes that are known to help with what is wrong between two places. */
  fixes(name: string, from: number, to: number): Fix[] {
    return JSON.parse(ask(() => this.#engine.fixes(name, from, to)));
  }

  /** The text of a file, tidied. */
  tidy(name: string): string {
    return ask(() => this.#engine.tidy(name));
  }

  /** Everything needed to draw the game; nothing while too little of it can be read. */
  info(): GameInfo | undefined {
    const info = ask(() => this.#engine.info());
    return info === undefined ? undefined : JSON.parse(info);
  }

  /** The faces of all cards as far as they can be read. */
  faces(): CardInfo[] {
    return JSON.parse(ask(() => this.#engine.faces()));
  }

  /** The game; it is refused while errors are left. */
  game(): Game {
    return new Game(ask(() => this.#engine.game()));
  }

  /** What a page of scenarios offers. */
  static boards(page: string): Board[] {
    return JSON.parse(ask(() => EngineWorkshop.boards(page)));
  }

  /** A match that begins on a board. */
  onBoard(wish: BoardWish): Match {
    return new Match(ask(() => this.#engine.onBoard(JSON.stringify(wish))));
  }

  /** A board with its moves under several policies, side by side. */
  policies(wish: BoardWish, names?: string[]): Resolution[] {
    return JSON.parse(ask(() => this.#engine.policies(JSON.stringify(wish), names)));
  }

  free(): void {
    this.#engine.free();
  }
}

/** Many games between bots: all decks against each other. */
export class Balance {
  readonly #engine: EngineBalance;

  constructor(game: Game, wish: { bots: [string, string]; decks?: (string | DeckCards)[] }) {
    this.#engine = ask(() => new EngineBalance(game.engine, JSON.stringify(wish)));
  }

  /** How many games every pair of decks needs to have met in both seats. */
  get round(): number {
    return this.#engine.round();
  }

  /** Plays so many games more, and tells how it stands. */
  play(games: number): BalanceReport {
    ask(() => this.#engine.play(games));
    return JSON.parse(ask(() => this.#engine.report()));
  }

  free(): void {
    this.#engine.free();
  }
}

/** A match that speaks the wire without a server, with bots on the other seats. */
export class Host {
  readonly #engine: EngineHost;

  /** Takes the match over; it cannot be used any more. */
  constructor(match: Match, wish: TableWish) {
    this.#engine = ask(() => new EngineHost(match.engine, JSON.stringify(wish)));
  }

  /** What the client gets for a message of its own. */
  hear(message: FromClient): ToClient[] {
    return JSON.parse(ask(() => this.#engine.hear(JSON.stringify(message))));
  }

  /** Whether a bot must decide. */
  get isBotsTurn(): boolean {
    return this.#engine.isBotsTurn();
  }

  /** Lets a bot decide once. */
  think(): ToClient[] {
    return JSON.parse(ask(() => this.#engine.think()));
  }

  get isOver(): boolean {
    return this.#engine.isOver();
  }

  get decisions(): number {
    return this.#engine.decisions();
  }

  replay(): string | undefined {
    return this.#engine.replay();
  }

  /** The game from its beginning to now, as somebody sees it. */
  told(viewer: Viewer | "everything"): Told {
    return JSON.parse(ask(() => this.#engine.told(viewer)));
  }

  /**
   * Takes the first decisions of this match in another one too, as long as they are on
   * offer there in the same words. Answers with the first that is not.
   */
  repeatIn(match: Match, decisions: number): Diverged | undefined {
    const stop = ask(() => this.#engine.repeatIn(match.engine, decisions));
    return stop === undefined ? undefined : JSON.parse(stop);
  }

  free(): void {
    this.#engine.free();
  }
}
