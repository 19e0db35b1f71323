/** What stands under the games: demonstrations, open tables, games played before, and what
 * was written in the workshop. */

import { useEffect, useState } from "preact/hooks";

import { Picture } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { go } from "../route.ts";
import { type KeptReplay, replays } from "../state/replays.ts";
import * as api from "../wire/api.ts";
import type { Demonstration, GameSummary, MatchInfo } from "../wire/types.ts";
import { projects } from "../workshop/project.ts";
import { Cover } from "./Cover.tsx";

/** Most lines of a list. */
const MOST = 4;

type Games = GameSummary[] | null;

export const titleOf = (games: Games, id: string) => games?.find((game) => game.id === id)?.title ?? id;
const isKnown = (games: Games, id: string) => games?.some((game) => game.id === id) ?? false;

/** The picture of a game, where it is one of those on offer. */
const Mini = ({ games, game }: { games: Games; game: string }) => (isKnown(games, game) ? <Cover game={game} small /> : <span class="mini-art" />);

export function Demonstrations({ games }: { games: Games }) {
  const [shows, setShows] = useState<Demonstration[]>([]);
  useEffect(() => { api.demonstrations().then(setShows, () => {}); }, []);
  if (shows.length === 0) return null;
  return (
    <section class="box" aria-label="See how it works">
      <header><h2>See how it works</h2></header>
      <ul>{shows.slice(0, MOST).map((show) => (
        <li key={show.game + show.name}>
          <span class="mini-art"><Picture subject={{ name: show.title, types: ["demonstration"], subtypes: [], once: true }} /></span>
          <span><b>{show.title}</b><span class="quiet">{titleOf(games, show.game)}</span></span>
          <button type="button" class="button is-small is-solid" onClick={() => go(`/d/${show.game}/${show.name}`)}><Icon name="play" />Watch<span class="spoken"> {show.title}</span></button>
          <p class="quiet">{show.about}</p>
        </li>
      ))}</ul>
    </section>
  );
}

export function OpenTables({ open, games }: { open: MatchInfo[]; games: Games }) {
  const waiting = open.filter((match) => match.open.length > 0).length;
  return (
    <section class="box" aria-label="Open tables">
      <header><h2>Open tables</h2>{waiting > 0 && <span class="quiet">{waiting} waiting</span>}</header>
      {open.length === 0 ? <p class="quiet">Nobody is waiting. Invite somebody, and your table stands here.</p> : (
        <ul>{open.slice(0, MOST).map((match) => {
          const names = match.players.filter((player) => !match.open.includes(player.seat)).map((player) => player.name);
          const waits = match.open.length > 0;
          return (
            <li key={match.match}>
              <Mini games={games} game={match.game} />
              <span><b>{titleOf(games, match.game)}</b><span class="quiet">{waits ? `${names.join(", ")} is waiting` : names.join(" against ")}{match.policy ? ` · ${match.policy}` : ""}</span></span>
              {waits ? <button type="button" class="button is-small" onClick={() => go(`/j/${match.match}`)}>Sit down<span class="spoken"> at {titleOf(games, match.game)}</span></button>
                : <button type="button" class="button is-small is-quiet" onClick={() => go(`/t/${match.match}`)}><Icon name="eye" />Watch<span class="spoken"> {titleOf(games, match.game)}</span></button>}
            </li>
          );
        })}</ul>
      )}
    </section>
  );
}

export function Replays({ games }: { games: Games }) {
  const [old, setOld] = useState<KeptReplay[]>([]);
  useEffect(() => { void replays().then(setOld); }, []);
  return (
    <section class="box" aria-label="Replays">
      <header><h2>Replays</h2>{old.length > 0 && <span class="quiet">{old.length} kept</span>}</header>
      {old.length === 0 ? <p class="quiet">Every game you finish is kept in this browser. You can step through it and see what led to what.</p> : (
        <ul>{old.slice(0, MOST).map((replay) => (
          <li key={replay.match}>
            <Mini games={games} game={replay.hello.game} />
            <span><b>{titleOf(games, replay.hello.game)}{result(replay)}</b><span class="quiet">{new Date(replay.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</span></span>
            <button type="button" class="button is-small is-quiet" onClick={() => go(`/r/${replay.match}`)}><Icon name="play" />Open<span class="spoken"> the replay</span></button>
          </li>
        ))}</ul>
      )}
    </section>
  );
}

function result(replay: KeptReplay): string {
  const { seat, players } = replay.hello;
  const { winner } = replay.over;
  if (winner === null) return ", a draw";
  return winner === seat ? ", you won" : `, ${players.find((player) => player.seat === winner)?.name ?? winner} won`;
}

export function WorkshopBox() {
  const count = projects.value.length;
  const last = projects.value[0];
  return (
    <section class="box" aria-label="Workshop">
      <header><h2>Workshop</h2>{count > 0 && <span class="quiet">{count} {count === 1 ? "project" : "projects"}</span>}</header>
      <ul>
        <li>
          <span class="mini-art"><Picture subject={{ name: last?.title ?? "A card of your own", types: ["workshop"], subtypes: [], once: false }} /></span>
          <span><b>{last ? last.title : "Write a card"}</b><span class="quiet">{last ? "Written last" : "In plain words"}</span></span>
          <button type="button" class="button is-small is-solid" onClick={() => go("/w")}><Icon name="pencil" />{last ? "Go on" : "Begin"}<span class="spoken"> in the workshop</span></button>
          <p class="quiet">Write a card in plain words, see what it reads as while you type, and play it under any rulebook.</p>
        </li>
      </ul>
    </section>
  );
}
