/** The one face of a card, in every size. */

import type { ComponentChildren } from "preact";

import { faces, info } from "../state/table.ts";
import { title } from "../state/words.ts";
import type { CardInfo, CardView } from "../wire/types.ts";
import { accent, art, type Subject } from "./art.ts";
import { Icon, iconFor, signFor } from "./Icon.tsx";

export type Size = "mini" | "board" | "hand" | "zoom";

/** What a picture is drawn from. */
export function subjectOf(card: CardInfo | undefined, name: string): Subject {
  if (!card) return { name, types: [], subtypes: [], once: false };
  const types = info.value?.types ?? [];
  const once = card.types.some((type) => types.find((known) => known.name === type)?.once);
  return { name: card.name, types: card.types, subtypes: card.subtypes, once };
}

export function Picture({ subject }: { subject: Subject }) {
  return (
    <svg class="art" viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice" aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: art(subject) }} />
  );
}

/** A number on a card: now, and as printed. */
export interface Figure {
  name: string;
  now: number;
  printed: number;
  /** What it would be after what is about to be done. */
  then?: number;
}

/** What is not printed is left to the large card, but for harm done. */
const HARM = /damage|wound/;

/** The numbers of a card in the order of the game's file. */
export function figures(face: CardInfo | undefined, card?: CardView, all = false): Figure[] {
  const game = info.value;
  if (!game) return [];
  const price = game.price?.[0];
  return game.attributes
    .filter((attribute) => !attribute.fixed && attribute.name !== price && (all || !attribute.unprinted || HARM.test(attribute.name)))
    .map(({ name, unprinted }) => ({
      name,
      unprinted,
      printed: face?.numbers[name] ?? 0,
      now: card ? (card.numbers[name] ?? 0) : (face?.numbers[name] ?? 0),
    }))
    .filter((figure) => figure.now !== 0 || (figure.printed !== 0 && !figure.unprinted))
    .map(({ name, now, printed, unprinted }) => ({ name, now, printed: unprinted ? now : printed }));
}

/** What it costs to play, in words. */
export function costOf(face: CardInfo | undefined): string | null {
  const game = info.value;
  if (!face || !game) return null;
  if (face.cost) return face.cost;
  const price = game.price?.[0];
  return price !== undefined && face.numbers[price] !== undefined ? String(face.numbers[price]) : null;
}

/** A cost as small as it can be: the usual counter as a bare number, others with
 * their icon, symbols drawn. */
function CostMark({ cost }: { cost: string }) {
  const paying = info.value?.price?.[1];
  return (
    <span class="cost">
      {cost.split(", ").map((part, at) => {
        const [, amount, name] = /^(\d+) (.+)$/.exec(part) ?? [];
        if (amount === undefined || name === undefined) return <Symbols key={at} text={part.length > 12 ? "…" : part} />;
        return <span key={at} class={name === paying ? "" : "extra"}>{amount}{name !== paying && <Icon name={iconFor(name)} />}</span>;
      })}
    </span>
  );
}

/** Text with its symbols drawn: `{R}` and the like. */
export function Symbols({ text }: { text: string }) {
  const parts = text.split(/(\{[^{}]+\})/);
  return (
    <>
      {parts.map((part, at) => {
        const symbol = /^\{([^{}]+)\}$/.exec(part)?.[1];
        if (symbol === undefined) return part;
        return <b key={at} class={`symbol symbol-${symbol.toLowerCase()}`}>{symbol === "T" ? <Icon name="turned" /> : symbol}</b>;
      })}
    </>
  );
}

/** Words of the game that its rules explain, marked where they stand alone. */
function Marked({ text, words }: { text: string; words: string[] }) {
  if (words.length === 0) return <Symbols text={text} />;
  const pattern = new RegExp(`\\b(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("-", "[- ]")).join("|")})\\b`, "i");
  const [before, word, ...after] = text.split(pattern);
  if (word === undefined) return <Symbols text={text} />;
  return <><Symbols text={before ?? ""} /><span class="explained">{word}</span><Marked text={after.join("")} words={words} /></>;
}

/** The text of a card by paragraphs, with the names of its abilities set apart. */
export function CardText({ face }: { face: CardInfo }) {
  const names = new Set(face.abilities.filter((name): name is string => name !== null));
  const explained = (info.value?.keywords ?? []).filter((keyword) => keyword.reminder && face.keywords.includes(keyword.name)).map(({ name }) => name);
  return (
    <>
      {face.text.split("\n").filter((line) => line.trim()).map((line, at) => {
        const [before, after] = line.split(/ — (.*)/s);
        const named = after !== undefined && before !== undefined && (names.has(before) || names.size === 0);
        return (
          <span class="line" key={at}>
            {named ? <><strong>{before}</strong> <Marked text={after} words={explained} /></> : <Marked text={line} words={explained} />}
          </span>
        );
      })}
    </>
  );
}

function Numbers({ list }: { list: Figure[] }) {
  return (
    <span class="numbers">
      {list.map(({ name, now, printed, then }) => {
        if (then !== undefined && then !== now) {
          const way = then > now ? "gain" : "loss";
          return (
            <span key={name} class={`number ${way}`} title={title(name)}>
              <Icon name={iconFor(name)} /><s>{now}</s><b>{then}</b><i class="change"><Icon name={way === "gain" ? "up" : "down"} /></i>
            </span>
          );
        }
        // Where damage wears a number down, that number says it already.
        if (HARM.test(name) && list.some((other) => other.now < other.printed)) return null;
        if (HARM.test(name)) return <span key={name} class="number loss" title={title(name)}><b>−{now}</b></span>;
        const change = now > printed ? "gain" : now < printed ? "loss" : "";
        return (
          <span key={name} class={`number ${change}`} title={title(name)}>
            <Icon name={iconFor(name)} />
            <b>{now}</b>
            {change && <i class="change"><Icon name={change === "gain" ? "up" : "down"} /></i>}
          </span>
        );
      })}
    </span>
  );
}

/** Everything a card shows, in words. */
export function spokenCard(name: string, face: CardInfo | undefined, card?: CardView): string {
  const parts = [name];
  if (face?.type_line) parts.push(face.type_line);
  const cost = card ? null : costOf(face);
  if (cost) parts.push(`cost ${cost}`);
  for (const { name: word, now, printed } of figures(face, card)) {
    parts.push(now === printed ? `${word} ${now}` : `${word} ${now}, printed ${printed}`);
  }
  for (const status of card?.statuses ?? []) parts.push(status);
  return parts.join(", ");
}

/** Marks in the upper right corner: short words for statuses. */
function Statuses({ list }: { list: string[] }) {
  if (list.length === 0) return null;
  const few = list.slice(0, 3);
  return (
    <span class="statuses">
      {few.map((status) => (
        <span key={status} class="status" title={title(status)}>
          {status === info.value?.exhausted ? <Icon name="turned" /> : signFor(status) ? <Icon name={signFor(status) ?? ""} /> : status.charAt(0).toUpperCase()}
        </span>
      ))}
      {list.length > 3 && <span class="status">+{list.length - 3}</span>}
    </span>
  );
}

interface Shown {
  name: string;
  size: Size;
  card?: CardView;
  /** Numbers after what is about to be done, where they differ. */
  then?: Record<string, number>;
  children?: ComponentChildren;
}

/** A face alone; what can be done with it is for whoever shows it. */
export function Face({ name, size, card, then, children }: Shown) {
  const face = faces.value.get(name);
  const subject = subjectOf(face, name);
  const cost = size === "board" || size === "mini" ? null : costOf(face);
  const numbers = figures(face, card).map((figure) => (then && figure.name in then ? { ...figure, then: then[figure.name] } : figure));
  return (
    <span class={`face face-${size}`} aria-hidden={size !== "zoom"} style={{ "--type": accent(subject) }}>
      <span class="picture">
        <Picture subject={subject} />
        {card && size !== "mini" && <Statuses list={card.statuses} />}
        {cost !== null && <CostMark cost={cost} />}
      </span>
      {size !== "mini" && (
        <>
          <span class="name">{name}</span>
          {size !== "board" && <span class="type">{face?.type_line ?? ""}</span>}
          <span class="text">{face && <CardText face={face} />}</span>
          {numbers.length > 0 && <Numbers list={numbers} />}
        </>
      )}
      {children}
    </span>
  );
}

/** The back of a card that nobody may see. */
export function Back() {
  return <span class="face face-back" aria-hidden="true" />;
}
