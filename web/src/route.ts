/** Where in the page we are. Secrets of seats stand behind `#`, which no server sees. */

import { signal } from "@preact/signals";

export type Route =
  | { page: "home" }
  | { page: "table"; match: string; token: string | null }
  | { page: "join"; match: string }
  | { page: "replay"; match: string };

function read(): Route {
  const [, first, second] = location.pathname.split("/");
  const match = decodeURIComponent(second ?? "");
  if (first === "t" && match) return { page: "table", match, token: location.hash.slice(1) || null };
  if (first === "j" && match) return { page: "join", match };
  if (first === "r" && match) return { page: "replay", match };
  return { page: "home" };
}

export const route = signal<Route>(read());

export function go(path: string, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  route.value = read();
  scrollTo(0, 0);
}

addEventListener("popstate", () => { route.value = read(); });
