/** Putting a card on a table: a chosen board or a dealt game, against a bot; and playing
 * the same game again after the card was changed. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { begin, hostOf, keepTable, newName, runningHost, type Table } from "../engine/tables.ts";
import { go } from "../route.ts";
import { settings } from "../state/settings.ts";
import { info } from "../state/table.ts";
import { Modal } from "../table/Modal.tsx";
import { allFiles, type BoardChoice, boards, current, emptyBoard } from "./bench.ts";

const DEALT = "dealt";
const EMPTY = "empty";
/** The match that was begun here last. */
export const lastMatch = signal<Table | null>(null);

const names = (): [string, string] => [settings.value.name || "You", "Rival"];

export function TryDialog({ onClose }: { onClose(): void }) {
  const [list, setList] = useState<BoardChoice[]>([]);
  const [board, setBoard] = useState(DEALT);
  const [place, setPlace] = useState("p1 hand");
  const [moves, setMoves] = useState(false);
  const [bot, setBot] = useState(settings.value.bot);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => { void boards().then(setList); }, []);
  const card = current.value?.card ? current.value.name : null;
  const decks = info.value?.decks ?? [];
  const chosen = list.find((one) => one.key === board);
  const places = placesOf();
  const start = async () => {
    const put = card && place ? { card, place } : {};
    const dealt = decks.length > 0 && board === DEALT;
    const own = dealt ? firstHand(decks[0]?.id ?? "", card) : null;
    const table: Table = {
      match: newName(), game: allFiles(), seat: "p1", names: names(), bots: [null, bot], pace: 0,
      from: dealt
        ? { seed: String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1), decks: [own ?? decks[0]?.id ?? "", decks[decks.length - 1]?.id ?? ""] }
        : { board: { page: chosen?.wish.page ?? emptyBoard(), index: chosen?.wish.index ?? 0, moves, ...put } },
    };
    try {
      await sitDownAt(table, dealt ? card : null);
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal title="Put it on a table" onClose={onClose}>
      <div class="modal-head"><div><h2>Put {card ?? "it"} on a table</h2><p class="quiet">You sit in the first seat.</p></div></div>
      <div class="modal-body ws-form is-tall">
        <label>Board<select data-first value={board} onChange={(event) => setBoard(event.currentTarget.value)}>
          {decks.length > 0 && <option value={DEALT}>A dealt game, the card in your hand</option>}
          <option value={EMPTY}>An empty table</option>
          {list.map((one) => <option key={one.key} value={one.key}>{one.title}</option>)}
        </select></label>
        {board !== DEALT && card && <label>The card goes to<select value={place} onChange={(event) => setPlace(event.currentTarget.value)}>
          {places.map((one) => <option key={one} value={one}>{one}</option>)}<option value="">nowhere: it is on the board</option>
        </select></label>}
        {chosen && chosen.moves.length > 0 && <label class="is-row"><input type="checkbox" checked={moves} onChange={(event) => setMoves(event.currentTarget.checked)} />Make the board’s moves first</label>}
        <label>The other player<select value={bot} onChange={(event) => setBot(event.currentTarget.value)}>{["random", "greedy", "search:200"].map((one) => <option key={one}>{one}</option>)}</select></label>
        {wrong && <p class="ws-stop" role="alert"><span>{wrong}</span></p>}
      </div>
      <div class="modal-foot">
        <button type="button" class="button" onClick={onClose}>Not now</button><span class="space" />
        <button type="button" class="button is-main" onClick={() => void start()}>Play</button>
      </div>
    </Modal>
  );
}

/** Where a card can be put, in the words of boards. */
function placesOf(): string[] {
  const all = info.value?.places ?? [];
  const alone = (zone: string) => all.filter((place) => place.zone === zone && place.seat === "p1").length <= 1;
  return all.filter((place) => place.seat !== null).map((place) => `${place.seat} ${alone(place.zone) ? place.zone : place.label}`);
}

/** A deck with the card in it so often that it soon comes up. */
function firstHand(id: string, card: string | null) {
  const deck = info.value?.decks.find((one) => one.id === id);
  if (!deck || !card) return null;
  const sections = deck.sections.map((section) => [section.name, section.cards.map((one) => [one.card, one.count])] as [string, [string, number][]]);
  const largest = [...sections].sort((a, b) => b[1].length - a[1].length)[0];
  if (!largest) return null;
  const size = largest[1].reduce((sum, [, count]) => sum + count, 0);
  const kept: [string, number][] = [];
  let left = Math.ceil(size / 2);
  for (const [name, count] of largest[1]) {
    const some = name === card ? 0 : Math.min(left, count);
    if (some > 0) kept.push([name, some]);
    left -= some;
  }
  largest[1] = [...kept, [card, size - kept.reduce((sum, [, count]) => sum + count, 0)]];
  return { name: `${deck.name} with ${card}`, sections };
}

/** How many deals are tried for a hand that has the card. */
const DEALS = 40;

/** Sits down; a dealt game is dealt again until a card is in the hand. */
async function sitDownAt(table: Table, card: string | null) {
  let match = await begin(table);
  for (let deal = 1; card && deal < DEALS && "seed" in table.from; deal += 1) {
    if (Object.values((await match.view("p1")).cards).some((one) => one?.card === card)) break;
    table.from = { ...table.from, seed: String(BigInt(table.from.seed) + 1n) };
    void match.free();
    match = await begin(table);
  }
  keepTable(table);
  await hostOf(table, match);
  lastMatch.value = table;
  go(`/t/${table.match}`);
}

interface Decision { seat: string; text: string }

/** The last match once more with the cards as they are now, from a chosen decision on. */
export function AgainDialog({ onClose }: { onClose(): void }) {
  const [list, setList] = useState<Decision[] | null>(null);
  const [upto, setUpto] = useState(0);
  const [note, setNote] = useState<string | null>(null);
  const table = lastMatch.value;
  useEffect(() => {
    if (!table) return;
    runningHost(table.match).then(async (host) => {
      const { steps, decisions } = await host.told("everything");
      const all = decisions.map((at) => ({ seat: steps[at]?.seat ?? "", text: steps[at]?.text ?? "" }));
      setList(all);
      setUpto(all.length);
    }, (error: Error) => setNote(error.message));
  }, []);
  const start = async (anyway: number | null) => {
    if (!table) return;
    try {
      const { replay: _, over: __, ...rest } = table;
      const next: Table = { ...rest, match: newName(), game: allFiles() };
      const match = await begin(next);
      const stop = await (await runningHost(table.match)).repeatIn(match, anyway ?? upto);
      if (stop && anyway === null) {
        setUpto(stop.after);
        setNote(`With the card as it is now, decision ${stop.after + 1} (${stop.seat}: ${stop.action}) is not possible. The game can go on from before it.`);
        return;
      }
      keepTable(next);
      await hostOf(next, match);
      lastMatch.value = next;
      go(`/t/${next.match}`);
    } catch (error) {
      setNote(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Modal title="Play it again with the card as it is now" onClose={onClose}>
      <div class="modal-head"><div><h2>Play it again</h2><p class="quiet">The same table, the same decisions up to the one you choose, with the cards as they are written now.</p></div></div>
      <div class="modal-body ws-form is-tall">
        {list && <label>Decisions that stay: {upto} of {list.length}
          <input data-first type="range" min="0" max={list.length} value={upto} aria-valuetext={`${upto} decisions stay`} onInput={(event) => { setUpto(Number(event.currentTarget.value)); setNote(null); }} /></label>}
        <ol class="ws-decisions" aria-label="Decisions" tabIndex={0}>
          {list?.map((one, at) => <li key={at} class={at < upto ? "" : "is-gone"}><b>{one.seat}</b> {one.text}</li>)}
        </ol>
        {note && <p class="ws-stop" role="alert"><span>{note}</span></p>}
      </div>
      <div class="modal-foot">
        <button type="button" class="button" onClick={onClose}>Not now</button><span class="space" />
        <button type="button" class="button is-main" disabled={!list} onClick={() => void start(note ? upto : null)}>Go on from here</button>
      </div>
    </Modal>
  );
}
