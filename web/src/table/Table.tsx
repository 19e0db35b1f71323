/** The table: bar, both seats, board, question, hand, log. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Face } from "../draw/Face.tsx";
import { Icon, Logo } from "../draw/Icon.tsx";
import { addressOf, go } from "../route.ts";
import { chain } from "../state/player.ts";
import { say } from "../state/speech.ts";
import { dropToast, hello, info, leave, line, nameOf, players, question, replaying, seat, shown, sitDown, substitute, toasts, tryNow, undo, watching } from "../state/table.ts";
import { capital, readable, title } from "../state/words.ts";
import * as api from "../wire/api.ts";
import { isOwn } from "../wire/local.ts";
import type { PlayerInfo } from "../wire/types.ts";
import { Arrows } from "./Arrows.tsx";
import { Bar } from "./Bar.tsx";
import { Board } from "./Board.tsx";
import { ChainPlayer } from "./ChainPlayer.tsx";
import { dragged } from "./drag.ts";
import { conceding, keysShown, logOpen, menuOpen, settingsOpen } from "./open.ts";
import { Dialogs } from "./Dialogs.tsx";
import { End } from "./End.tsx";
import { Hand } from "./Hand.tsx";
import { onKey } from "./keys.ts";
import { Panel } from "./Log.tsx";
import { useMovingCards } from "./motion.ts";
import { byCard, prompt } from "./pick.ts";
import { PromptDialog } from "./Prompts.tsx";
import { SeatStrip } from "./SeatStrip.tsx";
import { StoryStrip } from "./StoryStrip.tsx";
import { ZoomView } from "./ZoomView.tsx";

export function TablePage({ match, token }: { match: string; token: string | null }) {
  useEffect(() => {
    sitDown(match, token);
    return leave;
  }, [match, token]);
  useEffect(() => {
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const asked = question.value?.n;
  useEffect(() => {
    if (asked === undefined) return;
    if (prompt.value) say(readable(prompt.value.text), true);
    else say(`Your turn. ${byCard.value.size} cards can be used.`, true);
  }, [asked]);
  if (line.value.at === "closed") return <Gone why={line.value.why} />;
  if (!shown.value || !info.value) return <Loading />;
  document.title = `${info.value.title} · Onplay`;
  return <Table />;
}

/** The table; a band of one's own stands where questions do. */
export function Table({ band }: { band?: ComponentChildren }) {
  const other = seat.value === "p1" ? "p2" : "p1";
  useMovingCards(shown.value);
  return (
    <div class={`table ${line.value.at === "lost" ? "is-lost" : ""} ${logOpen.value ? "is-log-open" : ""}`}>
      <TopBar />
      <main class="main" aria-label="Table">
        <h1 class="spoken">{info.value?.title}</h1>
        <SeatStrip who={other} />
        <StoryStrip />
        <Board />
        {band ?? (chain.value?.linked ? <ChainPlayer /> : <Bar />)}
        <SeatStrip who={seat.value} />
        <Hand />
        <PromptDialog />
      </main>
      <aside class="panel" aria-label="Log and rules">
        <button type="button" class="button is-icon is-quiet close-panel" aria-label="Close the log" onClick={() => { logOpen.value = false; }}><Icon name="cross" /></button>
        <Panel />
      </aside>
      <Arrows />
      <Dragged />
      <ZoomView />
      <Dialogs />
      <End />
      <Notices />
    </div>
  );
}

/** The card that a finger takes along. */
function Dragged() {
  const at = dragged.value;
  const card = at && shown.value?.cards[at.handle];
  if (!at || !card) return null;
  return <span class="card card-hand dragged" style={{ left: `${at.x}px`, top: `${at.y}px` }} aria-hidden="true"><Face name={card.card} size="hand" card={card} /></span>;
}

function TopBar() {
  const view = shown.value;
  const game = info.value;
  if (!view || !game) return null;
  const own = view.active === seat.value && !watching.value;
  return (
    <header class="topbar">
      <button type="button" class="logo" aria-label="Onplay, home" onClick={() => go("/")}><Logo /><span>Onplay</span></button>
      <span class="separator" />
      <span class="heading">
        <b class="game-title">{game.title}</b>
        <span class="moment">
          {view.round + view.turn > 0 && <span>{view.round > 0 ? `Round ${view.round}` : `Turn ${view.turn}`}</span>}
          {view.phase && <b>{title(view.phase)}</b>}
          {!view.over && <span>{own ? "your turn" : `${nameOf(view.active)}’s turn`}</span>}
        </span>
      </span>
      <span class="space" />
      {replaying.value ? <span class="badge"><Icon name="turned" />Replay</span> : watching.value && <span class="badge"><Icon name="eye" />Watching</span>}
      {!watching.value && !view.over && !replaying.value && <button type="button" class="button is-quiet" aria-label="Undo" onClick={() => undo()}><Icon name="undo" /><span class="wide-only">Undo</span></button>}
      <button type="button" class="button is-quiet is-icon narrow-only" aria-label="Log" onClick={() => { logOpen.value = !logOpen.value; }}><Icon name="log" /></button>
      <Menu />
    </header>
  );
}

function Menu() {
  const open = menuOpen.value;
  const close = () => { menuOpen.value = false; };
  const item = (text: string, act: () => void) => <li key={text}><button type="button" onClick={() => { close(); act(); }}>{text}</button></li>;
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => { if (!(event.target as HTMLElement).closest(".menu")) close(); };
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  return (
    <div class="menu" onKeyDown={(event) => { if (event.key === "Escape" && open) { event.stopPropagation(); close(); } }}>
      <button type="button" class="button is-icon is-quiet" aria-label="Menu" aria-expanded={open} onClick={() => { menuOpen.value = !open; }}><Icon name="menu" /></button>
      {open && (
        <ul>
          {item("Settings", () => { settingsOpen.value = true; })}
          {item("Keys", () => { keysShown.value = true; })}
          {hello.value && !isOwn(hello.value.match) && item("Copy the link for watching", () => void navigator.clipboard?.writeText(addressOf(`/t/${hello.value?.match}`)))}
          {hello.value?.seat && !shown.value?.over && !replaying.value && item("Give up", () => { conceding.value = true; })}
          {item("Home", () => go("/"))}
        </ul>
      )}
    </div>
  );
}

/** What stands beside the board for a while: lost connections, refusals, absences. */
function Notices() {
  const [now, setNow] = useState(Date.now());
  const lost = line.value.at === "lost" ? line.value : null;
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [lost]);
  const away = watching.value || replaying.value ? undefined : players.value.find((player) => player.seat !== seat.value && !player.here && !player.bot);
  return (
    <div class="notices">
      {lost && (
        <div class="notice" role="alert">
          <Icon name="turned" /><span><b>{lost.tries > 3 ? "The server does not answer" : "Connecting again"}</b><span>Try {lost.tries} in {Math.max(0, Math.ceil((lost.next - now) / 1000))} s. The table stays as it is.</span></span>
          <button type="button" class="button is-small" onClick={tryNow}>Now</button>
        </div>
      )}
      {!lost && away && !shown.value?.over && <Away key={away.seat} who={away} />}
      {toasts.value.map((toast) => (
        <div key={toast.key} class={`notice is-${toast.kind}`} role="status">
          <Icon name={toast.kind === "error" ? "no" : "why"} /><span><b>{toast.title}</b>{toast.text && <span>{readable(toast.text)}</span>}</span>
          <button type="button" class="button is-small is-quiet" aria-label="Dismiss" onClick={() => dropToast(toast.key)}><Icon name="cross" /></button>
        </div>
      ))}
    </div>
  );
}

/** Somebody is missing: left, or not yet come. */
function Away({ who }: { who: PlayerInfo }) {
  const match = hello.value?.match ?? "";
  const [open, setOpen] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => { api.match(match).then((found) => setOpen(found.open.includes(who.seat)), () => {}); }, [match, who]);
  const link = addressOf(`/j/${match}`);
  if (open) {
    return (
      <div class="notice is-quiet" role="status"><Icon name="link" /><span><b>The other seat is empty</b><span>Whoever opens this link sits down.</span><code class="seat-link">{link}</code></span>
        <span class="stacked">
          <button type="button" class="button is-small is-main" onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {})}>{copied ? "Copied" : "Copy link"}</button>
          <button type="button" class="button is-small" onClick={substitute}>Let a bot play</button>
        </span>
      </div>
    );
  }
  return (
    <div class="notice is-quiet" role="status"><Icon name="clock" /><span><b>{who.name} is not here</b><span>The game waits. {who.name} can come back at any time.</span></span>
      <button type="button" class="button is-small" onClick={substitute}>Let a bot play</button></div>
  );
}

function Loading() {
  const lost = line.value.at === "lost";
  return (
    <main class="plain">
      <h1>{lost ? "The server does not answer" : "Sitting down"}</h1>
      <p class="quiet">{lost ? "We keep trying. Nothing that was played is lost." : "One moment."}</p>
      {lost && <p class="buttons"><button type="button" class="button is-main" onClick={tryNow}>Try now</button><button type="button" class="button" onClick={() => go("/")}>Home</button></p>}
    </main>
  );
}

function Gone({ why }: { why: string }) {
  return (
    <main class="plain">
      <h1>There is no table here</h1>
      <p class="quiet">{capital(why.replace(/\.$/, ""))}.</p>
      <p class="buttons"><button type="button" class="button is-main" onClick={() => go("/")}>Choose a game</button></p>
    </main>
  );
}
