// A chain of sixty links: shown at once, followed step by step, skipped, none lost.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertWithin, makeMatch, open, startBrowser, startServer, violations } from "./support.mjs";

const LINKS = 60;

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A window at a real table whose line also carries what the test says. */
async function table(settings) {
  const made = await makeMatch(server, "lab");
  const window = await open(browser, "about:blank", { path: "", settings });
  let tell;
  let last = 0;
  let view = null;
  await window.page.routeWebSocket(/socket/, (line) => {
    const real = line.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "state") {
        // Two cards stand on the board for the chain to run between.
        view = message.view;
        for (const [handle, place] of [[9001, "p1.lane1"], [9002, "p1.lane2"]]) {
          view.cards[handle] = { handle, card: "Drummer", owner: "p1", controller: "p1", numbers: { attack: 1, hull: 2 }, statuses: [], keywords: [] };
          view.places[place] = { cards: [handle], count: 1, bonus: 0 };
        }
        last = message.n;
        line.send(JSON.stringify(message));
      } else {
        line.send(text);
      }
    });
    tell = (message) => line.send(JSON.stringify(message));
  });
  await window.page.goto(`${server.address}/t/${made.match}#${made.seats[0].token}`);
  await window.page.waitForSelector(".board [data-handle='9001']");
  return { ...window, tell: (message) => tell(message), next: () => last };
}

/** A decision and a chain that goes back and forth between the two cards. */
function chain(from, links) {
  const card = (at) => ({ handle: at % 2 ? 9001 : 9002, card: "Drummer", place: at % 2 ? "p1.lane1" : "p1.lane2" });
  const steps = [{ n: from + 1, depth: 0, kind: "decided", seat: "p1", object: card(0), text: "p1: play Drummer", changes: [] }];
  for (let at = 1; at <= links; at += 1) {
    const n = from + at * 2;
    const source = card(at);
    const attack = 1 + Math.ceil(at / 2);
    steps.push({ n, cause: n - 1, depth: Math.min(at - 1, 200), kind: "triggered", source, object: source, ability: "Beat", words: "When a drum is heard, this gains 1 attack.", text: "Drummer fires: Beat", changes: [] });
    steps.push({ n: n + 1, cause: n, depth: at - 1, kind: "gained", source, object: source, what: "attack", amount: 1, text: "Drummer gained 1 attack", changes: [{ change: "number", handle: source.handle, name: "attack", from: attack - 1, to: attack }] });
  }
  return { type: "steps", steps };
}

const attacks = (page) => page.evaluate(() => [9001, 9002].map((handle) => Number(document.querySelector(`.board [data-handle='${handle}'] .number b`).textContent)));

test("sixty links are followed one by one", async () => {
  const { page, tell, next, wrong, close } = await table({ speed: 1, motion: "full" });
  tell(chain(next(), LINKS));
  await page.waitForSelector(".chain");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Space");
  const words = page.locator(".chain .words .quiet");
  let at = Number(/step (\d+) of 60/.exec(await words.textContent())[1]);
  assert.ok(at <= 4, `begins at ${at}`);
  for (; at < LINKS; at += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((step) => document.querySelector(".chain .words .quiet")?.textContent.includes(`step ${step} of 60`), at + 1);
    assert.equal(await page.locator(".card.is-acting").getAttribute("data-handle"), (at + 1) % 2 ? "9001" : "9002");
  }
  // And back again.
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".chain .words .quiet")?.textContent.includes("step 59 of 60"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.locator(".chain").waitFor({ state: "detached" });
  assert.deepEqual(await attacks(page), [31, 31]);
  assert.equal(await page.locator(".log .kind-triggered").count(), LINKS);
  assert.deepEqual(wrong, []);
  await close();
});

test("sixty links are skipped without losing one", async () => {
  const { page, tell, next, close } = await table({ speed: 1, motion: "full" });
  tell(chain(next(), LINKS));
  await page.waitForSelector(".chain");
  await page.keyboard.press("s");
  await page.locator(".chain").waitFor({ state: "detached" });
  assert.deepEqual(await attacks(page), [31, 31]);
  assert.equal(await page.locator(".log .kind-triggered").count(), LINKS);
  await close();
});

test("a chain runs by itself and every link is on the screen", async () => {
  const { page, tell, next, close } = await table({ speed: 4, motion: "full" });
  await page.evaluate(() => {
    globalThis.seen = new Set();
    new MutationObserver(() => {
      const step = /step (\d+) of/.exec(document.querySelector(".chain .words .quiet")?.textContent ?? "")?.[1];
      if (step && Number(step) > 0) globalThis.seen.add(Number(step));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  tell(chain(next(), 12));
  await page.waitForSelector(".chain");
  await page.locator(".chain").waitFor({ state: "detached", timeout: 30_000 });
  assert.deepEqual(await page.evaluate(() => [...globalThis.seen].sort((a, b) => a - b)), Array.from({ length: 12 }, (_, at) => at + 1));
  await close();
});

test("with reduced motion the steps are words", async () => {
  const { page, tell, next, close } = await table({ speed: 1, motion: "reduced" });
  tell(chain(next(), 4));
  await page.waitForSelector(".callout");
  const moving = await page.evaluate(() => document.getAnimations().filter((one) => one.effect?.getComputedTiming().duration > 1).length);
  assert.equal(moving, 0);
  await page.waitForFunction(() => /Step \d of 4, depth \d\. Drummer, Beat: \+1 attack/.test(document.querySelector("[role=log]").textContent));
  await page.keyboard.press("s");
  await close();
});

test("a step is on the screen within 100 ms of its message", async (t) => {
  const { page, tell, next, close } = await table({ speed: 0, motion: "reduced" });
  await page.evaluate(() => {
    globalThis.times = [];
    let lines = document.querySelectorAll(".log .line").length;
    globalThis.begin = () => { globalThis.told = performance.now(); globalThis.frames = 0; };
    const show = () => {
      const now = document.querySelectorAll(".log .line").length;
      globalThis.frames += 1;
      if (now > lines && globalThis.told) { globalThis.times.push([performance.now() - globalThis.told, globalThis.frames]); globalThis.told = 0; }
      lines = now;
      requestAnimationFrame(show);
    };
    show();
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => { if (String(text).startsWith('{"type":"steps"')) globalThis.begin(); return parse(text, ...rest); };
  });
  let from = next();
  for (let at = 0; at < 9; at += 1) {
    tell(chain(from, 3));
    from += 7;
    await page.waitForFunction((count) => globalThis.times.length > count, at);
  }
  const seen = await page.evaluate(() => globalThis.times);
  const times = seen.map(([time]) => Math.round(time)).sort((a, b) => a - b);
  t.diagnostic(`milliseconds: ${times}; frames: ${seen.map(([, frames]) => frames)}`);
  // How long a frame takes is for the machine to say; that no step waits for a later one
  // is for the page.
  assert.ok(seen.every(([, frames]) => frames <= 2), `frames: ${seen.map(([, frames]) => frames)}`);
  assertWithin(times, 100);
  await close();
});
