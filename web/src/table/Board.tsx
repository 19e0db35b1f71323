/** The board: zones in play, drawn by their shapes. */

import { computed } from "@preact/signals";
import { Fragment } from "preact";

import { Face } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { abilityOf } from "../state/named.ts";
import { currentLink } from "../state/player.ts";
import { faces, info, nameOf, seat, shown, watching } from "../state/table.ts";
import { readable, title } from "../state/words.ts";
import type { GameInfo, Offer, PlaceInfo, SeatName, StackItem, View, ZoneInfo } from "../wire/types.ts";
import { CardButton } from "./CardButton.tsx";
import { cardsAt, payingTypes, placesOf, planOf, rowsOf, standIn } from "./layout.ts";
import { aimed, picked, pickPlace, places, rightmost, standing } from "./pick.ts";

export function Board() {
  const game = info.value;
  const view = shown.value;
  if (!game || !view) return null;
  const plan = planOf(game);
  const [near, far]: [SeatName, SeatName] = seat.value === "p1" ? ["p1", "p2"] : ["p2", "p1"];
  const side = plan.side.some((zone) => [near, far].some((who) => placesOf(game, zone.name, who).some((place) => free(view, place.place).length > 0 || places.value.has(place.place))));
  return (
    <div class={`board ${side ? "has-side" : ""} ${view.stack.length > 0 ? "has-stack" : ""}`}>
      {side && (
        <div class="side">
          <Side game={game} view={view} zones={plan.side.filter((zone) => !zone.shared)} who={far} />
          <Side game={game} view={view} zones={[...plan.side].reverse()} who={near} />
        </div>
      )}
      <div class="field">
        {plan.lanes && <Lanes game={game} view={view} zone={plan.lanes} strips={plan.strips} near={near} far={far} />}
        {plan.slots.length > 0 && <Slots game={game} view={view} zones={plan.slots} near={near} far={far} />}
        {plan.fields.map((zone) => (
          <div class="open-field" key={zone.name}>
            {!zone.shared && <><Field game={game} view={view} zone={zone} who={far} far /><div class="middle" aria-hidden="true" /></>}
            <Field game={game} view={view} zone={zone} who={near} />
          </div>
        ))}
      </div>
      {view.stack.length > 0 && <Stack view={view} />}
    </div>
  );
}

/** The cards of a place that are not drawn with another card or as a player. */
function free(view: View, place: string): number[] {
  const game = info.value;
  const people = game ? (["p1", "p2"] as const).map((who) => standIn(game, view, who, (name) => faces.value.get(name))) : [];
  return cardsAt(view, place).filter((handle) => {
    if (people.includes(handle)) return false;
    const on = view.cards[handle]?.on;
    return view.cards[handle] && (on === undefined || !view.cards[on]);
  });
}

const owner = (who: SeatName) => (who === seat.value && !watching.value ? "Your" : `${nameOf(who)}’s`);

/** What choosing a place would cost beyond its price, in words. */
export function consequence(list: Offer[], here: number[]): string | null {
  const [offer] = rightmost(list);
  const [first] = offer?.gives_up ?? [];
  if (offer?.gives_up.length === 1 && first?.handle !== undefined && here.includes(first.handle)) return `replaces ${first.card ?? "a card"}`;
  const lost = offer?.gives_up.map((it) => it.card ?? "a card") ?? [];
  if (!offer || lost.length === 0) return null;
  return `gives up ${lost.join(", ")}`;
}

/** The card that what is played goes onto: alone in its slot, and stays there. */
function host(list: Offer[] | undefined, place: PlaceInfo, here: number[]): string | null {
  const [offer] = list ? rightmost(list) : [];
  const [only] = here;
  const zone = info.value?.zones.find((other) => other.name === place.zone);
  if (!offer || offer.gives_up.length > 0 || here.length !== 1 || only === undefined || only === offer.object || zone?.capacity !== 1) return null;
  return shown.value?.cards[only]?.card ?? null;
}

/** What it costs, where there is little room without the names. */
function Cost({ words }: { words: string }) {
  const [, verb, names] = /^(gives up|\w+)( .*)$/.exec(words) ?? [];
  return verb ? <span>{verb}<span class="wide-only">{names}</span></span> : <span>{words}</span>;
}

interface PlaceProps {
  view: View;
  place: PlaceInfo;
  who: SeatName;
  label: string;
  /** Most cards side by side that fit without growing smaller. */
  room?: number;
}

/** One place: its cards, and a button over it while it can be chosen. */
function Place({ view, place, who, label, room = 1 }: PlaceProps) {
  const cards = free(view, place.place);
  const offers = places.value.get(place.place);
  const cost = offers ? consequence(offers, cards) : null;
  const onto = host(offers, place, cards);
  const positions = offers?.filter((offer) => offer.at !== undefined) ?? [];
  const name = `${owner(who)} ${place.label}`;
  const bonus = view.places[place.place]?.bonus ?? 0;
  const aim = () => { aimed.value = (offers && rightmost(offers)[0]) ?? null; };
  // What would come here stands here already, as an outline.
  const coming = offers && aimed.value?.place === place.place && aimed.value.object !== undefined ? view.cards[aimed.value.object] : undefined;
  return (
    <div class={`place ${offers ? "is-open" : ""} ${cards.length === 0 ? "is-empty" : ""}`} data-place={place.place}
      role="group" aria-label={`${name}${cards.length === 0 ? ", empty" : ""}`}
      style={{ "--count": String(Math.max(room, cards.length + (coming ? 1 : 0))) }}>
      {cards.map((handle, at) => (
        <Fragment key={handle}>
          {positions.length > 1 && <Gap place={place.place} at={at + 1} offers={positions} name={name} />}
          <CardButton handle={handle} size="board" where={label} />
        </Fragment>
      ))}
      {coming && <span class="card ghost" aria-hidden="true"><Face name={coming.card} size="board" card={coming} /></span>}
      {bonus !== 0 && (
        <span class={`bonus ${bonus > 0 ? "gain" : "loss"}`} title={title(info.value?.slot_bonus ?? "bonus")}>
          <Icon name={bonus > 0 ? "up" : "down"} />{bonus > 0 ? `+${bonus}` : bonus}
        </span>
      )}
      {offers && (
        <button type="button" class={`choose-place ${cost ? "is-costly" : ""}`}
          onClick={() => pickPlace(place.place)} onFocus={aim} onPointerEnter={aim}>
          <span class="spoken">{name}{cost ? `, ${cost}` : onto ? `, onto ${onto}` : ""}</span>
          <span class="pill" aria-hidden="true">{cost ? <><Icon name="down" /><Cost words={cost} /></> : <Here onto={onto} />}</span>
        </button>
      )}
    </div>
  );
}

/** A position between two cards of a row. */
function Gap({ place, at, offers, name }: { place: string; at: number; offers: Offer[]; name: string }) {
  if (!offers.some((offer) => offer.at === at)) return null;
  return (
    <button type="button" class="gap" aria-label={`${name}, position ${at}`} onClick={() => pickPlace(place, at)}
      onFocus={() => { aimed.value = offers.find((offer) => offer.at === at) ?? null; }} />
  );
}

interface Sides {
  game: GameInfo;
  view: View;
  near: SeatName;
  far: SeatName;
}

function Lanes({ game, view, zone, strips, near, far }: Sides & { zone: ZoneInfo; strips: ZoneInfo[] }) {
  const columns = placesOf(game, zone.name, near);
  const running = currentLink.value?.source?.place;
  const held = (place: PlaceInfo | undefined) => (place ? free(view, place.place).length : 0);
  // A lane is as wide as its cards ask for, and wider still where a chain runs.
  const weight = (mine: PlaceInfo, theirs: PlaceInfo | undefined, grown: boolean) => Math.min(5, Math.max(3, held(mine), held(theirs))) + (grown ? 2 : 0);
  return (
    <div class="lanes" role="group" aria-label="Lanes" tabIndex={0}>
      {columns.map((mine) => {
        const theirs = placesOf(game, zone.name, far).find((place) => place.index === mine.index);
        const strip = (who: SeatName) => strips.flatMap((kind) => placesOf(game, kind.name, who).filter((place) => place.index === mine.index));
        const grown = running !== undefined && (running === mine.place || running === theirs?.place);
        return (
          <section key={mine.place} class={`lane ${grown ? "is-running" : ""}`} aria-label={title(mine.label)} style={{ "--weight": String(weight(mine, theirs, grown)) }}>
            {strip(far).map((place) => <Strip key={place.place} view={view} place={place} who={far} />)}
            {theirs && <Place view={view} place={theirs} who={far} label={`${owner(far)} side, ${mine.label}`} room={2} />}
            <div class="lane-name"><span>{title(mine.label)}</span></div>
            <Place view={view} place={mine} who={near} label={`${owner(near)} side, ${mine.label}`} room={2} />
            {strip(near).map((place) => <Strip key={place.place} view={view} place={place} who={near} />)}
          </section>
        );
      })}
    </div>
  );
}

/** A card as a strip: picture, name, numbers. */
function Strip({ view, place, who }: { view: View; place: PlaceInfo; who: SeatName }) {
  const cards = free(view, place.place);
  const offers = places.value.get(place.place);
  return (
    <div class={`strip ${offers ? "is-open" : ""}`} data-place={place.place}>
      {cards.map((handle) => <CardButton key={handle} handle={handle} size="board" where={owner(who)} />)}
      <ChoosePlace place={place} who={who} />
    </div>
  );
}

function Slots({ game, view, zones, near, far }: Sides & { zones: ZoneInfo[] }) {
  const most = Math.max(...zones.map((zone) => zone.places));
  const row = (zone: ZoneInfo, who: SeatName, first: boolean) => (
    <div key={zone.name + who} class={`slot-row ${first ? "" : "is-behind"}`} role="group" aria-label={`${owner(who)} ${zone.name}`}>
      {zones.length > 1 && <span class="row-name" aria-hidden="true">{zone.name}</span>}
      {placesOf(game, zone.name, who).map((place) => (
        <Place key={place.place} view={view} place={place} who={who} label={`${owner(who)} ${place.label}`} />
      ))}
    </div>
  );
  return (
    <div class={`slots ${zones.length > 1 ? "is-named" : ""}`} style={{ "--columns": String(most) }}>
      {[...zones].reverse().map((zone) => row(zone, far, zone === zones[0]))}
      <div class="slot-names" aria-hidden="true">
        {zones.length === 1 && placesOf(game, zones[0]?.name ?? "", near).map((place) => <Compare key={place.place} game={game} view={view} place={place} />)}
      </div>
      {zones.map((zone) => row(zone, near, zone === zones[0]))}
    </div>
  );
}

/** Between two places that face each other: their name, and what is compared there. */
function Compare({ game, view, place }: { game: GameInfo; view: View; place: PlaceInfo }) {
  const number = game.slot_bonus ?? game.death?.[0] ?? null;
  const value = (at: string | null) => {
    const handle = at === null ? undefined : cardsAt(view, at)[0];
    return handle === undefined || number === null ? null : (view.cards[handle]?.numbers[number] ?? 0);
  };
  const [theirs, mine] = [value(place.opposite), value(place.place)];
  const side = (theirs ?? 0) === (mine ?? 0) ? "" : (mine ?? 0) > (theirs ?? 0) ? "gain" : "loss";
  return (
    <span class={`compare ${side}`}>
      <b>{theirs ?? "–"}</b><span class="where">{place.label}</span><b>{mine ?? "–"}</b>
      {side && <span class="leads"><Icon name={side === "gain" ? "up" : "down"} />{side === "gain" && !watching.value ? "you" : nameOf(side === "gain" ? seat.value : seat.value === "p1" ? "p2" : "p1")}</span>}
    </span>
  );
}

const paying = computed(() => payingTypes(faces.value.values(), info.value?.price?.[0]));

function Field({ game, view, zone, who, far = false }: { game: GameInfo; view: View; zone: ZoneInfo; who: SeatName; far?: boolean }) {
  const place = placesOf(game, zone.name, who)[0];
  if (!place) return null;
  const printed = (name: string) => faces.value.get(name)?.numbers ?? {};
  const pays = (name: string) => faces.value.get(name)?.types.some((type) => paying.value.has(type)) ?? false;
  const rows = rowsOf(game, view, cardsAt(view, place.place), printed, pays);
  const offers = places.value.get(place.place);
  return (
    <div class={`half ${far ? "is-far" : ""} ${offers ? "is-open" : ""}`} data-place={place.place} role="group"
      aria-label={`${owner(who)} ${zone.name}`}>
      {rows.length === 0 && <span class="nothing">{owner(who)} {zone.name} is empty</span>}
      {rows.map((row, at) => (
        <div class={`row ${row.kind === "front" ? "" : `is-${row.kind}`}`} key={at} style={{ "--count": String(Math.max(4, row.fans.length + (row.fighting > 0 && row.fighting < row.fans.length ? 0.3 : 0))) }}>
          {row.fans.map((fan, index) => (
            <Fragment key={fan.cards[0]}>
              {index === row.fighting && index > 0 && <span class="apart" aria-hidden="true" />}
              <CardButton handle={pointed(fan.cards)} size="board" count={fan.cards.length} />
            </Fragment>
          ))}
        </div>
      ))}
      {offers && (
        <button type="button" class="choose-place" onClick={() => pickPlace(place.place)}>
          <span class="spoken">{owner(who)} {zone.name}</span>
          <span class="pill" aria-hidden="true"><Icon name="up" />here</span>
        </button>
      )}
    </div>
  );
}

/** Of equal cards the one that a click would be about. */
function pointed(cards: number[]): number {
  const stands = (...states: string[]) => cards.find((handle) => states.includes(standing(handle)));
  const held = cards.find((handle) => handle === picked.value);
  return held ?? stands("target", "playable") ?? stands("picked") ?? (cards[0] as number);
}

function Side({ game, view, zones, who }: { game: GameInfo; view: View; zones: ZoneInfo[]; who: SeatName }) {
  const list = zones.flatMap((zone) => placesOf(game, zone.name, who)).map((place) => ({ place, cards: free(view, place.place) }));
  const count = list.reduce((sum, { cards }) => sum + cards.length, 0);
  return (
    <div class="side-half" role="group" aria-label={`${owner(who)} ${zones.map((zone) => zone.name).join(", ")}`} style={{ "--count": String(Math.max(1, count)) }}>
      {list.filter(({ place, cards }) => cards.length > 0 || places.value.has(place.place)).map(({ place, cards }) => (
        <div key={place.place} class={`side-place ${places.value.has(place.place) ? "is-open" : ""}`} data-place={place.place}>
          {cards.map((handle) => <CardButton key={handle} handle={handle} size="board" />)}
          <ChoosePlace place={place} who={who} />
        </div>
      ))}
    </div>
  );
}

/** That something can go to a place, or onto the card there. */
function Here({ onto }: { onto: string | null }) {
  return <><Icon name="up" />{onto ? <span>onto<span class="wide-only"> {onto}</span></span> : "here"}</>;
}

/** A button over a place while it can be chosen. */
function ChoosePlace({ place, who }: { place: PlaceInfo; who: SeatName }) {
  const offers = places.value.get(place.place);
  if (!offers || !shown.value) return null;
  const onto = host(offers, place, free(shown.value, place.place));
  const aim = () => { aimed.value = rightmost(offers)[0] ?? null; };
  return (
    <button type="button" class="choose-place" onClick={() => pickPlace(place.place)} onFocus={aim} onPointerEnter={aim}>
      <span class="spoken">{owner(who)} {place.label}{onto ? `, onto ${onto}` : ""}</span>
      <span class="pill" aria-hidden="true"><Here onto={onto} /></span>
    </button>
  );
}

/** What something on the stack will do: its words, or its card's. */
function stackWords({ words, text, source }: StackItem): string {
  if (words || text !== source.card) return words ?? text;
  const face = faces.value.get(source.card);
  return face?.text || face?.type_line || text;
}

function Stack({ view }: { view: View }) {
  return (
    <section class="stack" aria-label={`Stack, ${view.stack.length}`} tabIndex={0}>
      <h2 class="label">Stack</h2>
      <ol>
        {view.stack.map((item, at) => (
          <li key={at} class={at === 0 ? "is-next" : ""}>
            <Face name={item.source.card ?? "?"} size="mini" />
            <div>
              <strong>{item.source.card ?? "A hidden card"}</strong>
              <span>{abilityOf(item) ? `${abilityOf(item)}: ` : ""}{readable(stackWords(item))}</span>
              {item.targets.length > 0 && <span class="aims"><Icon name="arrow" />{item.targets.map((it) => it.card ?? it.place ?? "?").join(", ")}</span>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

