/** What is being written: files over those of a game that comes with the engine. */

import { signal } from "@preact/signals";

import type { SourceFile } from "../engine/start.ts";

export interface Project {
  id: string;
  title: string;
  /** The game whose files these add to or stand in for. */
  game: string;
  files: SourceFile[];
  at: number;
}

const KEY = "onplay.workshop";
const MOST = 20;

function read(): Project[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Project[];
  } catch {
    return [];
  }
}

/** All that are kept in this browser, the newest first. */
export const projects = signal<Project[]>(read());
export const project = signal<Project | null>(null);
/** The name of the file in the editor. */
export const open = signal("");
/** Whether the browser could keep it. */
export const saved = signal(true);

export function keep(next: Project) {
  project.value = next;
  projects.value = [next, ...projects.value.filter((other) => other.id !== next.id)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(projects.value));
    saved.value = true;
  } catch {
    saved.value = false;
  }
}

export function forget(id: string) {
  projects.value = projects.value.filter((other) => other.id !== id);
  localStorage.setItem(KEY, JSON.stringify(projects.value));
}

export function setText(name: string, text: string) {
  const now = project.value;
  if (!now) return;
  const has = now.files.some((file) => file.name === name);
  const files = has ? now.files.map((file) => (file.name === name ? { name, text } : file)) : [...now.files, { name, text }];
  keep({ ...now, files, at: Date.now() });
}

export function removeFile(name: string) {
  const now = project.value;
  if (now) keep({ ...now, files: now.files.filter((file) => file.name !== name), at: Date.now() });
}

export const newId = () => Math.random().toString(36).slice(2, 10);

/** The files of a shipped game without the folder that they lie in. */
export function bare(files: SourceFile[], game: string): SourceFile[] {
  const folder = `games/${game}/`;
  return files.map(({ name, text }) => ({ name: name.startsWith(folder) ? name.slice(folder.length) : name, text }));
}

/** The whole game: the project's files over those of the game it began with. */
export function merged(base: SourceFile[], own: SourceFile[]): SourceFile[] {
  const names = new Set(own.map((file) => file.name));
  return [...base.filter((file) => !names.has(file.name)), ...own];
}

/** The first card of a game that says something, under another name: something to begin
 * with in any game. */
export function firstCard(base: SourceFile[]): string {
  const blocks = base.filter((file) => file.name.startsWith("cards/")).flatMap((file) => file.text.split(/^(?=\[\[card\]\])/m)).filter((block) => block.startsWith("[[card]]"));
  const plain = blocks.filter((block) => !/^(token|id)\s*=/m.test(block));
  const told = plain.find((block) => /^text\s*=/m.test(block)) ?? plain[0] ?? '[[card]]\nname = ""\n';
  return told.replace(/^name\s*=.*$/m, 'name = "New Card"').replace(/^#.*\n?/gm, "").trimEnd() + "\n";
}
