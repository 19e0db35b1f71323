// Looking again: replays with all eyes, branches, the demonstration, the other's turn.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, games, makeMatch, open, startBrowser, startServer, until, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A match between bots that has come to its end. */
async function finished(game) {
  const bot = (name) => ({ kind: "bot", bot: "random", name });
  const made = await makeMatch(server, game, { seats: [bot("North"), bot("South")] });
  const watcher = await open(browser, server.address, { path: `/t/${made.match}` });
  await watcher.page.waitForSelector(".end-of-game", { timeout: 120_000 });
  await watcher.close();
  return made.match;
}

/** The steps at which the replay's buttons do not fit into their band. */
function overflowing(page) {
  return page.evaluate(async () => {
    const scrub = document.querySelector(".scrubber input[type=range]");
    const steps = [];
    for (let step = 0; step <= Math.min(Number(scrub.max), 300); step += 1) {
      scrub.value = String(step);
      scrub.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise((drawn) => setTimeout(drawn, 5));
      const buttons = document.querySelector(".doings").getBoundingClientRect();
      if (buttons.right > document.querySelector(".scrubber").getBoundingClientRect().right) steps.push(step);
    }
    return steps;
  });
}

test("a game that is over is seen with every eye, scrubbed, shared, kept and gone on with", async () => {
  const [game] = await games(server.address);
  const match = await finished(game);
  const { page, wrong, close } = await open(browser, server.address, { path: `/r/${match}`, permissions: ["clipboard-read", "clipboard-write"] });
  const scrub = page.getByLabel("Step", { exact: true });
  await scrub.waitFor();
  const last = Number(await scrub.getAttribute("max"));
  assert.ok(last > 10);
  // With all eyes both hands lie open.
  const hands = async () => Promise.all([".hand .card[data-handle]", ".open-hand .card"].map((cards) => page.locator(cards).count()));
  let at = 0;
  do {
    at += 1;
    await scrub.fill(String(at));
  } while (at < last && (await hands()).includes(0));
  assert.ok(!(await hands()).includes(0), "there is a moment with cards in both hands");
  assert.deepEqual(await violations(page), [], "with all cards");
  // Through one seat's eyes the other hand is covered again, and the moment stays.
  await page.getByLabel("Whose eyes").selectOption("p2");
  await page.locator(".open-hand").waitFor({ state: "detached" });
  assert.equal(await page.locator(".open-hand .card").count(), 0);
  await scrub.fill("0");
  await page.getByRole("button", { name: "Next decision" }).click();
  assert.ok(Number(await scrub.inputValue()) > 0);
  const turns = page.getByLabel("Turn", { exact: true });
  const choices = await turns.locator("option").count();
  assert.ok(choices > 2, "there are turns to jump to");
  await turns.selectOption({ index: choices - 1 });
  assert.ok(Number(await scrub.inputValue()) > at);
  await page.keyboard.press("Home");
  assert.deepEqual(await violations(page), [], "one seat's eyes");
  assert.deepEqual(await overflowing(page), [], "however long the words of a step are");
  // The link leads to the same moment.
  await scrub.fill("12");
  await page.getByRole("button", { name: "Copy the link to this moment" }).click();
  assert.match(new URL(page.url()).search, /eyes=p2&at=12/);
  const friend = await open(browser, page.url(), { path: "" });
  await friend.page.getByLabel("Step", { exact: true }).waitFor();
  assert.equal(await friend.page.getByLabel("Step", { exact: true }).inputValue(), "12");
  await friend.close();
  // It leaves as a replay, and as a page of scenarios that holds.
  await page.getByRole("button", { name: "Save this game" }).click();
  const dialog = page.getByRole("dialog");
  assert.deepEqual(await violations(page), [], "saving");
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name }).click()]);
    await dialog.getByRole("status").filter({ hasText: "saved" }).waitFor();
    return readFile(await file.path(), "utf8");
  };
  assert.ok((await saved("As a replay")).split("\n").length > 3);
  const scenario = await saved("As a page of scenarios");
  assert.match(scenario, new RegExp(`\`\`\`scenario\\ngame ${game}[\\s\\S]*setup [\\s\\S]*expect `));
  const file = join(await mkdtemp(join(tmpdir(), "onplay-saved-")), "saved.md");
  await writeFile(file, scenario);
  execFileSync(process.env.ONPLAY, ["scenario", file]);
  await page.keyboard.press("Escape");
  // From here on a bot plays, and this window decides.
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector(".bar .button:not(:disabled), .main .modal .button:not(:disabled), .card.is-playable");
  assert.deepEqual(wrong, []);
  await close();
});

test("a game that goes on shows nothing of itself to strangers", async () => {
  const made = await makeMatch(server, (await games(server.address))[0]);
  for (const eyes of ["both", "p1", "p2", "spectator"]) {
    assert.equal((await fetch(`${server.address}/api/matches/${made.match}/story?eyes=${eyes}`)).status, 409, eyes);
  }
  const wish = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ after: 0, seat: "p1" }) };
  assert.equal((await fetch(`${server.address}/api/matches/${made.match}/branch`, wish)).status, 409);
});

test("the demonstration on the home page tells a chain in its order", async () => {
  const { page, wrong, close } = await open(browser, server.address, { settings: { speed: 4, motion: "full" } });
  await page.getByRole("region", { name: "See how it works" }).getByRole("button", { name: /^Watch/ }).first().click();
  await page.waitForSelector(".scrubber");
  assert.deepEqual(await violations(page), [], "running");
  if (await page.getByRole("button", { name: "Pause" }).isVisible()) await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  // One step to the decision, then one for each trigger.
  const seen = [];
  await page.keyboard.press("ArrowRight");
  for (let at = 0; at < 8; at += 1) {
    await page.keyboard.press("ArrowRight");
    await page.locator(".callout").waitFor();
    seen.push(await page.evaluate(() => ({
      source: document.querySelector(".card.is-acting .name")?.textContent,
      depth: document.querySelectorAll(".callout .stairs i:not(.is-empty)").length - 1,
      ability: document.querySelector(".callout small")?.textContent,
    })));
  }
  const depths = seen.map(({ depth }) => depth);
  assert.deepEqual(depths, [0, 1, 2, 3, 3, 4, 5, 1]);
  assert.equal(new Set(seen.map(({ source }) => source)).size, 5);
  assert.ok(seen.every(({ ability }) => ability));
  await page.keyboard.press("End");
  await page.waitForTimeout(100);
  assert.deepEqual(await violations(page), [], "at its end");
  assert.ok((await page.locator(".log .kind-triggered").count()) >= 8);
  assert.deepEqual(wrong, []);
  await close();
});

test("the other's turn is told and can be shown again", async () => {
  const { page, wrong, close } = await open(browser, server.address, { settings: { bot: "greedy" } });
  await page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await page.waitForSelector(".board");
  await until(async () => {
    if ((await page.locator(".story-strip li").count()) > 0) return true;
    await act(page);
    return false;
  });
  assert.deepEqual(await violations(page), []);
  const board = await page.locator(".board").innerText();
  const lines = await page.locator(".log .line").count();
  await page.evaluate(() => { localStorage.setItem("onplay.settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("onplay.settings")), speed: 0 })); });
  await page.keyboard.press("r");
  await page.waitForSelector(".story-strip");
  assert.equal(await page.locator(".board").innerText(), board, "the board is as it was");
  assert.equal(await page.locator(".log .line").count(), lines, "nothing is told twice");
  assert.deepEqual(wrong, []);
  await close();
});
