/** A table made to measure: who plays, with which decks and cards, under which rules,
 * against which clock. */

import { useEffect, useState } from "preact/hooks";

import { Icon } from "../draw/Icon.tsx";
import { addressOf, go } from "../route.ts";
import { keepSeat } from "../state/seats.ts";
import { settings } from "../state/settings.ts";
import { title } from "../state/words.ts";
import * as api from "../wire/api.ts";
import type { CardInfo, GameInfo, NewSeat } from "../wire/types.ts";
import { Modal } from "../table/Modal.tsx";
import { BOTS } from "./Settings.tsx";

type Against = "bot" | "link" | "anybody" | "bots";

const AGAINST: [Against, string][] = [["bot", "A bot"], ["link", "A friend with a link"], ["anybody", "Whoever comes"], ["bots", "Two bots"]];

/** Clocks that are on offer, in milliseconds. */
const CLOCKS: [string, string, api.NewMatch["clock"]][] = [
  ["none", "No clock", undefined],
  ["20s", "20 seconds a decision", { decision: 20_000 }],
  ["60s", "1 minute a decision", { decision: 60_000 }],
  ["5m", "5 minutes a game", { bank: 300_000 }],
  ["15m", "15 minutes a game", { bank: 900_000 }],
  ["both", "10 seconds a decision, 5 minutes beyond", { decision: 10_000, bank: 300_000 }],
];

/** Milliseconds after which whoever stays away loses, where that was wished for. */
const AWAY = 120_000;
/** Milliseconds between the decisions of two bots that are watched. */
export const PACE = 900;
/** The choice of a deck that is written here. */
const OWN = "\0own";

interface Deck {
  id: string;
  text: string;
}

interface Props {
  game: GameInfo;
  onClose: () => void;
  /** A link for somebody else was made. */
  onLink: (link: string, match: string) => void;
}

export function NewTable({ game, onClose, onLink }: Props) {
  const [against, setAgainst] = useState<Against>("bot");
  const [bot, setBot] = useState(settings.value.bot);
  const [second, setSecond] = useState(false);
  const [decks, setDecks] = useState<[Deck, Deck]>([{ id: "", text: "" }, { id: "", text: "" }]);
  const [policy, setPolicy] = useState("");
  const [clock, setClock] = useState("none");
  const [away, setAway] = useState(false);
  const [unwatched, setUnwatched] = useState(false);
  const [cards, setCards] = useState("");
  const [wrong, setWrong] = useState<{ field: string | null; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const people = against === "link" || against === "anybody";
  const [mine, theirs] = second ? [1, 0] as const : [0, 1] as const;
  const setDeck = (at: 0 | 1, deck: Deck) => setDecks(at === 0 ? [deck, decks[1]] : [decks[0], deck]);
  const withDeck = (seat: NewSeat, { id, text }: Deck): NewSeat => ({ ...seat, ...(id === OWN ? { deck_text: text } : id ? { deck: id } : {}) });
  const make = async () => {
    setBusy(true);
    setWrong(null);
    const name = settings.value.name;
    const seats: [NewSeat, NewSeat] = [{ kind: "link" }, { kind: "link" }];
    seats[mine] = withDeck(against === "bots" ? { kind: "bot", bot, name: "North" } : { kind: "link", ...(name ? { name } : {}) }, decks[0]);
    seats[theirs] = withDeck(people ? { kind: "open", name: "Friend" } : { kind: "bot", bot, name: against === "bots" ? "South" : "Rival" }, decks[1]);
    const time = CLOCKS.find(([id]) => id === clock)?.[2];
    try {
      const made = await api.makeMatch({
        game: game.id, seats,
        ...(policy ? { policy } : {}),
        ...(against === "anybody" ? { listed: true } : {}),
        ...(against === "bots" ? { pace: PACE } : {}),
        ...(unwatched && against !== "bots" ? { private: true } : {}),
        ...(time || (away && people) ? { clock: { ...time, ...(away && people ? { away: AWAY } : {}) } } : {}),
        ...(cards.trim() ? { cards } : {}),
      });
      const token = made.seats[mine].token;
      if (token) keepSeat({ match: made.match, token, game: game.id });
      if (people) onLink(addressOf(`/j/${made.match}`), made.match);
      else go(`/t/${made.match}${token ? `#${token}` : ""}`);
    } catch (error) {
      const refused = error instanceof api.Refused ? error : null;
      setWrong({ field: refused?.field ?? null, text: error instanceof Error ? error.message : "It could not be made" });
      setBusy(false);
    }
  };
  const fault = (...fields: string[]) => wrong && wrong.field !== null && fields.includes(wrong.field)
    ? <span class="fault" role="alert"><Icon name="no" />{sentence(located(wrong.text, source(wrong.field)))}</span> : null;
  const source = (field: string) => (field === "cards" ? cards : decks[field.startsWith(`seats.${mine}`) ? 0 : 1].text);
  const known = ["policy", "cards", ...[0, 1].flatMap((at) => [`seats.${at}.deck`, `seats.${at}.deck_text`])];
  return (
    <Modal title={`A table of ${game.title}`} onClose={onClose} wide>
      <div class="modal-head"><div><h2>A table of {game.title}</h2><p class="quiet">{game.tagline}.</p></div></div>
      <div class="settings table-wishes">
        <Segments name="against" legend="Who plays against you" value={against} options={AGAINST} onChange={setAgainst} />
        {!people && <Segments name="bot-plays" legend="The bot plays" value={bot} options={BOTS} onChange={setBot} />}
        {against !== "bots" && <Segments name="seat" legend="You sit" value={second ? "second" : "first"} options={[["first", "First"], ["second", "Second"]]} onChange={(seat) => setSecond(seat === "second")} />}
        <div class="two">
          <DeckChoice legend={against === "bots" ? "The first deck" : "Your deck"} game={game} deck={decks[0]} onChange={(deck) => setDeck(0, deck)}>{fault(`seats.${mine}.deck`, `seats.${mine}.deck_text`)}</DeckChoice>
          <DeckChoice legend={against === "bots" ? "The second deck" : "Their deck"} game={game} deck={decks[1]} onChange={(deck) => setDeck(1, deck)}>{fault(`seats.${theirs}.deck`, `seats.${theirs}.deck_text`)}</DeckChoice>
        </div>
        <div class="two">
          <label class="setting"><span>Clock</span>
            <select aria-label="Clock" value={clock} onChange={(event) => setClock(event.currentTarget.value)}>{CLOCKS.map(([id, words]) => <option key={id} value={id}>{words}</option>)}</select>
          </label>
          {game.policies.length > 1 && (
            <label class="setting"><span>How effects resolve</span>
              <select aria-label="How effects resolve" value={policy} onChange={(event) => setPolicy(event.currentTarget.value)}>
                <option value="">As the game says</option>
                {game.policies.filter((name) => name !== game.id).map((name) => <option key={name} value={name}>{title(name)}</option>)}
              </select>
              {fault("policy")}
            </label>
          )}
        </div>
        {against !== "bots" && (
          <div class="ticks">
            {people && <label><input type="checkbox" checked={away} onChange={(event) => setAway(event.currentTarget.checked)} />Whoever stays away for two minutes in their turn loses</label>}
            <label><input type="checkbox" checked={unwatched} onChange={(event) => setUnwatched(event.currentTarget.checked)} />Nobody may watch</label>
          </div>
        )}
        <OwnCards game={game} text={cards} onChange={setCards}>{fault("cards")}</OwnCards>
        {wrong && (wrong.field === null || !known.includes(wrong.field)) && <span class="fault" role="alert"><Icon name="no" />{sentence(wrong.text)}</span>}
      </div>
      <div class="modal-foot">
        <span class="space" />
        <button type="button" class="button" onClick={onClose}>Cancel</button>
        <button type="button" class="button is-main" disabled={busy} onClick={() => void make()}>{people ? "Make the link" : against === "bots" ? "Watch" : "Play"}</button>
      </div>
    </Modal>
  );
}

/** The line of a text that a byte is in. */
const lineOf = (text: string, at: number) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, at)).split("\n").length;

/** A refusal that names a byte of a text, with the line instead. */
const located = (words: string, text: string) => words.replace(/^at (\d+): /, (_, at: string) => `line ${lineOf(text, Number(at))}: `);

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;

interface SegmentsProps<T extends string> {
  name: string;
  legend: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

function Segments<T extends string>({ name, legend, value, options, onChange }: SegmentsProps<T>) {
  return (
    <fieldset class="setting">
      <legend>{legend}</legend>
      <span class="segments">
        {options.map(([option, words]) => (
          <label key={option}><input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} /><span>{words}</span></label>
        ))}
      </span>
    </fieldset>
  );
}

interface DeckProps {
  legend: string;
  game: GameInfo;
  deck: Deck;
  onChange: (deck: Deck) => void;
  children: preact.ComponentChildren;
}

function DeckChoice({ legend, game, deck, onChange, children }: DeckProps) {
  const plan = game.decks.find((other) => other.id === deck.id)?.plan;
  const choose = (id: string) => onChange({ id, text: id === OWN && !deck.text ? sample(game) : deck.text });
  return (
    <div class="setting">
      <label class="setting"><span>{legend}</span>
        <select aria-label={legend} value={deck.id} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">The game’s own</option>
          {game.decks.map((other) => <option key={other.id} value={other.id}>{other.name}</option>)}
          <option value={OWN}>A text of your own …</option>
        </select>
      </label>
      {plan && <span class="quiet small">{plan}</span>}
      {deck.id === OWN && <textarea aria-label={`${legend}, as text`} rows={7} spellcheck={false} value={deck.text} onInput={(event) => onChange({ ...deck, text: event.currentTarget.value })} />}
      {children}
    </div>
  );
}

/** A deck of the game as the text of its file, to begin from. */
function sample(game: GameInfo): string {
  const [deck] = game.decks;
  if (!deck) return "";
  const sections = deck.sections.map(({ name, cards }) => `[${name}]\n${cards.map(({ card, count }) => `${JSON.stringify(card)} = ${count}`).join("\n")}`);
  return [`id = "mine"\nname = "Mine"\nplan = ${JSON.stringify(deck.plan)}`, ...sections].join("\n\n") + "\n";
}

/** Milliseconds without a key before the text is read. */
const REST = 500;

function OwnCards({ game, text, onChange, children }: { game: GameInfo; text: string; onChange: (text: string) => void; children: preact.ComponentChildren }) {
  const [read, setRead] = useState<{ cards: CardInfo[]; diagnostics: api.Diagnostic[] } | null>(null);
  useEffect(() => {
    if (!text.trim()) { setRead(null); return; }
    let stopped = false;
    const timer = setTimeout(() => {
      api.check(game.id, text).then((found) => { if (!stopped) setRead(found); }, () => { if (!stopped) setRead(null); });
    }, REST);
    return () => { stopped = true; clearTimeout(timer); };
  }, [text, game.id]);
  return (
    <details class="own-cards">
      <summary>Bring cards of your own</summary>
      <p class="quiet small">They are read as the game’s own cards are, and both decks may name them.</p>
      <textarea aria-label="Cards of your own, as text" rows={8} spellcheck={false} placeholder={'[[card]]\nname = "…"\ntype = "…"\ntext = "…"'} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
      {read && (
        <ul class="readings" aria-live="polite">
          {read.cards.map((card) => <li key={card.name}><span class="gain"><Icon name="tick" /></span><b>{card.name}</b><span class="quiet">{card.type_line}</span></li>)}
          {read.diagnostics.map((found, at) => (
            <li key={at}><span class="loss"><Icon name="no" /></span><span>Line {lineOf(text, found.span.start)}: {found.message}{found.help ? `; ${found.help}` : ""}</span></li>
          ))}
        </ul>
      )}
      {children}
    </details>
  );
}
