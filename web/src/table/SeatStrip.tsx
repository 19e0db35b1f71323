/** One player: name, counters, what is in the piles. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { Picture } from "../draw/Face.tsx";
import { Icon, iconFor } from "../draw/Icon.tsx";
import { clock, faces, info, nameOf, players, seat, shown, watching } from "../state/table.ts";
import { counted, title } from "../state/words.ts";
import type { SeatName, ZoneInfo } from "../wire/types.ts";
import { CardButton } from "./CardButton.tsx";
import { placesOf, planOf, standIn } from "./layout.ts";
import { askedWhy } from "./open.ts";

/** The name of a counter beside its number. */
const label = (name: string, count: number) => {
  // What is also a type of card is written as the cards write it.
  const type = info.value?.types.find((other) => other.name.toLowerCase() === name);
  return type?.name ?? counted(title(name).toLowerCase(), count);
};

/** The pile that is open for looking. */
export const opened = signal<{ place: string; title: string } | null>(null);

const PILES: Record<string, string> = { deck: "deck", discard: "grave", exile: "no", other: "ring" };

export function SeatStrip({ who }: { who: SeatName }) {
  const game = info.value;
  const view = shown.value;
  if (!game || !view) return null;
  const player = players.value.find((other) => other.seat === who);
  const own = who === seat.value && !watching.value;
  const plan = planOf(game);
  const paying = game.price?.[1];
  const counters = game.counters.filter(({ name }) => view[who].counters[name] !== undefined
    && ((name === paying && !game.counters.some((other) => other.symbol)) || name === game.life || view[who].counters[name] !== 0));
  const stands = standIn(game, view, who, (name) => faces.value.get(name));
  const hand = plan.hand ? placesOf(game, plan.hand.name, who)[0] : undefined;
  const open = hand && who !== seat.value ? (view.places[hand.place]?.cards ?? []) : [];
  const held = hand ? (view.places[hand.place]?.count ?? 0) : 0;
  return (
    <section class={`seat ${view.decides === who ? "is-deciding" : ""} ${own ? "is-own" : ""}`} aria-label={own ? "You" : nameOf(who)} tabIndex={0}>
      <span class="who">
        {stands !== undefined ? <CardButton handle={stands} size="mini" where={own ? "you" : nameOf(who)} />
          : <span class="avatar"><Picture subject={{ name: nameOf(who) + who, types: ["player"], subtypes: [], once: false }} /></span>}
        <b>{own ? "You" : nameOf(who)}</b>
        {player?.bot && !own && nameOf(who) !== player.bot && <span class="quiet">{player.bot}</span>}
        {player && !player.here && <span class="away">away</span>}
      </span>
      <ul class="counters">
        {counters.map(({ name, max, symbol }) => (
          <li key={name} class={name === paying || name === game.life ? "is-main" : ""}>
            <button type="button" title="Why?" onClick={() => { askedWhy.value = { title: `${own ? "You" : nameOf(who)}: why ${view[who].counters[name]} ${label(name, view[who].counters[name] ?? 0)}?`, about: { seat: who, name } }; }}>
              {symbol ? <b class={`symbol symbol-${symbol.toLowerCase()}`}>{symbol}</b> : <Icon name={name === game.life ? "heart" : iconFor(name)} />}
              <b>{view[who].counters[name]}</b>
              <span>{max !== null && <span class="most">of {max} </span>}{label(name, view[who].counters[name] ?? 0)}</span>
              <span class="spoken">, why?</span>
            </button>
          </li>
        ))}
        {view[who].keywords.map((keyword) => <li key={keyword} class="keyword">{title(keyword)}</li>)}
      </ul>
      <TimeLeft who={who} />
      <span class="space" />
      {!own && open.length > 0 && (
        <span class="open-hand">{open.map((handle) => <CardButton key={handle} handle={handle} size="mini" where={`${nameOf(who)}’s hand`} />)}</span>
      )}
      {!own && open.length === 0 && <span class="held" title={`${held} cards in hand`}><span class="backs" aria-hidden="true">{Array.from({ length: Math.min(held, 7) }, (_, at) => <i key={at} />)}</span><Icon name="hand" /><b>{held}</b> <span>hand</span></span>}
      {plan.piles.map((zone) => <Pile key={zone.name} zone={zone} who={who} />)}
    </section>
  );
}

function Pile({ zone, who }: { zone: ZoneInfo; who: SeatName }) {
  const game = info.value;
  const view = shown.value;
  const place = game && placesOf(game, zone.name, who)[0];
  if (!view || !place || (zone.shared && who !== seat.value)) return null;
  const pile = view.places[place.place];
  const count = pile?.count ?? 0;
  if (count === 0 && (zone.role === "exile" || zone.role === "other")) return null;
  const name = title(zone.name).toLowerCase();
  const inside = <><Icon name={PILES[zone.role] ?? "ring"} /><b>{count}</b> <span>{name}</span></>;
  if (!pile || pile.cards.length === 0) return <span class="pile">{inside}</span>;
  return (
    <button type="button" class="pile"
      onClick={() => { opened.value = { place: place.place, title: title(zone.name) }; }}>{inside}<span class="spoken">, look</span></button>
  );
}

/** The time of a seat, which runs down while it decides. */
function TimeLeft({ who }: { who: SeatName }) {
  const time = clock.value;
  const runs = time !== null && shown.value?.decides === who && !shown.value.over;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs, time]);
  if (!time) return null;
  const spent = runs ? Math.max(0, now - time.since) : 0;
  const own = runs && time.decision !== null ? Number(time.decision) : 0;
  // What a decision takes beyond its own time comes from the bank.
  const bank = Math.max(0, Number(time[who]) - Math.max(0, spent - own));
  const left = Math.max(0, own - spent);
  if (left + bank === 0 && !runs) return null;
  const hurry = runs && left + bank < 10_000;
  return (
    <span class={`time ${hurry ? "loss" : ""}`} role="timer" aria-label={`Time of ${nameOf(who)}`}>
      <Icon name="clock" />{left > 0 ? <b>{minutes(left)}</b> : <b>{minutes(bank)}</b>}
      {left > 0 && bank > 0 && <span class="quiet">then {minutes(bank)}</span>}
    </span>
  );
}

const minutes = (milliseconds: number) => {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};
