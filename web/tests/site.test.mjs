// The page that needs no server: files behind any web server, the engine in the browser.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { serveFolder } from "./folder.mjs";
import { act, open, playOut, startBrowser, violations } from "./support.mjs";

let site, browser;
before(async () => {
  if (!process.env.ONPLAY_SITE) throw new Error("ONPLAY_SITE must name the folder; `cargo xtask test` does");
  // In a folder of a server, as on a page of somebody's project.
  site = await serveFolder(process.env.ONPLAY_SITE, "/somewhere/");
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  site?.stop();
});

const visit = (path = "", wish = {}) => open(browser, site.address, { path, ...wish });

test("home shows the games and nothing that needs a server", async () => {
  const { page, wrong, close } = await visit();
  await page.waitForSelector(".game");
  assert.ok((await page.locator(".game").count()) >= 5);
  assert.equal(await page.getByRole("button", { name: /^Invite/ }).count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(wrong, []);
  assert.deepEqual(site.asked.filter((path) => path.includes("/api/")), []);
  await close();
});

test("a game against a bot is played to its end, survives a reload, and is looked at again", async () => {
  const { page, wrong, close } = await visit();
  await page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await page.waitForSelector(".board");
  await page.waitForSelector(".card.is-playable, .bar .button.is-main");
  await page.reload();
  await page.waitForSelector(".card.is-playable, .bar .button.is-main");
  await playOut([page]);
  await page.locator(".end-of-game").getByRole("button", { name: /replay|look/i }).first().click();
  await page.waitForSelector(".scrubber");
  const count = await page.locator(".scrubber input[type=range]").getAttribute("max");
  assert.ok(Number(count) > 5, count);
  assert.deepEqual(wrong, []);
  await close();
});

test("two bots are watched, and another game follows with the sides changed", async () => {
  const { page, wrong, close } = await visit();
  await page.getByRole("button", { name: /^Watch/ }).first().click();
  await page.waitForSelector(".board");
  await page.locator(".panel").getByText(/play|pass/i).first().waitFor();
  await page.goBack();
  await page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await page.waitForSelector(".board");
  await playOut([page]);
  const before = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.getByRole("button", { name: "To the new game" }).click();
  await page.waitForFunction((old) => location.href !== old, before);
  await page.waitForSelector(".board");
  assert.deepEqual(wrong, []);
  await close();
});

test("a demonstration is shown step by step", async () => {
  const { page, wrong, close } = await visit();
  await page.locator("section", { hasText: "See how it works" }).getByRole("button", { name: /^Watch/ }).first().click();
  await page.waitForSelector(".scrubber, .chain, .board");
  assert.deepEqual(wrong, []);
  await close();
});

test("the workshop and the comparison of policies are there", async () => {
  const { page, wrong, close } = await visit("#/w");
  await page.waitForSelector(".ws-code .cm-content");
  await page.waitForSelector(".ws-five li");
  assert.equal(await page.locator(".ws-five > li").count(), 5);
  assert.deepEqual(wrong, []);
  await close();
});

test("opened as a file, it plays and opens the workshop too", async () => {
  const { page, wrong, close } = await open(browser, `file://${process.env.ONPLAY_SITE}/index.html`, { path: "" });
  await page.getByRole("button", { name: /^Play a bot/ }).first().click();
  await page.waitForSelector(".board");
  // Whether a file keeps anything through a reload is for the browser to say.
  await page.waitForSelector(".card.is-playable, .bar .button.is-main");
  // A card and its place are two clicks.
  const line = page.locator(".log .line").first();
  for (let click = 0; click < 20 && !(await line.isVisible()); click += 1) {
    await act(page);
    await page.waitForTimeout(200);
  }
  await line.waitFor();
  await page.getByRole("button", { name: "Onplay, home" }).click();
  await page.getByRole("button", { name: "Workshop", exact: true }).click();
  await page.waitForSelector(".ws-five li");
  // The modules of a page from a server are refused to a file.
  assert.deepEqual(wrong.filter((words) => !words.includes("CORS")), []);
  await close();
});
