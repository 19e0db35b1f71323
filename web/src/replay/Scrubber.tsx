/** Stepping through a game: the board at any moment, with its chains, causes and words. */

import { batch } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { addressOf, go } from "../route.ts";
import { applyStep } from "../state/apply.ts";
import { clearPlayer, hold, isLink, setSpeed, speed, time } from "../state/player.ts";
import { keepSeat } from "../state/seats.ts";
import { settings, type Speed } from "../state/settings.ts";
import { say } from "../state/speech.ts";
import { hello, nameOf, players, replaying, shown, toast, told } from "../state/table.ts";
import { readable } from "../state/words.ts";
import { ChainLine } from "../table/ChainPlayer.tsx";
import { Table } from "../table/Table.tsx";
import * as api from "../wire/api.ts";
import type { Gaze, Step, View } from "../wire/types.ts";
import { isOwn } from "../wire/local.ts";
import { Keep } from "./Keep.tsx";
import type { Shown } from "./ReplayPage.tsx";

/** A view is kept every so many steps; those between are made again. */
const KEPT = 40;

/** Views of all moments of a game. */
function moments(start: View, steps: Step[]) {
  const kept: View[] = [start];
  let view = start;
  steps.forEach((step, at) => {
    view = applyStep(view, step);
    if ((at + 1) % KEPT === 0) kept.push(view);
  });
  return (at: number): View => {
    const from = Math.floor(at / KEPT);
    let view = kept[from] ?? start;
    for (let next = from * KEPT; next < at; next += 1) view = applyStep(view, steps[next] as Step);
    return view;
  };
}

/** Where turns begin, with whose they are. */
function turns(game: Shown): { at: number; text: string }[] {
  const list: { at: number; text: string }[] = [];
  let last = "";
  game.steps.forEach((step, at) => {
    for (const change of step.changes) {
      if (change.change !== "moment") continue;
      const key = `${change.turn} ${change.active}`;
      if (key === last) continue;
      last = key;
      const who = game.players.find((player) => player.seat === change.active)?.name ?? change.active;
      list.push({ at: at + 1, text: `Turn ${change.turn} · ${who}` });
    }
  });
  return list;
}

export function Scrubber({ game, first, title, runs: begins = false }: { game: Shown; first: number; title?: string; runs?: boolean }) {
  const { steps } = game;
  const [at, setDrawn] = useState(Math.min(first, steps.length));
  // Keys may come faster than the board is drawn; they count from where they led.
  const reached = useRef(at);
  const setAt = (next: number) => { reached.current = next; setDrawn(next); };
  const [runs, setRuns] = useState(begins);
  const view = useMemo(() => moments(game.start, steps), [game]);
  const begun = useMemo(() => turns(game), [game]);
  const starts = useMemo(() => steps.map((step, index) => (step.kind === "decided" ? index : -1)).filter((index) => index >= 0), [game]);
  const to = (next: number) => { setRuns(false); setAt(Math.max(0, Math.min(steps.length, next))); };
  const group = starts.findLast((start) => start < at) ?? 0;
  const end = starts.find((start) => start >= at && start > group) ?? steps.length;
  // Set while drawing, so that the table is never drawn with another game's view.
  const drawn = useRef({ at: -1, game });
  if (drawn.current.at !== at || drawn.current.game !== game) {
    drawn.current = { at, game };
    batch(() => {
      replaying.value = true;
      hello.value = {
        type: "hello", protocol: 1, program: "", match: game.match ?? "", game: game.game, policy: null, catalog: "",
        seat: game.eyes === "both" ? null : game.near, players: game.players, commitment: null,
      };
      players.value = game.players;
      shown.value = view(at);
      told.value = steps.slice(0, at);
      hold(steps.slice(group, end), at - group);
    });
  }
  useEffect(() => () => clearPlayer(), []);
  useEffect(() => {
    if (!runs) return;
    const now = steps[at - 1];
    const wait = now ? time(now, steps[at]) : 0;
    const timer = setTimeout(() => { if (at < steps.length) setAt(at + 1); else setRuns(false); }, at === 0 ? 900 : wait);
    return () => clearTimeout(timer);
  }, [runs, at, speed.value]);
  const link = (back: boolean) => {
    const found = back
      ? steps.findLastIndex((step, index) => index < reached.current - 1 && (isLink(step) || step.kind === "decided"))
      : steps.findIndex((step, index) => index >= reached.current && (isLink(step) || step.kind === "decided"));
    to(found < 0 ? (back ? 0 : steps.length) : found + 1);
  };
  const decision = (back: boolean) => {
    const found = back ? starts.findLast((start) => start < reached.current - 1) : starts.find((start) => start >= reached.current);
    to(found === undefined ? (back ? 0 : steps.length) : found + 1);
  };
  const play = () => { if (at >= steps.length) setAt(0); setRuns(!runs); };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea") || target.closest("[role=dialog]")) return;
      const keys: Record<string, () => void> = {
        ArrowLeft: () => link(true), ArrowRight: () => link(false), "[": () => decision(true), "]": () => decision(false),
        Home: () => to(0), End: () => to(steps.length), " ": play, s: () => to(end),
      };
      if (event.key === " " && target.matches("button")) return;
      const act = keys[event.key];
      if (act) { act(); event.preventDefault(); }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const now = steps[at - 1];
  const words = now ? readable(now.text) : title || "The beginning";
  const turn = begun.findLast((one) => one.at <= at);
  const links = steps.slice(group, end).filter(isLink);
  return (
    <Table band={(
      <section class="bar scrubber" aria-label="Replay">
        <div class="scrub-row">
          <span class="controls">
            <button type="button" class="button is-icon is-quiet" aria-label="Decision before" onClick={() => decision(true)}><Icon name="stepBack" /></button>
            <button type="button" class="round" aria-label={runs ? "Pause" : "Play"} onClick={play}><Icon name={runs ? "pause" : "play"} /></button>
            <button type="button" class="button is-icon is-quiet" aria-label="Next decision" onClick={() => decision(false)}><Icon name="step" /></button>
          </span>
          <input type="range" min={0} max={steps.length} value={at} aria-label="Step" aria-valuetext={words} onInput={(event) => to(Number(event.currentTarget.value))} />
          {begun.length > 1 && (
            <select aria-label="Turn" value={turn?.at ?? 0} onChange={(event) => to(Number(event.currentTarget.value))}>
              <option value={0}>The beginning</option>
              {begun.map((one) => <option key={one.at} value={one.at}>{one.text}</option>)}
            </select>
          )}
          <Speeds />
        </div>
        <div class="scrub-row">
          <span class="scrub-words"><b>{at} / {steps.length}</b> {words}</span>
          {links.length > 1 && <ChainLine links={links} reached={steps.slice(group, at).filter(isLink).length} />}
          <Doings game={game} at={at} />
        </div>
      </section>
    )} />
  );
}

function Speeds() {
  return (
    <span class="speeds" role="group" aria-label="Speed">
      {([0.5, 1, 2, 4] as const).map((rate: Speed) => (
        <button key={rate} type="button" aria-pressed={speed.value === rate} onClick={() => setSpeed(rate)}>{rate === 0.5 ? "½" : rate}×</button>
      ))}
    </span>
  );
}

const EYES: [Gaze, (game: Shown) => string][] = [
  ["both", () => "All cards"], ["p1", (game) => `As ${game.players[0].name}`], ["p2", (game) => `As ${game.players[1].name}`],
];

/** What can be done with the game at this moment: look otherwise, go on, share, keep. */
function Doings({ game, at }: { game: Shown; at: number }) {
  const [busy, setBusy] = useState(false);
  const [keeps, setKeeps] = useState(false);
  const { match } = game;
  const close = <button type="button" class="button is-small is-quiet" onClick={() => go("/")}>Close</button>;
  if (match === null) return <span class="doings">{close}</span>;
  const link = `/r/${match}?eyes=${game.eyes ?? "both"}&at=${at}`;
  const share = () => {
    void navigator.clipboard?.writeText(addressOf(link));
    history.replaceState(null, "", link);
    toast("info", "The link to this moment is copied", addressOf(link));
  };
  const after = game.decisions.filter((start) => start < at).length;
  const last = game.decisions.length - 1;
  const seat = game.eyes === "p1" || game.eyes === "p2" ? game.eyes : (shown.value?.decides ?? game.near);
  const branch = () => {
    setBusy(true);
    const name = settings.value.name;
    api.branch(match, { after: Math.min(after, last), seat, bot: settings.value.bot, ...(name ? { name } : {}) }).then((made) => {
      const token = made.seats.find((other) => other.seat === seat)?.token ?? "";
      keepSeat({ match: made.match, token, game: game.game });
      say("A new game begins here.");
      go(`/t/${made.match}#${token}`);
    }, (error: Error) => { setBusy(false); toast("error", "It could not be gone on with", error.message); });
  };
  return (
    <span class="doings">
      <select aria-label="Whose eyes" value={game.eyes ?? "both"} onChange={(event) => go(`/r/${match}?eyes=${event.currentTarget.value}&at=${at}`, true)}>
        {EYES.map(([eyes, text]) => <option key={eyes} value={eyes}>{text(game)}</option>)}
      </select>
      <button type="button" class="button is-small" disabled={busy} onClick={branch} title={`Go on from here as ${nameOf(seat)} against a bot`}><Icon name="branch" />Play on from here</button>
      <button type="button" class="button is-small is-icon" aria-label="Copy the link to this moment" title="Copy the link to this moment" onClick={share}><Icon name="link" /></button>
      <button type="button" class="button is-small is-icon" aria-label="Save this game" title="Save this game" onClick={() => setKeeps(true)}><Icon name="down-line" /></button>
      {keeps && <Keep match={match} game={game.game} from={Math.min(after, last) + 1} hasOwnCards={!isOwn(match) && game.cards.length > 0} onClose={() => setKeeps(false)} />}
      {close}
    </span>
  );
}
