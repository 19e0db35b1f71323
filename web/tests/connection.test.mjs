// What was asked is still asked after a reload, a dead server and a lost line.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, asked, askedAgain, games, LONG, makeMatch, open, playSome, settled, sitDown, startBrowser, startServer, until, violations } from "./support.mjs";

let folder, server, browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "onplay-page-"));
  server = await startServer("--data", folder);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function againstBot() {
  const window = await open(browser, server.address);
  await window.page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await window.page.waitForSelector(".board");
  return window;
}

test("a reload comes back to the same question", async () => {
  const window = await againstBot();
  await playSome(window, 6);
  const before = asked(window);
  const since = window.received.length;
  await window.page.reload();
  await askedAgain(window, since);
  assert.deepEqual(asked(window), before);
  await window.close();
});

test("a server that dies and comes back loses nothing", async () => {
  const window = await againstBot();
  await playSome(window, 6);
  const before = asked(window);
  const address = new URL(server.address).host;
  await server.kill();
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor();
  assert.deepEqual(await violations(window.page), []);
  const since = window.received.length;
  server = await startServer("--data", folder, "--listen", address);
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor({ state: "detached" });
  await askedAgain(window, since);
  assert.deepEqual(asked(window), before);
  await window.close();
});

test("a table that is not there says so", async () => {
  const { page, close } = await open(browser, server.address, { path: "/t/nothing" });
  await page.getByRole("heading", { name: "There is no table here" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});

test("taking back needs the other's word once they have decided", async () => {
  const [game] = await games(server.address);
  const windows = await sitDown(server, browser, await makeMatch(server, game));
  // The seat of the decision that was heard of last; every window hears of all.
  const deciders = () => windows[0].received.flatMap((message) => (message.type === "steps" ? message.steps : []))
    .filter((step) => step.kind === "decided").map((step) => step.seat);
  for (const end = Date.now() + LONG; new Set(deciders()).size < 2 && Date.now() < end;) {
    for (const { page } of windows) await act(page);
    await windows[0].page.waitForTimeout(20);
  }
  // Whoever is asked now waits for nobody, so nothing is on its way any more.
  await Promise.race(windows.map(settled));
  const last = deciders().at(-1) === "p1" ? 0 : 1;
  // Whoever did not decide last takes back what the other has answered.
  const [asks, other] = [windows[1 - last], windows[last]];
  const before = await asks.page.locator(".log .kind-decided").count();
  // The first time the other says no, then yes.
  for (const [word, state] of [["No", "refused"], ["Allow it", "done"]]) {
    await asks.page.keyboard.press("u");
    const consent = other.page.getByRole("alertdialog").getByRole("button", { name: word });
    await consent.waitFor();
    assert.deepEqual(await violations(other.page), [], "the other is asked");
    await consent.click();
    for (const window of windows) await until(() => window.received.some((message) => message.type === "undo" && message.state === state));
    if (state === "refused") await asks.page.locator(".notice", { hasText: "Nothing was taken back" }).waitFor();
  }
  await asks.page.locator(".log .kind-undone").waitFor();
  assert.ok(before > 0);
  for (const { wrong, close } of windows) {
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a lost line comes back to the same question", async () => {
  const window = await againstBot();
  await settled(window);
  const before = asked(window);
  const since = window.received.length;
  // The first new try fails, so that the notice is there long enough to be seen.
  await window.page.evaluate(() => {
    const Line = globalThis.WebSocket;
    globalThis.WebSocket = class { constructor() { globalThis.WebSocket = Line; setTimeout(() => this.onclose?.(), 0); } };
    globalThis.lines[globalThis.lines.length - 1].close();
  });
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor();
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor({ state: "detached" });
  await askedAgain(window, since);
  assert.deepEqual(asked(window), before);
  await window.close();
});

test("whoever leaves is missed, and a bot can take the seat", async () => {
  const [game] = await games(server.address);
  const windows = await sitDown(server, browser, await makeMatch(server, game));
  await windows[1].close();
  const away = windows[0].page.locator(".notice", { hasText: "Bo is not here" });
  await away.waitFor();
  assert.deepEqual(await violations(windows[0].page), []);
  await away.getByRole("button", { name: "Let a bot play" }).click();
  await away.waitFor({ state: "detached" });
  await windows[0].close();
});

test("a move that is refused says why and changes nothing", async () => {
  const window = await againstBot();
  await settled(window);
  // The server hears of an offer that was never made.
  await window.page.evaluate((ask) => globalThis.lines[globalThis.lines.length - 1].send(JSON.stringify({ type: "decide", id: "wrong", ask, action: 9999 })), asked(window).n);
  await window.page.locator(".notice.is-error").waitFor();
  assert.deepEqual(await violations(window.page), []);
  assert.ok((await window.page.locator(".card.is-playable, .main [data-kind]").count()) > 0, "the question is still there");
  await window.close();
});
