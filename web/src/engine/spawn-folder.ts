/** The worker of a page that was opened from a folder. It may fetch nothing, so its worker
 * is part of it, and its engine is a script, which leaves its address behind. */

import type { Spawned } from "./spawn.ts";
import Inside from "./worker.ts?worker&inline";

let loaded: Promise<void> | null = null;

function loadEngine(): Promise<void> {
  loaded ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "folder/engine.js";
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("folder/engine.js is not beside this page"));
    document.head.append(script);
  });
  return loaded;
}

export async function spawn(): Promise<Spawned> {
  await loadEngine();
  return { worker: new Inside(), source: (globalThis as { onplayEngine?: string }).onplayEngine };
}
