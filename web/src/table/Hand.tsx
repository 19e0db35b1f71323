/** The hand, and beside it other cards that can be used now. */

import { Back } from "../draw/Face.tsx";
import { chain, isLink } from "../state/player.ts";
import { info, replaying, seat, shown, watching } from "../state/table.ts";
import { title } from "../state/words.ts";
import { CardButton } from "./CardButton.tsx";
import { cardsAt, placesOf, planOf, trays } from "./layout.ts";
import { byCard, isOnTable, prompt } from "./pick.ts";

export function Hand() {
  const game = info.value;
  const view = shown.value;
  if (!game || !view) return null;
  const zone = planOf(game).hand;
  const place = zone ? placesOf(game, zone.name, seat.value)[0] : undefined;
  const cards = place ? cardsAt(view, place.place) : [];
  const hidden = place ? (view.places[place.place]?.count ?? 0) - cards.length : 0;
  const beside = prompt.value && !isOnTable.value ? [] : trays(game, view, seat.value, [...byCard.value.keys()]);
  const all = cards.length + hidden + beside.reduce((sum, tray) => sum + tray.cards.length, 0);
  if (watching.value && cards.length === 0) return null;
  return (
    <div class={`hand ${replaying.value ? "is-short" : (chain.value?.steps.filter(isLink).length ?? 0) > 1 ? "is-low" : ""}`} role="group" aria-label={`Your hand, ${cards.length} cards`}
      style={{ "--count": String(Math.max(1, all)), "--trays": String(beside.length) }}>
      <div class="hand-cards">
        {all === 0 && <span class="nothing">Your hand is empty</span>}
        {cards.map((handle) => <CardButton key={handle} handle={handle} size="hand" />)}
        {Array.from({ length: hidden }, (_, at) => <span key={`hidden${at}`} class="card card-hand"><Back /></span>)}
        {beside.map((tray) => (
          <div class="tray" key={tray.name} role="group" aria-label={`${title(tray.name)}, ${tray.cards.length} cards`}>
            <span class="label">{title(tray.name)}</span>
            {tray.cards.map((handle) => <CardButton key={handle} handle={handle} size="hand" />)}
          </div>
        ))}
      </div>
    </div>
  );
}
