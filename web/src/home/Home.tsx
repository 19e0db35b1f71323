/** Home: the games, open tables, games played before. */

import { useEffect, useState } from "preact/hooks";

import { Icon, Logo } from "../draw/Icon.tsx";
import { addressOf, go } from "../route.ts";
import { dropSeat, keepSeat, type Seat, seats } from "../state/seats.ts";
import { set, settings } from "../state/settings.ts";
import * as api from "../wire/api.ts";
import { ALONE } from "../wire/local.ts";
import type { GameInfo, GameSummary, MatchInfo, NewSeat } from "../wire/types.ts";
import { Markdown } from "../table/Markdown.tsx";
import { Modal } from "../table/Modal.tsx";
import { Cover, Sketch } from "./Cover.tsx";
import { Demonstrations, OpenTables, Replays, titleOf, WorkshopBox } from "./Lists.tsx";
import { NewTable, PACE } from "./NewTable.tsx";
import { SettingsDialog } from "./Settings.tsx";

const self = (): NewSeat => ({ kind: "link", ...(settings.value.name ? { name: settings.value.name } : {}) });
const bot = (): NewSeat => ({ kind: "bot", bot: settings.value.bot, name: "Rival" });

export function Home() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [open, setOpen] = useState<MatchInfo[]>([]);
  const [dialog, setDialog] = useState<"settings" | { game: string } | { table: GameInfo } | { link: string; match: string } | null>(null);
  useEffect(() => {
    document.title = "Onplay";
    const load = () => {
      api.games().then((list) => { setGames(list); setWrong(null); }, (error: Error) => setWrong(error.message));
      api.matches().then((list) => setOpen(list.filter((match) => !match.over && (match.open.length > 0 || !match.private)).sort((a, b) => b.open.length - a.open.length)), () => {});
    };
    load();
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
    setDialog({ link: addressOf(`/j/${made.match}`), match: made.match });
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
          <Demonstrations games={games} />
          {!ALONE && <OpenTables open={open} games={games} />}
          <Replays games={games} />
          <WorkshopBox />
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
