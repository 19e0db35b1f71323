// The package as a stranger uses it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test, { before } from "node:test";
import { gzipSync } from "node:zlib";

import { Game, OnplayError, load } from "../dist/index.js";

before(() => load());

const kilobytes = (path) => gzipSync(readFileSync(new URL(path, import.meta.url)), { level: 9 }).length / 1000;

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

test("the engine stays small", () => {
  assert.ok(kilobytes("../dist/engine_bg.wasm") + kilobytes("../dist/engine.js") < 900);
});

test("the example of the README plays", () => {
  const example = new URL("../examples/play.mjs", import.meta.url).pathname;
  const said = execFileSync(process.execPath, [example], { encoding: "utf8" });
  assert.match(said, /wins|draw/);
});
