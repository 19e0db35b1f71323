/** The end: who won, by which clause, and what can be done now. */

import { useState } from "preact/hooks";

import { isIdle } from "../state/player.ts";
import { hello, nameOf, nextMatch, over, rematch, rematchAsked, seat, watching } from "../state/table.ts";
import { readable } from "../state/words.ts";
import { go } from "../route.ts";
import { Modal } from "./Modal.tsx";

export function End() {
  const end = over.value;
  const [away, setAway] = useState(false);
  if (!end || !isIdle.value || away) return null;
  const won = !watching.value && end.winner === seat.value;
  const headline = end.winner === null ? "A draw" : watching.value ? `${nameOf(end.winner)} won` : won ? "You won" : `${nameOf(end.winner)} won`;
  const other = seat.value === "p1" ? "p2" : "p1";
  const wished = rematchAsked.value;
  const next = nextMatch.value;
  return (
    <Modal title={headline} onClose={() => setAway(true)}>
      <div class="end-of-game">
        <h2>{headline}</h2>
        <p>{readable(end.text)}{end.clause ? ` (${end.clause})` : ""}</p>
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
