/** Where in the page we are. Secrets of seats stand behind `#`, which no server sees. */

import { signal } from "@preact/signals";

import { ALONE } from "./wire/local.ts";
import type { Gaze } from "./wire/types.ts";

export type Route =
  | { page: "home" }
  | { page: "table"; match: string; token: string | null }
  | { page: "join"; match: string }
  | { page: "replay"; match: string; eyes: Gaze | null; at: number | null }
  | { page: "demonstration"; game: string; name: string }
  | { page: "workshop"; shared: string | null };

/** The address within the page. A page without a server lies in one file, so its ways
 * stand behind the first `#`: `#/t/match#token`. */
function here(): { pathname: string; search: string; hash: string } {
  if (!ALONE) return location;
  const address = new URL(location.hash.slice(1) || "/", "http://here");
  return { pathname: address.pathname, search: address.search, hash: address.hash };
}

function read(): Route {
  const location = here();
  const [, first, second, third] = location.pathname.split("/");
  const match = decodeURIComponent(second ?? "");
  if (first === "t" && match) return { page: "table", match, token: location.hash.slice(1) || null };
  if (first === "w") return { page: "workshop", shared: location.hash.slice(1) || null };
  if (first === "j" && match) return { page: "join", match };
  if (first === "d" && match && third) return { page: "demonstration", game: match, name: decodeURIComponent(third) };
  if (first === "r" && match) {
    const wish = new URLSearchParams(location.search);
    const eyes = (["both", "p1", "p2"] as const).find((known) => known === wish.get("eyes")) ?? null;
    return { page: "replay", match, eyes, at: wish.has("at") ? Number(wish.get("at")) || 0 : null };
  }
  return { page: "home" };
}

/** The whole address of a way, for somebody else to open. */
export const addressOf = (way: string) => (ALONE ? `${location.href.split("#")[0]}#${way}` : location.origin + way);

export const route = signal<Route>(read());

export function go(way: string, replace = false) {
  const path = ALONE ? `#${way}` : way;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  route.value = read();
  scrollTo(0, 0);
}

addEventListener("popstate", () => { route.value = read(); });
if (ALONE) addEventListener("hashchange", () => { route.value = read(); });
