// Made from crates/wire by its tests; `ONPLAY_WRITE=1 cargo test -p onplay-wire`
// writes it again.

export type SeatName = "p1" | "p2";

export type ObjectRef = { 
/**
 * Its handle, if the viewer sees it now or saw it until now.
 */
handle?: number, 
/**
 * The printed name of its card, if the viewer may know it.
 */
card?: string, 
/**
 * Where it is or was.
 */
place?: string, };

export type StepKind = "decided" | "triggered" | "replaced" | "fizzled" | "last-known" | "checked" | "overflowed" | "ruled" | "finished" | "undone" | "conceded" | "summary" | "changed" | "entered" | "deployed" | "destroyed" | "sacrificed" | "discarded" | "milled" | "exiled" | "returned" | "moved" | "put" | "drew" | "reshuffled" | "played" | "activated" | "moved-out" | "moved-in" | "damaged" | "hit-player" | "healed" | "gained" | "lost" | "counter-gained" | "counter-lost" | "status-set" | "status-cleared" | "attacks" | "attacked" | "blocks" | "began" | "created" | "targeted" | "attached" | "tapped" | "shuffled" | "revealed" | "slot-changed" | "controlled" | "cancelled" | "searched" | "looked" | "ended" | "occasion";

export type Change = { "change": "card", card: CardView, } | { "change": "gone", handle: number, } | { "change": "place", place: string, cards: Array<number>, count: number, } | { "change": "bonus", place: string, from: number, to: number, } | { "change": "number", handle: number, name: string, from: number, to: number, } | { "change": "status", handle: number, name: string, on: boolean, } | { "change": "keyword", handle: number, name: string, on: boolean, } | { "change": "controller", handle: number, seat: SeatName, } | { "change": "attached", handle: number, to: number | null, } | { "change": "counter", seat: SeatName, name: string, from: number, to: number, } | { "change": "player-keyword", seat: SeatName, name: string, on: boolean, } | { "change": "moment", turn: number, round: number, phase: string, active: SeatName, } | { "change": "stack", items: Array<StackItem>, } | { "change": "decides", seat: SeatName | null, } | { "change": "over", winner: SeatName | null, } | { "change": "resumed" };

export type Step = { 
/**
 * Its number for this viewer: 1, 2, 3, without gaps.
 */
n: number, 
/**
 * The number of the step it goes back to; none if the rules began it.
 */
cause?: number, 
/**
 * How deep in a chain of triggers; 0 is directly behind a decision.
 */
depth: number, kind: StepKind, 
/**
 * Who decided, or whose event it is.
 */
seat?: SeatName, 
/**
 * Whose ability did it.
 */
source?: ObjectRef, 
/**
 * What it happened to, or who did it.
 */
object?: ObjectRef, 
/**
 * The second object: what is attacked, what an aura is attached to.
 */
other?: ObjectRef, 
/**
 * The ability's own name, or whose ability it is.
 */
ability?: string, 
/**
 * The words on the card behind it.
 */
words?: string, from?: string, to?: string, 
/**
 * How much or how many.
 */
amount?: number, 
/**
 * The attribute, counter, status, phase or event it is about.
 */
what?: string, 
/**
 * The line of the log.
 */
text: string, 
/**
 * What became different in the view.
 */
changes: Array<Change>, };

export type CardView = { handle: number, 
/**
 * The printed name; the face is in the game's list of cards.
 */
card: string, owner: SeatName, controller: SeatName, 
/**
 * Attributes that can change and are not 0, as they are now.
 */
numbers: { [key in string]: number }, statuses: Array<string>, 
/**
 * All keywords it has now.
 */
keywords: Array<string>, 
/**
 * What it is attached to.
 */
on?: number, };

export type PlaceView = { 
/**
 * The cards in sight, in order: of a row the leftmost first, of a deck the
 * top one first.
 */
cards: Array<number>, 
/**
 * How many cards there are, those out of sight included.
 */
count: number, 
/**
 * The place's own modifier.
 */
bonus: number, };

export type PlayerView = { 
/**
 * By name; counters that only their owner sees are left out for others.
 */
counters: { [key in string]: number }, keywords: Array<string>, };

export type StackItem = { source: ObjectRef, controller: SeatName, ability: string | null, words: string | null, targets: Array<ObjectRef>, text: string, };

export type View = { 
/**
 * Whose eyes these are; none for a spectator.
 */
seat: SeatName | null, turn: number, 
/**
 * 0 in games without rounds.
 */
round: number, phase: string, 
/**
 * Whose turn it is.
 */
active: SeatName, 
/**
 * Who decides now; nobody when the game is over.
 */
decides: SeatName | null, 
/**
 * Whether the game is over.
 */
over: boolean, 
/**
 * Who won; none while it goes on and after a draw.
 */
winner: SeatName | null, p1: PlayerView, p2: PlayerView, 
/**
 * Places with something in them or a modifier; all others are empty.
 */
places: { [key in string]: PlaceView }, 
/**
 * Every card in sight.
 */
cards: { [key in number]: CardView }, 
/**
 * What waits on the stack, the next to resolve first.
 */
stack: Array<StackItem>, };

export type PromptKind = "yes-no" | "objects" | "option" | "place" | "number" | "order" | "acknowledge";

export type OptionText = { option: number, text: string, };

export type Prompt = { kind: PromptKind, 
/**
 * What the answer is for: `confirm`, `pay`, `cost`, `effect`, `target`, `mode`,
 * `cost-option`, `amount`, `where`, `take`, `arrange`, `bin`, `trigger-order`,
 * `reveal`, `rule`.
 */
reason: string, 
/**
 * The question in words.
 */
text: string, 
/**
 * The card that asks.
 */
source?: ObjectRef, 
/**
 * The words on it.
 */
words?: string, 
/**
 * Cards to choose from or to look at.
 */
candidates: Array<number>, 
/**
 * Places to choose from.
 */
places: Array<string>, 
/**
 * Options to choose from.
 */
options: Array<OptionText>, 
/**
 * How many cards must be picked, and how many can be.
 */
min: number, max: number, 
/**
 * The smallest and greatest number that can be chosen.
 */
low: number, high: number, 
/**
 * What is picked so far, in order.
 */
picked: Array<number>, };

export type Verb = "pass" | "play" | "use" | "attack" | "move" | "special" | "choose" | "choose-place" | "choose-option" | "choose-number" | "submit" | "yes" | "no";

export type Cost = { "pays": "counter", name: string, amount: number, } | { "pays": "status", name: string, object: ObjectRef, };

export type Offer = { 
/**
 * Its number among those on offer, from 1.
 */
n: number, verb: Verb, 
/**
 * The game's own word for the verb `special`: `consume`, `block`.
 */
word?: string, 
/**
 * What is played, used, moved or chosen, or who attacks.
 */
object?: number, 
/**
 * The second object: what is attacked or blocked.
 */
target?: number, 
/**
 * Where to.
 */
place?: string, 
/**
 * The position in a row, from 1.
 */
at?: number, 
/**
 * The way of playing it, in the game's words: `cycling`.
 */
manner?: string, 
/**
 * The number of the ability on the card, from 1.
 */
ability?: number, option?: number, number?: number, 
/**
 * What the player pays at once.
 */
cost: Array<Cost>, 
/**
 * Own cards that leave play at once.
 */
gives_up: Array<ObjectRef>, 
/**
 * The text form, which can be typed: `play Warden to T2`.
 */
text: string, 
/**
 * What the card says about it, where the text form does not.
 */
about?: string, };

export type Ask = { 
/**
 * Its number for this seat; `decide` repeats it.
 */
n: number, 
/**
 * The question, if a card or rule asks one; none where the seat is free to act.
 */
prompt: Prompt | null, 
/**
 * Everything that can be decided, in the order of the numbers.
 */
actions: Array<Offer>, };

export type Link = { 
/**
 * The number of the step.
 */
step: number, depth: number, 
/**
 * The line of the log.
 */
text: string, 
/**
 * The words on the card behind it.
 */
words?: string, };

export type Reason = { 
/**
 * What it is about: `play Warden`, or what a trigger heard.
 */
about: string, text: string, 
/**
 * The words on the card behind it.
 */
words?: string, 
/**
 * The step that a trigger heard and stayed silent at.
 */
step?: number, };

export type Uncertain = { 
/**
 * The first step that depends on hidden cards or dice.
 */
from: number, text: string, };

export type PlayerInfo = { seat: SeatName, name: string, 
/**
 * The bot that plays, if one does.
 */
bot: string | null, 
/**
 * Whether somebody is connected, or a bot plays.
 */
here: boolean, deck: string, };

export type UndoState = "asked" | "done" | "refused";

export type Opened = { 
/**
 * The seed of the dice, as decimal digits: it has 64 bits.
 */
seed: string, 
/**
 * 16 random bytes in hexadecimal digits.
 */
salt: string, };

export type FaultCode = "bad-message" | "too-long" | "too-fast" | "not-joined" | "bad-token" | "not-seated" | "not-your-decision" | "stale-ask" | "no-such-action" | "id-used" | "cannot-undo" | "not-found" | "wrong-time" | "unavailable" | "busy";

export type Fault = { code: FaultCode, 
/**
 * In words.
 */
text: string, 
/**
 * The nearest thing that would be right.
 */
nearest?: string, 
/**
 * The id of the message it is about, if it had one.
 */
id?: string, };

export type FromClient = { "type": "join", 
/**
 * The secret of a seat's link; without one the client only watches.
 */
token?: string, 
/**
 * The number of the last step seen; what came later is sent again.
 */
seen?: number, 
/**
 * What the player wants to be called.
 */
name?: string, } | { "type": "decide", 
/**
 * The client's own name for this decision.
 */
id: string, 
/**
 * The number of the ask it answers.
 */
ask: number, 
/**
 * The number of the offer.
 */
action: number, } | { "type": "undo", } | { "type": "consent", yes: boolean, } | { "type": "concede", } | { "type": "substitute", 
/**
 * `random`, `greedy`, `search:1000`; greedy if none is named.
 */
bot?: string, } | { "type": "rematch", } | { "type": "why", 
/**
 * The client's own name for this question.
 */
id: string, 
/**
 * The number of a step.
 */
step?: number, 
/**
 * A card; `name` is one of its numbers or statuses, or all if none is given.
 */
handle?: number, name?: string, } | { "type": "why-not", id: string, handle: number, } | { "type": "preview", id: string, ask: number, action: number, } | { "type": "pong", };

export type ToClient = { "type": "hello", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The version of the program.
 */
program: string, 
/**
 * The id of the match; `local` in the terminal.
 */
match: string, game: string, 
/**
 * The policy, where it is not the game's own.
 */
policy: string | null, 
/**
 * The fingerprint of rules and cards.
 */
catalog: string, 
/**
 * The client's seat; none for a spectator.
 */
seat: SeatName | null, players: [PlayerInfo, PlayerInfo], 
/**
 * blake3 of seed and salt, in hexadecimal digits; `over` opens it.
 */
commitment: string | null, } | { "type": "state", 
/**
 * The number of the last step in it.
 */
n: number, view: View, } | { "type": "steps", steps: Array<Step>, } | { "type": "ask", ask: Ask, } | { "type": "decided", id: string, ask: number, } | { "type": "players", players: [PlayerInfo, PlayerInfo], } | { "type": "clock", 
/**
 * For the present decision; none if nobody decides.
 */
decision: bigint | null, p1: bigint, p2: bigint, } | { "type": "undo", seat: SeatName, state: UndoState, 
/**
 * Why not, if it was refused.
 */
text?: string, } | { "type": "rematch", seat: SeatName, match?: string, 
/**
 * The secret of the client's seat in it.
 */
token?: string, } | { "type": "why", id: string, links: Array<Link>, } | { "type": "why-not", id: string, reasons: Array<Reason>, } | { "type": "preview", id: string, 
/**
 * What would happen, numbered on from the last step.
 */
steps: Array<Step>, 
/**
 * What depends on hidden cards or dice, if anything does.
 */
uncertain: Uncertain | null, } | { "type": "error", code: FaultCode, 
/**
 * In words.
 */
text: string, 
/**
 * The nearest thing that would be right.
 */
nearest?: string, 
/**
 * The id of the message it is about, if it had one.
 */
id?: string, } | { "type": "over", winner: SeatName | null, text: string, 
/**
 * The clause of the rules that decided.
 */
clause?: string, 
/**
 * What the commitment stood for.
 */
opened?: Opened, 
/**
 * Where the replay is.
 */
replay?: string, } | { "type": "ping", } | { "type": "goodbye", text: string, reconnect?: bigint, };

export type GameSummary = { id: string, title: string, tagline: string, cards: number, decks: Array<string>, };

export type ZoneRole = "deck" | "hand" | "discard" | "exile" | "play" | "stack" | "looking" | "other";

export type ZoneSight = "everyone" | "owner" | "nobody";

export type ZoneShape = "pile" | "lanes" | "slots";

export type ZoneInfo = { name: string, role: ZoneRole, sight: ZoneSight, shape: ZoneShape, 
/**
 * Both seats use the same one.
 */
shared: boolean, 
/**
 * How many places there are, for each seat.
 */
places: number, 
/**
 * How many cards one place holds; none is unlimited.
 */
capacity: number | null, 
/**
 * Abilities of cards here are on.
 */
in_play: boolean, };

export type PlaceInfo = { place: string, 
/**
 * The zone it belongs to.
 */
zone: string, 
/**
 * Whose it is; none if it is shared.
 */
seat: SeatName | null, 
/**
 * Its number among the places of its zone, from 0.
 */
index: number, 
/**
 * What it is called beside the others: `T2`, `lane 1`.
 */
label: string, 
/**
 * The place it faces.
 */
opposite: string | null, };

export type AttributeInfo = { name: string, 
/**
 * It never changes in play.
 */
fixed: boolean, 
/**
 * It is not printed on cards: it starts at 0.
 */
unprinted: boolean, };

export type CounterInfo = { name: string, start: number, min: number | null, max: number | null, 
/**
 * Only its owner sees it.
 */
hidden: boolean, 
/**
 * Its letter in costs: `R` for `{R}`.
 */
symbol: string | null, };

export type StatusInfo = { name: string, 
/**
 * The word for not being it.
 */
opposite: string | null, };

export type KeywordInfo = { name: string, 
/**
 * What it means.
 */
reminder: string, };

export type TypeInfo = { name: string, 
/**
 * Its text happens once, when it is played; it does not stay in play.
 */
once: boolean, };

export type CardInfo = { id: string, name: string, 
/**
 * The whole type line.
 */
type_line: string, types: Array<string>, subtypes: Array<string>, supertypes: Array<string>, 
/**
 * What it costs to play, in words or symbols; empty if its price is a number.
 */
cost: string, 
/**
 * Printed numbers that are not 0.
 */
numbers: { [key in string]: number }, keywords: Array<string>, text: string, 
/**
 * It is made by other cards and in no deck.
 */
token: boolean, 
/**
 * The names of its abilities, where they have one, in the order of the text.
 */
abilities: Array<string | null>, };

export type DeckCard = { card: string, count: number, };

export type DeckSection = { name: string, cards: Array<DeckCard>, };

export type DeckInfo = { id: string, name: string, 
/**
 * How it wants to win.
 */
plan: string, sections: Array<DeckSection>, };

export type GameInfo = { id: string, title: string, tagline: string, 
/**
 * The fingerprint of rules and cards.
 */
catalog: string, 
/**
 * In the order of the game's file.
 */
zones: Array<ZoneInfo>, places: Array<PlaceInfo>, attributes: Array<AttributeInfo>, counters: Array<CounterInfo>, statuses: Array<StatusInfo>, keywords: Array<KeywordInfo>, types: Array<TypeInfo>, 
/**
 * The attribute that playing a card costs, and the counter it is paid from.
 */
price: [string, string] | null, 
/**
 * The counter that damage to players takes away.
 */
life: string | null, 
/**
 * The status of a card that has been used.
 */
exhausted: string | null, 
/**
 * The two attributes that are written as one, `1/1`.
 */
pair: [string, string] | null, 
/**
 * The attribute that a place's own modifier adds to.
 */
slot_bonus: string | null, 
/**
 * The attribute that kills at 0, and the types that it kills (all if none).
 */
death: [string, Array<string>] | null, 
/**
 * Other policies the game can be played under.
 */
policies: Array<string>, decks: Array<DeckInfo>, 
/**
 * The rules as Markdown, if the game brings them.
 */
rules: string | null, 
/**
 * The same on one page, for whoever plays for the first time.
 */
how_to_play: string | null, };
