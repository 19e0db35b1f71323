/** Which dialogs are open. */

import { signal } from "@preact/signals";

/** All actions as a list. */
export const listed = signal(false);
export const keysShown = signal(false);
export const conceding = signal(false);
/** A dialog steps aside so that the board can be seen. */
export const aside = signal(false);
export const menuOpen = signal(false);
export const settingsOpen = signal(false);
/** On narrow screens the log is a sheet. */
export const logOpen = signal(false);
