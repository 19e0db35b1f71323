/** The log as a tree: what followed from what. */

import { computed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { chain, current, isLink, pause } from "../state/player.ts";
import { abilityOf, named } from "../state/named.ts";
import { goesWithoutSaying } from "../state/plain.ts";
import { isAnswer } from "../state/story.ts";
import { info, told, why } from "../state/table.ts";
import { readable, spoken } from "../state/words.ts";
import type { Link, Step } from "../wire/types.ts";
import { SoFar } from "./ChainPlayer.tsx";
import { Markdown } from "./Markdown.tsx";
import { TheirTurn } from "./StoryStrip.tsx";

/** Most lines that are kept on the screen. */
const MOST = 400;
/** What the lines around it say already. */
const HIDDEN = new Set<Step["kind"]>(["checked", "ruled", "last-known", "targeted", "played", "activated", "moved-out", "moved-in", "attacked"]);

/** One line, how far it stands to the right, and other cards of which the same is true. */
interface Told {
  step: Step;
  /** Where a part of a turn begins: whose it is and what it is called. */
  heading?: string;
  level: number;
  /** How often the same was said in a row. */
  times: number;
  also: string[];
  /** What a trigger came to, told on its own line. */
  effects: Step[];
}

/** What a line says of its card, with a gap where the card's name stands. */
const GAP = "\u0000";
const said = (step: Step) => (step.object?.card && step.text.includes(step.object.card) ? step.text.replace(step.object.card, GAP).replace(/@p[12]\.\w+(\.\d+)?/, "") : null);

/** Whether somebody passed. */
const isPass = (step: Step | undefined) => step?.kind === "decided" && /^p[12]: pass\b/.test(step.text);

/** Whether a card was chosen as an answer. */
const isChoice = (step: Step) => step.kind === "decided" && /^p[12]: choose /.test(step.text) && step.object?.card !== undefined;

/** Whether a rule fired that stands on no card: what it does is told, not that it did. */
const isRule = (step: Step) => isLink(step) && step.source?.card === undefined && step.source?.handle === undefined && step.source?.place === undefined;

/** Whether two lines say the same of two cards. */
const isSame = (a: Step, b: Step) => a.kind === b.kind && a.kind !== "decided" && !isLink(a) && a.cause === b.cause && said(a) !== null && said(a) === said(b);

/** Whether a line says again what the one before it said. */
const isRepeated = (a: Step, b: Step) => a.kind === b.kind && a.cause === b.cause && a.text === b.text && !isPass(a) && !isLink(a);

const lines = computed(() => {
  const levels = new Map<number, number>();
  const plain = goesWithoutSaying(told.value);
  const made = new Set<number>();
  let choice = -1;
  const links = new Map<number, Told>();
  const list: Told[] = [];
  // Parts of a turn in which nothing happens are not told.
  let begun: Step | null = null;
  for (const [at, raw] of told.value.entries()) {
    if (raw.kind === "began") {
      begun = raw;
      levels.set(raw.n, -1);
      continue;
    }
    const text = named(raw, told.value.slice(at + 1, at + 7));
    const step = text === raw.text ? raw : { ...raw, text };
    const cause = step.cause === undefined ? undefined : levels.get(step.cause);
    const shows = !HIDDEN.has(step.kind) && !isRule(step) && !plain.has(step.n);
    const level = Math.min(7, cause === undefined ? 0 : cause + (shows ? 1 : 0));
    levels.set(step.n, shows ? level : (cause ?? 0));
    if (!shows || !step.text) continue;
    const link = step.cause === undefined || isLink(step) ? undefined : links.get(step.cause);
    if (link && link.effects.length < 3) {
      link.effects.push(step);
      levels.set(step.n, link.level);
      continue;
    }
    if (begun) {
      list.push({ step: begun, heading: heading(begun), level: 0, times: 1, also: [], effects: [] });
      begun = null;
    }
    // Passing is told where something comes of it, and while it is the last thing done.
    if (step.kind === "decided" && isPass(list[list.length - 1]?.step)) list.pop();
    const last = list[list.length - 1];
    // What was made came into play by that.
    if (step.kind === "created" && step.object?.handle !== undefined) made.add(step.object.handle);
    if (step.kind === "entered" && made.delete(step.object?.handle ?? -1)) continue;
    const goesOn = last !== undefined && isChoice(last.step) && isChoice(step) && last.step.seat === step.seat && step.n === choice + 1;
    if (isChoice(step)) choice = step.n;
    // Cards that were picked one after the other are one answer.
    if (goesOn) last.also.push(step.object?.card ?? "a card");
    else if (last && isSame(last.step, step)) last.also.push(step.object?.card ?? "");
    else if (last && last.also.length === 0 && isRepeated(last.step, step)) last.times += 1;
    else {
      // An answer stands under what asked for it.
      const line = { step, level: step.kind !== "decided" ? Math.max(0, level) : isAnswer(step) ? 1 : 0, times: 1, also: [], effects: [] };
      levels.set(step.n, line.level);
      list.push(line);
      if (isLink(step)) links.set(step.n, line);
    }
  }
  return list.slice(-MOST);
});

/** "Your main", or only whose turn it is where that begins. */
function heading(step: Step): string {
  const words = readable(step.text).replace(/ began$/, "");
  const moment = step.changes.find((change) => change.change === "moment");
  return moment && moment.turn > 0 ? `Turn ${moment.turn} · ${words.charAt(0).toLowerCase() === "y" ? words.charAt(0).toLowerCase() + words.slice(1) : words}` : words;
}

export function Panel() {
  const [tab, setTab] = useState<"log" | "turn" | "rules">("log");
  const rules = info.value?.rules;
  return (
    <div class="panel-inside">
      <div class="tabs" role="tablist" aria-label="Beside the board">
        {(["log", "turn", ...(rules ? ["rules" as const] : [])] as const).map((name) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls="panel" onClick={() => setTab(name)}>
            {name === "log" ? "Log" : name === "turn" ? "Their turn" : "Rules"}
          </button>
        ))}
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${tab}`}>
        {tab === "log" && <Log />}
        {tab === "turn" && <TheirTurn />}
        {tab === "rules" && rules && <Markdown text={rules} />}
      </div>
      <SoFar />
    </div>
  );
}

function Log() {
  const end = useRef<HTMLLIElement>(null);
  const list = lines.value;
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [list.length]);
  const rest = chain.value?.steps.slice(chain.value.at).filter(isLink).length ?? 0;
  return (
    <ol class="log">
      {list.length === 0 && <li class="quiet">What happens is told here. Every line can be asked why.</li>}
      {list.map((line) => <Line key={line.step.n} {...line} />)}
      {rest > 0 && chain.value?.linked && <li class="quiet">{rest} more {rest === 1 ? "trigger" : "triggers"}</li>}
      <li ref={end} class="end" aria-hidden="true" />
    </ol>
  );
}

/** "A, B ×2 and 3 others", for lines that say the same. */
function all(first: string, also: string[]): string {
  const counts = new Map<string, number>();
  for (const name of [first, ...also]) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  if (names.length < 2) return names[0] ?? "";
  if (names.length === 2) return names.join(" and ");
  return names.length === 3 ? `${names[0]}, ${names[1]} and ${names[2]}` : `${names.slice(0, 2).join(", ")} and ${names.length - 2} others`;
}

/** The words on the card, without the ability's name where the line has it already. */
function wordsOf(step: Step): string {
  const words = step.words ?? readable(step.text);
  const name = `${step.ability} — `;
  return step.ability && words.startsWith(name) ? words.slice(name.length) : words;
}

/** What a trigger came to, in as few words as tell it. */
function outcome(effect: Step, of: Step): string {
  const change = effect.changes.find((other) => other.change === "number");
  if (change && (effect.kind === "gained" || effect.kind === "lost")) {
    const whose = effect.object?.card && effect.object.handle !== of.source?.handle ? `${effect.object.card} ` : "";
    return `${whose}${change.name} ${change.from} to ${change.to}`;
  }
  const words = readable(effect.text);
  return words.startsWith("You ") || words.startsWith("Your ") ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** A line in words, with the other cards of which the same is true. */
function words(step: Step, also: string[]): string {
  if (also.length === 0 || !step.object?.card) return readable(step.text);
  const names = all(step.object.card, also);
  if (isChoice(step)) return readable(`${step.seat}: choose ${names}`);
  const line = readable(said(step) ?? step.text);
  // Several do what one does: "presses" as "press".
  return line.replace(new RegExp(`^${GAP} (\\w+)`), (_, verb: string) => `${names} ${spoken(verb)}`).replace(GAP, names);
}

function Line({ step, heading: begins, level, times, also, effects }: Told) {
  const [links, setLinks] = useState<Link[] | string | null>(null);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => { if (links !== null) line.current?.scrollIntoView({ block: "nearest" }); }, [links]);
  if (begins !== undefined) return <li class="moment">{begins}</li>;
  const ask = async () => {
    if (links) { setLinks(null); return; }
    if (chain.value) pause(true);
    try {
      setLinks(await why({ step: step.n }));
    } catch (error) {
      setLinks(error instanceof Error ? error.message : "There is no answer");
    }
  };
  const icon = step.kind === "decided" && !isAnswer(step) ? "arrow" : isLink(step) ? "bolt" : step.kind === "fizzled" ? "no" : null;
  return (
    <li ref={line} class={`line kind-${step.kind} ${isAnswer(step) ? "is-answer" : ""} ${current.value && (current.value.n === step.n || effects.includes(current.value)) ? "is-current" : ""}`} style={{ "--level": String(level) }}>
      <span class="line-text">
        {icon && <Icon name={icon} />}
        <span>
          {isLink(step) && step.source?.card ? (
            <><b>{step.source.card}</b> {abilityOf(step) ? `${abilityOf(step)}: ` : ""}
              {effects.length > 0 ? effects.map((effect) => outcome(effect, step)).join(", ") : <span class="quiet">{wordsOf(step)}</span>}</>
          ) : words(step, also)}
          {times > 1 && <span class="quiet"> × {times}</span>}
        </span>
        <button type="button" class="why" aria-label={`Why: ${readable(step.text)}`} aria-expanded={links !== null} onClick={ask}><Icon name="why" /></button>
      </span>
      {links !== null && <Causes links={links} />}
    </li>
  );
}

/** From an event back to the decision. */
export function Causes({ links }: { links: Link[] | string }) {
  if (typeof links === "string") return <p class="causes quiet">{links}</p>;
  if (links.length === 0) return <p class="causes quiet">It was there from the beginning.</p>;
  return (
    <ol class="causes">
      {links.map((link) => (
        <li key={link.step}>
          <span>{readable(link.text)}</span>
          {link.words && <q>{link.words}</q>}
        </li>
      ))}
    </ol>
  );
}
