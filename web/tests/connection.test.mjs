// What was asked is still asked after a reload, a dead server and a lost line.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, games, makeMatch, open, sitDown, startBrowser, startServer, until, violations } from "./support.mjs";

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

const asked = ({ received }) => received.findLast((message) => message.type === "ask")?.ask;

test("a reload comes back to the same question", async () => {
  const window = await againstBot();
  for (let at = 0; at < 6; at += 1) { await act(window.page); await window.page.waitForTimeout(60); }
  await window.page.waitForTimeout(600);
  const before = asked(window);
  await window.page.reload();
  await window.page.waitForSelector(".board");
  await window.page.waitForFunction(() => document.querySelector(".bar"));
  await window.page.waitForTimeout(300);
  assert.deepEqual(asked(window), before);
  await window.close();
});

test("a server that dies and comes back loses nothing", async () => {
  const window = await againstBot();
  for (let at = 0; at < 6; at += 1) { await act(window.page); await window.page.waitForTimeout(60); }
  await window.page.waitForTimeout(600);
  const before = asked(window);
  const address = new URL(server.address).host;
  await server.kill();
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor();
  assert.deepEqual(await violations(window.page), []);
  server = await startServer("--data", folder, "--listen", address);
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor({ state: "detached", timeout: 20_000 });
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
  const decided = ({ received }) => received.filter((message) => message.type === "decided").length;
  const counts = [0, 0];
  let last = 0;
  for (let at = 0; at < 400 && counts.includes(0); at += 1) {
    for (const [acting, { page }] of windows.entries()) {
      await act(page);
      await page.waitForTimeout(60);
      const now = windows.map(decided);
      // Whoever acts later can only have decided later.
      for (const which of [1 - acting, acting]) if (now[which] > counts[which]) last = which;
      counts.splice(0, 2, ...now);
      if (!counts.includes(0)) break;
    }
  }
  await windows[0].page.waitForTimeout(300);
  // Whoever did not decide last takes back what the other has answered.
  const [asks, other] = [windows[1 - last], windows[last]];
  const before = await asks.page.locator(".log .kind-decided").count();
  // The first time the other says no, then yes.
  for (const [word, state] of [["No", "refused"], ["Allow it", "done"]]) {
    await asks.page.keyboard.press("u");
    const consent = other.page.getByRole("alertdialog").getByRole("button", { name: word });
    await consent.waitFor({ timeout: 10_000 });
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
  await window.page.waitForSelector(".card.is-playable, .main [data-kind]");
  const before = asked(window);
  await window.page.evaluate(() => globalThis.lines[globalThis.lines.length - 1].close());
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor();
  await window.page.locator(".notice", { hasText: "Connecting again" }).waitFor({ state: "detached" });
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
  await window.page.waitForSelector(".card.is-playable, .main [data-kind]");
  // The server hears of an offer that was never made.
  await window.page.evaluate((ask) => globalThis.lines[globalThis.lines.length - 1].send(JSON.stringify({ type: "decide", id: "wrong", ask, action: 9999 })), asked(window).n);
  await window.page.locator(".notice.is-error").waitFor();
  assert.deepEqual(await violations(window.page), []);
  assert.ok((await window.page.locator(".card.is-playable, .main [data-kind]").count()) > 0, "the question is still there");
  await window.close();
});
