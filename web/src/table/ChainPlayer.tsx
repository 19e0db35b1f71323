/** The chain player: where in the chain we are, and how fast it goes on. */

import { useEffect } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { chain, current, isLink, pause, paused, setSpeed, skip, speed, stepOn } from "../state/player.ts";
import { moves } from "../state/settings.ts";
import { say } from "../state/speech.ts";
import { readable } from "../state/words.ts";
import type { Step } from "../wire/types.ts";

/** Most points that are drawn. */
const MOST = 40;

export function ChainPlayer() {
  const run = chain.value;
  const step = current.value;
  useEffect(() => {
    if (step && isLink(step)) {
      say(`Depth ${step.depth}. ${step.source?.card ?? ""}${step.ability ? `, ${step.ability}` : ""}: ${readable(step.words ?? step.text)}`);
    }
  }, [step]);
  if (!run?.linked) return null;
  const links = run.steps.filter(isLink);
  const reached = run.steps.slice(0, run.at).filter(isLink).length;
  return (
    <div class="bar chain" role="group" aria-label="Chain of triggers">
      <div class="words">
        <span class="sentence">{reached === 0 ? "A chain begins" : `Step ${reached} of ${links.length}`}</span>
        <span class="quiet">{paused.value ? "Paused" : "Playing"}{step ? ` · depth ${step.depth}` : ""}</span>
      </div>
      <span class="controls">
        <button type="button" class="round" aria-label={paused.value ? "Go on" : "Pause"} onClick={() => pause()}><Icon name={paused.value ? "play" : "pause"} /></button>
        <button type="button" class="button is-icon is-quiet" aria-label="Next step" onClick={stepOn}><Icon name="step" /></button>
      </span>
      <Line links={links.slice(0, MOST)} reached={reached} />
      <span class="speeds" role="group" aria-label="Speed">
        {([0.5, 1, 2, 4] as const).map((rate) => (
          <button key={rate} type="button" aria-pressed={speed.value === rate} onClick={() => setSpeed(rate)}>{rate === 0.5 ? "½" : rate}×</button>
        ))}
      </span>
      <button type="button" class="button" onClick={skip}><Icon name="skip" />Skip <kbd>S</kbd></button>
    </div>
  );
}

/** One point for each link, higher the deeper. */
function Line({ links, reached }: { links: Step[]; reached: number }) {
  const wide = 220;
  const deepest = Math.max(1, ...links.map((step) => step.depth));
  const x = (at: number) => 10 + (links.length > 1 ? (at * (wide - 20)) / (links.length - 1) : 0);
  const y = (step: Step) => 40 - (step.depth / deepest) * 32;
  const points = (list: Step[]) => list.map((step, at) => `${x(at)},${y(step)}`).join(" ");
  return (
    <svg class="chain-line" viewBox={`0 0 ${wide} 48`} aria-hidden="true">
      <polyline class="all" points={points(links)} />
      <polyline class="done" points={points(links.slice(0, reached))} />
      {links.map((step, at) => <circle key={step.n} class={at < reached ? "done" : ""} cx={x(at)} cy={y(step)} r={at === reached - 1 ? 7 : links.length > 20 ? 2.5 : 4.5} />)}
    </svg>
  );
}

/** On the source of the step: whose ability, what it does, how deep. */
export function Callout({ at }: { at: { x: number; y: number; below: boolean } }) {
  const step = current.value;
  if (!step || !isLink(step)) return null;
  return (
    <div class={`callout ${moves() ? "is-moving" : ""} ${at.below ? "" : "is-above"}`} style={{ left: `${at.x}px`, top: `${at.y}px` }} aria-hidden="true">
      <span><small>{step.ability ?? step.source?.card}</small><b>{readable(step.words ?? step.text)}</b></span>
      <span class="stairs">{Array.from({ length: Math.min(6, step.depth + 1) }, (_, at) => <i key={at} style={{ height: `${5 + at * 3}px` }} />)}</span>
    </div>
  );
}
