// The workshop: a card is written, understood, played, compared and measured.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { assertWithin, open, settled, startBrowser, startServer, until, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** The workshop with a file of its own. */
async function workshop(wish = {}) {
  const window = await open(browser, server.address, { path: "/w", ...wish });
  await window.page.waitForSelector(".ws-code .cm-content");
  await window.page.waitForSelector(".ws-status .gain, .ws-status .loss");
  return window;
}

const editor = (page) => page.locator(".ws-code .cm-content");

/** Replaces the text in the editor. */
async function write(page, text) {
  await editor(page).click();
  await page.keyboard.press("Control+a");
  // What is written over a selection gets its style from the browser, which the page's
  // security policy refuses aloud.
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}

const card = (name, text, more = "") => `[[card]]\nname = "${name}"\ntype = "Unit"\ncost = 0\nattack = 1\nhull = 3\n${more}text = "${text}"\n`;
const status = (page, words) => page.locator(".ws-status[aria-busy=false]").filter({ hasText: words }).waitFor();

test("an error stands at its words, its fix is one key away, and face and meaning follow", async () => {
  const { page, wrong, close } = await workshop();
  await write(page, card("Loki", "When an aly moves, it gains 1 attack."));
  await status(page, "1 error");
  assert.equal(await page.locator(".cm-lintRange-error").innerText(), "aly");
  await page.locator(".ws-reads").getByText("line 7 has an error").waitFor();
  assert.ok(await page.getByRole("button", { name: "Put on a table" }).isDisabled());
  await page.locator(".message button").waitFor();
  await page.keyboard.press("Alt+Enter");
  await status(page, "No errors");
  assert.equal(await page.locator(".ws-abilities").innerText(), "When a unit you control moves, that unit gains 1 attack.");
  assert.match(await page.locator(".ws-face").innerText(), /Loki[\s\S]*Unit[\s\S]*When an ally moves/);
  assert.deepEqual(wrong, []);
  await close();
});

test("words of the game complete, and hovering tells what a card reads as", async () => {
  const { page, close } = await workshop();
  await write(page, `${card("Loki", "When this moves, draw a card.")}\natt`);
  await page.locator(".cm-tooltip-autocomplete li").filter({ hasText: "attack" }).waitFor();
  await page.keyboard.press("Escape");
  await write(page, card("Loki", "When this moves, draw two cards."));
  await status(page, "No errors");
  await page.locator(".cm-line").filter({ hasText: "text" }).hover({ position: { x: 120, y: 10 } });
  await page.locator(".cm-tooltip .said").filter({ hasText: "reads as: When this moves, draw 2 cards." }).waitFor();
  await close();
});

test("in a file of a hundred cards what is wrong shows within 50 ms of a keystroke", async () => {
  const { page, close } = await workshop();
  const all = Array.from({ length: 100 }, (_, n) => card(`Number ${n}`, "When an ally moves, draw a card.")).join("\n");
  await write(page, all);
  await status(page, "No errors");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  for (let n = 0; n < 7; n += 1) await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => {
    globalThis.times = [];
    const root = document.querySelector(".ws-code").shadowRoot;
    let pressed = 0;
    root.addEventListener("keydown", () => { pressed = performance.now(); }, true);
    let shown = false;
    new MutationObserver(() => {
      const now = root.querySelector(".cm-lintRange-error") !== null;
      if (now && !shown) globalThis.times.push(performance.now() - pressed);
      shown = now;
    }).observe(root, { subtree: true, childList: true, attributes: true });
  });
  for (let round = 1; round <= 8; round += 1) {
    await page.keyboard.press("q");
    await page.waitForFunction((count) => globalThis.times.length >= count, round);
    await page.keyboard.press("Backspace");
    await status(page, "No errors");
    await page.waitForTimeout(60);
  }
  const times = (await page.evaluate(() => globalThis.times)).sort((a, b) => a - b);
  console.log(`keystroke to diagnostic: ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
  assertWithin(times, 50);
  await close();
});

test("decks, rulebooks and pages of scenarios are checked too", async () => {
  const { page, close } = await workshop();
  const add = async (kind, name) => {
    await page.getByRole("button", { name: "Add a file" }).click();
    await page.getByRole("dialog").getByRole("button", { name: kind, exact: true }).click();
    await page.getByRole("tab", { name, selected: true }).waitFor();
  };
  await add("A deck", "mine.toml");
  await write(page, 'id = "mine"\nname = "Mine"\nplan = "Wins."\n\n[main]\nDrumer = 20\n');
  await status(page, "1 error");
  assert.match(await page.locator(".message").innerText(), /Drumer[\s\S]*Drummer/);
  await write(page, 'id = "mine"\nname = "Mine"\nplan = "Wins."\n\n[main]\nDrummer = 20\n');
  await status(page, "No errors");
  await add("A page of scenarios", "mine.md");
  await write(page, "## It holds\n\n```scenario\ngame lab\nsetup p1 hand: Drummer; p1 energy: 4\nexpect p1 energy 5\n```\n");
  await status(page, "1 error");
  assert.match(await page.locator(".message").innerText(), /expected 5, found 4/i);
  await write(page, "## It holds\n\n```scenario\ngame lab\nsetup p1 hand: Drummer; p1 energy: 4\nexpect p1 energy 4\n```\n");
  await status(page, "No errors");
  await add("A rulebook", "rulebook.md");
  await write(page, "# Rules\n\n## Turns\n\nSomething that nobody understands happens.\n");
  await page.locator(".ws-status .loss").waitFor();
  await close();
});

test("a card is put on a chosen board and played against a bot", async () => {
  const { page, wrong, close } = await workshop();
  await write(page, card("Gift", "When you play this, draw a card."));
  await status(page, "No errors");
  await page.getByRole("button", { name: "Put on a table" }).click();
  await page.getByLabel("Board").last().selectOption({ label: "An empty table" });
  await page.getByLabel("The card goes to").selectOption("p1 hand");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".board");
  await page.getByRole("button", { name: /^Gift/ }).first().click();
  await page.locator(".choose-place").first().click();
  await page.locator(".panel").getByText(/play Gift/).first().waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test("one board is shown under five policies, and each trigger can be stepped to", async () => {
  const { page, close } = await workshop();
  await page.waitForSelector(".ws-five li");
  const names = await page.locator(".ws-five h3").allInnerTexts();
  assert.equal(names.length, 5, names.join());
  const chains = await page.locator(".ws-chain").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(new Set(chains).size >= 3, "the policies differ");
  await page.getByRole("button", { name: "Step all" }).click();
  await until(async () => (await page.locator(".ws-chain circle").count()) > 3);
  await page.getByRole("button", { name: /^What happened/ }).first().click();
  assert.match(await page.locator(".ws-lines").innerText(), /fires/);
  await close();
});

test("a balance test runs beside the page, with intervals and plots", async () => {
  const { page, wrong, close } = await workshop();
  await page.getByRole("button", { name: "Balance test" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Both players").selectOption("random");
  await page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const watch = (now) => { globalThis.longest = Math.max(globalThis.longest, now - last); last = now; requestAnimationFrame(watch); };
    requestAnimationFrame(watch);
  });
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await dialog.locator("progress").waitFor();
  await dialog.getByText("200 of 200 games").waitFor({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Run again" }).waitFor();
  const rows = await dialog.locator(".ws-intervals").first().locator("tbody tr").allInnerTexts();
  assert.ok(rows.length >= 2 && rows.every((row) => /\d+\.\d %/.test(row)), rows.join());
  assert.ok((await dialog.locator(".ws-histogram rect").count()) > 0);
  assertWithin([await page.evaluate(() => globalThis.longest)], 500);
  assert.deepEqual(wrong, []);
  await close();
});

test("a card is changed in the middle of a match, and the match goes on from a decision", async () => {
  const { page, close } = await workshop();
  await write(page, card("Gift", "When you play this, draw a card."));
  await status(page, "No errors");
  await page.getByRole("button", { name: "Put on a table" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForSelector(".board");
  for (let n = 0; n < 2; n += 1) {
    await page.locator(".bar").getByRole("button", { name: /^Pass/ }).click();
    await settled({ page });
  }
  await page.goBack();
  await page.waitForSelector(".ws-code .cm-content");
  await status(page, "No errors");
  await write(page, card("Gift", "When you play this, gain 5 energy."));
  await status(page, "No errors");
  await page.getByRole("button", { name: "Again" }).click();
  const dialog = page.getByRole("dialog");
  const count = await dialog.locator(".ws-decisions li").count().catch(() => 0) || (await dialog.locator(".ws-decisions li").first().waitFor(), await dialog.locator(".ws-decisions li").count());
  assert.ok(count >= 2);
  await dialog.getByRole("slider").fill("1");
  await dialog.getByRole("button", { name: "Go on from here" }).click();
  await page.waitForSelector(".board");
  await page.locator(".face").filter({ hasText: "gain 5 energy" }).first().waitFor({ state: "attached" });
  await close();
});

test("what is written stays after a reload, travels as a link and leaves as files", async () => {
  const { page, wrong, close } = await workshop();
  await write(page, card("Keeper", "When this moves, draw 2 cards."));
  await status(page, "No errors");
  await page.reload();
  await page.getByText("Keeper").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByLabel("Link");
  await until(async () => (await field.inputValue()).includes("#"));
  const link = await field.inputValue();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as files" }).click()]);
  const zip = await readFile(await file.path());
  assert.ok(zip.subarray(0, 2).toString() === "PK" && zip.includes("cards/new.toml") && zip.includes("Keeper"));
  const other = await open(browser, link, { path: "" });
  await other.page.getByText("Keeper").first().waitFor();
  assert.match(await editor(other.page).innerText(), /draw 2 cards/);
  assert.deepEqual([...wrong, ...other.wrong], []);
  await other.close();
  await close();
});

test("the workshop is open to everybody: axe finds nothing, and keys reach everything", async () => {
  for (const theme of ["dark", "light"]) {
    const { page, close } = await workshop({ settings: { theme } });
    await write(page, card("Loki", "When an aly moves, draw a card."));
    await status(page, "1 error");
    assert.deepEqual(await violations(page), [], theme);
    await write(page, card("Loki", "When this moves, draw a card."));
    await status(page, "No errors");
    for (const name of ["Balance test", "Put on a table", "Share", "Add a file"]) {
      await page.getByRole("button", { name }).click();
      assert.deepEqual(await violations(page), [], `${theme} ${name}`);
      await page.keyboard.press("Escape");
      assert.equal(await page.getByRole("dialog").count(), 0, name);
    }
    await page.getByRole("button", { name: "Add a file" }).focus();
    const reached = new Set();
    for (let n = 0; n < 12; n += 1) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement?.closest("section, header")?.getAttribute("aria-label") ?? document.activeElement?.tagName));
    }
    assert.ok(reached.has("Text") && reached.has("Reads as") && reached.has("Policies"), [...reached].join());
    await close();
  }
});
