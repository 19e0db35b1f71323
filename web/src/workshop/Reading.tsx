/** The face of the card that is being written, and what it reads as. */

import { Face } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { info } from "../state/table.ts";
import { capital } from "../state/words.ts";
import { current, errors, isPage } from "./bench.ts";
import { open } from "./project.ts";

export function FacePane() {
  const card = current.value;
  return (
    <section class="ws-face" aria-label="Face">
      <h2 class="label">Face</h2>
      {card?.card && info.value ? <span class="card"><Face name={card.card.name} size="zoom" /></span>
        : <p class="quiet">{isPage(open.value) ? "A page of scenarios has no face." : "A card’s face stands here as soon as it has a name and a type."}</p>}
    </section>
  );
}

export function ReadingPane() {
  const card = current.value;
  const wrong = card ? errors.value.filter((problem) => problem.file === open.value && card.from <= problem.from && problem.from < card.to) : [];
  return (
    <section class="ws-reads" aria-label="Reads as" tabIndex={0}>
      <h2 class="label">Reads as</h2>
      {card && card.readsAs.length === 0 && wrong.length === 0 && <p class="quiet">{card.name} has no abilities.</p>}
      {!card && <p class="quiet">What a card means is told here in the language’s own words.</p>}
      <ol class="ws-abilities">
        {card?.readsAs.map((text, at) => <li key={at}><Sentence text={text} /></li>)}
      </ol>
      {card && card.reminders.length > 0 && (
        <dl class="ws-facts">{card.reminders.map(({ keyword, text }) => [<dt key={keyword}>{keyword}</dt>, <dd key={`${keyword} text`}>{text || "a keyword of this game"}</dd>])}</dl>
      )}
      {wrong.map((problem) => (
        <p key={problem.from} class="ws-stop"><Icon name="no" /><span>Not read yet: line {problem.line} has an error. {capital(problem.message)}.</span></p>
      ))}
    </section>
  );
}

/** Words that go back to something said before stand out. */
const BACK = /\b(it|its|them|their|they|that much|that many|that card|that unit|that player|this way|you|your)\b/g;

function Sentence({ text }: { text: string }) {
  const [name, rest] = text.includes(" — ") ? text.split(/ — (.*)/s) : [null, text];
  return <>{name && <b class="ws-ability">{name} — </b>}{(rest ?? "").split(BACK).map((part, at) => (at % 2 === 1 ? <u key={at}>{part}</u> : part))}</>;
}
