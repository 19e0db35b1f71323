/** A game that is over, or a demonstration: where it comes from. */

import { useEffect, useState } from "preact/hooks";

import { go } from "../route.ts";
import { replayOf } from "../state/replays.ts";
import { seatAt } from "../state/seats.ts";
import { info, leave, loadGame } from "../state/table.ts";
import * as api from "../wire/api.ts";
import type { Gaze, SeatName, ToldGame } from "../wire/types.ts";
import { Scrubber } from "./Scrubber.tsx";

/** A game as it is shown, and where it is kept. */
export interface Shown extends ToldGame {
  /** The match on the server; none if only this browser has it, or nobody. */
  match: string | null;
  /** Who sits at the near side. */
  near: SeatName;
  eyes: Gaze | null;
}

/** The game from the server, or what this browser kept of it. */
async function load(match: string, eyes: Gaze | null): Promise<Shown | null> {
  const kept = await replayOf(match);
  const own = kept?.hello.seat ?? null;
  const wish = eyes ?? own ?? "both";
  try {
    const told = await api.story(match, wish);
    return { ...told, match, eyes: wish, near: wish === "both" ? (own ?? "p1") : wish };
  } catch {
    if (!kept) return null;
    const { hello, over, start, steps } = kept;
    return { game: hello.game, players: hello.players, start, steps, decisions: [], cards: [], result: over.text, match: null, eyes: null, near: own ?? "p1" };
  }
}

export function ReplayPage({ match, eyes, at }: { match: string; eyes: Gaze | null; at: number | null }) {
  const [game, setGame] = useState<Shown | null | undefined>(undefined);
  useEffect(() => {
    let left = false;
    void load(match, eyes).then(async (found) => {
      if (found) await loadGame(found.game, found.cards);
      if (!left) setGame(found);
    });
    return () => { left = true; };
  }, [match, eyes]);
  useEffect(() => leave, [match]);
  if (game === undefined) return <main class="plain"><h1>Opening the replay</h1></main>;
  if (game === null || !info.value) {
    const playing = seatAt(match);
    return (
      <main class="plain">
        <h1>There is no replay here</h1>
        <p class="quiet">{playing && !playing.over ? "The game is not over yet. It can be looked at again from its end on." : "A game can be looked at again once it is over, as long as the server or this browser keeps it."}</p>
        <p class="buttons"><button type="button" class="button is-main" onClick={() => go("/")}>Home</button></p>
      </main>
    );
  }
  return <Scrubber key={match} game={game} first={at ?? 0} />;
}

export function DemonstrationPage({ game, name }: { game: string; name: string }) {
  const [told, setTold] = useState<Shown | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  useEffect(() => {
    leave();
    api.demonstration(game, name).then(async (found) => {
      await loadGame(found.game, found.cards);
      setTold({ ...found, match: null, eyes: null, near: found.start.seat ?? "p1" });
    }).catch((error: Error) => setWrong(error.message));
    api.demonstrations().then((list) => setTitle(list.find((one) => one.game === game && one.name === name)?.title ?? ""), () => {});
    return leave;
  }, [game, name]);
  if (!told || !info.value) {
    return (
      <main class="plain">
        <h1>{wrong ? "There is no demonstration here" : "One moment"}</h1>
        {wrong && <><p class="quiet">{wrong}</p><p class="buttons"><button type="button" class="button is-main" onClick={() => go("/")}>Home</button></p></>}
      </main>
    );
  }
  return <Scrubber game={told} first={0} title={title} runs />;
}
