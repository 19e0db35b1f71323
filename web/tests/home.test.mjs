// Home: light enough, three clicks to play, open to everybody.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";

import { games, open, startBrowser, startServer, violations } from "./support.mjs";

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

test("one click sits down against a bot, and the first decision is there", async () => {
  for (const game of await games(server.address)) {
    const { page, wrong, close } = await open(browser, server.address);
    await page.locator(".game").nth((await games(server.address)).indexOf(game)).getByRole("button", { name: /^Play a bot/ }).click();
    await page.waitForSelector(".bar .button:not(:disabled), .main .modal .button:not(:disabled), .card.is-playable, .card.is-target, .choose-place");
    assert.deepEqual(wrong, [], game);
    await close();
  }
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
