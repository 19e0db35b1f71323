/** One board under several policies, side by side. */

import { useEffect, useState } from "preact/hooks";

import type { Resolution } from "../engine/start.ts";
import { Icon } from "../draw/Icon.tsx";
import { info } from "../state/table.ts";
import { type BoardChoice, boards, errors, theWorkshop, version } from "./bench.ts";
import { project } from "./project.ts";

/** Between two steps, in milliseconds. */
const STEP = 420;

export function Policies() {
  const [list, setList] = useState<BoardChoice[]>([]);
  const [chosen, setChosen] = useState("");
  const [results, setResults] = useState<Resolution[]>([]);
  const [wrong, setWrong] = useState<string | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [near, setNear] = useState<number | null>(null);
  const seen = version.value;
  const broken = errors.value.length > 0;
  useEffect(() => { void boards().then((all) => setList(all.filter((board) => board.moves.length > 0))); }, [seen]);
  const board = list.find((one) => one.key === chosen) ?? list[0];
  useEffect(() => {
    if (!board || broken) return;
    let left = false;
    theWorkshop().policies(board.wish).then((all) => {
      if (left) return;
      setResults(five(all));
      setWrong(null);
    }, (error: Error) => { if (!left) { setWrong(error.message); setResults([]); } });
    return () => { left = true; };
  }, [board?.wish.page, board?.wish.index, seen, broken]);
  const most = Math.max(0, ...results.map((result) => result.fired.length));
  useEffect(() => {
    if (at === null) return;
    if (at >= most) { setAt(null); return; }
    const timer = setTimeout(() => setAt(at + 1), STEP);
    return () => clearTimeout(timer);
  }, [at, most]);
  return (
    <section class="ws-policies" aria-label="Policies">
      <header>
        <h2>The same board under {results.length > 0 ? words(results.length) : "several"} policies</h2>
        {list.length > 1 && (
          <select aria-label="Board" value={board?.key} onChange={(event) => setChosen(event.currentTarget.value)}>
            {list.map((one) => <option key={one.key} value={one.key}>{one.title}</option>)}
          </select>
        )}
        <span class="quiet ws-board">{board ? `${board.moves.join(" · ")} · ${board.setup.join("; ").replace(/^setup /, "")}` : "A page of scenarios with a move in it is shown here under all policies."}</span>
        <span class="space" />
        {results.length > 0 && <button type="button" class="button is-quiet is-small" onClick={() => setAt(0)} disabled={at !== null}><Icon name="play" />Step all</button>}
      </header>
      {wrong && <p class="ws-stop"><Icon name="no" /><span>{wrong}</span></p>}
      {broken && results.length > 0 && <p class="quiet small">As it was before the last error.</p>}
      <ul class="ws-five">
        {results.map((result, index) => (
          <li key={result.policy} class={isOwn(result.policy) ? "is-own" : ""}>
            <h3>{result.policy}<span>{result.asks ? "asks you" : `${result.fired.length} trigger${result.fired.length === 1 ? "" : "s"}`}</span></h3>
            <Chain result={result} upto={at} />
            <p class="ws-result">{result.stopped ?? (result.asks ? result.asks : result.changes.slice(0, 4).join(" · ") || "Nothing changed")}</p>
            <button type="button" class="link small" aria-expanded={near === index} onClick={() => setNear(near === index ? null : index)}>What happened<span class="spoken"> under {result.policy}</span></button>
          </li>
        ))}
      </ul>
      {near !== null && results[near] && (
        <ol class="ws-lines" tabIndex={0} aria-label={`What happened under ${results[near]?.policy}`}>
          {results[near]?.lines.map((line, row) => <li key={row} style={{ paddingInlineStart: `${Math.min(line.depth, 10) * 14}px` }}>{line.text}</li>)}
        </ol>
      )}
    </section>
  );
}

const words = (count: number) => ["no", "one", "two", "three", "four", "five", "six"][count] ?? String(count);
const isOwn = (policy: string) => policy === project.value?.game || policy === info.value?.id;

/** At most five: of two variants of one design the first. */
function five(all: Resolution[]): Resolution[] {
  const seen = new Set<string>();
  return all.filter(({ policy }) => {
    const design = policy.split("-")[0] ?? policy;
    if (seen.has(design)) return false;
    seen.add(design);
    return true;
  });
}

const [WIDTH, HEIGHT] = [212, 84];

function Chain({ result, upto }: { result: Resolution; upto: number | null }) {
  const fired = upto === null ? result.fired : result.fired.slice(0, upto);
  const deepest = Math.max(4, ...result.fired.map((one) => one.depth));
  const step = Math.min(20, (WIDTH - 24) / Math.max(1, result.fired.length + (result.asks ? 1 : 0)));
  const place = (index: number, depth: number) => [10 + index * step, HEIGHT - 12 - depth * ((HEIGHT - 24) / deepest)] as const;
  const points = fired.map((one, index) => place(index, one.depth));
  const spoken = result.fired.map((one) => `${one.name} at depth ${one.depth}`).join(", ");
  const last = result.fired[result.fired.length - 1];
  const [x, y] = place(result.fired.length, last ? last.depth + 1 : 0);
  const radius = Math.max(3, Math.min(8, step / 2 - 0.5));
  return (
    <svg class="ws-chain" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={spoken || "no trigger fires"}>
      <polyline points={points.map((point) => point.join(",")).join(" ")} />
      {fired.map((one, index) => {
        const [cx, cy] = place(index, one.depth);
        return <g key={index}><title>{one.name}, depth {one.depth}</title><circle cx={cx} cy={cy} r={radius} />{radius > 5 && <text x={cx} y={cy + 4}>{one.name.charAt(0)}</text>}</g>;
      })}
      {result.asks && upto === null && <g class="is-asking"><circle cx={x} cy={y} r="8" /><text x={x} y={y + 4}>?</text></g>}
    </svg>
  );
}
