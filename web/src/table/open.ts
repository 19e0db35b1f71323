/** Which dialogs are open. */

import { signal } from "@preact/signals";

import type { SeatName } from "../wire/types.ts";

/** All actions as a list. */
export const listed = signal(false);
export const keysShown = signal(false);
export const conceding = signal(false);
/** Of what the causes are shown: a number of a player, or a step. */
export interface Asked {
  title: string;
  about: { step: number } | { seat: SeatName; name: string };
}

export const askedWhy = signal<Asked | null>(null);
/** A dialog steps aside so that the board can be seen. */
export const aside = signal(false);
export const menuOpen = signal(false);
export const settingsOpen = signal(false);
/** On narrow screens the log is a sheet. */
export const logOpen = signal(false);
