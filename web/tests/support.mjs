// A server, a browser, and a player that clicks.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

export { assertWithin, slowness } from "./slowness.mjs";

/** Milliseconds that anything may take on a machine that has much else to do. */
export const LONG = 120_000;

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** Starts a server of its own; `stop` ends it. */
export async function startServer(...options) {
  const program = process.env.ONPLAY;
  if (!program) throw new Error("ONPLAY must name the program; `cargo xtask test` does");
  const listen = options.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const keep = options.includes("--data") ? [] : ["--memory"];
  const child = spawn(program, [
    "serve", ...listen, ...keep, "--matches-per-address", "0", "--connections-per-address", "0",
    "--messages-per-second", "1000", "--grace", "0", "--log", "warn", ...options,
  ]);
  child.stderr.pipe(process.stderr);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("http://")) {
      return { address: line.trim(), kill: async () => { child.kill("SIGKILL"); await ended; }, stop: async () => { child.kill("SIGTERM"); await ended; } };
    }
  }
  throw new Error("the server did not start");
}

export const startBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** A window of its own, with everything it received and everything that went wrong. */
export async function open(browser, address, { path = "/", settings = {}, ...context } = {}) {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  await own.addInitScript((wish) => {
    if (location.protocol !== "about:" && !localStorage.getItem("onplay.settings")) localStorage.setItem("onplay.settings", JSON.stringify(wish));
  }, { speed: 0, motion: "reduced", ...settings });
  // The sockets of the page, so that a line can be cut.
  await own.addInitScript(() => {
    globalThis.lines = [];
    const Line = globalThis.WebSocket;
    globalThis.WebSocket = class extends Line {
      constructor(...rest) {
        super(...rest);
        globalThis.lines.push(this);
      }
    };
  });
  own.setDefaultTimeout(LONG);
  const page = await own.newPage();
  const wrong = [];
  const received = [];
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) wrong.push(message.text());
  });
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(JSON.parse(String(payload)))));
  await page.goto(address + path);
  return { page, wrong, received, close: () => own.close() };
}

/** Waits until something holds. */
export async function until(holds, seconds = LONG / 1000) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it did not come to hold: ${holds}`);
}

/** The last question that a window was asked. */
export const asked = ({ received }) => received.findLast((message) => message.type === "ask")?.ask;

/** Waits until a window is asked something and shows it. Nothing changes then before it
 * decides: only its own answer leads on. */
export async function settled({ page }) {
  await page.waitForSelector(".bar:not(.is-quiet):not(.chain), .main .modal[data-kind]", { timeout: LONG });
}

/** Waits until a window that has just been loaded or connected again is asked anew. */
export async function askedAgain(window, since) {
  await until(() => window.received.slice(since).some((message) => message.type === "ask"), LONG / 1000);
  await settled(window);
}

/** Lets a window decide a few things, as far as it is asked, and ends with a question. */
export async function playSome(window, count) {
  for (let at = 0; at < count; at += 1) {
    await settled(window);
    await act(window.page);
  }
  await settled(window);
}

/** Cuts the line of a window and waits until it has come back. */
export async function loseConnection(page) {
  const count = await page.evaluate(() => {
    globalThis.lines[globalThis.lines.length - 1].close();
    return globalThis.lines.length;
  });
  await page.waitForFunction((before) => globalThis.lines.length > before && globalThis.lines[globalThis.lines.length - 1].readyState === 1, count);
  await page.waitForTimeout(100);
}

/** Makes a match; two people with links unless something else is wished for. */
export async function makeMatch(server, game, wish = {}) {
  const seats = [{ kind: "link", name: "Ada" }, { kind: "link", name: "Bo" }];
  const body = JSON.stringify({ game, seats, ...wish });
  const made = await fetch(`${server.address}/api/matches`, { method: "POST", headers: { "content-type": "application/json" }, body });
  return made.json();
}

/** Cards that ask every kind of question. */
const CARDS = [
  ["Sorter", "Look at the top three cards of your deck, then put them back on top of your deck in any order."],
  ["Herald", "Reveal the top three cards of your deck. Put all units revealed this way into your hand and the rest on the bottom of your deck."],
  ["Favour", "You may draw a card."],
  ["Crossing", "Choose one —\\n• Draw a card.\\n• Gain 1 energy."],
  ["Seeker", "Search your deck for a unit, put it into your hand, then shuffle."],
  ["Tally", "Choose a number from 1 to 5. Gain X energy."],
  ["Quake", "Choose a lane. Deal 1 damage to all units in that lane."],
  ["Aim", "Deal 1 damage to target unit."],
];

/** What a match is made of in which every kind of question is asked. */
export function questions(...seats) {
  const cards = CARDS.map(([name, text]) => `[[card]]\nname = "${name}"\ntype = "Spell"\ncost = 0\ntext = "${text}"\n`).join("\n");
  const deck = `id = "questions"\nname = "Questions"\nplan = "Asks everything."\n\n[main]\n${CARDS.map(([name]) => `${name} = 2`).join("\n")}\nScout = 8\n`;
  // Under this policy what is revealed waits for an OK.
  return { policy: "goblins-immediate", seats: seats.map((seat) => ({ ...seat, deck_text: deck })), cards };
}

/** A window at each seat. */
export async function sitDown(server, browser, made, contexts = []) {
  const windows = [];
  for (const [at, { token }] of made.seats.entries()) windows.push(await open(browser, server.address, { path: `/t/${made.match}#${token}`, ...contexts[at] }));
  for (const { page } of windows) await page.waitForSelector(".board");
  return windows;
}

/** What axe finds wrong on the page as it stands. */
export async function violations(page) {
  const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.all[0]?.message ?? ""})`).join(" | ")}`);
}

export const games = async (address) => (await (await fetch(`${address}/api/games`)).json()).map((game) => game.id);

/** What a player does, as a program in the page: `onplayer.act()` does one thing that can
 * be clicked and says what; `onplayer.run()` goes on by itself until the end, and stops
 * at every kind of question that it meets for the first time. */
function player(seed) {
  let state = seed || 1;
  const dice = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  const any = (list) => list[Math.floor(dice() * list.length)];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((it) => !it.disabled && it.getBoundingClientRect().width > 0);
  const click = (what, element) => { element.click(); return what; };
  const own = { met: [], stopped: null, done: {}, quiet: 0.1, turns: 0, tires: Infinity, lost: null };
  own.kind = () => {
    const asked = document.querySelector(".main [data-kind]");
    return asked ? `${asked.dataset.kind}${asked.matches(".modal, .modal *") ? " dialog" : ""}` : null;
  };
  own.act = () => {
    if (document.querySelector(".end-of-game")) return "over";
    const large = document.querySelector(".zoom");
    if (large) return click("zoom", document.querySelector("[aria-label=Close]"));
    const dialog = document.querySelector(".main .modal");
    if (dialog) {
      const ready = [...dialog.querySelectorAll(".modal-foot .is-main")].find((it) => !it.disabled);
      if (ready) return click("answer", ready);
      const free = [...dialog.querySelectorAll(".grid .card:not(.is-picked)")].filter((it) => !it.disabled);
      if (free.length > 0) return click("pick", any(free));
      const skip = dialog.querySelector(".modal-foot .button:not(:disabled)");
      return skip ? click("skip", skip) : null;
    }
    const consent = document.querySelector("[role=alertdialog] .is-main");
    if (consent) return click("consent", consent);
    // Whoever is tired defends no more than must be.
    const declined = own.turns > own.tires ? all(".bar [data-verb=submit], .bar [data-verb=no]") : [];
    if (declined.length > 0) return click("declined", declined[0]);
    // Whoever attacks rather than moves comes to an end.
    const targets = all(".card.is-target");
    const places = all(".choose-place");
    const wish = document.querySelector(".bar .sentence")?.textContent ?? "";
    if (/Choose (where|a target)\.$/.test(wish) && places.length + targets.length + all(".bar .choices .button").length === 0) own.lost ??= wish;
    if (places.length > 0 && (targets.length === 0 || dice() < 0.2)) return click("place", any(places));
    const ready = all(".bar .button.is-main").filter((it) => it.textContent.startsWith("Choose"));
    if (ready.length > 0 && dice() < 0.5) return click("choose", ready[0]);
    if (targets.length > 0) {
      const vital = targets.filter((it) => it.closest(".strip, .side, .seat"));
      return click("target", any(vital.length > 0 && dice() < 0.8 ? vital.slice(0, 3) : targets));
    }
    const main = all(".bar:not(.scrubber) .button.is-main");
    if (main.length > 0) return click("main", any(main));
    const playable = all(".card.is-playable");
    // Two players of equal strength can hold each other for very long.
    if (playable.length > 0 && ++own.turns > own.tires) own.quiet = 0.9;
    const onBoard = playable.filter((it) => it.closest(".board"));
    if (playable.length > 0 && dice() >= own.quiet) return click("card", any(onBoard.length > 0 && dice() < 0.6 ? onBoard : playable));
    const other = all(".bar .button[data-verb], .number-choice .button, .bar .words ~ .button:not(.is-icon)");
    return other.length > 0 ? click("button", any(other)) : null;
  };
  own.run = () => {
    const step = () => {
      const kind = own.kind();
      if (kind && !own.met.includes(kind)) {
        own.met.push(kind);
        own.stopped = kind;
        return;
      }
      const what = own.act();
      if (what) own.done[what] = (own.done[what] ?? 0) + 1;
      if (what !== "over") setTimeout(step, what ? 1 : 8);
    };
    own.stopped = null;
    step();
  };
  globalThis.onplayer = own;
}

let seeds = 1;
const ensure = (page) => page.evaluate(`globalThis.onplayer ? 0 : (${player})(${(seeds += 7919)})`);

/** Does one thing that a player could click. Returns what it was, or null while there is
 * nothing to do. */
export async function act(page, { quiet = 0.1 } = {}) {
  await ensure(page);
  return page.evaluate((quiet) => { globalThis.onplayer.quiet = quiet; return globalThis.onplayer.act(); }, quiet);
}

/** After how many free decisions the second window mostly passes, so that the first one
 * wins and every game comes to its end in time. */
const TIRES = 25;

/** Lets these windows play until all of them see the end. `met` is told of every kind of
 * question when a window meets it first, and the window waits for it. */
export async function playOut(pages, { minutes = 10, tires = TIRES, met = async () => {} } = {}) {
  const start = async (page, at) => {
    // It may have been loaded again.
    await ensure(page);
    await page.evaluate((tires) => { globalThis.onplayer.tires = tires; globalThis.onplayer.run(); }, at === 0 ? Infinity : tires);
  };
  const run = async (page, at) => {
    await start(page, at);
    for (;;) {
      const state = await page.waitForFunction(() => {
        if (globalThis.onplayer.stopped) return `met ${globalThis.onplayer.stopped}`;
        return document.querySelector(".end-of-game") ? "over" : null;
      }, null, { timeout: minutes * 60_000, polling: 50 }).catch(async (error) => {
        const done = await page.evaluate(() => JSON.stringify([globalThis.onplayer.done, document.querySelector(".bar")?.textContent]));
        throw new Error(`the game did not end: ${done}`, { cause: error });
      });
      const word = await state.jsonValue();
      if (word === "over") {
        const lost = await page.evaluate(() => globalThis.onplayer.lost);
        if (lost) throw new Error(`there was nowhere to click: ${lost}`);
        return;
      }
      await met(page, word.slice(4));
      await start(page, at);
    }
  };
  await Promise.all(pages.map(run));
}
