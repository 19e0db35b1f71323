// The table: two windows play every game to its end, through every kind of question.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { asked, askedAgain, games, loseConnection, makeMatch, open, playOut, questions, sitDown, startBrowser, startServer, until, violations } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Names of the other seat's cards that never came to light, by what the whole game
 * shows when it is over. */
async function hiddenNames(match, seat) {
  const story = await (await fetch(`${server.address}/api/matches/${match}/story?eyes=both`)).json();
  const info = await (await fetch(`${server.address}/api/games/${story.game}`)).json();
  const covered = new Set(info.zones.filter((zone) => zone.sight !== "everyone").map((zone) => zone.name));
  const zones = new Map(info.places.map(({ place, zone }) => [place, zone]));
  const cards = { ...story.start.cards };
  const light = new Set();
  const look = (place, handles) => { if (!covered.has(zones.get(place))) for (const handle of handles) if (cards[handle]) light.add(cards[handle].card); };
  for (const [place, { cards: list }] of Object.entries(story.start.places)) look(place, list);
  for (const step of story.steps) {
    for (const change of step.changes) {
      if (change.change === "card") cards[change.card.handle] = change.card;
      if (change.change === "place") look(change.place, change.cards);
    }
    if (["revealed", "looked", "searched", "created"].includes(step.kind) && step.object?.card) light.add(step.object.card);
  }
  const all = Object.values(cards);
  const own = new Set(all.filter((card) => card.owner === seat).map((card) => card.card));
  // What an effect names, a log may name too.
  const texts = (await (await fetch(`${server.address}/api/games/${story.game}/cards`)).json()).map((card) => card.text).join("\n");
  return [...new Set(all.map((card) => card.card))].filter((name) => !light.has(name) && !own.has(name) && !texts.includes(name));
}

test("two windows play a whole game of each game", async (t) => {
  const checked = new Set();
  let reloaded = 0;
  let lost = 0;
  for (const game of await games(server.address)) {
    await t.test(game, async () => {
      const made = await makeMatch(server, game);
      const windows = await sitDown(server, browser, made);
      const started = Date.now();
      await playOut(windows.map(({ page }) => page), {
        met: async (page, kind) => {
          const window = windows.find((other) => other.page === page);
          if (!checked.has(kind)) {
            checked.add(kind);
            assert.deepEqual(await violations(page), [], `${game}, ${kind}`);
          }
          const before = asked(window);
          const since = window.received.length;
          if (kind.endsWith("dialog") && reloaded < 2) {
            reloaded += 1;
            await page.reload();
          } else if (lost < 2) {
            lost += 1;
            await loseConnection(page);
          } else {
            return;
          }
          await askedAgain(window, since);
          assert.deepEqual(asked(window), before, `${game}, ${kind}: the same question`);
        },
      });
      t.diagnostic(`${game}: ${Math.round((Date.now() - started) / 1000)} s`);
      for (const { page, wrong } of windows) {
        assert.deepEqual(wrong, []);
        assert.deepEqual(await violations(page), [], "the end");
        assert.match(await page.locator(".end-of-game h2").textContent(), /won|draw/i);
      }
      for (const [at, { received }] of windows.entries()) {
        const told = JSON.stringify(received.filter((message) => message.type !== "over"));
        for (const name of await hiddenNames(made.match, `p${at + 1}`)) {
          assert.ok(!told.includes(JSON.stringify(name).slice(1, -1)), `${game}: p${at + 1} was told of ${name}, which never came to light`);
        }
      }
      for (const { close } of windows) await close();
    });
  }
  assert.ok(reloaded > 0 && lost > 0, "a reload and a lost connection in the middle of a question");
});

const KINDS = ["order dialog", "acknowledge dialog", "yes-no", "option", "objects dialog", "number", "place", "objects"];

test("every kind of question can be answered, and axe finds nothing in any", async () => {
  const kinds = new Set();
  const looked = new Set();
  let foreseen = 0;
  // What is drawn is left to chance: what one game did not ask, the next one does.
  for (let game = 0; game < 8 && (foreseen === 0 || KINDS.some((kind) => !kinds.has(kind))); game += 1) {
    const made = await makeMatch(server, "lab", questions({ kind: "link", name: "Ada" }, { kind: "link", name: "Bo" }));
    assert.ok(made.match, JSON.stringify(made));
    // One of the windows is a phone's.
    const windows = await sitDown(server, browser, made, [{}, { viewport: { width: 390, height: 844 } }]);
    await playOut(windows.map(({ page }) => page), {
      tires: Infinity,
      met: async (page, kind) => {
        const here = `${kind} at ${page.viewportSize().width}`;
        if (foreseen === 0 && kind === "objects" && /Deal 1 damage/.test(await page.locator(".bar").textContent())) {
          // What each answer would come to stands on the card before it is given.
          await page.locator(".card.is-target .outcome").first().waitFor({ timeout: 20_000 });
          assert.match(await page.locator(".card.is-target .outcome").first().textContent(), /^(dies|\d+ to \d+)\??$/);
          foreseen += 1;
        }
        if (looked.has(here)) return;
        looked.add(here);
        kinds.add(kind);
        assert.deepEqual(await violations(page), [], here);
      },
    });
    for (const { wrong, close } of windows) {
      assert.deepEqual(wrong, []);
      await close();
    }
  }
  for (const kind of KINDS) assert.ok(kinds.has(kind), `${kind} was not asked: ${[...kinds]}`);
  assert.ok(foreseen > 0, "an outcome was foreseen");
});

test("time runs down at a table with a clock", async () => {
  const [game] = await games(server.address);
  const made = await makeMatch(server, game, { clock: { decision: 90_000, bank: 60_000 } });
  const windows = await sitDown(server, browser, made);
  const running = windows[0].page.locator(".seat.is-deciding .time b");
  const seconds = async () => { const [minutes, rest] = (await running.textContent()).split(":").map(Number); return minutes * 60 + rest; };
  const before = await seconds();
  assert.ok(before > 0 && before <= 90, `${before} s`);
  await until(async () => (await seconds()) < before);
  assert.deepEqual(await violations(windows[0].page), []);
  for (const { close } of windows) await close();
});

test("a spectator sees the board and can decide nothing", async () => {
  const made = await makeMatch(server, (await games(server.address))[0]);
  const windows = await sitDown(server, browser, made);
  const watcher = await open(browser, server.address, { path: `/t/${made.match}` });
  await watcher.page.waitForSelector(".board");
  assert.equal(await watcher.page.locator(".is-playable, .choose-place").count(), 0);
  assert.ok(await watcher.page.getByText("Watching").isVisible());
  assert.deepEqual(await violations(watcher.page), []);
  const { view } = watcher.received.find((message) => message.type === "state");
  assert.deepEqual(Object.entries(view.places).filter(([place, { cards }]) => /hand|deck/.test(place) && cards.length > 0), []);
  for (const { close } of [...windows, watcher]) await close();
});

test("a rematch changes sides", async () => {
  const windows = await sitDown(server, browser, await makeMatch(server, (await games(server.address))[0]));
  const before = windows.map(({ received }) => received.find((message) => message.type === "hello").seat);
  await windows[0].page.getByRole("button", { name: "Menu" }).click();
  await windows[0].page.getByRole("button", { name: "Give up" }).click();
  await windows[0].page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
  for (const { page } of windows) await page.getByRole("button", { name: "Rematch" }).click();
  for (const { page } of windows) await page.getByRole("button", { name: "To the new game" }).click();
  for (const { received } of windows) await until(() => received.filter((message) => message.type === "hello").length > 1);
  const after = windows.map(({ received }) => received.findLast((message) => message.type === "hello").seat);
  assert.deepEqual(after, [...before].reverse());
  for (const { close } of windows) await close();
});

test("axe finds nothing at an empty or crowded table, wide and narrow", async () => {
  const empty = await sitDown(server, browser, await makeMatch(server, "lab"), [{ viewport: { width: 390, height: 700 } }]);
  for (const { page, close } of empty) {
    assert.deepEqual(await violations(page), [], "empty");
    await close();
  }
  // A stack, a side and rows with more in them than there is room for.
  for (const viewport of [{ width: 1280, height: 620 }, { width: 390, height: 700 }]) {
    const made = await makeMatch(server, "lab", questions({ kind: "link", name: "Ada" }, { kind: "bot", bot: "random" }));
    const window = await open(browser, "about:blank", { path: "", viewport });
    await window.page.routeWebSocket(/socket/, (line) => {
      line.connectToServer().onMessage((text) => {
        const message = JSON.parse(String(text));
        if (message.type === "state") {
          const source = { card: "Sorter", place: "p1.hand" };
          message.view.stack = Array.from({ length: 9 }, () => ({ source, controller: "p1", ability: null, words: "Look at the top three cards of your deck.", targets: [], text: "Sorter" }));
          for (let handle = 9001; handle <= 9012; handle += 1) {
            message.view.cards[handle] = { handle, card: "Scout", owner: "p1", controller: "p1", numbers: { attack: 1, hull: 1 }, statuses: [], keywords: [] };
          }
          message.view.places["p1.lane1"] = { cards: [9001, 9002, 9003, 9004, 9005, 9006], count: 6, bonus: 0 };
          message.view.places["p2.lane1"] = { cards: [9007, 9008, 9009, 9010, 9011, 9012], count: 6, bonus: 0 };
        }
        line.send(JSON.stringify(message));
      });
    });
    const token = made.seats.find((seat) => seat.token).token;
    await window.page.goto(`${server.address}/t/${made.match}#${token}`);
    await window.page.waitForSelector(".stack li");
    assert.deepEqual(await violations(window.page), [], `${viewport.width} px`);
    await window.page.keyboard.press("?");
    assert.deepEqual(await violations(window.page), [], `keys, ${viewport.width} px`);
    await window.close();
  }
});
