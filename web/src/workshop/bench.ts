/** The workshop's link to the engine: what is written is read after every change, and the
 * newest text wins. */

import { batch, computed, signal } from "@preact/signals";

import { type BoardWish, engine, type Problem, type RemoteEngine, type RemoteWorkshop, type SourceFile, type WrittenCard } from "../engine/start.ts";
import { faces, info } from "../state/table.ts";
import { bare, firstCard, keep, merged, newId, open, type Project, project, projects, setText } from "./project.ts";

export const problems = signal<Problem[]>([]);
/** The cards of the open file. */
export const written = signal<WrittenCard[]>([]);
export const cursor = signal(0);
export const failed = signal<string | null>(null);
/** Milliseconds that the last change took to be read. */
export const took = signal(0);
/** The card that the cursor is in, or the first one. */
export const current = computed(() => {
  const all = written.value;
  return all.find((card) => card.from <= cursor.value && cursor.value < card.to) ?? all[all.length - 1] ?? null;
});
export const errors = computed(() => problems.value.filter((problem) => problem.severity === "error"));
/** The files of the game that the project began with. */
export const base = signal<SourceFile[]>([]);
/** Pages of scenarios that come with the game. */
export const shippedPages = signal<SourceFile[]>([]);
/** Counts whenever something was read, so that others know. */
export const version = signal(0);

let onplay: RemoteEngine | null = null;
let workshop: RemoteWorkshop | null = null;

export const isPage = (name: string) => name.endsWith(".md") && name !== "rulebook.md";

export function theWorkshop(): RemoteWorkshop {
  if (!workshop) throw new Error("The engine is not there yet.");
  return workshop;
}

/** The texts of the whole game as it is now. */
export const allFiles = () => merged(base.value, project.value?.files ?? []);

export async function games() {
  onplay ??= await engine();
  return onplay.Game.shipped();
}

/** Opens a project. */
export async function openProject(next: Project, file?: string) {
  onplay ??= await engine();
  const { Game, Workshop } = onplay;
  base.value = bare(await Game.files(next.game), next.game);
  shippedPages.value = await Game.demonstrations(next.game);
  const old = workshop;
  workshop = await Workshop.make(merged(base.value, next.files));
  void old?.free();
  batch(() => {
    keep(next);
    open.value = file ?? next.files[0]?.name ?? "";
  });
  await readAgain();
}

/** A project with one card to begin with. */
export async function beginProject(game: string) {
  onplay ??= await engine();
  const text = firstCard(bare(await onplay.Game.files(game), game));
  await openProject({ id: newId(), title: "New Card", game, files: [{ name: "cards/new.toml", text }], at: Date.now() });
}

/** Opens what was worked on last, or something to begin with. */
export async function openLast() {
  const last = projects.value[0];
  if (last) return openProject(last);
  const shipped = await games();
  return beginProject(shipped[shipped.length - 1]?.id ?? "");
}

let waiting: { name: string; text: string } | null = null;
let reading = false;
/** Whether what is shown belongs to an older text than the editor's. */
export const behind = signal(false);

/** Milliseconds without a change after which the rest is asked for. */
const QUIET = 120;
let quiet = 0;
let keeping = 0;

/** Takes in a change. While one is being read only the newest waits. */
export function change(name: string, text: string) {
  waiting = { name, text };
  behind.value = true;
  clearTimeout(quiet);
  if (!reading) void drain();
  // Whoever goes elsewhere at once takes the newest text along; keeping it does not stand
  // in the way of what is shown.
  clearTimeout(keeping);
  keeping = window.setTimeout(() => setText(name, text), 0);
}

async function drain() {
  reading = true;
  try {
    while (waiting) {
      const { name, text } = waiting;
      waiting = null;
      const began = performance.now();
      const answer = await theWorkshop().update(name, text);
      if (waiting) continue;
      await show(name, answer.problems, answer.cards);
      took.value = performance.now() - began;
      // Pages are played and the rest of the game is looked at once nobody types, so that
      // the next keystroke does not wait for it.
      clearTimeout(quiet);
      if (isPage(name)) await settle(name);
      else quiet = window.setTimeout(() => { void settle(name); }, QUIET);
    }
  } catch (error) {
    failed.value = error instanceof Error ? error.message : String(error);
  } finally {
    reading = false;
    behind.value = false;
  }
}

async function settle(name: string) {
  try {
    if (isPage(name)) await readPage(name);
    await readGame();
  } catch (error) {
    failed.value = error instanceof Error ? error.message : String(error);
  }
}

async function show(name: string, found: Problem[], cards: WrittenCard[]) {
  batch(() => {
    problems.value = found;
    if (name === open.value) written.value = cards;
    // The face is that of the text, before the rest of the game is asked for.
    if (cards.some((card) => card.card)) {
      const next = new Map(faces.value);
      for (const { card } of cards) if (card) next.set(card.name, card);
      faces.value = next;
    }
  });
}

async function readPage(name: string) {
  const found = await theWorkshop().pageProblems(name);
  if (!waiting) problems.value = [...problems.value.filter((problem) => problem.file !== name), ...found];
}

/** What the game is like as a whole; asked after what is wrong was shown. */
async function readGame() {
  const known = await theWorkshop().info();
  const all = await theWorkshop().faces();
  batch(() => {
    if (known) info.value = known;
    faces.value = new Map(all.map((card) => [card.name, card]));
    version.value += 1;
  });
}

/** Reads the open file as it is. */
export async function readAgain() {
  const name = open.value;
  const found = await theWorkshop().problems();
  const cards = name ? await theWorkshop().cards(name) : [];
  await show(name, found, cards);
  if (isPage(name)) await readPage(name);
  await readGame();
}

/** A board to try a card on. */
export interface BoardChoice {
  key: string;
  title: string;
  wish: BoardWish;
  setup: string[];
  moves: string[];
}

/** Every board there is: the project's own pages, those of the game, an empty table. */
export async function boards(): Promise<BoardChoice[]> {
  onplay ??= await engine();
  const own = (project.value?.files ?? []).filter((file) => isPage(file.name));
  const all: BoardChoice[] = [];
  for (const { name, text } of [...own, ...shippedPages.value]) {
    (await onplay.Workshop.boards(text)).forEach((board, index) => {
      all.push({ key: `${name} ${index}`, title: board.title, wish: { page: text, index }, setup: board.setup, moves: board.moves });
    });
  }
  return all;
}

/** An empty table of the game, as a page. */
export const emptyBoard = () => `## An empty table\n\n\`\`\`scenario\ngame ${info.value?.id ?? project.value?.game ?? ""}\n\`\`\`\n`;
