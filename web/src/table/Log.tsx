/** The log as a tree: what followed from what. */

import { computed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { chain, current, isLink, paused } from "../state/player.ts";
import { info, nameOf, told, why } from "../state/table.ts";
import { readable, title } from "../state/words.ts";
import type { Link, Step } from "../wire/types.ts";
import { Markdown } from "./Markdown.tsx";

/** Most lines that are kept on the screen. */
const MOST = 400;
const HIDDEN = new Set<Step["kind"]>(["checked", "ruled", "last-known", "targeted"]);

/** A line and how far it stands to the right. */
const lines = computed(() => {
  const levels = new Map<number, number>();
  const list: { step: Step; level: number }[] = [];
  for (const step of told.value) {
    const cause = step.cause === undefined ? undefined : levels.get(step.cause);
    const shows = !HIDDEN.has(step.kind);
    const level = Math.min(7, cause === undefined ? 0 : cause + (shows ? 1 : 0));
    levels.set(step.n, shows ? level : (cause ?? 0));
    if (shows && step.text) list.push({ step, level: step.kind === "decided" ? 0 : level });
  }
  return list.slice(-MOST);
});

export function Panel() {
  const [tab, setTab] = useState<"log" | "turn" | "rules">("log");
  const rules = info.value?.rules;
  return (
    <div class="panel-inside">
      <div class="tabs" role="tablist" aria-label="Beside the board">
        {(["log", "turn", ...(rules ? ["rules" as const] : [])] as const).map((name) => (
          <button key={name} type="button" role="tab" id={`tab-${name}`} aria-selected={tab === name} aria-controls="panel" onClick={() => setTab(name)}>
            {name === "log" ? "Log" : name === "turn" ? "This turn" : "Rules"}
          </button>
        ))}
      </div>
      <div class="panel-body" id="panel" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${tab}`}>
        {tab === "log" && <Log />}
        {tab === "turn" && <Turn />}
        {tab === "rules" && rules && <Markdown text={rules} />}
      </div>
    </div>
  );
}

function Log() {
  const end = useRef<HTMLLIElement>(null);
  const list = lines.value;
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [list.length]);
  const rest = chain.value ? chain.value.steps.length - chain.value.at : 0;
  return (
    <ol class="log">
      {list.length === 0 && <li class="quiet">What happens is told here. Every line can be asked why.</li>}
      {list.map(({ step, level }) => <Line key={step.n} step={step} level={level} />)}
      {rest > 0 && chain.value?.linked && <li class="quiet">{rest} more</li>}
      <li ref={end} class="end" aria-hidden="true" />
    </ol>
  );
}

function Line({ step, level }: { step: Step; level: number }) {
  const [links, setLinks] = useState<Link[] | string | null>(null);
  if (step.kind === "began" && step.changes.some((change) => change.change === "moment")) {
    return <li class="moment">{readable(step.text)}</li>;
  }
  const ask = async () => {
    if (links) { setLinks(null); return; }
    if (chain.value) paused.value = true;
    try {
      setLinks(await why({ step: step.n }));
    } catch (error) {
      setLinks(error instanceof Error ? error.message : "There is no answer");
    }
  };
  const icon = step.kind === "decided" ? "arrow" : isLink(step) ? "bolt" : step.kind === "fizzled" ? "no" : null;
  return (
    <li class={`line kind-${step.kind} ${current.value?.n === step.n ? "is-current" : ""}`} style={{ "--level": String(level) }}>
      <span class="line-text">
        {icon && <Icon name={icon} />}
        <span>{isLink(step) && step.source?.card ? <><b>{step.source.card}</b> {step.ability && !step.ability.startsWith(step.source.card) ? `${step.ability}. ` : ""}</> : null}
          {isLink(step) && step.words && step.source?.card ? <span class="quiet">{step.words}</span> : readable(step.text)}</span>
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

/** What the last turn of each player did, decision by decision. */
function Turn() {
  const decided = told.value.filter((step) => step.kind === "decided" && step.seat).slice(-24);
  if (decided.length === 0) return <p class="quiet">Nothing has been decided yet.</p>;
  return (
    <ol class="story">
      {decided.map((step) => {
        const followed = told.value.filter((other) => other.cause === step.n && !HIDDEN.has(other.kind)).slice(0, 3);
        return (
          <li key={step.n}>
            <b>{readable(step.text)}</b>
            {followed.map((other) => <span key={other.n}>{readable(other.text)}</span>)}
          </li>
        );
      })}
      <li class="quiet">{title(nameOf(decided[decided.length - 1]?.seat ?? "p1"))} decided last</li>
    </ol>
  );
}
