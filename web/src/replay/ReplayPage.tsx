/** A game that is over, to be stepped through. */

import { batch } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { go } from "../route.ts";
import { applyStep } from "../state/apply.ts";
import { type KeptReplay, replayOf } from "../state/replays.ts";
import { hello, info, leave, loadGame, players, replaying, shown, told } from "../state/table.ts";
import { readable } from "../state/words.ts";
import { Table } from "../table/Table.tsx";
import type { View } from "../wire/types.ts";

/** Milliseconds that a step stands while the replay runs. */
const STAND = 700;

export function ReplayPage({ match }: { match: string }) {
  const [replay, setReplay] = useState<KeptReplay | null | undefined>(undefined);
  useEffect(() => {
    leave();
    void replayOf(match).then((found) => {
      setReplay(found);
      if (found) void loadGame(found.hello.game);
    });
    return leave;
  }, [match]);
  if (replay === undefined || (replay && !info.value)) return <main class="plain"><h1>Opening the replay</h1></main>;
  if (replay === null) {
    return (
      <main class="plain">
        <h1>There is no replay here</h1>
        <p class="quiet">Replays are kept in the browser that played or watched the game to its end.</p>
        <p class="buttons"><button type="button" class="button is-main" onClick={() => go("/")}>Home</button></p>
      </main>
    );
  }
  return <Player replay={replay} />;
}

function Player({ replay }: { replay: KeptReplay }) {
  const { steps } = replay;
  const [at, setAt] = useState(0);
  const [runs, setRuns] = useState(false);
  const [views] = useState(() => {
    const list: View[] = [replay.start];
    for (const step of steps) list.push(applyStep(list[list.length - 1] as View, step));
    return list;
  });
  useEffect(() => {
    batch(() => {
      replaying.value = true;
      hello.value = replay.hello;
      players.value = replay.hello.players;
      shown.value = views[at] ?? replay.start;
      told.value = steps.slice(0, at);
    });
  }, [at]);
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => { if (at < steps.length) setAt(at + 1); else setRuns(false); }, steps[at]?.changes.length ? STAND : 60);
    return () => clearTimeout(timer);
  }, [runs, at]);
  const decisions = steps.map((step, index) => (step.kind === "decided" ? index : -1)).filter((index) => index >= 0);
  const before = [...decisions].reverse().find((index) => index < at - 1);
  const after = decisions.find((index) => index >= at);
  const words = at > 0 ? readable(steps[at - 1]?.text ?? "") : "The beginning";
  return (
    <div class="replay">
      {shown.value && <Table />}
      <section class="scrubber" aria-label="Replay">
        <button type="button" class="button is-icon" aria-label="Decision before" onClick={() => setAt(before === undefined ? 0 : before + 1)}><Icon name="stepBack" /></button>
        <button type="button" class="round" aria-label={runs ? "Pause" : "Play"} onClick={() => { if (at >= steps.length) setAt(0); setRuns(!runs); }}><Icon name={runs ? "pause" : "play"} /></button>
        <button type="button" class="button is-icon" aria-label="Next decision" onClick={() => setAt(after === undefined ? steps.length : after + 1)}><Icon name="step" /></button>
        <input type="range" min={0} max={steps.length} value={at} aria-label="Step" aria-valuetext={words} onInput={(event) => { setRuns(false); setAt(Number(event.currentTarget.value)); }} />
        <span class="scrub-words" aria-live="polite"><b>{at} / {steps.length}</b> {words}</span>
        <button type="button" class="button" onClick={() => go("/")}>Close</button>
      </section>
    </div>
  );
}
