// Fingers and the mouse: a card is dragged to its place, and shown large by a long press.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { makeMatch, open, settled, startBrowser, startServer, until } from "./support.mjs";

let server, browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A window at a table whose hand can be put into lanes at once. */
async function table(context) {
  const deck = 'id = "scouts"\nname = "Scouts"\nplan = "Scouts."\n\n[main]\nScout = 24\n';
  const made = await makeMatch(server, "lab", { seats: [{ kind: "link", name: "Ada", deck_text: deck }, { kind: "bot", bot: "random" }] });
  const window = await open(browser, server.address, { path: `/t/${made.match}#${made.seats[0].token}`, viewport: { width: 800, height: 1000 }, ...context });
  await settled(window);
  await window.page.locator(".hand .card.is-playable").first().waitFor();
  return window;
}

const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
};

/** How many decisions of this window the server has heard. */
const decided = ({ received }) => received.filter((message) => message.type === "decided").length;

test("a finger drags a card to its place", async () => {
  const window = await table({ hasTouch: true });
  const { page } = window;
  const line = await page.context().newCDPSession(page);
  const touch = (type, at) => line.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const from = await middle(page.locator(".hand .card.is-playable").first());
  await touch("touchStart", from);
  await touch("touchMove", { x: from.x, y: from.y - 40 });
  await page.locator(".dragged").waitFor();
  const place = page.locator(".place:has(.choose-place)").first();
  await place.waitFor();
  const to = await middle(place);
  await touch("touchMove", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await touch("touchMove", to);
  await touch("touchEnd");
  await until(() => decided(window) === 1);
  await page.locator(".board .card", { hasText: "Scout" }).waitFor();
  assert.deepEqual(window.wrong, []);
  await window.close();
});

test("a tap is no drag, and a long press shows the card large", async () => {
  const window = await table({ hasTouch: true });
  const { page } = window;
  const card = page.locator(".hand .card.is-playable").first();
  const line = await page.context().newCDPSession(page);
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await middle(card)] });
  await page.locator(".zoom").waitFor();
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.getByRole("button", { name: "Close" }).tap();
  await page.locator(".zoom").waitFor({ state: "detached" });
  await page.locator(".hand .card.is-playable").last().tap();
  await page.locator(".hand .card.is-picked").waitFor();
  assert.equal(decided(window), 0);
  await window.close();
});

test("the mouse drags a card to its place", async () => {
  const window = await table({});
  const { page } = window;
  const from = await middle(page.locator(".hand .card.is-playable").first());
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 60, { steps: 4 });
  const place = page.locator(".place:has(.choose-place)").first();
  await place.waitFor();
  const to = await middle(place);
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await until(() => decided(window) === 1);
  assert.deepEqual(window.wrong, []);
  await window.close();
});
