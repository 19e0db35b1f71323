/** Keeping a game: as a replay that plays again, or as a page of scenarios that can be
 * read, changed and tested. */

import { useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { loadEngine, loadTables } from "../lazy.ts";
import { download } from "../state/download.ts";
import { capital } from "../state/words.ts";
import { Modal } from "../table/Modal.tsx";
import * as api from "../wire/api.ts";
import { isOwn } from "../wire/local.ts";

interface Props {
  match: string;
  game: string;
  /** The decision that the page begins with, counted from 1. */
  from: number;
  /** Whether the table brought cards that no shipped game has. */
  hasOwnCards: boolean;
  onClose: () => void;
}

/** The game so far as a page of scenarios, written by the engine in this browser. */
async function scenarioOf({ match, game, from }: Props, replay: string): Promise<{ text: string; about: string }> {
  const [{ engine }, { gameOf, tableOf }] = await Promise.all([loadEngine(), loadTables()]);
  const table = isOwn(match) ? tableOf(match) : undefined;
  const { Game } = await engine();
  const known = table ? await gameOf(table.game) : await Game.load(game);
  const played = await known.replay(replay);
  try {
    return await played.scenario(from);
  } finally {
    void played.free();
    void known.free();
  }
}

export function Keep(props: Props) {
  const { match, game, hasOwnCards, onClose } = props;
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const name = `${game.startsWith("local-") ? "game" : game}-${match.slice(-8)}`;
  const attempt = async (act: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    try {
      setSaid(await act());
    } catch (error) {
      setSaid(error instanceof Error ? capital(error.message) : String(error));
    }
    setBusy(false);
  };
  const asReplay = async () => {
    download(new Blob([await api.replay(match)], { type: "application/x-ndjson" }), `${name}.jsonl`);
    return "The replay is saved. onplay replay plays it again and checks every step.";
  };
  const asScenario = async () => {
    const { text, about } = await scenarioOf(props, await api.replay(match));
    download(new Blob([text], { type: "text/markdown" }), `${name}.md`);
    return `The page is saved: ${about}.`;
  };
  return (
    <Modal title="Save this game" onClose={onClose}>
      <div class="modal-head"><h2>Save this game</h2></div>
      <div class="settings keep">
        <button type="button" class="button" onClick={() => attempt(asReplay)}><Icon name="down-line" /><span><b>As a replay</b><span>Every decision and the dice, to be played again.</span></span></button>
        <button type="button" class="button" disabled={hasOwnCards} onClick={() => attempt(asScenario)}><Icon name="down-line" /><span><b>As a page of scenarios</b><span>{hasOwnCards ? "Not for a table that brought cards of its own." : "This moment laid out, the decisions after it, and what stands then."}</span></span></button>
        <p class="quiet" role="status">{busy ? "One moment" : said}</p>
      </div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" onClick={onClose}>Done</button></div>
    </Modal>
  );
}
