// Why, why not and what would come of it: asked of numbers, cards, lines of the log, offers
// and the end.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { makeMatch, open, playOut, playSome, settled, startBrowser, startServer, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const CARDS = `[[card]]
name = "Giant"
type = "Unit"
cost = 9
hull = 9
text = "When this moves, draw a card."

[[card]]
name = "Gift"
type = "Spell"
cost = 0
text = "Gain 1 energy."
`;
const DECK = 'id = "mixed"\nname = "Mixed"\nplan = "Asks."\n\n[main]\nGiant = 6\nGift = 8\nScout = 10\n';

/** A table with cards that cannot be paid for, cards that change a number, and units. */
async function table(path = "") {
  const made = await makeMatch(server, "lab", { cards: CARDS, seats: [{ kind: "link", name: "Ada", deck_text: DECK }, { kind: "bot", bot: "random" }] });
  const window = await open(browser, server.address, { path: `/t/${made.match}${path}#${made.seats[0].token}` });
  await settled(window);
  return { ...window, match: made.match };
}

const card = (page, name) => page.locator(".hand .card", { hasText: name }).first();

/** Passes until a card is in the hand and it is one's own turn: the other may make one
 * discard it before. */
async function drawUntil(page, card) {
  const pass = page.locator(".bar [data-verb=pass]");
  for (let turn = 0; turn < 12; turn += 1) {
    await pass.waitFor();
    if ((await card.count()) > 0) return;
    await pass.click();
    await settled({ page });
  }
}

test("why not: a card that cannot be played lists what stands against it", async () => {
  const { page, wrong, close } = await table();
  const giant = card(page, "Giant");
  await drawUntil(page, giant);
  assert.match(await giant.getAttribute("class"), /is-forbidden/);
  await giant.click();
  await page.locator(".zoom .reasons li").first().waitFor();
  assert.match(await page.locator(".zoom .reasons").innerText(), /9/);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.locator(".zoom").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
  await close();
});

test("why: a number of a player, a number of a card, a line of the log", async () => {
  const { page, wrong, close } = await table();
  for (let turn = 0; turn < 12 && (await card(page, "Gift").count()) === 0; turn += 1) {
    await page.locator(".bar [data-verb=pass]").click();
    await settled({ page });
  }
  await card(page, "Gift").click();
  await page.locator(".bar .button.is-main").click();
  await page.locator(".log .line", { hasText: "You play Gift" }).waitFor();
  // The number that the card changed.
  await page.locator(".seat.is-own .counters button", { hasText: "energy" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("You gained 1 energy").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // From the line of the log back to the decision.
  await settled({ page });
  const line = page.locator(".log .line", { hasText: "You gained 1 energy" }).last();
  await line.hover();
  await line.getByRole("button", { name: /^Why:/ }).click();
  await line.locator(".causes li").nth(1).waitFor();
  assert.match(await line.locator(".causes li").last().innerText(), /You play Gift/);
  // A unit on the board, and each of its numbers.
  const scout = card(page, "Scout");
  for (let turn = 0; turn < 12 && !/is-playable/.test((await scout.count()) > 0 ? await scout.getAttribute("class") : ""); turn += 1) {
    await page.locator(".bar [data-verb=pass]").click();
    await settled({ page });
  }
  await scout.click();
  await page.locator(".choose-place").first().click();
  const unit = page.locator(".board .card", { hasText: "Scout" }).first();
  await unit.waitFor();
  await unit.click({ button: "right" });
  await page.locator(".zoom .facts").getByRole("button", { name: "Why?" }).first().click();
  await page.locator(".zoom .answer .causes").waitFor();
  await page.getByRole("button", { name: "What happened to it?" }).click();
  await page.locator(".zoom .answer .causes", { hasText: /Scout/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(wrong, []);
  await close();
});

test("what an offer would do is told before it is taken, and the card says where it goes", async () => {
  const { page, wrong, close } = await table();
  const gift = card(page, "Gift");
  await drawUntil(page, gift);
  await gift.click();
  await page.locator(".bar .consequence", { hasText: "You gained 1 energy" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".bar .consequence").waitFor({ state: "detached" });
  assert.deepEqual(wrong, []);
  await close();
});

test("why it is over: from the end back to what brought it about", async () => {
  const { page, match, wrong, close } = await table();
  await playSome({ page }, 2);
  await playOut([page]);
  await page.locator(".end-of-game").getByRole("button", { name: "Why?" }).click();
  await page.getByRole("dialog").locator(".causes li").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("dialog", { name: /^Why/ }).getByRole("button", { name: "Close" }).click();
  await page.locator(".end-of-game").waitFor();
  // And the same in the replay, from its own steps.
  await page.goto(`${server.address}/r/${match}`);
  await page.getByLabel("Step", { exact: true }).waitFor();
  await page.keyboard.press("End");
  await page.locator(".seat .counters button").first().click();
  await page.getByRole("dialog").locator(".causes").waitFor();
  assert.deepEqual(wrong, []);
  await close();
});
