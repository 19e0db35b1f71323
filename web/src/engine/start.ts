/** The engine in this browser. It is loaded when it is first needed, and works beside the
 * page, which stays responsive. */

import { connect, type Remote, type RemoteEngine } from "../../../packages/onplay/dist/remote.js";
import { spawn } from "./spawn.ts";
import type * as Onplay from "../../../packages/onplay/dist/index.js";

export type { Remote, RemoteEngine };
export type { BalanceReport, Board, BoardWish, DeckCards, Diverged, Fix, Problem, Resolution, Share, SourceFile, Suggestion, WrittenCard } from "../../../packages/onplay/dist/index.js";
export type RemoteGame = Remote<Onplay.Game>;
export type RemoteMatch = Remote<Onplay.Match>;
export type RemoteWorkshop = Remote<Onplay.Workshop>;
export type RemoteHost = Remote<Onplay.Host>;

/** A worker of one's own, for long work that can be ended. */
export async function startWorker(): Promise<{ engine: RemoteEngine; end(): void }> {
  const { worker, source } = await spawn();
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => reject(new Error(event.message || "the engine cannot be loaded"));
  });
  const engine = await Promise.race([connect(worker, source), failed]);
  return { engine, end: () => worker.terminate() };
}

let shared: Promise<RemoteEngine> | null = null;

/** The worker that the whole page shares. */
export function engine(): Promise<RemoteEngine> {
  shared ??= startWorker().then(({ engine: started }) => started);
  shared.catch(() => { shared = null; });
  return shared;
}
