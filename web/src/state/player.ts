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
/** Which links of the run each card was the source of, as numbers from 1. */
export const ordinals = computed(() => {
  const map = new Map<number, number[]>();
  const run = chain.value;
  if (!run?.linked) return map;
  let at = 0;
  for (const step of run.steps.slice(0, run.at)) {
    if (!isLink(step)) continue;
    at += 1;
    const handle = step.source?.handle;
    if (handle !== undefined) map.set(handle, [...(map.get(handle) ?? []), at]);
  }
  return map;
});
/** The step that stands on the screen. */
export const current = computed<Step | null>(() => {
  const run = chain.value;
  return run ? (run.steps[run.at - 1] ?? null) : null;
});

/** Where steps are shown. */
export interface Stage {
  /** Nothing of a run has been shown yet. */
  begin(): void;
  show(step: Step): void;
  /** Only these steps of the run have been shown. */
  rewind(steps: Step[]): void;
}

/** The link that stands on the screen: the present step, or the one it comes from. */
export const currentLink = computed<Step | null>(() => {
  const run = chain.value;
  const byNumber = new Map((run?.linked ? run.steps : []).map((step) => [step.n, step]));
  let step: Step | undefined = run?.steps[run.at - 1];
  for (let most = 0; step && most < 50; most += 1) {
    if (isLink(step)) return step;
    step = step.cause === undefined ? undefined : byNumber.get(step.cause);
  }
  return null;
});

let timer = 0;
let stage: Stage = { begin: () => {}, show: () => {}, rewind: () => {} };
const show = (step: Step) => stage.show(step);

/** Shows these after whatever is still to be shown. */
export function play(steps: Step[], on: Stage) {
  const run = chain.value;
  if (!run) {
    stage = on;
    stage.begin();
  }
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
  if (!paused.value) timer = window.setTimeout(advance, time(step, run.steps[run.at + 1]));
}

/** Milliseconds that a step stands before the next one comes. */
export function time(step: Step, next: Step | undefined): number {
  const rate = speed.value || 1;
  // What a link came to stands until it has been read.
  const read = currentLink.value !== null && (next === undefined || isLink(next)) ? STANDING : 0;
  if (isLink(step)) return MOVING / rate + read;
  if (step.kind === "decided" || step.kind === "checked" || step.kind === "ruled") return 60 / rate + read;
  if (step.kind === "attacks" || step.kind === "played") return (EVENT * 2) / rate + read;
  return (step.changes.length > 0 ? EVENT : 40) / rate + read;
}

/** Shows everything that is left at once. */
function finish() {
  const run = chain.value;
  if (!run) return;
  const rest = run.steps.slice(run.at);
  for (const step of rest) show(step);
  end();
  if (run.linked && speed.value !== 0) markChanged(rest);
}

/** Milliseconds that what a skipped chain changed stays marked. */
const MARKED = 2000;

/** Cards whose numbers a chain changed that was not followed to its end. */
export const changed = signal<ReadonlySet<number>>(new Set());

function markChanged(steps: Step[]) {
  const handles = steps.flatMap((step) => step.changes.flatMap((change) => (change.change === "number" ? [change.handle] : [])));
  if (handles.length === 0) return;
  const marked = new Set(handles);
  changed.value = marked;
  setTimeout(() => { if (changed.value === marked) changed.value = new Set(); }, MARKED);
}

function end() {
  clearTimeout(timer);
  paused.value = false;
  own.value = null;
  chain.value = null;
}

/** Puts a moment of a run on the screen, where something else decides when to go on. */
export function hold(steps: Step[], at: number) {
  clearTimeout(timer);
  chain.value = { steps, at, linked: steps.some(isLink) };
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

/** Goes back to the link before the present one and stays there. */
export function stepBack() {
  const run = chain.value;
  if (!run) return;
  paused.value = true;
  clearTimeout(timer);
  const links = run.steps.map((step, at) => (isLink(step) ? at : -1)).filter((at) => at >= 0 && at < run.at);
  const to = links.length > 1 ? (links[links.length - 2] as number) + 1 : 0;
  stage.rewind(run.steps.slice(0, to));
  chain.value = { ...run, at: to };
}

export function setSpeed(to: Speed) {
  own.value = to;
  if (to === 0) finish();
}
