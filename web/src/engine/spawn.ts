/** The worker that the engine runs in. A page from a folder is built with
 * `spawn-folder.ts` in place of this. */

/** A worker, and the address of the engine where it does not lie beside the worker. */
export interface Spawned {
  worker: Worker;
  source?: string;
}

export async function spawn(): Promise<Spawned> {
  return { worker: new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) };
}
