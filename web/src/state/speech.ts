/** What a screen reader says. */

import { signal } from "@preact/signals";

/** Said when the reader has time. */
export const polite = signal("");
/** Said at once. */
export const urgent = signal("");

export function say(text: string, now = false) {
  const region = now ? urgent : polite;
  // The same words twice are only heard if they differ.
  region.value = region.value === text ? `${text}\u00a0` : text;
}
