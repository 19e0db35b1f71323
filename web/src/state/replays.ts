/** Games that were played here, kept in the browser to be looked at again. */

import type { Step, ToClient, View } from "../wire/types.ts";

export interface Replay {
  hello: Extract<ToClient, { type: "hello" }>;
  over: Extract<ToClient, { type: "over" }>;
  start: View;
  steps: Step[];
}

export interface KeptReplay extends Replay {
  match: string;
  at: number;
}

const STORE = "replays";
const MOST = 30;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("onplay", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "match" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps a game that is over, and the newest ones before it. A browser that keeps
 * nothing still plays. */
export async function keepReplay(replay: Replay) {
  try {
    const store = (await open()).transaction(STORE, "readwrite").objectStore(STORE);
    const known = await done<KeptReplay | undefined>(store.get(replay.hello.match));
    if (known && known.steps.length >= replay.steps.length) return;
    await done(store.put({ ...replay, match: replay.hello.match, at: Date.now() } satisfies KeptReplay));
    const all = await done<KeptReplay[]>(store.getAll());
    for (const old of all.sort((a, b) => b.at - a.at).slice(MOST)) store.delete(old.match);
  } catch {
    // Nothing is kept then.
  }
}

/** The games that are kept, the newest first. */
export async function replays(): Promise<KeptReplay[]> {
  try {
    const store = (await open()).transaction(STORE).objectStore(STORE);
    return (await done<KeptReplay[]>(store.getAll())).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export async function replayOf(match: string): Promise<KeptReplay | null> {
  return (await replays()).find((replay) => replay.match === match) ?? null;
}
