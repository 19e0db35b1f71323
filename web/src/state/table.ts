/** One table: what the server said, what is on the screen, what is asked. */

import { batch, computed, signal } from "@preact/signals";

import * as api from "../wire/api.ts";
import { type Line, Socket } from "../wire/socket.ts";
import type {
  Ask, CardInfo, FromClient, GameInfo, Link, Offer, PlayerInfo, Reason, SeatName, Step, ToClient, Uncertain, View,
} from "../wire/types.ts";
import { applyStep } from "./apply.ts";
import { Asking } from "./asking.ts";
import { causesOf, changesOf, countsOf } from "./causes.ts";
import { clearPlayer, isIdle, play, skip, type Stage } from "./player.ts";
import { Prediction } from "./predict.ts";
import { keepReplay } from "./replays.ts";
import { endSeat, keepSeat, seatAt } from "./seats.ts";
import { settings } from "./settings.ts";
import { say } from "./speech.ts";
import { clearStory, followStory } from "./story.ts";

type Of<T extends ToClient["type"]> = Extract<ToClient, { type: T }>;

export const line = signal<Line>({ at: "connecting" });
export const hello = signal<Of<"hello"> | null>(null);
export const players = signal<PlayerInfo[]>([]);
export const info = signal<GameInfo | null>(null);
export const faces = signal<Map<string, CardInfo>>(new Map());

/** What the board shows now; it follows the steps as they are shown. */
export const shown = signal<View | null>(null);
/** The steps that have been shown, for the log. */
export const told = signal<Step[]>([]);
export const ask = signal<Ask | null>(null);
/** Whether a game that is over is being stepped through. */
export const replaying = signal(false);
/** Whether a decision is on its way. */
export const sending = signal(false);
export const over = signal<Of<"over"> | null>(null);
export const clock = signal<(Of<"clock"> & { since: number }) | null>(null);
/** Who asks to take something back, and waits for the other's word. */
export const undoAsked = signal<SeatName | null>(null);
/** Who wants another game. */
export const rematchAsked = signal<SeatName[]>([]);
export const nextMatch = signal<{ match: string; token?: string } | null>(null);
export const toasts = signal<{ key: number; kind: "error" | "info"; title: string; text?: string }[]>([]);

/** Whose eyes the table is seen with; spectators sit behind the first seat. */
export const seat = computed<SeatName>(() => hello.value?.seat ?? "p1");
export const watching = computed(() => hello.value !== null && hello.value.seat === null);
/** The question, once everything that led to it has been shown. */
export const question = computed(() => (isIdle.value && !sending.value && !over.value ? ask.value : null));
/** The players' names, where somebody plays. */
export const nameOf = (who: SeatName) => players.value.find((player) => player.seat === who)?.name ?? who;

let socket: Socket | null = null;
/** The view before the first step that is known, for replays. */
let start: { n: number; view: View } | null = null;
let steps: Step[] = [];
let decisions = 0;
let questions = 0;
/** What the server has told so far, though not all of it may be on the screen yet. */
let truth: View | null = null;
const answers = new Map<string, (message: ToClient) => void>();
let script: number[] | null = null;
/** Own steps that are shown before the host tells them. */
const prediction = new Prediction();
/** How often something was shown that did not happen, for whoever wants to know. */
export const putRight = signal(0);

/** Goes to a table. */
export function sitDown(match: string, token: string | null) {
  leave();
  const secret = token ?? seatAt(match)?.token ?? null;
  const known = () => (steps.length > 0 ? steps[steps.length - 1]?.n : start?.n);
  socket = new Socket(match, {
    join: () => {
      const join: FromClient = { type: "join" };
      if (secret) join.token = secret;
      const seen = known();
      if (seen !== undefined) join.seen = seen;
      if (settings.value.name) join.name = settings.value.name;
      return join;
    },
    message: (message) => batch(() => hear(message, match, secret)),
    line: (next) => {
      const was = line.value.at;
      line.value = next;
      if (next.at === "lost" && was === "open") say("Connection lost. Connecting again.", true);
      if (next.at === "open" && was === "lost") say("Back at the table. The same question waits.", true);
      if (next.at === "lost") {
        sending.value = false;
        dropQueries();
        if (prediction.settle()) correct(truth, lastTold());
      }
    },
  });
}

/** Leaves the table. */
export function leave() {
  socket?.close();
  socket = null;
  start = null;
  steps = [];
  truth = null;
  script = null;
  dropQueries();
  clearPlayer();
  clearStory();
  batch(() => {
    line.value = { at: "connecting" };
    hello.value = null;
    info.value = null;
    players.value = [];
    shown.value = null;
    told.value = [];
    ask.value = null;
    sending.value = false;
    over.value = null;
    clock.value = null;
    undoAsked.value = null;
    rematchAsked.value = [];
    nextMatch.value = null;
    replaying.value = false;
    toasts.value = [];
  });
}

export const tryNow = () => socket?.now();

/** Loads what is needed to draw a game. */
export async function loadGame(id: string, own: CardInfo[] = []) {
  const [game, cards] = await Promise.all([api.game(id), api.cards(id)]);
  batch(() => {
    faces.value = new Map([...cards, ...own].map((card) => [card.name, card]));
    info.value = game;
  });
}

/** Loads a game, with the cards that its table brought. */
async function loadTable(game: string, match: string) {
  const brought = await api.match(match).then((found) => found.cards ?? [], () => []);
  await loadGame(game, brought);
}

function hear(message: ToClient, match: string, secret: string | null) {
  switch (message.type) {
    case "hello":
      hello.value = message;
      players.value = message.players;
      if (secret && message.seat) keepSeat({ match, token: secret, game: message.game });
      if (!info.value) {
        loadTable(message.game, match).catch((error: Error) => toast("error", "The game could not be loaded", error.message));
      }
      break;
    case "state":
      prediction.settle();
      clearPlayer();
      clearStory();
      start = { n: message.n, view: message.view };
      steps = [];
      told.value = [];
      truth = message.view;
      shown.value = message.view;
      break;
    case "steps":
      take(message.steps);
      break;
    case "ask":
      if (prediction.settle()) correct(truth, lastTold());
      ask.value = message.ask;
      sending.value = false;
      continueScript();
      break;
    case "decided":
      if (ask.value?.n === message.ask) ask.value = null;
      sending.value = false;
      break;
    case "players":
      players.value = message.players;
      break;
    case "clock":
      clock.value = { ...message, since: Date.now() };
      break;
    case "undo":
      undoAsked.value = message.state === "asked" ? message.seat : null;
      if (message.state === "refused") toast("info", "Nothing was taken back", message.text);
      if (message.state === "done") over.value = null;
      break;
    case "rematch":
      rematchAsked.value = [...rematchAsked.value.filter((who) => who !== message.seat), message.seat];
      if (message.match) nextMatch.value = { match: message.match, token: message.token };
      break;
    case "over":
      if (prediction.settle()) correct(truth, lastTold());
      over.value = message;
      ask.value = null;
      endSeat(match);
      if (start && hello.value) keepReplay({ hello: hello.value, over: message, start: start.view, steps });
      break;
    case "why":
    case "why-not":
    case "preview":
      answer(message.id, message);
      break;
    case "error":
      refused(message);
      break;
  }
}

/** Takes in the host's steps; what was shown ahead of them is not shown again. */
function take(told: Step[]) {
  const { fresh, same, wrong } = prediction.confirm(told);
  const known = told.length - fresh.length;
  for (const step of told.slice(0, known)) if (truth) truth = applyStep(truth, step);
  if (wrong) correct(truth, told[same - 1]?.n ?? lastTold());
  for (const step of fresh) if (truth) truth = applyStep(truth, step);
  steps.push(...told);
  if (fresh.length > 0) play(fresh, board);
}

const lastTold = () => steps[steps.length - 1]?.n ?? start?.n ?? 0;

/** Puts the table right where it showed something that did not happen. */
function correct(view: View | null, last: number) {
  clearPlayer();
  shown.value = view;
  told.value = told.value.filter((step) => step.n <= last);
  putRight.value += 1;
  toast("info", "The table was put right", "It went another way than this page expected.");
}

/** Most offers whose steps are asked for before one is taken. */
const MOST_AHEAD = 8;

/** Asks what some offers do, so that the one that is taken can be shown at once. */
export function prepare(list: Offer[]) {
  const asked = ask.value;
  if (!asked || !socket?.isFar || watching.value) return;
  for (const offer of list.slice(0, MOST_AHEAD)) {
    if (!prediction.knows(asked.n, offer.n)) void preview(offer).catch(() => {});
  }
}

function refused(message: Of<"error">) {
  if (message.id && answers.has(message.id)) {
    answer(message.id, message);
    return;
  }
  script = null;
  sending.value = false;
  if (prediction.settle()) correct(truth, lastTold());
  if (message.code === "not-found" || message.code === "bad-token") {
    socket?.giveUp(message.text);
  } else if (message.id === undefined || !["stale-ask", "wrong-time", "not-your-decision"].includes(message.code)) {
    // A question that was answered or taken back meanwhile is followed by the new one.
    toast("error", "That did not work", message.nearest ? `${message.text}; ${message.nearest}` : message.text);
  }
}

function showStep(step: Step) {
  batch(() => {
    const before = shown.value;
    if (!before) return;
    shown.value = applyStep(before, step);
    // A turn that is shown again is not told again.
    if (step.n <= (told.value[told.value.length - 1]?.n ?? 0)) return;
    told.value = [...told.value, step];
    if (!watching.value) followStory(step, before, seat.value);
  });
}

/** The board as it was before the run of steps that is being shown. */
let before: { view: View | null; told: Step[] } = { view: null, told: [] };

/** Where the steps of this table are shown. */
export const board: Stage = {
  begin() {
    before = { view: shown.value, told: told.value };
  },
  show: showStep,
  rewind(list) {
    batch(() => {
      let view = before.view;
      for (const step of list) if (view) view = applyStep(view, step);
      shown.value = view;
      const last = before.told[before.told.length - 1]?.n ?? 0;
      told.value = [...before.told, ...list.filter((step) => step.n > last)];
    });
  },
};

/** Shows steps again that have been shown before, from the view before them. */
export function showAgain(from: View, list: Step[]) {
  if (!isIdle.value || list.length === 0) return;
  shown.value = from;
  play(list, board);
}

/** Answers the question with one of the offers. */
export function decide(offer: Offer) {
  const asked = ask.value;
  if (!asked || sending.value) return;
  decisions += 1;
  const id = `${Date.now().toString(36)}-${decisions}`;
  if (socket?.send({ type: "decide", id, ask: asked.n, action: offer.n })) {
    sending.value = true;
    const ahead = prediction.take(asked.n, offer.n);
    if (ahead.length > 0) play(ahead, board);
  }
  else toast("error", "Not connected", "Your answer was not sent. It can be given again in a moment.");
}

/** Picks several cards one after the other, then submits. */
export function decideAll(handles: number[]) {
  script = [...handles];
  continueScript();
}

function continueScript() {
  const asked = ask.value;
  if (!script || !asked) return;
  if (!asked.prompt) {
    script = null;
    return;
  }
  const picked = new Set(asked.prompt.picked);
  const next = script.find((handle) => !picked.has(handle));
  const chosen = asked.actions.find((offer) => offer.verb === "choose" && offer.object === next && next !== undefined);
  const submit = asked.actions.find((offer) => offer.verb === "submit");
  if (chosen) {
    // The last pick of a full choice is its own answer.
    if (script.filter((handle) => !picked.has(handle)).length === 1 && !needsSubmit(asked)) script = null;
    decide(chosen);
  } else {
    script = null;
    if (submit) decide(submit);
  }
}

/** Whether a choice must be submitted after the last card that fits. */
function needsSubmit(asked: Ask): boolean {
  const prompt = asked.prompt;
  return prompt !== null && prompt.picked.length + 1 < prompt.max;
}

export const undo = () => socket?.send({ type: "undo" });
export const consent = (yes: boolean) => {
  socket?.send({ type: "consent", yes });
  undoAsked.value = null;
};
export const concede = () => socket?.send({ type: "concede" });
/** Lets a bot play for the other seat while nobody is there. */
export const substitute = () => socket?.send({ type: "substitute", bot: settings.value.bot });
export const rematch = () => socket?.send({ type: "rematch" });
export { skip };

function answer(id: string, message: ToClient) {
  answers.get(id)?.(message);
  answers.delete(id);
}

function query(make: (id: string) => FromClient): Promise<ToClient> {
  questions += 1;
  const id = `q${questions}`;
  return new Promise((resolve, reject) => {
    answers.set(id, (message) => (message.type === "error" ? reject(new Error(message.text)) : resolve(message)));
    if (!socket?.send(make(id))) {
      answers.delete(id);
      reject(new Error("Not connected"));
    }
  });
}

/** Nobody is there any more who could answer. */
function dropQueries() {
  for (const id of [...answers.keys()]) answer(id, { type: "error", code: "unavailable", text: "Not connected" });
  previews.forget();
}

/** The causes of a step, or of what a card or a player's number is now. */
export async function why(about: { step?: number; handle?: number; seat?: SeatName; name?: string }): Promise<Link[]> {
  if (replaying.value) {
    if (about.step !== undefined) return causesOf(told.value, about.step);
    if (about.seat !== undefined) return countsOf(told.value, about.seat, about.name ?? "");
    return about.handle === undefined ? [] : changesOf(told.value, about.handle, about.name);
  }
  const message = await query((id) => ({ type: "why", id, ...about }));
  return message.type === "why" ? message.links : [];
}

export async function whyNot(handle: number): Promise<Reason[]> {
  const message = await query((id) => ({ type: "why-not", id, handle }));
  return message.type === "why-not" ? message.reasons : [];
}

interface Previewed {
  steps: Step[];
  uncertain: Uncertain | null;
}

const previews = new Asking<Previewed>();

/** What an offer of the question at hand would do, as far as this seat can know. */
export async function preview(offer: Offer): Promise<Previewed> {
  const asked = ask.value;
  if (!asked) throw new Error("Nothing is asked");
  const answer = await previews.ask(asked, String(offer.n), async () => {
    const message = await query((id) => ({ type: "preview", id, ask: asked.n, action: offer.n }));
    if (message.type !== "preview") throw new Error("No preview");
    return { steps: message.steps, uncertain: message.uncertain };
  });
  if (ask.value === asked) prediction.learn(asked.n, offer.n, answer.steps);
  return answer;
}

let nextToast = 0;

/** Says something beside the board for a while. */
export function toast(kind: "error" | "info", title: string, text?: string) {
  nextToast += 1;
  const key = nextToast;
  toasts.value = [...toasts.value, { key, kind, title, text }];
  say(text ? `${title}. ${text}` : title, kind === "error");
  setTimeout(() => dropToast(key), 7000);
}

export function dropToast(key: number) {
  toasts.value = toasts.value.filter((toast) => toast.key !== key);
}
