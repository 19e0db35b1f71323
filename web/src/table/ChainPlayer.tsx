/** The chain player: where in the chain we are, and how fast it goes on. */

import { useEffect } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { chain, current, currentLink, isLink, pause, paused, setSpeed, skip, speed, stepBack, stepOn } from "../state/player.ts";
import { brief, tendency } from "../state/brief.ts";
import { abilityOf } from "../state/named.ts";
import { moves } from "../state/settings.ts";
import { say } from "../state/speech.ts";
import { nameOf, seat, shown, watching } from "../state/table.ts";
import { readable } from "../state/words.ts";
import type { SeatName, Step } from "../wire/types.ts";

/** Most points that are drawn. */
const MOST = 30;

export function ChainPlayer() {
  const run = chain.value;
  const step = current.value;
  const links = run?.linked ? run.steps.filter(isLink) : [];
  const reached = run?.steps.slice(0, run.at).filter(isLink).length ?? 0;
  useEffect(() => {
    if (!step || !isLink(step)) return;
    const effects = run?.steps.filter((other) => other.cause === step.n && !isLink(other)).map(brief) ?? [];
    const ability = abilityOf(step) ? `, ${abilityOf(step)}` : "";
    say(`Step ${reached} of ${links.length}, depth ${step.depth}. ${step.source?.card ?? ""}${ability}: ${effects.length > 0 ? effects.join(", ") : readable(step.words ?? step.text)}`);
  }, [step]);
  if (!run?.linked) return null;
  return (
    <div class="bar chain" role="group" aria-label="Chain of triggers">
      <div class="words">
        <span class="sentence">{heading(run.steps, step ?? null)}</span>
        <span class="quiet">{paused.value ? "Paused" : "Playing"} · step {Math.max(1, reached)} of {links.length}{step ? ` · depth ${step.depth}` : ""}</span>
      </div>
      <span class="controls">
        <button type="button" class="button is-icon is-quiet" aria-label="Step before" onClick={stepBack}><Icon name="stepBack" /></button>
        <button type="button" class="round" aria-label={paused.value ? "Go on" : "Pause"} onClick={() => pause()}><Icon name={paused.value ? "play" : "pause"} /></button>
        <button type="button" class="button is-icon is-quiet" aria-label="Next step" onClick={stepOn}><Icon name="step" /></button>
      </span>
      <ChainLine links={links} reached={reached} />
      <span class="speeds" role="group" aria-label="Speed">
        {([0.5, 1, 2, 4] as const).map((rate) => (
          <button key={rate} type="button" aria-pressed={speed.value === rate} onClick={() => setSpeed(rate)}>{rate === 0.5 ? "½" : rate}×</button>
        ))}
      </span>
      <button type="button" class="button" onClick={skip}><Icon name="skip" />Skip <kbd>S</kbd></button>
    </div>
  );
}

/** Whose decision the present step goes back to. */
function heading(steps: Step[], step: Step | null): string {
  const byNumber = new Map(steps.map((other) => [other.n, other]));
  const isBefore = (other: Step) => other.kind === "decided" && (step === null || other.n <= step.n);
  let first = step ?? undefined;
  while (first && first.kind !== "decided") first = first.cause === undefined ? undefined : byNumber.get(first.cause);
  first ??= steps.findLast(isBefore);
  if (!first?.seat) return "A chain of triggers";
  return first.seat === seat.value && !watching.value ? "Your move set off a chain" : `${nameOf(first.seat)} set off a chain`;
}

/** One point for each link, higher the deeper, the present one with its number. Of a
 * long chain the part around the present link. */
export function ChainLine({ links: all, reached }: { links: Step[]; reached: number }) {
  const wide = 230;
  const from = Math.max(0, Math.min(all.length - MOST, reached - MOST / 2));
  const links = all.slice(from, from + MOST);
  const deepest = Math.max(1, ...all.map((step) => step.depth));
  const x = (at: number) => 12 + (links.length > 1 ? (at * (wide - 24)) / (links.length - 1) : 0);
  const y = (step: Step) => 38 - (step.depth / deepest) * 28;
  const points = (list: Step[]) => list.map((step, at) => `${x(at)},${y(step)}`).join(" ");
  const done = reached - from;
  const now = links[done - 1];
  return (
    <svg class="chain-line" viewBox={`0 0 ${wide} 48`} aria-hidden="true">
      <polyline class="all" points={points(links)} />
      <polyline class="done" points={points(links.slice(0, Math.max(0, done)))} />
      {links.map((step, at) => <circle key={step.n} class={at < done ? "done" : ""} cx={x(at)} cy={y(step)} r={links.length > 20 ? 2.5 : 4.5} />)}
      {now && <><circle class="now" cx={x(done - 1)} cy={y(now)} r={8.5} /><text x={x(done - 1)} y={y(now) + 3.5}>{reached}</text></>}
    </svg>
  );
}

/** What the chain has come to so far. */
export function SoFar() {
  const run = chain.value;
  if (!run?.linked || run.at === 0) return null;
  const drawn = new Map<string, number>();
  const sums = new Map<string, number>();
  // What was paid before the first link is no part of the chain.
  for (const step of run.steps.slice(Math.max(0, run.steps.findIndex(isLink)), run.at)) {
    if (step.kind === "drew" && step.seat) drawn.set(step.seat, (drawn.get(step.seat) ?? 0) + (step.amount ?? 1));
    for (const change of step.changes) {
      if (change.change === "number") {
        const name = shown.value?.cards[change.handle]?.card;
        if (name) sums.set(`${name} ${change.name}`, (sums.get(`${name} ${change.name}`) ?? 0) + change.to - change.from);
      } else if (change.change === "counter") {
        const name = `${change.seat === seat.value && !watching.value ? "you" : nameOf(change.seat)} ${change.name}`;
        sums.set(name, (sums.get(name) ?? 0) + change.to - change.from);
      }
    }
  }
  const list = [...sums].filter(([, sum]) => sum !== 0);
  if (drawn.size + list.length === 0) return null;
  return (
    <div class="so-far" role="group" aria-label="So far in this chain" tabIndex={0}>
      <span class="label">So far in this chain</span>
      <ul>
        {[...drawn].map(([who, count]) => <li key={who}>{who === seat.value && !watching.value ? "you" : nameOf(who as SeatName)} drew {count}</li>)}
        {list.map(([name, sum]) => <li key={name} class={sum > 0 ? "gain" : "loss"}>{name} <b>{sum > 0 ? `+${sum}` : `−${-sum}`}</b></li>)}
      </ul>
    </div>
  );
}

/** On the source of the link: whose ability, what it comes to, how deep. */
export function Callout({ at }: { at: { x: number; y: number; below: boolean } }) {
  const step = currentLink.value;
  if (!step) return null;
  const effects = chain.value?.steps.filter((other) => other.cause === step.n && !isLink(other)) ?? [];
  const deepest = Math.min(6, Math.max(...(chain.value?.steps.map((other) => other.depth) ?? [0])) + 1);
  return (
    <div class={`callout ${moves() ? "is-moving" : ""} ${at.below ? "" : "is-above"}`} style={{ left: `${at.x}px`, top: `${at.y}px` }} aria-hidden="true">
      <span>
        <small>{abilityOf(step) ?? step.source?.card}</small>
        {effects.slice(0, 2).map((effect) => (
          <b key={effect.n}>{tendency(effect) && <Icon name={tendency(effect) === "gain" ? "up" : "down"} />}{brief(effect)}</b>
        ))}
        {effects.length > 2 && <small>and {effects.length - 2} more</small>}
        {effects.length === 0 && <b class="is-long">{readable(step.words ?? step.text)}</b>}
      </span>
      <span class="stairs">{Array.from({ length: deepest }, (_, at) => <i key={at} class={at <= step.depth ? "" : "is-empty"} style={{ height: `${5 + at * 3}px` }} />)}</span>
    </div>
  );
}
