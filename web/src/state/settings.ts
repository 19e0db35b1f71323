/** What a player has chosen, kept in the browser. */

import { effect, signal } from "@preact/signals";

export type Speed = 0.5 | 1 | 2 | 4 | 0;

export interface Settings {
  /** How fast steps are shown; 0 shows everything at once. */
  speed: Speed;
  motion: "system" | "full" | "reduced";
  theme: "system" | "dark" | "light";
  /** Percent of the usual size of text. */
  text: 90 | 100 | 115 | 130;
  name: string;
  bot: string;
}

const KEY = "onplay.settings";
const USUAL: Settings = { speed: 1, motion: "system", theme: "system", text: 100, name: "", bot: "greedy" };

function read(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return USUAL;
  }
}

export const settings = signal<Settings>(read());

export function set(change: Partial<Settings>) {
  settings.value = { ...settings.value, ...change };
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
const light = matchMedia("(prefers-color-scheme: light)");

/** Whether things may move. */
export function moves(): boolean {
  const { motion } = settings.value;
  return motion === "full" || (motion === "system" && !still.matches);
}

function show() {
  const { theme, text } = settings.value;
  const root = document.documentElement;
  root.dataset.theme = theme === "system" ? (light.matches ? "light" : "dark") : theme;
  root.dataset.motion = moves() ? "full" : "reduced";
  root.style.fontSize = `${(16 * text) / 100}px`;
}

/** Applies the settings now and whenever they change. */
export function startSettings() {
  effect(() => {
    show();
    try {
      localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
  light.addEventListener("change", show);
  still.addEventListener("change", show);
}
