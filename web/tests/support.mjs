// A server, a browser, and a player that clicks.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

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
    "--messages-per-second", "1000", "--log", "warn", ...options,
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
    if (!localStorage.getItem("onplay.settings")) localStorage.setItem("onplay.settings", JSON.stringify(wish));
  }, { speed: 0, motion: "reduced", ...settings });
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

/** What axe finds wrong on the page as it stands. */
export async function violations(page) {
  const axe = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.all[0]?.message ?? ""})`).join(" | ")}`);
}

export const games = async (address) => (await (await fetch(`${address}/api/games`)).json()).map((game) => game.id);

/** Does one thing that a player could click. Returns what it was, or null while there is
 * nothing to do. */
export const act = (page, wish = {}) => page.evaluate(({ quiet }) => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter((it) => !it.disabled && it.getBoundingClientRect().width > 0);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const click = (what, element) => { element.click(); return what; };
  if (document.querySelector(".end-of-game")) return "over";
  if (document.querySelector(".zoom")) { document.querySelector("[aria-label=Close]").click(); return "zoom"; }
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
  const places = all(".choose-place");
  if (places.length > 0) return click("place", any(places));
  const ready = all(".bar .button.is-main").filter((it) => it.textContent.startsWith("Choose"));
  if (ready.length > 0 && Math.random() < 0.5) return click("choose", ready[0]);
  const targets = all(".card.is-target");
  if (targets.length > 0) return click("target", any(targets));
  const main = all(".bar .button.is-main");
  if (main.length > 0) return click("main", any(main));
  const playable = all(".card.is-playable");
  if (playable.length > 0 && !(quiet && Math.random() < quiet)) return click("card", any(playable));
  const other = all(".bar .button[data-verb], .number-choice .button, .bar .words ~ .button:not(.is-icon)");
  if (other.length > 0) return click("button", any(other));
  return null;
}, wish);

/** Lets these windows play until all of them see the end. */
export async function playOut(pages, { most = 20_000, quiet = 0.1 } = {}) {
  const done = new Map();
  for (let turn = 0; turn < most; turn += 1) {
    let busy = false;
    let ends = 0;
    for (const page of pages) {
      const what = await act(page, { quiet });
      if (what) done.set(what, (done.get(what) ?? 0) + 1);
      if (what === "over") ends += 1;
      else if (what) busy = true;
    }
    if (ends === pages.length) return done;
    if (!busy) await pages[0].waitForTimeout(15);
  }
  throw new Error(`the game did not end: ${JSON.stringify([...done])}`);
}
