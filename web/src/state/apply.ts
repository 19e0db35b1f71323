/** Steps applied to a view. Views are never changed in place, so that any moment of a
 * game can be shown again. */

import type { Change, Step, View } from "../wire/types.ts";

/** The view after one step. */
export function applyStep(view: View, step: Step): View {
  if (step.changes.length === 0) return view;
  const next: View = { ...view, cards: { ...view.cards }, places: { ...view.places } };
  for (const change of step.changes) applyChange(next, change);
  return next;
}

function applyChange(view: View, change: Change) {
  const edit = (handle: number, what: (card: View["cards"][number]) => Partial<View["cards"][number]>) => {
    const card = view.cards[handle];
    if (card) view.cards[handle] = { ...card, ...what(card) };
  };
  const withWord = (words: string[], word: string, on: boolean) =>
    on ? [...words.filter((other) => other !== word), word].sort() : words.filter((other) => other !== word);
  // The host leaves out what is not there, so that equal tables are equal views.
  const dropEmpty = (name: string) => {
    const place = view.places[name];
    if (place && place.count === 0 && place.cards.length === 0 && place.bonus === 0) delete view.places[name];
  };
  switch (change.change) {
    case "card":
      view.cards[change.card.handle] = change.card;
      break;
    case "gone":
      delete view.cards[change.handle];
      break;
    case "place":
      view.places[change.place] = {
        cards: change.cards,
        count: change.count,
        bonus: view.places[change.place]?.bonus ?? 0,
      };
      dropEmpty(change.place);
      break;
    case "bonus": {
      const place = view.places[change.place] ?? { cards: [], count: 0, bonus: 0 };
      view.places[change.place] = { ...place, bonus: change.to };
      dropEmpty(change.place);
      break;
    }
    case "number":
      edit(change.handle, (card) => {
        const { [change.name]: _, ...others } = card.numbers;
        return { numbers: change.to === 0 ? others : { ...others, [change.name]: change.to } };
      });
      break;
    case "status":
      edit(change.handle, (card) => ({ statuses: withWord(card.statuses, change.name, change.on) }));
      break;
    case "keyword":
      edit(change.handle, (card) => ({ keywords: withWord(card.keywords, change.name, change.on) }));
      break;
    case "controller":
      edit(change.handle, () => ({ controller: change.seat }));
      break;
    case "attached":
      edit(change.handle, () => ({ on: change.to ?? undefined }));
      if (change.to === null && view.cards[change.handle]) delete view.cards[change.handle]?.on;
      break;
    case "counter": {
      const player = view[change.seat];
      view[change.seat] = { ...player, counters: { ...player.counters, [change.name]: change.to } };
      break;
    }
    case "player-keyword": {
      const player = view[change.seat];
      view[change.seat] = { ...player, keywords: withWord(player.keywords, change.name, change.on) };
      break;
    }
    case "moment":
      view.turn = change.turn;
      view.round = change.round;
      view.phase = change.phase;
      view.active = change.active;
      break;
    case "stack":
      view.stack = change.items;
      break;
    case "decides":
      view.decides = change.seat;
      break;
    case "over":
      view.over = true;
      view.winner = change.winner;
      break;
    case "resumed":
      view.over = false;
      view.winner = null;
      break;
  }
}
