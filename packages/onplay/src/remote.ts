// The engine in a worker: everything the package has, with promises for answers, so that
// a page stays responsive while a bot thinks or games are played by the thousand.

import type * as Engine from "./index.ts";
import { OnplayError } from "./problem.ts";

/** What a worker does, and what it says to it. */
export type Call =
  | { id: number; make: string; args: unknown[] }
  | { id: number; of: string | number; method: string; args: unknown[] }
  | { id: number; load: string | undefined }
  | { drop: number };
export type Answer = { id: number; value: unknown } | { id: number; error: { message: string; problems: Engine.Problem[] } };

/** An object in the worker, as it crosses the border. */
export interface Reference { onplayObject: number; kind: string }

/** How the page and a worker reach each other: a `Worker`, or a port of Node's. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage?: ((event: MessageEvent) => void) | null;
  on?(event: "message", hear: (message: unknown) => void): unknown;
}

type Class = "Game" | "Match" | "Workshop" | "Balance" | "Host";
type Given<T> = T extends Engine.Game ? Remote<Engine.Game> : T extends Engine.Match ? Remote<Engine.Match> : T;
type Taken<A> = { [K in keyof A]: A[K] extends Engine.Game ? Remote<Engine.Game> : A[K] extends Engine.Match ? Remote<Engine.Match> : A[K] };

/** An object of the package that lives in the worker: the same methods, with promises;
 * what is a property there is a method without arguments here. */
export type Remote<T> = {
  [K in keyof T as K extends "engine" ? never : K]: T[K] extends (...args: infer A) => infer R
    ? (...args: Taken<A>) => Promise<Given<R>>
    : () => Promise<T[K]>;
};

type Statics<C> = {
  [K in keyof C as K extends "prototype" ? never : K]: C[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Given<R>> : never;
} & (C extends new (...args: infer A) => infer T ? { make(...args: Taken<A>): Promise<Remote<T>> } : unknown);

/** The package in a worker. */
export type RemoteEngine = { [K in Class]: Statics<(typeof Engine)[K]> };

interface Waiting { resolve(value: unknown): void; reject(error: unknown): void }

/** Speaks with a worker that runs `onplay/worker`. `source` is where the engine's bytes
 * are; without it they lie beside the worker. */
export async function connect(port: Port, source?: string): Promise<RemoteEngine> {
  const waiting = new Map<number, Waiting>();
  let next = 0;
  const send = (call: Record<string, unknown>) => new Promise<unknown>((resolve, reject) => {
    next += 1;
    waiting.set(next, { resolve, reject });
    port.postMessage({ ...call, id: next });
  });
  const hear = (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) asked?.reject(new OnplayError(answer.error.message, answer.error.problems));
    else asked?.resolve(answer.value);
  };
  if (port.on) port.on("message", (message) => hear(message as Answer));
  else port.onmessage = (event) => hear(event.data as Answer);

  const dropped = new FinalizationRegistry((object: number) => port.postMessage({ drop: object }));
  const references = new WeakMap<object, Reference>();
  const outward = (value: unknown) => (typeof value === "object" && value !== null ? (references.get(value) ?? value) : value);
  const inward = (value: unknown): unknown => (isReference(value) ? object(value) : value);
  const methods = (of: string | number, first: Record<string, unknown> = {}) => new Proxy(first, {
    get(known, method) {
      // Whatever is awaited is asked for `then` first.
      if (typeof method !== "string" || method === "then") return undefined;
      return known[method] ?? (async (...args: unknown[]) => inward(await send({ of, method, args: args.map(outward) })));
    },
  });
  function object(reference: Reference): object {
    const made = methods(reference.onplayObject);
    references.set(made, reference);
    dropped.register(made, reference.onplayObject);
    return made;
  }
  const ofClass = (name: string) => methods(name, { make: async (...args: unknown[]) => inward(await send({ make: name, args: args.map(outward) })) });
  await send({ load: source });
  const classes = ["Game", "Match", "Workshop", "Balance", "Host"].map((name) => [name, ofClass(name)]);
  return Object.fromEntries(classes) as RemoteEngine;
}

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "onplayObject" in value;
}
