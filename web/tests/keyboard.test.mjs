// A whole game against a bot without a pointer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { open, startBrowser, startServer, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Where the focus is, in words. */
const focus = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

test("a game against a bot by keys alone", async () => {
  const { page, wrong, close } = await open(browser, server.address, { settings: { bot: "random" } });
  await page.waitForSelector(".game");
  for (let at = 0; at < 60 && !(await focus(page)).startsWith("Play a bot"); at += 1) await page.keyboard.press("Tab");
  assert.match(await focus(page), /^Play a bot/);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".board");
  await page.keyboard.press("?");
  assert.ok(await page.getByRole("dialog", { name: "Keys" }).isVisible());
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  let ended = false;
  let state = {};
  for (const end = Date.now() + 240_000; Date.now() < end && !ended;) {
    state = await page.evaluate(() => ({
      ended: document.querySelector(".end-of-game") !== null,
      dialog: document.querySelector("[role=dialog]") !== null,
      aside: document.querySelector(".aside") !== null,
      asked: document.querySelector(".bar:not(.is-quiet)") !== null || document.querySelector(".main .modal") !== null,
    }));
    ended = state.ended;
    if (ended) break;
    if (state.aside) await page.keyboard.press("b");
    if (!state.asked) { await page.waitForTimeout(20); continue; }
    if (state.dialog) {
      // A question about cards: pick from the grid, then on to the button that answers.
      await page.waitForFunction(() => !document.querySelector("[role=dialog]") || document.activeElement?.closest("[role=dialog]"));
      await page.keyboard.press("Space");
      for (let tab = 0; tab < 40; tab += 1) {
        if (await page.evaluate(() => document.activeElement?.matches(".modal-foot .is-main") ?? false)) break;
        if (await page.evaluate(() => document.querySelector(".modal-foot .is-main")?.disabled && document.activeElement?.matches(".grid .card:not(.is-picked)"))) await page.keyboard.press("Space");
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      continue;
    }
    // Everything that can be done is in one list.
    await page.keyboard.press("a");
    const count = await page.locator(".all-actions .button").count();
    const to = Math.floor(Math.random() * Math.min(count, 12));
    for (let tab = 0; tab < to; tab += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(10);
  }
  assert.ok(ended, `the game came to its end: ${JSON.stringify(state)}, ${await focus(page)}`);
  assert.deepEqual(wrong, []);
  await close();
});
