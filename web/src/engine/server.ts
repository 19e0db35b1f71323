/** What stands in for the server: its API and its tables, answered by the engine in this
 * browser. */

import { ALONE, LOCAL, type LocalServer } from "../wire/local.ts";
import type { CardInfo, Demonstration, FromClient, GameInfo, Gaze, MadeMatch, MatchInfo, NewSeat, PlayerInfo, SeatName, ToClient, ToldGame } from "../wire/types.ts";
import { engine, type SourceFile } from "./start.ts";
import { begin, gameOf, hostOf, keepTable, newName, runningHost, type Table, tableOf } from "./tables.ts";

const SEATS: [SeatName, SeatName] = ["p1", "p2"];
/** What a seat is opened with; there is nobody to keep it from. */
const TOKEN = "here";

function random(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}

/** The game of a match whose texts are its own has the match's name. */
const gameName = (table: Table) => (typeof table.game === "string" ? table.game : table.match);

async function source(name: string) {
  if (!name.startsWith(LOCAL)) return gameOf(name);
  const table = tableOf(name);
  if (!table) throw new Error("The cards of this game are not in this browser any more.");
  return gameOf(table.game);
}

function players(table: Table): [PlayerInfo, PlayerInfo] {
  const decks = "decks" in table.from ? table.from.decks : ["", ""];
  return SEATS.map((seat, at) => {
    const deck = decks[at];
    return { seat, name: table.names[at] ?? "", bot: table.bots[at] ?? null, here: true, deck: typeof deck === "string" ? deck : (deck?.name ?? "") };
  }) as [PlayerInfo, PlayerInfo];
}

function matchInfo(table: Table): MatchInfo {
  return { match: table.match, game: gameName(table), policy: null, commitment: "", players: players(table), open: [], private: true, turn: null, over: table.over ?? false, winner: null };
}

function made(table: Table): MadeMatch {
  const seats = SEATS.map((seat) => ({ seat, token: seat === table.seat ? TOKEN : null }));
  return { match: table.match, commitment: "", seats: seats as MadeMatch["seats"] };
}

async function make(wish: { game: string; seats: [NewSeat, NewSeat]; pace?: number }): Promise<MadeMatch> {
  if (wish.seats.some((seat) => seat.kind === "open")) throw new Error("A table for two people needs a server: this page has none. `onplay serve` starts one.");
  const decks = (await (await gameOf(wish.game)).info()).decks.map((deck) => deck.id);
  const any = () => decks[Math.floor(Math.random() * decks.length)] ?? "";
  const own = wish.seats.findIndex((seat) => seat.kind === "link");
  const table: Table = {
    match: newName(), game: wish.game, pace: wish.pace ?? 0,
    from: { seed: random(), decks: [wish.seats[0].deck ?? any(), wish.seats[1].deck ?? any()] },
    seat: own < 0 ? null : (SEATS[own] ?? null),
    names: wish.seats.map((seat, at) => seat.name ?? (seat.kind === "link" ? "Player" : `Rival ${at + 1}`)) as [string, string],
    bots: wish.seats.map((seat) => (seat.kind === "bot" ? (seat.bot ?? "greedy") : null)) as Table["bots"],
  };
  keepTable(table);
  return made(table);
}

async function story(table: Table, eyes: Gaze): Promise<ToldGame> {
  const host = await hostOf(table);
  if (!(await host.isOver())) throw new Error("The game is not over: its story would show what is hidden.");
  const told = await host.told(eyes === "both" ? "everything" : eyes);
  return { ...told, game: gameName(table), players: players(table), cards: [], result: null };
}

async function branch(table: Table, wish: { after: number; seat: SeatName; bot: string; name?: string }): Promise<MadeMatch> {
  const old = await hostOf(table);
  const { replay: _, over: __, ...rest } = table;
  const at = SEATS.indexOf(wish.seat);
  const names = SEATS.map((_seat, seat) => (seat === at ? (wish.name ?? "Player") : "Rival")) as [string, string];
  const bots = SEATS.map((_seat, seat) => (seat === at ? null : wish.bot)) as Table["bots"];
  const next: Table = { ...rest, match: newName(), seat: wish.seat, names, bots };
  const match = await begin(next);
  const stop = await old.repeatIn(match, wish.after);
  if (stop) throw new Error(`“${stop.action}” cannot be done any more.`);
  keepTable(next);
  await hostOf(next, match);
  return made(next);
}

/** The title and the first paragraph of a page. */
function headOf(game: string, { name, text }: SourceFile): Demonstration {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  const about = text.replace(/^(#.*\n|\s*\n)+/, "").split(/\n\s*\n/)[0]?.replaceAll("\n", " ") ?? "";
  return { game, name, title: title.trim(), about };
}

async function demonstrations(): Promise<Demonstration[]> {
  const { Game } = await engine();
  const all = (await Game.shipped()).map(async ({ id }) => (await Game.demonstrations(id)).map((page) => headOf(id, page)));
  return (await Promise.all(all)).flat();
}

async function demonstrate(game: string, name: string): Promise<ToldGame> {
  const { Game, Workshop } = await engine();
  const page = (await Game.demonstrations(game)).find((one) => one.name === name);
  if (!page) throw new Error("There is no such demonstration.");
  const workshop = await Workshop.make(await Game.files(game));
  const match = await workshop.onBoard({ page: page.text, moves: true });
  const seat = (await Workshop.boards(page.text))[0]?.moves[0]?.startsWith("p2") ? "p2" : "p1";
  const known = new Set((await workshop.faces()).map((card) => card.name));
  const cards = (await match.faces()).filter((card) => !known.has(card.name));
  const told = await match.told(seat);
  const player = (at: number, words: string): PlayerInfo => ({ seat: SEATS[at] ?? "p1", name: words, bot: null, here: true, deck: "" });
  return { ...told, game, players: [player(0, "You"), player(1, "Rival")], cards, result: null };
}

async function call(path: string, body?: unknown): Promise<unknown> {
  const address = new URL(path, "http://here");
  const [, , kind, first = "", second] = address.pathname.split("/").map(decodeURIComponent);
  if (kind === "games") {
    if (!first) return (await engine()).Game.shipped();
    const game = await source(first);
    return second === "cards" ? (game.cards() as Promise<CardInfo[]>) : (game.info() as Promise<GameInfo>);
  }
  if (kind === "demonstrations") return first ? demonstrate(first, second ?? "") : demonstrations();
  if (kind === "matches" && !first) return body === undefined ? [] : make(body as Parameters<typeof make>[0]);
  const table = tableOf(first);
  if (!table) throw new Error("This table is not in this browser.");
  if (second === "story") return story(table, (address.searchParams.get("eyes") ?? "both") as Gaze);
  if (second === "replay") return table.replay ?? (await (await hostOf(table)).replay());
  if (second === "branch") return branch(table, body as Parameters<typeof branch>[1]);
  if (second === "take") throw new Error("The seat is taken.");
  return matchInfo(table);
}

/** A table at which everybody sits where the other sat. */
function again(table: Table): Table {
  const { replay: _, over: __, ...rest } = table;
  const swap = <T>([one, two]: [T, T]): [T, T] => [two, one];
  const from = "decks" in table.from ? { seed: random(), decks: swap(table.from.decks) } : table.from;
  const seat = table.seat === null || "board" in table.from ? table.seat : table.seat === "p1" ? "p2" : "p1";
  const both = "board" in table.from ? { names: table.names, bots: table.bots } : { names: swap(table.names), bots: swap(table.bots) };
  return { ...rest, ...both, from, seat, match: newName() };
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

async function open(name: string, tell: (message: ToClient) => void) {
  const table = tableOf(name);
  if (!table) throw new Error("This table is not in this browser any more.");
  const host = await hostOf(table);
  let closed = false;
  let work: Promise<unknown> = Promise.resolve();
  const keep = async () => {
    const replay = await host.replay();
    const over = await host.isOver();
    keepTable({ ...(tableOf(name) ?? table), ...(replay === undefined ? {} : { replay }), over });
  };
  const say = (messages: ToClient[]) => {
    if (closed) return;
    for (const message of messages) tell(message.type === "hello" ? { ...message, game: gameName(table) } : message);
  };
  const bots = async () => {
    while (!closed && (await host.isBotsTurn())) {
      if (table.pace > 0) await pause(table.pace);
      if (!closed) say(await host.think());
    }
    await keep();
  };
  const hear = async (message: FromClient) => {
    if (message.type === "rematch" && table.seat) {
      const next = again(table);
      keepTable(next);
      say([{ type: "rematch", seat: table.seat, match: next.match, token: TOKEN }]);
      return;
    }
    say(await host.hear(message));
    const quiet = ["why", "why-not", "preview"].includes(message.type);
    if (!quiet) await bots();
  };
  return {
    // One after the other, so that no answer overtakes another; an explanation does not
    // wait for a bot that thinks.
    send(message: FromClient) {
      if (["why", "why-not", "preview"].includes(message.type)) void hear(message);
      else work = work.then(() => hear(message)).catch((error: Error) => say([{ type: "error", code: "unavailable", text: error.message }]));
    },
    close() { closed = true; },
  };
}

export const localServer: LocalServer = { call, open };
export { ALONE, runningHost };
