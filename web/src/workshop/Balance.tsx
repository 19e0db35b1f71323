/** A balance test: many games between bots in a worker of its own, with progress, intervals
 * and plots. */

import { useEffect, useRef, useState } from "preact/hooks";

import { type BalanceReport, type DeckCards, type Share, startWorker } from "../engine/start.ts";
import { info } from "../state/table.ts";
import { Modal } from "../table/Modal.tsx";
import { allFiles, current } from "./bench.ts";

const COUNTS = [200, 1000, 5000];
const BOTS = ["random", "greedy", "search:50"];
/** How many copies of the card a deck gets. */
const COPIES = 3;

const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;
const interval = (share: Share) => `${percent(share.low)} to ${percent(share.high)}`;

/** A deck with some copies of a card in the place of its most frequent ones. */
function withCard(id: string, card: string, copies: number): DeckCards | null {
  const deck = info.value?.decks.find((one) => one.id === id);
  if (!deck) return null;
  const sections = deck.sections.map((section) => [section.name, section.cards.map((one) => [one.card, one.count] as [string, number])] as [string, [string, number][]]);
  const largest = [...sections].sort((a, b) => b[1].length - a[1].length)[0];
  if (!largest) return null;
  const cards = largest[1];
  for (let left = copies; left > 0; left -= 1) {
    const most = cards.filter(([name]) => name !== card).sort((a, b) => b[1] - a[1])[0];
    if (!most) break;
    most[1] -= 1;
  }
  largest[1] = [...cards.filter(([name, count]) => count > 0 && name !== card), [card, (cards.find(([name]) => name === card)?.[1] ?? 0) + copies]];
  return { name: `${deck.name} with ${card}`, sections };
}

export function BalanceDialog({ onClose }: { onClose(): void }) {
  const decks = info.value?.decks ?? [];
  const card = current.value?.card && !current.value.card.token ? current.value.name : null;
  const [deck, setDeck] = useState(decks[0]?.id ?? "");
  const [bot, setBot] = useState(BOTS[1] ?? "greedy");
  const [count, setCount] = useState(COUNTS[0] ?? 200);
  const [report, setReport] = useState<BalanceReport | null>(null);
  const [running, setRunning] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const start = async () => {
    setRunning(true);
    setReport(null);
    setWrong(null);
    let ended = false;
    let end: (() => void) | null = null;
    stop.current = () => { ended = true; end?.(); setRunning(false); };
    try {
      const worker = await startWorker();
      end = worker.end;
      if (ended) { worker.end(); return; }
      const { Balance, Game } = worker.engine;
      const game = await Game.fromFiles(allFiles());
      const changed = card ? withCard(deck, card, COPIES) : null;
      const others = decks.filter((one) => one.id !== deck).slice(0, changed ? 2 : 3).map((one) => one.id);
      const balance = await Balance.make(game, { bots: [bot, bot], decks: [...(changed ? [changed] : []), deck, ...others] });
      const round = await balance.round();
      for (let games = 0; games < count && !ended;) {
        const began = performance.now();
        const next = await balance.play(Math.max(1, Math.min(round, count - games)));
        games = next.games;
        if (!ended) setReport(next);
        // The page draws between rounds even where they are short.
        if (performance.now() - began < 8) await new Promise((resolve) => setTimeout(resolve, 0));
      }
    } catch (error) {
      if (!ended) setWrong(error instanceof Error ? error.message : String(error));
    }
    if (!ended) { end?.(); setRunning(false); }
  };
  const own = report?.cards.find((one) => one.name === card);
  return (
    <Modal title="Balance test" onClose={onClose} wide>
      <div class="modal-head"><div><h2>Balance test</h2>
        <p class="quiet">{card ? `${COPIES} copies of ${card} go into a deck in the place of its most frequent cards. It plays against the deck as it was and against others, every pair in both seats.` : "The game’s decks play against each other, every pair in both seats."}</p></div></div>
      <div class="modal-body ws-balance">
        <div class="ws-form">
          <label>Deck<select value={deck} onChange={(event) => setDeck(event.currentTarget.value)} disabled={running}>{decks.map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
          <label>Both players<select value={bot} onChange={(event) => setBot(event.currentTarget.value)} disabled={running}>{BOTS.map((one) => <option key={one}>{one}</option>)}</select></label>
          <label>Games<select value={count} onChange={(event) => setCount(Number(event.currentTarget.value))} disabled={running}>{COUNTS.map((one) => <option key={one} value={one}>{one}</option>)}</select></label>
          {running ? <button type="button" class="button" onClick={() => stop.current?.()}>Stop</button> : <button type="button" class="button is-main" data-first onClick={() => void start()} disabled={decks.length === 0}>{report ? "Run again" : "Run"}</button>}
        </div>
        {decks.length === 0 && <p class="quiet">The game has no decks to play with.</p>}
        {wrong && <p class="ws-stop" role="alert"><span>{wrong}</span></p>}
        {(running || report) && <progress max={count} value={report?.games ?? 0} aria-label="Games played" />}
        {report && (
          <>
            <p role="status">{report.games} of {count} games · {Math.round(report.decisions / Math.max(1, report.games))} decisions each{own && own.played.games > 0 ? ` · who played ${card} won ${percent(own.played.rate)} (${interval(own.played)})` : ""}</p>
            <h3 class="label">Share of points by deck, with the interval it lies in nineteen times out of twenty</h3>
            <Intervals rows={report.decks} />
            {report.cards.length > 0 && <><h3 class="label">By card played</h3><Intervals rows={report.cards.filter((one) => one.played.games >= 10).sort((a, b) => Number(b.name === card) - Number(a.name === card) || b.played.rate - a.played.rate).slice(0, 8).map((one) => ({ name: one.name, ...one.played }))} marked={card} /></>}
            <h3 class="label">Turns</h3>
            <Histogram counts={report.turns} />
          </>
        )}
      </div>
      <div class="modal-foot"><span class="space" /><button type="button" class="button" onClick={onClose}>Close</button></div>
    </Modal>
  );
}

function Intervals({ rows, marked = null }: { rows: (Share & { name: string })[]; marked?: string | null }) {
  return (
    <table class="ws-intervals">
      <thead class="spoken"><tr><th>Name</th><th>Interval</th><th>Rate</th><th>Games</th></tr></thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} class={row.name === marked ? "is-marked" : ""}>
            <th scope="row">{row.name}</th>
            <td><svg viewBox="0 0 200 16" preserveAspectRatio="none" role="img" aria-label={interval(row)}><line class="even" x1="100" x2="100" y1="0" y2="16" /><line class="span" x1={200 * row.low} x2={200 * row.high} y1="8" y2="8" /><rect x={200 * row.rate - 2} y="3" width="4" height="10" /></svg></td>
            <td>{percent(row.rate)}</td>
            <td class="quiet">{row.games} games</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Histogram({ counts }: { counts: number[] }) {
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const shown = counts.slice(first);
  const most = Math.max(1, ...shown);
  const width = 400 / Math.max(1, shown.length);
  return (
    <svg class="ws-histogram" viewBox="0 0 400 86" role="img" aria-label={`Games by number of turns, from ${first} to ${counts.length - 1}`}>
      {shown.map((count, at) => <rect key={at} x={at * width} y={70 - 68 * (count / most)} width={Math.max(1, width - 1)} height={68 * (count / most)}><title>{first + at} turns: {count} games</title></rect>)}
      <text x="0" y="84">{first}</text><text x="400" y="84" text-anchor="end">{counts.length - 1} turns</text>
    </svg>
  );
}
