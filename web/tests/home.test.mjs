// Home: light enough, three clicks to play, open to everybody.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

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

test("the first load is at most 150 KB compressed", async () => {
  const bytes = [];
  const { page, close } = await open(browser, "about:blank", { path: "" });
  page.on("response", async (response) => {
    if (!response.url().includes("/api/")) bytes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(server.address);
  await page.waitForSelector(".game");
  const sum = (await Promise.all(bytes)).reduce((a, b) => a + b, 0);
  assert.ok(sum > 1000 && sum <= 150 * 1024, `${sum} bytes`);
  await close();
});

/** Something that a player can decide with a click. */
const DECISION = ".bar .button:not(:disabled), .main .modal .button:not(:disabled), .card.is-playable, .card.is-target, .choose-place";

test("one click sits down against a bot, and the first decision is there", async () => {
  for (const [at, game] of (await games(server.address)).entries()) {
    const { page, wrong, close } = await open(browser, server.address);
    await page.locator(".game").nth(at).getByRole("button", { name: /^Play a bot/ }).click();
    await page.waitForSelector(DECISION);
    assert.deepEqual(wrong, [], game);
    await close();
  }
});

test("from the start of the server to the first decision it is one click", async (t) => {
  const began = performance.now();
  const own = await startServer();
  const served = performance.now();
  const { page, close } = await open(browser, own.address);
  let clicks = 0;
  const click = async (button) => { await button.click(); clicks += 1; };
  await click(page.getByRole("button", { name: /^Play a bot/ }).first());
  await page.waitForSelector(DECISION);
  t.diagnostic(`${clicks} click; ${Math.round(served - began)} ms until the server answers, ${Math.round(performance.now() - served)} ms from there to the first decision`);
  assert.ok(clicks <= 3);
  await close();
  await own.stop();
});

test("an invitation is a link that seats a friend", async () => {
  const host = await open(browser, server.address);
  await host.page.getByRole("button", { name: /^Invite/ }).first().click();
  const link = await host.page.locator(".invitation").textContent();
  await host.page.getByRole("button", { name: "To the table" }).click();
  const guest = await open(browser, link, { path: "" });
  await guest.page.getByRole("button", { name: "Sit down" }).click();
  await guest.page.waitForSelector(".table");
  await host.page.waitForSelector(".table");
  const seats = [host, guest].map(({ received }) => received.find((message) => message.type === "hello").seat);
  assert.deepEqual([...seats].sort(), ["p1", "p2"]);
  await host.close();
  await guest.close();
});

const CARD = `[[card]]
name = "Homebrew"
type = "Spell"
cost = 0
text = "Draw a card."
`;

test("a table is made to measure: own cards, own deck, rules, clock", async () => {
  const { page, wrong, close } = await open(browser, server.address);
  // The last game is the bench on which cards are tried.
  await page.getByRole("button", { name: /^Choose decks, rules and clock/ }).last().click();
  const dialog = page.getByRole("dialog");
  assert.deepEqual(await violations(page), [], "the dialog");
  await dialog.getByText("Bring cards of your own").click();
  const cards = dialog.getByLabel("Cards of your own, as text");
  // What is wrong is told while it is written, and again if it is sent.
  await cards.fill(CARD.replace("Draw", "Drwa"));
  await dialog.getByText(/^Line 5: /).waitFor();
  assert.deepEqual(await violations(page), [], "with an error");
  await dialog.getByRole("button", { name: "Play", exact: true }).click();
  await dialog.locator(".own-cards .fault").waitFor();
  await cards.fill(CARD);
  await dialog.locator(".readings").getByText("Homebrew").waitFor();
  await dialog.getByLabel("Your deck", { exact: true }).selectOption({ label: "A text of your own …" });
  const deck = dialog.getByLabel("Your deck, as text");
  await deck.fill((await deck.inputValue()).replace(/\n"[^"]+" = (\d+)/, '\n"Homebrwe" = $1'));
  await dialog.getByRole("button", { name: "Play", exact: true }).click();
  await dialog.locator(".setting .fault", { hasText: /^Line \d+: there is no card .*Homebrwe/ }).waitFor();
  await deck.fill('id = "mine"\nname = "Mine"\nplan = "Draws."\n\n[main]\nHomebrew = 24\n');
  await dialog.getByLabel("Clock").selectOption({ label: "1 minute a decision" });
  await dialog.getByRole("button", { name: "Play", exact: true }).click();
  // The card has its face, with its words, at a running clock.
  await page.locator(".hand .card", { hasText: "Homebrew" }).first().waitFor();
  assert.match(await page.locator(".hand .card .text").first().textContent(), /Draw a card/);
  assert.ok((await page.locator(".time").count()) > 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("a game from a folder is offered, drawn and played to its end", async () => {
  const own = await startServer("--game", fileURLToPath(new URL("../../docs/pebbles", import.meta.url)));
  const { page, wrong, close } = await open(browser, own.address);
  await page.getByRole("button", { name: /^Play a bot/ }).last().click();
  await page.waitForSelector(".board");
  assert.match(await page.title(), /Pebbles/);
  assert.deepEqual(await violations(page), []);
  await playOut([page]);
  assert.deepEqual(wrong, []);
  await close();
  await own.stop();
});

test("axe finds nothing on home, in dark and light, wide and narrow", async () => {
  for (const theme of ["dark", "light"]) {
    for (const width of [390, 1280, 2560]) {
      const { page, close } = await open(browser, server.address, { settings: { theme }, viewport: { width, height: 900 } });
      await page.waitForSelector(".game .art");
      assert.deepEqual(await violations(page), [], `${theme} ${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} px on a screen of ${width}`);
      await page.getByRole("button", { name: "Settings" }).click();
      assert.deepEqual(await violations(page), [], `settings ${theme} ${width}`);
      await close();
    }
  }
});

test("settings are kept, and do what they say", async () => {
  const { page, wrong, close } = await open(browser, server.address, { settings: { theme: "dark" } });
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog");
  const choose = (group, name) => dialog.getByRole("group", { name: group }).getByRole("radio", { name, exact: true }).check();
  await dialog.getByLabel("Your name").fill("Grace");
  await choose("Colours", "Light");
  await choose("Size of text", "Largest");
  await choose("Motion", "Reduced");
  await choose("Speed of steps", "Double");
  await choose("Bots play", "At random");
  await dialog.getByRole("button", { name: "Done" }).click();
  const look = () => page.evaluate(() => ({ theme: document.documentElement.dataset.theme, motion: document.documentElement.dataset.motion, text: getComputedStyle(document.documentElement).fontSize }));
  const wished = { theme: "light", motion: "reduced", text: "20.8px" };
  assert.deepEqual(await look(), wished);
  await page.reload();
  await page.waitForSelector(".game");
  assert.deepEqual(await look(), wished);
  await page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await page.waitForSelector(".board");
  await page.locator(".seat", { hasText: "random" }).waitFor();
  assert.deepEqual(await violations(page), [], "large text");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Settings" }).click();
  assert.equal(await page.getByLabel("Your name").inputValue(), "Grace");
  assert.ok(await page.getByRole("radio", { name: "Double" }).isChecked());
  assert.deepEqual(wrong, []);
  await close();
});
