// The table: two windows play every game to its end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { games, open, playOut, startBrowser, startServer, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function makeMatch(game) {
  const body = JSON.stringify({ game, seats: [{ kind: "link", name: "Ada" }, { kind: "link", name: "Bo" }] });
  const made = await fetch(`${server.address}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body });
  return made.json();
}

async function sitDown(made) {
  const windows = [];
  for (const { token } of made.seats) windows.push(await open(browser, server.address, { path: `/t/${made.match}#${token}` }));
  for (const { page } of windows) await page.waitForSelector(".board");
  return windows;
}

test("two windows play a whole game of each game", async (t) => {
  for (const game of await games(server.address)) {
    await t.test(game, async () => {
      const windows = await sitDown(await makeMatch(game));
      const pages = windows.map(({ page }) => page);
      const done = await playOut(pages);
      t.diagnostic(`${game}: ${JSON.stringify([...done])}`);
      for (const { page, wrong } of windows) {
        assert.deepEqual(wrong, []);
        assert.deepEqual(await violations(page), []);
        assert.match(await page.locator(".end-of-game h2").textContent(), /won|draw/i);
      }
      for (const { close } of windows) await close();
    });
  }
});

test("nothing hidden is in anything a window received", async () => {
  const made = await makeMatch((await games(server.address))[0]);
  const windows = await sitDown(made);
  for (const [at, { received }] of windows.entries()) {
    const { view } = received.find((message) => message.type === "state");
    const other = at === 0 ? "p2" : "p1";
    for (const [place, { cards }] of Object.entries(view.places)) {
      if (place.startsWith(`${other}.hand`) || place.includes("deck")) assert.deepEqual(cards, [], place);
    }
  }
  for (const { close } of windows) await close();
});

test("a spectator sees the board and can decide nothing", async () => {
  const made = await makeMatch((await games(server.address))[0]);
  const windows = await sitDown(made);
  const watcher = await open(browser, server.address, { path: `/t/${made.match}` });
  await watcher.page.waitForSelector(".board");
  assert.equal(await watcher.page.locator(".is-playable, .choose-place").count(), 0);
  assert.ok(await watcher.page.getByText("Watching").isVisible());
  assert.deepEqual(await violations(watcher.page), []);
  for (const { close } of [...windows, watcher]) await close();
});

test("a rematch changes sides", async () => {
  const windows = await sitDown(await makeMatch((await games(server.address))[0]));
  const before = windows.map(({ received }) => received.find((message) => message.type === "hello").seat);
  await windows[0].page.getByRole("button", { name: "Menu" }).click();
  await windows[0].page.getByRole("button", { name: "Give up" }).click();
  await windows[0].page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  for (const { page } of windows) await page.getByRole("button", { name: "Rematch" }).click();
  for (const { page } of windows) await page.getByRole("button", { name: "To the new game" }).click();
  for (const { page } of windows) await page.waitForSelector(".board");
  const after = windows.map(({ received }) => received.findLast((message) => message.type === "hello").seat);
  assert.deepEqual(after, [...before].reverse());
  for (const { close } of windows) await close();
});

test("a finished game can be stepped through", async () => {
  const { page, close, wrong } = (await sitDown(await makeMatch((await games(server.address))[0])))[0];
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.waitForSelector(".scrubber");
  await page.getByRole("button", { name: "Next decision" }).click();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(wrong, []);
  await close();
});
