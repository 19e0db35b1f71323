// The other end of `remote.ts`: answers the calls that come through a port.

import * as engine from "./index.ts";
import { type Answer, type Call, isReference, type Port } from "./remote.ts";

const classes: Record<string, unknown> = {
  Game: engine.Game, Match: engine.Match, Workshop: engine.Workshop, Balance: engine.Balance, Host: engine.Host,
};

/** Answers the calls that come through a port. */
export function serve(port: Port): void {
  const objects = new Map<number, object>();
  let next = 0;
  const inward = (value: unknown) => (isReference(value) ? objects.get(value.onplayObject) : value);
  const outward = (value: unknown) => {
    const made = Object.entries(classes).find(([, kind]) => value instanceof (kind as new () => object));
    if (!made) return value;
    next += 1;
    objects.set(next, value as object);
    return { onplayObject: next, kind: made[0] };
  };
  const work = async (call: Exclude<Call, { drop: number }>): Promise<unknown> => {
    if ("load" in call) return engine.load(call.load);
    const args = call.args.map(inward);
    if ("make" in call) return new (classes[call.make] as new (...args: unknown[]) => object)(...args);
    const target = (typeof call.of === "string" ? classes[call.of] : objects.get(call.of)) as Record<string, unknown> | undefined;
    if (!target) throw new Error("this object is gone");
    const member = target[call.method];
    const value: unknown = typeof member === "function" ? member.apply(target, args) : member;
    if (call.method === "free" && typeof call.of === "number") objects.delete(call.of);
    return value;
  };
  const hear = async (call: Call) => {
    if ("drop" in call) {
      const gone = objects.get(call.drop) as { free?(): void } | undefined;
      objects.delete(call.drop);
      try {
        gone?.free?.();
      } catch {
        // It was taken over by another object, which frees it.
      }
      return;
    }
    let answer: Answer;
    try {
      answer = { id: call.id, value: outward(await work(call)) };
    } catch (error) {
      const problems = error instanceof engine.OnplayError ? error.problems : [];
      answer = { id: call.id, error: { message: error instanceof Error ? error.message : String(error), problems } };
    }
    port.postMessage(answer);
  };
  if (port.on) port.on("message", (call) => void hear(call as Call));
  else port.onmessage = (event) => void hear(event.data as Call);
}
