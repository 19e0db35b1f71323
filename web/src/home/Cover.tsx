/** What a game looks like: three of its cards, and its table in a few strokes. */

import { useEffect, useState } from "preact/hooks";

import { cover } from "../draw/art.ts";
import * as api from "../wire/api.ts";
import { planOf } from "../table/layout.ts";
import type { CardInfo, GameInfo } from "../wire/types.ts";

/** What is known of a game beyond its name. */
function useGame(game: string) {
  const [known, setKnown] = useState<{ cards: CardInfo[]; info: GameInfo } | null>(null);
  useEffect(() => {
    Promise.all([api.cards(game), api.game(game)]).then(([cards, info]) => setKnown({ cards, info }), () => {});
  }, [game]);
  return known;
}

/** A picture of a game: three of its cards, of the kind it has most of. */
export function Cover({ game, small = false }: { game: string; small?: boolean }) {
  const list = useGame(game);
  const shape = small ? "mini-art" : "cover";
  if (!list) return <span class={shape} />;
  const once = new Set(list.info.types.filter((type) => type.once).map((type) => type.name));
  const stays = list.cards.filter((card) => !card.types.some((type) => once.has(type)) && card.text);
  const kind = (card: CardInfo) => card.types[0] ?? "";
  const counts = new Map<string, number>();
  for (const card of stays) counts.set(kind(card), (counts.get(kind(card)) ?? 0) + 1);
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [""];
  const chosen = stays.filter((card) => kind(card) === usual).sort((a, b) => b.text.length - a.text.length);
  return (
    <span class={shape} aria-hidden="true">
      <svg class="art" viewBox={small ? "55 8 130 130" : "0 0 240 140"} preserveAspectRatio="xMidYMid slice"
        dangerouslySetInnerHTML={{ __html: cover(chosen.map((card) => ({ name: card.name, types: card.types, subtypes: card.subtypes, once: false })), game) }} />
    </span>
  );
}

/** The table of a game in a few strokes, and in words. */
export function Sketch({ game }: { game: string }) {
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
