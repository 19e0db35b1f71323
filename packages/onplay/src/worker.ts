// The engine in a worker of a browser or of Node: it speaks with whoever started it.

import type { Port } from "./remote.ts";
import { serve } from "./serve.ts";

if (typeof process === "object" && process.versions?.node) {
  const { parentPort } = await import(/* @vite-ignore */ "node:worker_threads");
  if (parentPort) serve(parentPort as unknown as Port);
} else {
  serve(self as unknown as Port);
}
