/** Dialogs of the table that no rule asks for. */

import { useEffect, useState } from "preact/hooks";

import { Face } from "../draw/Face.tsx";
import { SettingsDialog } from "../home/Settings.tsx";
import { concede, shown, why } from "../state/table.ts";
import type { Link } from "../wire/types.ts";
import { type Asked, askedWhy, conceding, keysShown, listed, settingsOpen } from "./open.ts";
import { label } from "./Bar.tsx";
import { Causes } from "./Log.tsx";
import { Modal } from "./Modal.tsx";
import { offers, take } from "./pick.ts";
import { opened } from "./SeatStrip.tsx";
import { pinZoom } from "./zoom.ts";

const KEYS: [string, string][] = [
  ["Enter", "Act or confirm"], ["Esc", "Back, or skip"], ["Tab and arrows", "Move between cards"], ["F6", "Next part of the table"],
  ["1 – 9", "Card in hand"], ["A", "All actions as a list"], ["P", "Pass or end"], ["U", "Take back"], ["Z", "Show the card large"],
  ["W", "Why is it so"], ["N", "Why not"], ["H", "To the hand"], ["B", "To the board, or look at it"], ["L", "To the log"],
  ["R", "Show their turn again"], ["Space", "Pause a chain"], ["← →", "Steps of a chain"], ["S", "Skip a chain"], ["?", "These keys"],
];

export function Dialogs() {
  return (
    <>
      {opened.value && <Drawer />}
      {askedWhy.value && <Why key={askedWhy.value.title} asked={askedWhy.value} />}
      {listed.value && <All />}
      {keysShown.value && (
        <Modal title="Keys" onClose={() => { keysShown.value = false; }}>
          <div class="modal-head"><h2>Keys</h2></div>
          <dl class="keys" tabIndex={0}>{KEYS.map(([key, what]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>)}</dl>
          <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" onClick={() => { keysShown.value = false; }}>Close</button></div>
        </Modal>
      )}
      {conceding.value && (
        <Modal title="Give up?" onClose={() => { conceding.value = false; }}>
          <div class="modal-head"><div><h2>Give up this game?</h2><p class="quiet">The other player wins at once.</p></div></div>
          <div class="modal-foot">
            <span class="space" />
            <button type="button" class="button" data-first onClick={() => { conceding.value = false; }}>Play on</button>
            <button type="button" class="button is-danger" onClick={() => { conceding.value = false; concede(); }}>Give up</button>
          </div>
        </Modal>
      )}
      {settingsOpen.value && <SettingsDialog onClose={() => { settingsOpen.value = false; }} />}
    </>
  );
}

/** The causes of a player's number, or of a step, from the last one back. */
function Why({ asked }: { asked: Asked }) {
  const [links, setLinks] = useState<Link[] | string | null>(null);
  const close = () => { askedWhy.value = null; };
  useEffect(() => {
    why(asked.about).then(setLinks, (error: Error) => setLinks(error.message));
  }, []);
  return (
    <Modal title={asked.title} onClose={close}>
      <div class="modal-head"><h2>{asked.title}</h2></div>
      <div class="answer scrolls" tabIndex={0} aria-live="polite">{links === null ? <p class="quiet">One moment</p> : <Causes links={links} />}</div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" data-first onClick={close}>Close</button></div>
    </Modal>
  );
}

function Drawer() {
  const at = opened.value;
  const view = shown.value;
  const close = () => { opened.value = null; };
  if (!at || !view) return null;
  const pile = view.places[at.place];
  return (
    <Modal title={at.title} onClose={close} wide within>
      <div class="modal-head"><div><h2>{at.title}</h2><p class="quiet">{pile?.count ?? 0} cards</p></div></div>
      <div class="grid">
        {(pile?.cards ?? []).map((handle) => {
          const card = view.cards[handle];
          return card && <button key={handle} type="button" class="card card-hand" onClick={() => pinZoom(card.card, handle)}><span class="spoken">{card.card}</span><Face name={card.card} size="hand" card={card} /></button>;
        })}
      </div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" onClick={close}>Close</button></div>
    </Modal>
  );
}

function All() {
  const close = () => { listed.value = false; };
  return (
    <Modal title="All actions" onClose={close}>
      <div class="modal-head"><div><h2>All actions</h2><p class="quiet">{offers.value.length} can be taken now</p></div></div>
      <ul class="all-actions">
        {offers.value.map((offer) => (
          <li key={offer.n}><button type="button" class="button" onClick={() => { close(); take([offer]); }}>{label(offer)}</button></li>
        ))}
      </ul>
      <div class="modal-foot"><span class="space" /><button type="button" class="button" onClick={close}>Close</button></div>
    </Modal>
  );
}
