/** The end: who won, by which clause, and what can be done now. */

import { useState } from "preact/hooks";

import { isIdle } from "../state/player.ts";
import { hello, info, nameOf, nextMatch, over, rematch, rematchAsked, seat, shown, told, watching } from "../state/table.ts";
import { capital, readable, title } from "../state/words.ts";
import type { SeatName, Step } from "../wire/types.ts";
import { go } from "../route.ts";
import { Modal } from "./Modal.tsx";
import { askedWhy } from "./open.ts";

/** Most counters that are compared. */
const MOST = 2;

/** What each player had in the end, where the game counts something: what the clause that
 * decided speaks of, else what players are not equal in. */
function Score({ clause }: { clause: string }) {
  const [view, game] = [shown.value, info.value];
  if (!view || !game) return null;
  const [near, far] = seat.value === "p1" ? ["p1", "p2"] as const : ["p2", "p1"] as const;
  const value = (who: SeatName, name: string) => view[who].counters[name] ?? 0;
  const counted = game.counters
    .filter(({ name, hidden, symbol }) => !hidden && symbol === null && name !== game.price?.[1]
      && (name === game.life || value(near, name) !== value(far, name)))
    .sort((a, b) => Number(b.name === game.life) - Number(a.name === game.life));
  const decisive = counted.filter(({ name }) => clause.includes(name));
  const list = decisive.length > 0 ? decisive : counted;
  if (list.length === 0) return null;
  return (
    <dl class="score">
      {list.slice(0, MOST).map(({ name }) => (
        <div key={name}>
          <dt>{title(name)}</dt>
          <dd><span>{watching.value ? nameOf(near) : "You"}</span><b>{value(near, name)} : {value(far, name)}</b><span>{nameOf(far)}</span></dd>
        </div>
      ))}
    </dl>
  );
}

/** Words as a whole sentence. */
const sentence = (words: string) => `${capital(words)}${/[.!?]$/.test(words) ? "" : "."}`;

/** Why the game ended: the clause that decided, or what the server says. */
function Reason({ text, clause, last, headline }: { text: string; clause?: string; last: Step | undefined; headline: string }) {
  const [, words, cited] = /^(.*?)(?:\s*\[([^\]]+)\])?$/.exec(clause ?? "") ?? [];
  const rule = words?.trim();
  // That somebody won is said already.
  const said = rule || /^p[12] wins?$/.test(text) ? "" : readable(text);
  const why = last && <button type="button" class="link" onClick={() => { askedWhy.value = { title: `Why: ${headline}`, about: { step: last.n } }; }}>Why?</button>;
  if (!rule && !said) return why ? <p>{why}</p> : null;
  return (
    <div class="reason">
      {rule && <><span class="label">{cited ? `Rule: ${title(cited)}` : "The rule that decided"}</span><p>{sentence(readable(rule))}</p></>}
      {said && <p>{sentence(said)}</p>}
      {why}
    </div>
  );
}

export function End() {
  const end = over.value;
  const [away, setAway] = useState(false);
  // One dialog at a time: the end is there again when its causes have been read.
  if (!end || !isIdle.value || away || askedWhy.value) return null;
  const won = !watching.value && end.winner === seat.value;
  const headline = end.winner === null ? "A draw" : watching.value ? `${nameOf(end.winner)} won` : won ? "You won" : `${nameOf(end.winner)} won`;
  const other = seat.value === "p1" ? "p2" : "p1";
  const wished = rematchAsked.value;
  const next = nextMatch.value;
  const last = told.value.findLast((step) => step.kind === "finished");
  return (
    <Modal title={headline} onClose={() => setAway(true)}>
      <div class="end-of-game">
        <Score clause={end.clause ?? ""} />
        <h2>{headline}</h2>
        <Reason text={end.text} clause={end.clause} last={last} headline={headline} />
        {wished.includes(other) && !next && <p class="quiet">{nameOf(other)} would like another game.</p>}
        {wished.includes(seat.value) && !next && <p class="quiet">{nameOf(other)} is asked for another game.</p>}
        <p class="buttons">
          {!watching.value && !next && <button type="button" class="button is-main" disabled={wished.includes(seat.value)} onClick={rematch}>Rematch</button>}
          {next && <button type="button" class="button is-main" onClick={() => go(`/t/${next.match}${next.token ? `#${next.token}` : ""}`)}>To the new game</button>}
          <button type="button" class="button" onClick={() => go(`/r/${hello.value?.match ?? ""}`)}>Replay</button>
          <button type="button" class="button" onClick={() => setAway(true)}>Look at the board</button>
          <button type="button" class="button is-quiet" onClick={() => go("/")}>Home</button>
        </p>
        {end.opened && (
          <details>
            <summary>Check the shuffle</summary>
            <p class="quiet">Before the first card was dealt, the server showed a fingerprint of its dice. It is blake3 of this seed and salt.</p>
            <dl class="shuffle">
              <div><dt>Fingerprint</dt><dd><code>{hello.value?.commitment}</code></dd></div>
              <div><dt>Seed</dt><dd><code>{end.opened.seed}</code></dd></div>
              <div><dt>Salt</dt><dd><code>{end.opened.salt}</code></dd></div>
            </dl>
            {end.replay && <p><a class="link" href={end.replay} download>Download the replay</a></p>}
          </details>
        )}
      </div>
    </Modal>
  );
}
