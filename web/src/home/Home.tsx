/** Home: the games, open tables, games played before. */

import { useEffect, useState } from "preact/hooks";

import { cover } from "../draw/art.ts";
import { Picture } from "../draw/Face.tsx";
import { Icon, Logo } from "../draw/Icon.tsx";
import { go } from "../route.ts";
import { type KeptReplay, replays } from "../state/replays.ts";
import { dropSeat, keepSeat, type Seat, seats } from "../state/seats.ts";
import { set, settings } from "../state/settings.ts";
import * as api from "../wire/api.ts";
import { ALONE } from "../wire/local.ts";
import type { CardInfo, Demonstration, GameInfo, GameSummary, MatchInfo, NewSeat } from "../wire/types.ts";
import { planOf } from "../table/layout.ts";
import { Markdown } from "../table/Markdown.tsx";
import { Modal } from "../table/Modal.tsx";
import { NewTable, PACE } from "./NewTable.tsx";
import { SettingsDialog } from "./Settings.tsx";

const self = (): NewSeat => ({ kind: "link", ...(settings.value.name ? { name: settings.value.name } : {}) });
const bot = (): NewSeat => ({ kind: "bot", bot: settings.value.bot, name: "Rival" });

export function Home() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [open, setOpen] = useState<MatchInfo[]>([]);
  const [old, setOld] = useState<KeptReplay[]>([]);
  const [shows, setShows] = useState<Demonstration[]>([]);
  const [dialog, setDialog] = useState<"settings" | { game: string } | { table: GameInfo } | { link: string; match: string } | null>(null);
  useEffect(() => {
    document.title = "Onplay";
    const load = () => {
      api.games().then((list) => { setGames(list); setWrong(null); }, (error: Error) => setWrong(error.message));
      api.matches().then((list) => setOpen(list.filter((match) => !match.over && (match.open.length > 0 || !match.private)).sort((a, b) => b.open.length - a.open.length)), () => {});
    };
    load();
    void replays().then(setOld);
    api.demonstrations().then(setShows, () => {});
    const timer = setInterval(load, 10_000);
    return () => clearInterval(timer);
  }, []);
  const attempt = (work: () => Promise<void>) => { work().catch((error: Error) => setWrong(error.message)); };
  const playBot = (game: string) => attempt(async () => {
    const made = await api.makeMatch({ game, seats: [self(), bot()] });
    const token = made.seats[0].token ?? "";
    keepSeat({ match: made.match, token, game });
    go(`/t/${made.match}#${token}`);
  });
  const invite = (game: string) => attempt(async () => {
    const made = await api.makeMatch({ game, seats: [self(), { kind: "open", name: "Friend" }], listed: true });
    const token = made.seats[0].token ?? "";
    keepSeat({ match: made.match, token, game });
    setDialog({ link: `${location.origin}/j/${made.match}`, match: made.match });
  });
  const watch = (game: string) => attempt(async () => {
    const made = await api.makeMatch({ game, pace: PACE, seats: [{ ...bot(), name: "North" }, { ...bot(), name: "South" }] });
    go(`/t/${made.match}`);
  });
  const unfinished = seats.value.find((seat) => !seat.over);
  const light = document.documentElement.dataset.theme === "light";
  return (
    <div class="home">
      <header class="home-bar">
        <span class="logo"><Logo /><span>Onplay</span></span>
        <span class="space" />
        <button type="button" class="button is-quiet" onClick={() => go("/w")}>Workshop</button>
        <button type="button" class="button is-quiet" onClick={() => set({ theme: light ? "dark" : "light" })}>{light ? "Dark" : "Light"}</button>
        <button type="button" class="button is-quiet" onClick={() => setDialog("settings")}><Icon name="gear" />Settings</button>
      </header>
      <main>
        <div class="home-head">
          <div>
            <h1>What shall we play?</h1>
            <p class="quiet">{games ? `${games.length} games with ${games.length} rulebooks. ${ALONE ? "Everything runs in this browser." : "No account: a link is a seat."}` : "One moment."}</p>
          </div>
          {unfinished && games && <Resume seat={unfinished} games={games} />}
        </div>
        {wrong && (
          <div class="notice is-error" role="alert"><Icon name="no" /><span><b>That did not work</b><span>{wrong}</span></span>
            <button type="button" class="button is-small" onClick={() => location.reload()}>Try again</button></div>
        )}
        <ul class="games" style={{ "--columns": String(columns(games?.length ?? 0)) }}>
          {games?.map((game) => (
            <li key={game.id} class="game">
              <Cover game={game.id} />
              <div class="game-body">
                <h2>{game.title}</h2>
                <p>{game.tagline}.</p>
                <Sketch game={game.id} />
                <p class="quiet small"><button type="button" class="link" onClick={() => setDialog({ game: game.id })}>How to play<span class="spoken"> {game.title}</span></button> · {game.cards} cards</p>
                <span class={ALONE ? "play is-alone" : "play"}>
                  <button type="button" class="button is-solid" onClick={() => playBot(game.id)}>Play a bot<span class="spoken"> at {game.title}</span></button>
                  {!ALONE && <button type="button" class="button is-solid is-icon" aria-label={`Choose decks, rules and clock of ${game.title}`} title="Decks, rules, clock" onClick={() => attempt(async () => setDialog({ table: await api.game(game.id) }))}><Icon name="sliders" /></button>}
                </span>
                <span class="pair">
                  {!ALONE && <button type="button" class="button" onClick={() => invite(game.id)}><Icon name="link" />Invite<span class="spoken"> to {game.title}</span></button>}
                  <button type="button" class="button" onClick={() => watch(game.id)}><Icon name="eye" />Watch<span class="spoken"> {game.title}</span></button>
                </span>
              </div>
            </li>
          ))}
        </ul>
        <div class="home-lists">
          {shows.length > 0 && (
            <section class="box" aria-label="See how it works">
              <header><h2>See how it works</h2></header>
              <ul>{shows.slice(0, 4).map((show) => (
                <li key={show.game + show.name}>
                  <span class="mini-art"><Picture subject={{ name: show.title, types: ["demonstration"], subtypes: [], once: true }} /></span>
                  <span><b>{show.title}</b><span class="quiet">{titleOf(games, show.game)}</span></span>
                  <button type="button" class="button is-small is-solid" onClick={() => go(`/d/${show.game}/${show.name}`)}><Icon name="play" />Watch<span class="spoken"> {show.title}</span></button>
                  <p class="quiet">{show.about}</p>
                </li>
              ))}</ul>
            </section>
          )}
          {!ALONE && <section class="box" aria-label="Open tables">
            <header><h2>Open tables</h2><span class="quiet">{open.filter((match) => match.open.length > 0).length} waiting</span></header>
            {open.length === 0 ? <p class="quiet">Nobody waits. Invite somebody, and your table stands here.</p> : (
              <ul>{open.slice(0, 5).map((match) => {
                const names = match.players.filter((player) => !match.open.includes(player.seat)).map((player) => player.name);
                const waits = match.open.length > 0;
                return (
                  <li key={match.match}><span><b>{titleOf(games, match.game)}</b><span class="quiet">{waits ? `${names.join(", ")} waits` : names.join(" against ")}{match.policy ? ` · ${match.policy}` : ""}</span></span>
                    {waits ? <button type="button" class="button is-small" onClick={() => go(`/j/${match.match}`)}>Sit down<span class="spoken"> at {titleOf(games, match.game)}</span></button>
                      : <button type="button" class="button is-small is-quiet" onClick={() => go(`/t/${match.match}`)}><Icon name="eye" />Watch<span class="spoken"> {titleOf(games, match.game)}</span></button>}</li>
                );
              })}</ul>
            )}
          </section>}
          <section class="box" aria-label="Replays">
            <header><h2>Replays</h2><span class="quiet">{old.length > 0 ? `${old.length} kept` : ""}</span></header>
            {old.length === 0 ? <p class="quiet">Every game you finish is kept in this browser. You can step through it and see what led to what.</p> : (
              <ul>{old.slice(0, 5).map((replay) => (
                <li key={replay.match}><span><b>{titleOf(games, replay.hello.game)}{result(replay)}</b><span class="quiet">{new Date(replay.at).toLocaleString()} · {replay.over.text.replace(/\bp[12]\b/g, (who) => replay.hello.players.find((player) => player.seat === who)?.name ?? who)}</span></span>
                  <button type="button" class="button is-small is-quiet" onClick={() => go(`/r/${replay.match}`)}><Icon name="play" />Open<span class="spoken"> the replay</span></button></li>
              ))}</ul>
            )}
          </section>
        </div>
      </main>
      {dialog === "settings" && <SettingsDialog onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== "settings" && "game" in dialog && <HowTo game={dialog.game} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== "settings" && "table" in dialog && <NewTable game={dialog.table} onClose={() => setDialog(null)} onLink={(link, match) => setDialog({ link, match })} />}
      {dialog !== null && dialog !== "settings" && "link" in dialog && <Invitation link={dialog.link} match={dialog.match} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Most games side by side on a wide screen. */
const MOST = 7;

/** Columns in which the rows of games are as equal as can be. */
const columns = (count: number) => Math.max(1, Math.ceil(count / Math.max(1, Math.ceil(count / MOST))));

const titleOf = (games: GameSummary[] | null, id: string) => games?.find((game) => game.id === id)?.title ?? id;

function result(replay: KeptReplay): string {
  const { seat, players } = replay.hello;
  const { winner } = replay.over;
  if (winner === null) return ", a draw";
  return winner === seat ? ", you won" : `, ${players.find((player) => player.seat === winner)?.name ?? winner} won`;
}

/** The game that was left in the middle, if it still goes on. */
function Resume({ seat, games }: { seat: Seat; games: GameSummary[] }) {
  const [match, setMatch] = useState<MatchInfo | null>(null);
  useEffect(() => {
    api.match(seat.match).then((found) => { if (found.over) dropSeat(seat.match); else setMatch(found); }, () => dropSeat(seat.match));
  }, [seat.match]);
  if (!match) return null;
  return (
    <div class="resume">
      <span><b>{titleOf(games, seat.game)}</b><span class="quiet">{match.turn !== null ? `Turn ${match.turn}` : "Not begun"}</span></span>
      <button type="button" class="button is-main" onClick={() => go(`/t/${seat.match}#${seat.token}`)}>Resume</button>
    </div>
  );
}

/** What is known of a game beyond its name. */
function useGame(game: string) {
  const [known, setKnown] = useState<{ cards: CardInfo[]; info: GameInfo } | null>(null);
  useEffect(() => {
    Promise.all([api.cards(game), api.game(game)]).then(([cards, info]) => setKnown({ cards, info }), () => {});
  }, [game]);
  return known;
}

/** A picture of a game: three of its cards, of the kind it has most of. */
function Cover({ game }: { game: string }) {
  const list = useGame(game);
  if (!list) return <div class="cover" />;
  const once = new Set(list.info.types.filter((type) => type.once).map((type) => type.name));
  const stays = list.cards.filter((card) => !card.types.some((type) => once.has(type)) && card.text);
  const kind = (card: CardInfo) => card.types[0] ?? "";
  const counts = new Map<string, number>();
  for (const card of stays) counts.set(kind(card), (counts.get(kind(card)) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [""];
  const chosen = stays.filter((card) => kind(card) === usual).sort((a, b) => b.text.length - a.text.length);
  return (
    <div class="cover" aria-hidden="true">
      <svg class="art" viewBox="0 0 240 140" preserveAspectRatio="xMidYMid slice"
        dangerouslySetInnerHTML={{ __html: cover(chosen.map((card) => ({ name: card.name, types: card.types, subtypes: card.subtypes, once: false })), game) }} />
    </div>
  );
}

/** The table of a game in a few strokes, and in words. */
function Sketch({ game }: { game: string }) {
  const list = useGame(game);
  if (!list) return null;
  const plan = planOf(list.info);
  const box = (x: number, y: number, w = 5, h = 8) => <rect key={`${x} ${y}`} x={x} y={y} width={w} height={h} rx="1.2" />;
  const lanes = plan.lanes?.places ?? 0;
  const [slots] = plan.slots;
  const words = plan.lanes ? [`${lanes} lanes`, ...plan.strips.map((zone) => zone.name)].join(", ")
    : plan.slots.length > 1 ? plan.slots.map((zone) => zone.name).join(", ")
    : slots ? `${slots.places} facing slots` : plan.fields.map((zone) => zone.name).join(", ");
  return (
    <p class="sketch">
      <svg viewBox="0 0 36 20" aria-hidden="true">
        {plan.lanes && Array.from({ length: lanes }, (_, at) => <g key={at}><rect class="far" x={at * 12.500} y="0" width="10.5" height="20" rx="1.5" />{box(at * 12.5 + 2.700, 2.500, 5, 6)}{box(at * 12.5 + 2.700, 11.500, 5, 6)}</g>)}
        {slots && Array.from({ length: Math.min(6, slots.places) }, (_, at) => <g key={at}>{box(at * 7, 1)}{box(at * 7, 11)}</g>)}
        {!plan.lanes && !slots && <>{[0, 1, 2].map((at) => box(4 + at * 7, 1))}{[0, 1].map((at) => box(7.5 + at * 7, 11))}<rect class="far" x="31" y="4" width="4" height="12" rx="1" /></>}
      </svg>
      {words}
    </p>
  );
}

function HowTo({ game, onClose }: { game: string; onClose: () => void }) {
  const [info, setInfo] = useState<GameInfo | null>(null);
  const [whole, setWhole] = useState(false);
  useEffect(() => { api.game(game).then(setInfo, () => onClose()); }, [game]);
  const page = whole ? info?.rules : (info?.how_to_play ?? info?.rules);
  return (
    <Modal title="How to play" onClose={onClose} wide>
      <div class="modal-head"><h2>{info?.title ?? "One moment"}</h2></div>
      <div class="rules" tabIndex={0}>{info && (page ? <Markdown text={page} /> : <p class="quiet">This game brings no written rules.</p>)}</div>
      <div class="modal-foot">
        {info?.rules && info.how_to_play && <button type="button" class="button" onClick={() => setWhole(!whole)}><Icon name="book" />{whole ? "In short" : "All rules"}</button>}
        <span class="space" />
        <button type="button" class="button is-main" data-first onClick={onClose}>Close</button>
      </div>
    </Modal>
  );
}

function Invitation({ link, match, onClose }: { link: string; match: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const copy = () => { navigator.clipboard?.writeText(link).then(() => setCopied(true), () => setCopied(false)); };
  const mine = seats.value.find((seat) => seat.match === match);
  return (
    <Modal title="Send this link to a friend" onClose={onClose}>
      <div class="modal-head"><div><h2>Send this link to a friend</h2><p class="quiet">Whoever opens it sits down. Nothing to install, no account.</p></div></div>
      <code class="invitation">{link}</code>
      <div class="modal-foot">
        <button type="button" class="button" onClick={copy}><Icon name="link" />{copied ? "Copied" : "Copy link"}</button>
        <span class="space" />
        <button type="button" class="button is-main" onClick={() => go(`/t/${match}#${mine?.token ?? ""}`)}>To the table</button>
      </div>
    </Modal>
  );
}

/** Somebody came by an invitation. */
export function Join({ match }: { match: string }) {
  const [wrong, setWrong] = useState<string | null>(null);
  const [found, setFound] = useState<MatchInfo | null>(null);
  useEffect(() => {
    const own = seats.value.find((seat) => seat.match === match);
    if (own) { go(`/t/${match}#${own.token}`, true); return; }
    api.match(match).then(setFound, (error: Error) => setWrong(error.message));
  }, [match]);
  const sit = () => {
    api.takeSeat(match, settings.value.name).then((seat) => {
      keepSeat({ match, token: seat.token ?? "", game: found?.game ?? "" });
      go(`/t/${match}#${seat.token}`, true);
    }, (error: Error) => setWrong(error.message));
  };
  const host = found?.players.find((player) => !found.open.includes(player.seat));
  return (
    <main class="plain">
      <h1>{wrong ? "This seat cannot be taken" : found && found.open.length === 0 ? "The seat is taken" : host ? `${host.name} invites you` : "One moment"}</h1>
      <p class="quiet">{wrong ?? (found ? `To a game of ${found.game}.` : "")}</p>
      {found && found.open.length > 0 && (
        <label class="setting"><span>Your name</span>
          <input type="text" maxLength={40} value={settings.value.name} placeholder="Player" onInput={(event) => set({ name: event.currentTarget.value })} /></label>
      )}
      <p class="buttons">
        {found && found.open.length > 0 && <button type="button" class="button is-main" onClick={sit}>Sit down</button>}
        {found && <button type="button" class="button" onClick={() => go(`/t/${match}`)}>Only watch</button>}
        <button type="button" class="button is-quiet" onClick={() => go("/")}>Home</button>
      </p>
    </main>
  );
}
