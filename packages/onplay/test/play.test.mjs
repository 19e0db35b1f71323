// The package as a stranger uses it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test, { before } from "node:test";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";

import { Balance, Game, Host, OnplayError, Workshop, load } from "../dist/index.js";
import { connect } from "../dist/remote.js";

before(() => load());

/** Compressed as web servers compress files beforehand: brotli, at its best. */
const kilobytes = (path) => brotliCompressSync(readFileSync(new URL(path, import.meta.url))).length / 1000;

test("every shipped game is played to its end, and the same seeds end the same", () => {
  for (const { id, decks } of Game.shipped()) {
    const ends = [0, 1].map(() => {
      const match = Game.load(id).start({ seed: 3, decks: [decks[0], decks.at(-1)] });
      while (match.toDecide) match.decide(match.choose("random", 5));
      return match.hash;
    });
    assert.equal(ends[0], ends[1], id);
  }
});

test("native games end in the same states", { skip: !process.env.NATIVE_HASHES }, () => {
  const lines = readFileSync(process.env.NATIVE_HASHES, "utf8").trim().split("\n");
  assert.ok(lines.length >= 6);
  const games = new Map();
  for (const line of lines) {
    const [id, seed] = line.split(" ");
    if (!games.has(id)) games.set(id, Game.load(id));
    const game = games.get(id);
    const decks = game.info().decks.map((deck) => deck.id);
    const pick = (seat) => decks[(Number(seed) + seat) % decks.length];
    const match = game.start({ seed: Number(seed), decks: [pick(0), pick(1)] });
    while (match.toDecide) match.decide(match.choose("random", Number(seed)));
    assert.equal(`${id} ${seed} ${match.decisions} ${match.hash}`, line);
    match.free();
  }
});

test("a view holds no card of the other hand, and steps lead from view to view", () => {
  const { id, decks } = Game.shipped()[0];
  const match = Game.load(id).start({ seed: 1, decks: [decks[0], decks[0]] });
  const own = match.view("p1");
  const hand = (seat) => Object.entries(own.places).find(([place]) => place === `${seat}.hand`);
  assert.ok(hand("p1")[1].cards.length > 0);
  assert.equal(hand("p2")[1].cards.length, 0);
  assert.ok(hand("p2")[1].count > 0);
});

test("why leads from the last step to a decision", () => {
  const { id, decks } = Game.shipped()[0];
  const match = Game.load(id).start({ seed: 1, decks: [decks[0], decks[0]] });
  for (let n = 0; n < 6; n += 1) match.decide(match.choose("greedy"));
  const last = match.steps("p1").at(-1);
  const links = match.why("p1", last.n);
  assert.equal(links[0].step, last.n);
});

test("a number of a player says what changed it", () => {
  const match = Game.load("lab").start({ seed: 1, decks: [Game.shipped().find(({ id }) => id === "lab").decks[0], Game.shipped().find(({ id }) => id === "lab").decks[0]] });
  for (let n = 0; n < 40 && match.toDecide; n += 1) match.decide(match.choose("greedy"));
  const changed = match.steps("p1").filter((step) => step.changes.some((change) => change.change === "counter" && change.seat === "p1"));
  const { name } = changed.at(-1).changes.find((change) => change.change === "counter" && change.seat === "p1");
  assert.equal(match.whyCounter("p1", "p1", name)[0].step, changed.filter((step) => step.changes.some((change) => change.change === "counter" && change.name === name && change.seat === "p1")).at(-1).n);
});

test("a match is written as a page of scenarios, which holds", () => {
  const match = Game.load("lab").start({ seed: 3, decks: Game.shipped().find(({ id }) => id === "lab").decks.slice(0, 1).flatMap((deck) => [deck, deck]) });
  for (let n = 0; n < 12 && match.toDecide; n += 1) match.decide(match.choose("random", 3));
  const { text, about } = match.scenario();
  assert.match(about, /moves from decision/);
  const workshop = new Workshop([...Game.files("lab"), { name: "games/lab/scenarios/mine.md", text }]);
  assert.deepEqual(workshop.pageProblems("games/lab/scenarios/mine.md"), []);
});

test("undo goes back, a replay comes back", () => {
  const { id, decks } = Game.shipped()[0];
  const game = Game.load(id);
  const match = game.start({ seed: 9, decks: [decks[0], decks[0]] });
  const start = match.hash;
  for (let n = 0; n < 8; n += 1) match.decide(match.choose("random", 2));
  const replay = match.replay();
  assert.equal(game.replay(replay).hash, match.hash);
  match.undo(0);
  assert.equal(match.hash, start);
  assert.throws(() => match.undo(), OnplayError);
});

test("a preview tells what a decision does without taking it", () => {
  const { id, decks } = Game.shipped()[0];
  const match = Game.load(id).start({ seed: 4, decks: [decks[0], decks[0]] });
  const before = match.hash;
  const { steps } = match.preview(1);
  assert.ok(Array.isArray(steps));
  assert.equal(match.hash, before);
});

test("what is wrong is said at its place", () => {
  const game = Game.load("lab");
  const text = '[[card]]\nname = "Odd — One"\ntype = "Unit"\ncost = 0\nhull = 1\ntext = "When this flibbers, draw a card."\n';
  const [problem] = game.checkCards(text);
  assert.equal(problem.line, 6);
  assert.ok(text.slice(problem.from, problem.to).includes("flibbers"));
  assert.throws(() => game.withCards(text), (error) => error.problems.length > 0);
  assert.throws(() => Game.load("nothing"), /there is no game `nothing`/);
});

test("a card of one's own reads back and plays", () => {
  const text = '[[card]]\nname = "Gift"\ntype = "Spell"\ncost = 0\ntext = "Draw two cards."\n';
  const game = Game.load("lab").withCards(text);
  const [reading] = Game.load("lab").readCards(text);
  assert.deepEqual(reading.readsAs, ["Draw 2 cards."]);
  const deck = { name: "gifts", sections: [["main", [["Gift", 20]]]] };
  const match = game.start({ seed: 1, decks: [deck, deck] });
  const seat = match.toDecide;
  const offer = match.ask(seat).actions.find(({ text }) => text.startsWith("play Gift"));
  match.decide(offer.n);
  assert.ok(match.steps(seat).some(({ kind }) => kind === "drew"));
});

test("a search answers quickly in every game", () => {
  for (const { id, decks } of Game.shipped()) {
    const match = Game.load(id).start({ seed: 11, decks: [decks[0], decks.at(-1)] });
    for (let n = 0; n < 12 && match.toDecide; n += 1) match.decide(match.choose("random", 1));
    const began = performance.now();
    match.choose("search:1000", 1);
    assert.ok(performance.now() - began < 5000, id);
  }
});

test("the engine with all games is at most 900 KB, compressed", () => {
  const size = kilobytes("../dist/engine_bg.wasm") + kilobytes("../dist/engine.js") + kilobytes("../dist/index.js");
  console.log(`${size.toFixed(0)} KB`);
  assert.ok(size <= 900, `${size} KB`);
});

test("everything is there in a worker too, with promises", async () => {
  const worker = new Worker(new URL("../dist/worker.js", import.meta.url));
  const { Game: Remote, Balance: RemoteBalance } = await connect(worker);
  const game = await Remote.load("skirmish");
  const match = await game.start({ seed: 7, decks: ["warband", "grave"] });
  while (await match.toDecide()) await match.decide(await match.choose("random", 3));
  const here = Game.load("skirmish").start({ seed: 7, decks: ["warband", "grave"] });
  while (here.toDecide) here.decide(here.choose("random", 3));
  assert.equal(await match.hash(), here.hash);
  const balance = await RemoteBalance.make(game, { bots: ["random", "random"], decks: ["warband", "grave"] });
  assert.equal((await balance.play(8)).games, 8);
  await assert.rejects(Remote.load("nothing"), (error) => error instanceof OnplayError);
  await worker.terminate();
});

const CARD = '[[card]]\nname = "Loki"\ntype = "Unit"\ncost = 0\nattack = 1\nhull = 3\ntext = "When an aly moves, draw a card."\n';

test("a workshop tells what is wrong while a card is written, and how to mend it", () => {
  const workshop = new Workshop(Game.files("lab"));
  const name = "games/lab/cards/mine.toml";
  const { problems } = workshop.update(name, CARD);
  assert.equal(problems.length, 1);
  assert.equal(CARD.slice(problems[0].from, problems[0].to), "aly");
  const [fix] = workshop.fixes(name, problems[0].from, problems[0].to);
  const mended = CARD.slice(0, fix.from) + fix.words + CARD.slice(fix.to);
  const { problems: left, cards } = workshop.update(name, mended);
  assert.deepEqual(left, []);
  assert.deepEqual(cards.map((card) => [card.name, card.readsAs]), [["Loki", ["When a unit you control moves, draw a card."]]]);
  assert.ok(workshop.complete(name, mended.length).some(({ word, kind }) => word === "attack" && kind === "field"));
  assert.match(workshop.hover(name, mended.indexOf("moves")), /reads as: When a unit you control moves/);
  assert.ok(workshop.game().cards().some((card) => card.name === "Loki"));
});

const PAGE = "## Board\n\n```scenario\ngame lab\nsetup p1 lane 1: Scout; p1 lane 2: Drummer; p1 deck: Pebble x4\np1 move Scout to lane 2\n```\n";

test("a board is laid out with a card, played on, and shown under several policies", () => {
  const workshop = new Workshop(Game.files("lab"));
  assert.deepEqual(Workshop.boards(PAGE).map((board) => board.title), ["Board"]);
  const match = workshop.onBoard({ page: PAGE, card: "Seer", place: "p1 hand" });
  assert.ok(Object.values(match.view("p1").cards).some((card) => card.card === "Seer"));
  assert.equal(match.replay(), undefined);
  match.decide(match.choose("greedy"));
  const all = workshop.policies({ page: PAGE });
  assert.ok(all.length >= 5 && all.every((one) => one.lines.length > 0), JSON.stringify(all));
});

test("a changed card plays the same decisions again as far as they are possible", () => {
  const files = Game.files("lab");
  const name = "games/lab/cards/mine.toml";
  const text = '[[card]]\nname = "Gift"\ntype = "Spell"\ncost = 0\ntext = "Draw two cards."\n';
  const deck = { name: "gifts", sections: [["main", [["Gift", 20]]]] };
  const begin = (card) => Game.fromFiles([...files, { name, text: card }]).start({ seed: 1, decks: [deck, deck] });
  const match = begin(text);
  for (let n = 0; n < 4; n += 1) match.decide(1);
  const changed = begin(text.replace("two", "three"));
  assert.equal(changed.repeat(match), undefined);
  assert.equal(changed.decisions, 4);
  assert.notEqual(changed.hash, match.hash);
  const dear = begin(text.replace("cost = 0", "cost = 9"));
  assert.deepEqual(dear.repeat(match).after, 0);
});

test("a balance test counts as the simulator does", () => {
  const game = Game.load("skirmish");
  const one = new Balance(game, { bots: ["random", "random"], decks: ["warband", "grave"] });
  const two = new Balance(game, { bots: ["random", "random"], decks: ["warband", "grave"] });
  two.play(5);
  const [whole, parts] = [one.play(16), two.play(11)];
  assert.deepEqual(whole, parts);
  assert.equal(whole.games, 16);
  assert.ok(whole.main.low <= whole.main.rate && whole.main.rate <= whole.main.high);
});

test("a host speaks the wire to one client, with a bot on the other seat", () => {
  const match = Game.load("skirmish").start({ seed: 5, decks: ["warband", "grave"] });
  const host = new Host(match, { match: "local-1", seat: "p1", names: ["You", "Rival"], bots: [null, "greedy"] });
  assert.equal(host.hear({ type: "undo" })[0].code, "not-joined");
  let told = host.hear({ type: "join" });
  assert.deepEqual(told.slice(0, 2).map(({ type }) => type), ["hello", "state"]);
  let steps = told[1].n;
  let ids = 0;
  while (!host.isOver) {
    if (host.isBotsTurn) {
      told = host.think();
    } else {
      const { ask } = host.hear({ type: "join", seen: steps }).find(({ type }) => type === "ask");
      ids += 1;
      const offer = ask.actions[(ids * 7) % ask.actions.length];
      told = host.hear({ type: "decide", id: `d${ids}`, ask: ask.n, action: offer.n });
      assert.deepEqual(host.hear({ type: "decide", id: `d${ids}`, ask: ask.n, action: offer.n }), [{ type: "decided", id: `d${ids}`, ask: ask.n }]);
    }
    for (const { n } of told.flatMap((message) => message.steps ?? [])) {
      steps += 1;
      assert.equal(n, steps, "steps have no gaps");
    }
  }
  assert.equal(told.at(-1).type, "over");
  assert.equal(Game.load("skirmish").replay(host.replay()).decisions, host.decisions);
});

test("the example of the README plays", () => {
  const example = new URL("../examples/play.mjs", import.meta.url).pathname;
  const said = execFileSync(process.execPath, [example], { encoding: "utf8" });
  assert.match(said, /wins|draw/);
});
