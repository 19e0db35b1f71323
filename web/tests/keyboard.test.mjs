// A whole game against a bot without a pointer.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { makeMatch, open, questions, startBrowser, startServer, violations } from "./support.mjs";

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

/** What a person by keys would look at before the next key. */
const look = (page) => page.evaluate(() => {
  const dialog = document.querySelector(".main .modal");
  const here = document.activeElement;
  const main = dialog?.querySelector(".modal-foot .is-main");
  return {
    ended: document.querySelector(".end-of-game") !== null,
    asked: dialog !== null || document.querySelector(".bar:not(.is-quiet)") !== null,
    dialog: dialog?.dataset.kind ?? null,
    inside: dialog !== null && dialog.contains(here),
    onCard: here?.matches(".grid .card") ?? false,
    onMain: here !== null && here === main,
    ready: main !== null && main !== undefined && !main.disabled,
    free: dialog?.querySelectorAll(".grid .card:not(.is-picked):not(:disabled)").length ?? 0,
    onFree: here?.matches(".grid .card:not(.is-picked)") ?? false,
  };
});

/** Answers a question about cards: picks in the grid until the answer is ready, then goes
 * on to the button that gives it. */
async function answerDialog(page, kind) {
  let seen = await look(page);
  // What was just answered may still have been on the screen a moment ago.
  if (seen.dialog !== kind) return;
  assert.ok(seen.inside, `${kind}: the focus goes into the dialog`);
  assert.ok(seen.onCard || seen.onMain || seen.free === 0, `${kind}: the focus begins at the first card or the answer, not at "${await focus(page)}"`);
  for (let key = 0; key < 120 && seen.dialog === kind; key += 1) {
    if (seen.onMain && seen.ready) {
      await page.keyboard.press("Enter");
      return;
    }
    if (!seen.ready && seen.free === 0) {
      // Nothing fits: what can be skipped is skipped.
      await page.keyboard.press("Escape");
      return;
    }
    await page.keyboard.press(!seen.ready && seen.onFree ? "Space" : "Tab");
    seen = await look(page);
  }
  assert.notEqual(seen.dialog, kind, `${kind}: 120 keys did not answer; the focus is at "${await focus(page)}"`);
}

/** Plays with keys alone until the game is over, or the questions that were asked are enough. */
async function playByKeys(page, isEnough) {
  const asks = new Set();
  let seen = await look(page);
  for (let keys = 0; keys < 6000 && !seen.ended && !(asks.size > 0 && isEnough(asks)); keys += 1, seen = await look(page)) {
    if (!seen.asked) {
      await page.waitForFunction(() => document.querySelector(".end-of-game, .main .modal, .bar:not(.is-quiet)"), null, { polling: 20 });
      continue;
    }
    if (seen.dialog) {
      asks.add(seen.dialog);
      await answerDialog(page, seen.dialog);
      await page.waitForTimeout(20);
      continue;
    }
    // Everything that can be done is in one list.
    await page.keyboard.press("a");
    const list = await page.evaluate(() => {
      const buttons = [...document.querySelectorAll(".all-actions .button")];
      return { count: buttons.length, at: buttons.indexOf(document.activeElement) };
    });
    if (list.count === 0) {
      await page.keyboard.press("Escape");
      continue;
    }
    assert.equal(list.at, 0, `the focus begins at the first action, not at "${await focus(page)}"`);
    const to = Math.floor(Math.random() * Math.min(list.count, 12));
    for (let tab = 0; tab < to; tab += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }
  assert.ok(seen.ended || isEnough(asks), `the game came to its end: ${JSON.stringify(seen)}, ${await focus(page)}, dialogs: ${[...asks]}`);
  return asks;
}

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
  await playByKeys(page, () => false);
  assert.deepEqual(wrong, []);
  await close();
});

test("every kind of dialog is answered by keys alone", async () => {
  const wanted = ["order", "acknowledge", "objects"];
  const met = new Set();
  // What is drawn is left to chance: what one game did not ask, the next one does.
  for (let game = 0; game < 8 && wanted.some((kind) => !met.has(kind)); game += 1) {
    const made = await makeMatch(server, "lab", questions({ kind: "link", name: "Ada" }, { kind: "bot", bot: "random" }));
    const token = made.seats.find((seat) => seat.token).token;
    const { page, wrong, close } = await open(browser, server.address, { path: `/t/${made.match}#${token}` });
    await page.waitForSelector(".board");
    const asked = await playByKeys(page, (asks) => wanted.every((kind) => met.has(kind) || asks.has(kind)));
    asked.forEach((kind) => met.add(kind));
    assert.deepEqual(wrong, []);
    await close();
  }
  for (const kind of wanted) assert.ok(met.has(kind), `${kind} was not asked: ${[...met]}`);
});
