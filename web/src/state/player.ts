/** Shows steps one after the other, so that a chain can be followed. */

import { computed, signal } from "@preact/signals";

import type { Step } from "../wire/types.ts";
import { settings, type Speed } from "./settings.ts";

/** Milliseconds in which something moves, at the usual speed. */
const MOVING = 640;
/** Milliseconds in which the words of a step then stand still. */
const STANDING = 420;
/** Milliseconds of a step that is only an event. */
const EVENT = 240;
/** Chains longer than this start twice as fast. */
const LONG = 12;

/** A run of steps that is being shown. */
export interface Chain {
  steps: Step[];
  /** How many of them have been shown. */
  at: number;
  /** Whether triggers are among them, so that the player is on the screen. */
  linked: boolean;
}

export const chain = signal<Chain | null>(null);
export const paused = signal(false);
/** The speed of this chain, where it is not the usual one. */
const own = signal<Speed | null>(null);
export const speed = computed<Speed>(() => own.value ?? settings.value.speed);
export const isIdle = computed(() => chain.value === null);
/** The step that stands on the screen. */
export const current = computed<Step | null>(() => {
  const run = chain.value;
  return run ? (run.steps[run.at - 1] ?? null) : null;
});

let timer = 0;
let show: (step: Step) => void = () => {};

/** Shows these after whatever is still to be shown. */
export function play(steps: Step[], to: (step: Step) => void) {
  show = to;
  const run = chain.value;
  const all = run ? [...run.steps, ...steps] : steps;
  const linked = all.some(isLink);
  chain.value = { steps: all, at: run?.at ?? 0, linked };
  if (!run && all.filter(isLink).length > LONG && settings.value.speed === 1) own.value = 2;
  if (!run) advance();
}

/** Whether a step belongs to a chain of triggers. */
export const isLink = (step: Step) => step.kind === "triggered" || step.kind === "replaced";

function advance() {
  clearTimeout(timer);
  const run = chain.value;
  if (!run) return;
  const step = run.steps[run.at];
  if (!step || speed.value === 0) {
    finish();
    return;
  }
  show(step);
  chain.value = { ...run, at: run.at + 1 };
  if (!paused.value) timer = window.setTimeout(advance, time(step));
}

function time(step: Step): number {
  const rate = speed.value || 1;
  if (isLink(step)) return MOVING / rate + STANDING;
  if (step.kind === "decided" || step.kind === "checked" || step.kind === "ruled") return 60 / rate;
  if (step.kind === "attacks" || step.kind === "played") return (EVENT * 2) / rate;
  return (step.changes.length > 0 ? EVENT : 40) / rate;
}

/** Shows everything that is left at once. */
function finish() {
  const run = chain.value;
  if (!run) return;
  for (const step of run.steps.slice(run.at)) show(step);
  end();
}

function end() {
  clearTimeout(timer);
  paused.value = false;
  own.value = null;
  chain.value = null;
}

export const skip = finish;

/** Forgets what was to be shown. */
export const clearPlayer = end;

export function pause(yes = !paused.value) {
  if (!chain.value) return;
  paused.value = yes;
  clearTimeout(timer);
  if (!yes) advance();
}

/** Shows the next link of the chain and stays there. */
export function stepOn() {
  if (!chain.value) return;
  paused.value = true;
  clearTimeout(timer);
  for (;;) {
    const run: Chain | null = chain.value;
    const step = run?.steps[run.at];
    if (!run || !step) break;
    show(step);
    chain.value = { ...run, at: run.at + 1 };
    if (isLink(step)) return;
  }
  end();
}

export function setSpeed(to: Speed) {
  own.value = to;
  if (to === 0) finish();
}
