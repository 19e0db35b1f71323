// The pictures of the README: `cargo xtask pictures` takes them anew.

import { mkdir } from "node:fs/promises";

import { act, makeMatch, open, startBrowser, startServer } from "../web/tests/support.mjs";

const folder = process.argv[2] ?? "docs/pictures";
await mkdir(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const take = (page, name) => page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82 });

/** A picture of a table against a bot, at a moment when something is to be seen; `then`
 * does the last thing before it is taken. */
async function picture(name, game, { theme = "dark", viewport = wide, deck, seen, then = async () => {} }) {
  for (let tries = 0; tries < 8; tries += 1) {
    const made = await makeMatch(server, game, { seats: [{ kind: "link", name: "Player", ...(deck ? { deck } : {}) }, { kind: "bot", bot: "greedy", name: "Rival" }] });
    const { page, close } = await open(browser, server.address, { path: `/t/${made.match}#${made.seats[0].token}`, viewport, settings: { theme, motion: "full", speed: 0 } });
    await page.waitForSelector(".board");
    for (let at = 0; at < 1500; at += 1) {
      if (await page.evaluate(seen)) {
        await then(page);
        await page.waitForTimeout(900);
        await take(page, name);
        await close();
        return;
      }
      const what = await act(page, { quiet: 0 });
      if (what === "over") break;
      if (!what) await page.waitForTimeout(15);
    }
    await close();
  }
  throw new Error(`${name}: there was nothing to be seen`);
}

const home = await open(browser, server.address, { viewport: wide, settings: { theme: "dark", speed: 1 } });
await home.page.waitForSelector(".game .art");
await home.page.waitForTimeout(500);
await take(home.page, "home");
await home.page.getByRole("region", { name: "See how it works" }).getByRole("button").first().click();
await home.page.getByLabel("Step", { exact: true }).fill("14");
await home.page.mouse.move(700, 24);
await home.page.waitForTimeout(800);
await take(home.page, "chain");
await home.close();

await picture("places", "skirmish", {
  seen: () => document.querySelectorAll(".choose-place.is-costly").length > 1 && document.querySelectorAll(".slots .card").length > 4,
  then: (page) => page.locator(".choose-place.is-costly").first().hover(),
});
await picture("dialog", "goblins", {
  deck: "goblins",
  seen: () => new Set([...document.querySelectorAll(".main .modal .grid .card .name")].map((name) => name.textContent)).size > 4,
  then: async (page) => {
    await page.locator(".main .modal .grid .card").nth(1).click();
    await page.mouse.move(700, 24);
  },
});
await picture("targets", "alley", {
  theme: "light",
  seen: () => document.querySelectorAll(".card.is-target").length > 1 && document.querySelectorAll(".slots .card").length > 4,
});
await picture("phone", "tides", {
  viewport: phone,
  seen: () => document.querySelectorAll(".half .card").length > 4 && document.querySelectorAll(".hand .is-playable").length > 1,
});

await browser.close();
await server.stop();
