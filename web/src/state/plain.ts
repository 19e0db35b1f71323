/** What the log leaves out because the line above has said it: that a price was paid, that
 * what was played is there, that a card used up goes to its pile. All of it can be asked
 * for by asking why. */

import type { GameInfo, Step } from "../wire/types.ts";
import { faces, info } from "./table.ts";

/** A decision and what of it has been told. */
interface Decision {
  step: Step;
  /** Whether the price may still be being paid. */
  pays: boolean;
  /** Whether something was made to pay with. */
  makes: boolean;
  /** Whether anything came of it that is told. */
  tells: boolean;
}

/** What is never told. */
const SILENT = new Set<Step["kind"]>(["checked", "ruled", "last-known", "targeted", "played", "activated", "moved-out", "moved-in", "attacked", "changed", "decided"]);
const HAPPENS = new Set<Step["kind"]>(["played", "activated", "deployed", "entered", "put", "triggered", "moved", "attacks"]);

/** The steps that go without saying, by number. */
export function goesWithoutSaying(steps: Step[]): Set<number> {
  const game = info.value;
  const plain = new Set<number>();
  if (!game) return plain;
  const decisions = new Map<number, Decision>();
  for (const step of steps) {
    const decision = step.kind === "decided" ? { step, pays: true, makes: false, tells: false } : step.cause === undefined ? undefined : decisions.get(step.cause);
    if (!decision) continue;
    // What a trigger does is always worth telling.
    if (step.kind !== "triggered" && step.kind !== "replaced") decisions.set(step.n, decision);
    if (step === decision.step) continue;
    if (isPlain(step, decision, game)) plain.add(step.n);
    else if (!SILENT.has(step.kind)) decision.tells = true;
    if (step.kind === "counter-gained" && plain.has(step.n)) decision.makes = true;
    if (HAPPENS.has(step.kind)) decision.pays = false;
  }
  // Who only makes what others are paid with is told when they pay.
  for (const { step, makes, tells } of decisions.values()) if (makes && !tells && /^p[12]: use /.test(step.text)) plain.add(step.n);
  return plain;
}

function isPlain(step: Step, { step: decided, pays }: Decision, game: GameInfo): boolean {
  const own = decided.object?.handle !== undefined && decided.object.handle === step.object?.handle;
  const isSame = own || (decided.object?.card !== undefined && decided.object.card === step.object?.card);
  switch (step.kind) {
    case "tapped": return true;
    case "counter-gained":
    case "counter-lost": {
      const counter = game.counters.find((other) => other.name === step.what);
      return counter?.symbol !== undefined && counter.symbol !== null ? true : pays && step.kind === "counter-lost" && step.seat === decided.seat && step.what !== game.life;
    }
    case "put": {
      const once = faces.value.get(step.object?.card ?? "")?.types.some((type) => game.types.find((known) => known.name === type)?.once);
      // What is played from a hand that nobody else sees has no name yet.
      const waits = game.zones.some((zone) => zone.role === "stack" && step.text.endsWith(`into ${zone.name}`));
      return waits ? isSame || decided.object?.card === undefined : isSame && once === true;
    }
    case "deployed":
    case "entered": return isSame;
    case "moved": return isSame && / to /.test(decided.text);
    case "attacks": return own;
    case "status-set": return step.what === game.exhausted && (own || pays);
    default: return step.text === `${decided.seat} passed`;
  }
}
