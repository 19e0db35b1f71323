// What was asked is still asked after a reload, a dead server and a lost line.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, games, open, startBrowser, startServer, violations } from "./support.mjs";

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
  const body = JSON.stringify({ game, seats: [{ kind: "link", name: "Ada" }, { kind: "link", name: "Bo" }] });
  const made = await (await fetch(`${server.address}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  const windows = [];
  for (const { token } of made.seats) windows.push(await open(browser, server.address, { path: `/t/${made.match}#${token}` }));
  for (const { page } of windows) await page.waitForSelector(".board");
  const decided = ({ received }) => received.filter((message) => message.type === "decided").length;
  for (let at = 0; at < 200 && windows.some((window) => decided(window) === 0); at += 1) {
    for (const { page } of windows) await act(page, { quiet: 0.5 });
    await windows[0].page.waitForTimeout(20);
  }
  await windows[0].page.waitForTimeout(200);
  const last = windows[0].received.some((message) => message.type === "undo");
  assert.equal(last, false);
  const [asks, other] = decided(windows[0]) > 0 && (await windows[1].page.locator(".bar .button").count()) === 0 ? [windows[1], windows[0]] : [windows[0], windows[1]];
  await asks.page.keyboard.press("u");
  const consent = other.page.getByRole("button", { name: "Allow it" });
  const outcome = await Promise.race([
    consent.waitFor({ timeout: 3000 }).then(() => "asked", () => "none"),
    asks.page.waitForFunction(() => false, null, { timeout: 3000 }).catch(() => "none"),
  ]);
  if (outcome === "asked") await consent.click();
  await asks.page.waitForTimeout(300);
  const states = asks.received.filter((message) => message.type === "undo").map(({ state }) => state);
  assert.ok(states.includes("done"), JSON.stringify(states));
  for (const { close } of windows) await close();
});
