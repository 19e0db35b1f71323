/** Which card is shown large, and what is asked about it. */

import { signal } from "@preact/signals";

/** Why it is as it is, why it cannot be used, or nothing. */
export type Asks = "why" | "why-not" | null;

export interface Zoom {
  name: string;
  handle: number | null;
  /** Where the small card is, so that the large one stands beside it. */
  beside: DOMRect | null;
  /** It stays until it is closed, and can be asked about. */
  pinned: boolean;
  /** What is asked about it from the beginning. */
  asks: Asks;
}

export const zoom = signal<Zoom | null>(null);

const WAIT = 300;
let timer = 0;
let back: HTMLElement | null = null;

/** Shows a card large while the pointer or the focus stays on it. */
export function hoverZoom(name: string, handle: number | null, on: Element, wait = WAIT) {
  if (zoom.value?.pinned) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    if (!on.isConnected || !on.matches(":hover, :focus-visible")) return;
    zoom.value = { name, handle, beside: on.getBoundingClientRect(), pinned: false, asks: null };
  }, wait);
}

export function hideZoom() {
  clearTimeout(timer);
  if (zoom.value && !zoom.value.pinned) zoom.value = null;
}

/** Shows a card large until it is closed. */
export function pinZoom(name: string, handle: number | null, asks: Asks = null) {
  clearTimeout(timer);
  back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  zoom.value = { name, handle, beside: null, pinned: true, asks };
}

export function closeZoom() {
  zoom.value = null;
  back?.focus();
  back = null;
}
