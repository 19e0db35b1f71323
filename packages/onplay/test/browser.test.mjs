// The package in Chromium: the same games as native ones, bots in a worker beside a page
// that stays responsive, and the examples.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";

import { chromium } from "playwright-core";

import { assertWithin } from "../../../web/tests/slowness.mjs";

const skip = process.env.CHROMIUM ? false : "CHROMIUM names no browser";
const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
const root = new URL("../", import.meta.url).pathname;

function serve(folder) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://here").pathname;
    try {
      const body = path === "/" ? "<!doctype html><title>Onplay</title>" : await readFile(join(folder, path));
      response.writeHead(200, { "content-type": TYPES[path.split(".").pop()] ?? "text/html" });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() })));
}

let browser, server;
before(async () => {
  if (skip) return;
  server = await serve(root);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
});
after(async () => {
  await browser?.close();
  server?.stop();
});

test("native games end in the same states in Chromium", { skip: skip || (process.env.NATIVE_HASHES ? false : "NATIVE_HASHES names no file"), timeout: 3_600_000 }, async () => {
  const lines = (await readFile(process.env.NATIVE_HASHES, "utf8")).trim().split("\n");
  const page = await browser.newPage();
  await page.goto(server.address);
  const played = await page.evaluate(async (lines) => {
    const { Game, load } = await import("/dist/index.js");
    await load();
    const games = new Map();
    return lines.map((line) => {
      const [id, seed] = line.split(" ");
      if (!games.has(id)) games.set(id, Game.load(id));
      const game = games.get(id);
      const decks = game.info().decks.map((deck) => deck.id);
      const pick = (seat) => decks[(Number(seed) + seat) % decks.length];
      const match = game.start({ seed: Number(seed), decks: [pick(0), pick(1)] });
      while (match.toDecide) match.decide(match.choose("random", Number(seed)));
      const said = `${id} ${seed} ${match.decisions} ${match.hash}`;
      match.free();
      return said;
    });
  }, lines);
  assert.deepEqual(played, lines);
  await page.close();
});

test("a search of 1,000 iterations answers within 2 s in every game, and the page stays responsive", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(server.address);
  const results = await page.evaluate(async () => {
    const { connect } = await import("/dist/remote.js");
    const { Game } = await connect(new Worker("/dist/worker.js", { type: "module" }));
    let longest = 0;
    let last = performance.now();
    const watch = (now) => { longest = Math.max(longest, now - last); last = now; requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
    const all = [];
    for (const { id, decks } of await Game.shipped()) {
      const match = await (await Game.load(id)).start({ seed: 11, decks: [decks[0], decks.at(-1)] });
      for (let n = 0; n < 12 && (await match.toDecide()); n += 1) await match.decide(await match.choose("random", 1));
      longest = 0;
      const began = performance.now();
      await match.choose("search:1000", 1);
      all.push({ id, took: performance.now() - began, longest });
    }
    return all;
  });
  console.log(results.map(({ id, took, longest }) => `${id} ${took.toFixed(0)} ms (longest frame ${longest.toFixed(0)} ms)`).join(", "));
  for (const { id, took, longest } of results) {
    assertWithin([took], 2000, id);
    assertWithin([longest], 400, `${id}, the page`);
  }
  await page.close();
});

/** Plays the first offers until something has changed. */
async function playsOn(page) {
  const state = page.locator("#state");
  await state.filter({ hasText: /Turn/ }).waitFor();
  const first = await page.locator("li button").allInnerTexts();
  assert.ok(first.length > 0);
  await page.locator("li button").last().click();
  await page.waitForFunction((before) => [...document.querySelectorAll("li button")].map((one) => one.textContent).join() !== before, first.join());
}

test("the example without a framework plays", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(`${server.address}/examples/dom.html`);
  await playsOn(page);
  await page.close();
});

test("the example with React plays, bundled as an application would", { skip }, async () => {
  const { build } = await import("vite");
  const out = await mkdtemp(join(tmpdir(), "onplay-react-"));
  await build({ root: join(root, "examples"), base: "./", logLevel: "error", worker: { format: "es" }, build: { target: "es2022", outDir: out, emptyOutDir: true, rollupOptions: { input: join(root, "examples/react.html") } } });
  const built = await serve(out);
  const page = await browser.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(`${built.address}/react.html`);
  await playsOn(page);
  assert.deepEqual(wrong, []);
  await page.close();
  built.stop();
  await rm(out, { recursive: true });
});
