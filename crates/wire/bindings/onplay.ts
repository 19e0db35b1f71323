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

export type Change = { "change": "card", 
/**
 * The card.
 */
card: CardView, } | { "change": "gone", 
/**
 * The card.
 */
handle: number, } | { "change": "place", 
/**
 * The place.
 */
place: string, 
/**
 * The cards in sight there, in order.
 */
cards: Array<number>, 
/**
 * How many cards there are, those out of sight included.
 */
count: number, } | { "change": "bonus", 
/**
 * The place.
 */
place: string, 
/**
 * What it was.
 */
from: number, 
/**
 * What it is now.
 */
to: number, } | { "change": "number", 
/**
 * The card.
 */
handle: number, 
/**
 * Its name.
 */
name: string, 
/**
 * What it was.
 */
from: number, 
/**
 * What it is now.
 */
to: number, } | { "change": "status", 
/**
 * The card.
 */
handle: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is there now.
 */
on: boolean, } | { "change": "keyword", 
/**
 * The card.
 */
handle: number, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is there now.
 */
on: boolean, } | { "change": "controller", 
/**
 * The card.
 */
handle: number, 
/**
 * The seat.
 */
seat: SeatName, } | { "change": "attached", 
/**
 * The card.
 */
handle: number, 
/**
 * What it is now.
 */
to: number | null, } | { "change": "counter", 
/**
 * The seat.
 */
seat: SeatName, 
/**
 * Its name.
 */
name: string, 
/**
 * What it was.
 */
from: number, 
/**
 * What it is now.
 */
to: number, } | { "change": "player-keyword", 
/**
 * The seat.
 */
seat: SeatName, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is there now.
 */
on: boolean, } | { "change": "moment", 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * The number of the round.
 */
round: number, 
/**
 * The phase.
 */
phase: string, 
/**
 * Whose turn it is.
 */
active: SeatName, } | { "change": "stack", 
/**
 * The whole stack, the next to resolve first.
 */
items: Array<StackItem>, } | { "change": "decides", 
/**
 * The seat.
 */
seat: SeatName | null, } | { "change": "over", 
/**
 * Who won; none after a draw.
 */
winner: SeatName | null, } | { "change": "resumed" };

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
depth: number, 
/**
 * What it is.
 */
kind: StepKind, 
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
words?: string, 
/**
 * Where from.
 */
from?: string, 
/**
 * Where to.
 */
to?: string, 
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

export type CardView = { 
/**
 * How this viewer knows it.
 */
handle: number, 
/**
 * The printed name; the face is in the game's list of cards.
 */
card: string, 
/**
 * Whose card it is.
 */
owner: SeatName, 
/**
 * Who controls it.
 */
controller: SeatName, 
/**
 * Attributes that can change and are not 0, as they are now.
 */
numbers: { [key in string]: number }, 
/**
 * What it is at the moment.
 */
statuses: Array<string>, 
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
counters: { [key in string]: number }, 
/**
 * Keywords that the player has.
 */
keywords: Array<string>, };

export type StackItem = { 
/**
 * The card that it comes from.
 */
source: ObjectRef, 
/**
 * Who controls it.
 */
controller: SeatName, 
/**
 * The name of the ability.
 */
ability: string | null, 
/**
 * The words on the card.
 */
words: string | null, 
/**
 * What it is aimed at.
 */
targets: Array<ObjectRef>, 
/**
 * The same as one line.
 */
text: string, };

export type View = { 
/**
 * Whose eyes these are; none for a spectator.
 */
seat: SeatName | null, 
/**
 * The number of the turn.
 */
turn: number, 
/**
 * 0 in games without rounds.
 */
round: number, 
/**
 * The phase that goes on.
 */
phase: string, 
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
winner: SeatName | null, 
/**
 * The first seat's numbers.
 */
p1: PlayerView, 
/**
 * The second seat's numbers.
 */
p2: PlayerView, 
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

export type OptionText = { 
/**
 * Its number, as an offer names it.
 */
option: number, 
/**
 * What it says.
 */
text: string, };

export type Prompt = { 
/**
 * How it is answered.
 */
kind: PromptKind, 
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
min: number, 
/**
 * The most cards that can be picked.
 */
max: number, 
/**
 * The smallest and greatest number that can be chosen.
 */
low: number, 
/**
 * The greatest number that can be chosen.
 */
high: number, 
/**
 * What is picked so far, in order.
 */
picked: Array<number>, };

export type Verb = "pass" | "play" | "use" | "attack" | "move" | "special" | "choose" | "choose-place" | "choose-option" | "choose-number" | "submit" | "yes" | "no";

export type Cost = { "pays": "counter", 
/**
 * The counter.
 */
name: string, 
/**
 * How much of it.
 */
amount: number, } | { "pays": "status", 
/**
 * The status.
 */
name: string, 
/**
 * The card that gets it.
 */
object: ObjectRef, };

export type Offer = { 
/**
 * Its number among those on offer, from 1.
 */
n: number, 
/**
 * What kind of decision it is.
 */
verb: Verb, 
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
ability?: number, 
/**
 * The option that is chosen.
 */
option?: number, 
/**
 * The number that is chosen.
 */
number?: number, 
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
step: number, 
/**
 * How deep in a chain of triggers.
 */
depth: number, 
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
about: string, 
/**
 * The reason, in words.
 */
text: string, 
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
from: number, 
/**
 * What it depends on, in words.
 */
text: string, };

export type PlayerInfo = { 
/**
 * Their seat.
 */
seat: SeatName, 
/**
 * What they are called.
 */
name: string, 
/**
 * The bot that plays, if one does.
 */
bot: string | null, 
/**
 * Whether somebody is connected, or a bot plays.
 */
here: boolean, 
/**
 * The name of their deck.
 */
deck: string, };

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

export type Fault = { 
/**
 * Which kind of refusal it is.
 */
code: FaultCode, 
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
action: number, } | { "type": "undo", } | { "type": "consent", 
/**
 * Whether it is allowed.
 */
yes: boolean, } | { "type": "concede", } | { "type": "substitute", 
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
handle?: number, 
/**
 * The player who is meant.
 */
seat?: SeatName, 
/**
 * The number that is meant, of the card or of the player.
 */
name?: string, } | { "type": "why-not", 
/**
 * The client's own name for the question.
 */
id: string, 
/**
 * The card.
 */
handle: number, } | { "type": "preview", 
/**
 * The client's own name for the question.
 */
id: string, 
/**
 * The number of the ask.
 */
ask: number, 
/**
 * The number of the offer.
 */
action: number, } | { "type": "pong", };

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
match: string, 
/**
 * The id of the game.
 */
game: string, 
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
seat: SeatName | null, 
/**
 * Who plays.
 */
players: [PlayerInfo, PlayerInfo], 
/**
 * blake3 of seed and salt, in hexadecimal digits; `over` opens it.
 */
commitment: string | null, } | { "type": "state", 
/**
 * The number of the last step in it.
 */
n: number, 
/**
 * The whole table.
 */
view: View, } | { "type": "steps", 
/**
 * What happened, in order.
 */
steps: Array<Step>, } | { "type": "ask", 
/**
 * What is asked.
 */
ask: Ask, } | { "type": "decided", 
/**
 * The client's own name for the decision.
 */
id: string, 
/**
 * The number of the ask that it answered.
 */
ask: number, } | { "type": "players", 
/**
 * Both of them.
 */
players: [PlayerInfo, PlayerInfo], } | { "type": "clock", 
/**
 * For the present decision; none if nobody decides.
 */
decision: bigint | null, 
/**
 * What the first seat has left, in milliseconds.
 */
p1: bigint, 
/**
 * What the second seat has left, in milliseconds.
 */
p2: bigint, } | { "type": "undo", 
/**
 * Who wishes it.
 */
seat: SeatName, 
/**
 * What has become of it.
 */
state: UndoState, 
/**
 * Why not, if it was refused.
 */
text?: string, } | { "type": "rematch", 
/**
 * Who wants it.
 */
seat: SeatName, 
/**
 * The match, once both want it.
 */
match?: string, 
/**
 * The secret of the client's seat in it.
 */
token?: string, } | { "type": "why", 
/**
 * The client's own name for the question.
 */
id: string, 
/**
 * The causes.
 */
links: Array<Link>, } | { "type": "why-not", 
/**
 * The client's own name for the question.
 */
id: string, 
/**
 * The reasons; empty if there is nothing to tell.
 */
reasons: Array<Reason>, } | { "type": "preview", 
/**
 * The client's own name for the question.
 */
id: string, 
/**
 * What would happen, numbered on from the last step.
 */
steps: Array<Step>, 
/**
 * What depends on hidden cards or dice, if anything does.
 */
uncertain: Uncertain | null, } | { "type": "error", 
/**
 * Which kind of refusal it is.
 */
code: FaultCode, 
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
id?: string, } | { "type": "over", 
/**
 * Who won; none after a draw.
 */
winner: SeatName | null, 
/**
 * The result in words.
 */
text: string, 
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
replay?: string, } | { "type": "ping", } | { "type": "goodbye", 
/**
 * Why, in words.
 */
text: string, 
/**
 * Milliseconds to wait before coming back.
 */
reconnect?: bigint, };

export type GameSummary = { 
/**
 * Its id, as matches name it.
 */
id: string, 
/**
 * Its name.
 */
title: string, 
/**
 * What it is like, in one line.
 */
tagline: string, 
/**
 * How many cards it has.
 */
cards: number, 
/**
 * The ids of its decks.
 */
decks: Array<string>, };

export type ZoneRole = "deck" | "hand" | "discard" | "exile" | "play" | "stack" | "looking" | "other";

export type ZoneSight = "everyone" | "owner" | "nobody";

export type ZoneShape = "pile" | "lanes" | "slots";

export type ZoneInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is for.
 */
role: ZoneRole, 
/**
 * Who sees the cards in it.
 */
sight: ZoneSight, 
/**
 * How its places lie to each other.
 */
shape: ZoneShape, 
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

export type PlaceInfo = { 
/**
 * Its name on the wire.
 */
place: string, 
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

export type AttributeInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * It never changes in play.
 */
fixed: boolean, 
/**
 * It is not printed on cards: it starts at 0.
 */
unprinted: boolean, };

export type CounterInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is at the start of a game.
 */
start: number, 
/**
 * It never falls below this.
 */
min: number | null, 
/**
 * It never rises above this.
 */
max: number | null, 
/**
 * Only its owner sees it.
 */
hidden: boolean, 
/**
 * Its letter in costs: `R` for `{R}`.
 */
symbol: string | null, };

export type StatusInfo = { 
/**
 * The word for being it.
 */
name: string, 
/**
 * How it stands behind *is*: `on cooldown`.
 */
words: string, 
/**
 * The word for not being it.
 */
opposite: string | null, };

export type KeywordInfo = { 
/**
 * The word.
 */
name: string, 
/**
 * What it means.
 */
reminder: string, };

export type TypeInfo = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its text happens once, when it is played; it does not stay in play.
 */
once: boolean, };

export type CardInfo = { 
/**
 * Its id in the card file.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * The whole type line.
 */
type_line: string, 
/**
 * Its types.
 */
types: Array<string>, 
/**
 * Its subtypes.
 */
subtypes: Array<string>, 
/**
 * Its supertypes.
 */
supertypes: Array<string>, 
/**
 * What it costs to play, in words or symbols; empty if its price is a number.
 */
cost: string, 
/**
 * Printed numbers that are not 0.
 */
numbers: { [key in string]: number }, 
/**
 * Its printed keywords.
 */
keywords: Array<string>, 
/**
 * What is printed on it.
 */
text: string, 
/**
 * It is made by other cards and in no deck.
 */
token: boolean, 
/**
 * The names of its abilities, where they have one, in the order of the text.
 */
abilities: Array<string | null>, };

export type DeckCard = { 
/**
 * The name of the card.
 */
card: string, 
/**
 * How many copies.
 */
count: number, };

export type DeckSection = { 
/**
 * Its name.
 */
name: string, 
/**
 * The cards in it.
 */
cards: Array<DeckCard>, };

export type DeckInfo = { 
/**
 * Its id, as matches name it.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * How it wants to win.
 */
plan: string, 
/**
 * Its cards, by section.
 */
sections: Array<DeckSection>, };

export type GameInfo = { 
/**
 * Its id, as matches name it.
 */
id: string, 
/**
 * Its name.
 */
title: string, 
/**
 * What it is like, in one line.
 */
tagline: string, 
/**
 * The fingerprint of rules and cards.
 */
catalog: string, 
/**
 * In the order of the game's file.
 */
zones: Array<ZoneInfo>, 
/**
 * Every place of every zone.
 */
places: Array<PlaceInfo>, 
/**
 * The numbers on cards.
 */
attributes: Array<AttributeInfo>, 
/**
 * The numbers of players.
 */
counters: Array<CounterInfo>, 
/**
 * What cards can be for a while.
 */
statuses: Array<StatusInfo>, 
/**
 * The keywords.
 */
keywords: Array<KeywordInfo>, 
/**
 * The types of cards.
 */
types: Array<TypeInfo>, 
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
policies: Array<string>, 
/**
 * The decks that the game brings.
 */
decks: Array<DeckInfo>, 
/**
 * The rules as Markdown, if the game brings them.
 */
rules: string | null, 
/**
 * The same on one page, for whoever plays for the first time.
 */
how_to_play: string | null, };
