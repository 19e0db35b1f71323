/** The band above the hand: what is asked, what would come of it, and the buttons. */

import { Face, Symbols } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { tendency } from "../state/brief.ts";
import { chain, skip } from "../state/player.ts";
import { consent, faces, line, nameOf, over, players, question, replaying, seat, sending, shown, undoAsked, watching } from "../state/table.ts";
import { goesWithoutSaying } from "../state/plain.ts";
import { capital, readable } from "../state/words.ts";
import type { Offer, Step } from "../wire/types.ts";
import { foreseen } from "./forecast.ts";
import { NumberChoice } from "./NumberChoice.tsx";
import { aimed, buttons, cancel, chosen, isMany, isOnTable, isReady, left, loose, offers, picked, places, prompt, submitChosen, take, targets } from "./pick.ts";
import { listed } from "./open.ts";

export function Bar() {
  if (undoAsked.value && undoAsked.value !== seat.value && !watching.value) return <Consent />;
  if (over.value || replaying.value) return null;
  if (!question.value) return <Waiting />;
  if (prompt.value && !isOnTable.value) return <div class="bar is-quiet"><span class="sentence">{readable(prompt.value.text)}</span></div>;
  return prompt.value ? <Prompted /> : <Acting />;
}

/** Fewer steps than these are over before anybody wants to skip them. */
const FEW = 12;

function Waiting() {
  const view = shown.value;
  const rest = chain.value && !chain.value.linked ? chain.value.steps.length - chain.value.at : 0;
  if (rest > FEW) {
    return (
      <div class="bar is-quiet" role="status">
        <span class="sentence">{rest} more steps to show</span>
        <span class="space" />
        <button type="button" class="button is-small" onClick={skip}>Skip <kbd>S</kbd></button>
      </div>
    );
  }
  const who = view?.decides;
  const own = who === seat.value && !watching.value;
  const absent = players.value.find((player) => player.seat === who)?.here === false;
  const words = undoAsked.value === seat.value && !watching.value ? `${nameOf(seat.value === "p1" ? "p2" : "p1")} is asked whether you may take it back`
    : sending.value ? "Sent" : line.value.at !== "open" ? "Connecting" : own ? (rest > 0 ? "Showing what happened" : "") : who ? (absent ? `${nameOf(who)} would decide, but is away` : `${nameOf(who)} is deciding`) : "";
  return (
    <div class="bar is-quiet" role="status">
      {words && <span class="sentence">{words}</span>}
      {words && <span class="dots" aria-hidden="true"><i /><i /><i /></span>}
    </div>
  );
}

function Consent() {
  const who = undoAsked.value;
  return (
    <div class="bar" role="alertdialog" aria-label="Take back">
      <span class="sentence">{who && nameOf(who)} would like to take back the last decision.</span>
      <span class="space" />
      <button type="button" class="button" onClick={() => consent(false)}>No</button>
      <button type="button" class="button is-main" onClick={() => consent(true)}>Allow it</button>
    </div>
  );
}

/** Free to act. */
function Acting() {
  const card = picked.value !== null ? shown.value?.cards[picked.value] : undefined;
  const playable = new Set(offers.value.map((offer) => offer.object).filter((handle) => handle !== undefined)).size;
  const where = places.value.size > 0 ? "Choose where." : targets.value.size > 0 ? "Choose a target." : "";
  const choices = buttons.value;
  return (
    <div class="bar">
      <div class="words">
        <span class="sentence">{card ? `${card.card}${where ? `. ${where}` : ""}` : "Your turn to act"}</span>
        {card || aimed.value ? <Consequence offer={aimed.value} /> : (
          <span class="quiet">{playable === 0 ? "No card can be used now" : `${playable} ${playable === 1 ? "card" : "cards"} can be used`}</span>
        )}
      </div>
      <span class="space" />
      {card && <button type="button" class="button is-quiet" onClick={cancel}>Cancel <kbd>Esc</kbd></button>}
      {choices.length > 0 && (
        <span class="choices">
          {choices.map((offer, at) => (
            <button key={offer.n} type="button" class={`button ${at === 0 ? "is-main" : ""}`} onClick={() => take([offer])}
              onFocus={() => { aimed.value = offer; }} onPointerEnter={() => { aimed.value = offer; }}>
              <span><Label offer={offer} /></span>{at === 0 && <kbd>Enter</kbd>}
            </button>
          ))}
        </span>
      )}
      {!card && left.value.length === 0 && loose.value.map((offer) => (
        <button key={offer.n} type="button" class={`button ${playable === 0 && offer.verb === "pass" ? "is-main" : ""}`} data-verb={offer.verb} onClick={() => take([offer])}>
          {label(offer)}{offer.verb === "pass" && <kbd>P</kbd>}
        </button>
      ))}
      {!card && (
        <button type="button" class="button is-icon is-quiet" aria-label="All actions as a list" title="All actions (A)" onClick={() => { listed.value = true; }}>
          <Icon name="list" />
        </button>
      )}
    </div>
  );
}

/** A card or rule asks. */
function Prompted() {
  const asked = prompt.value;
  if (!asked) return null;
  const submit = loose.value.find((offer) => offer.verb === "submit");
  const skips = submit && asked.min === 0 && chosen.value.length + asked.picked.length === 0;
  const count = chosen.value.length + asked.picked.length;
  const rest = loose.value.filter((offer) => offer.verb !== "submit" && offer.verb !== "choose-number");
  return (
    <div class="bar is-asking" role="group" aria-label="Question" data-kind={asked.kind}>
      {asked.source?.card && <Face name={asked.source.card} size="mini" />}
      <div class="words">
        <span class="sentence">{readable(asked.text)}</span>
        <span class="quiet">
          {isMany.value ? `${count} picked, ${asked.min === asked.max ? asked.min : `${asked.min} to ${asked.max}`} needed. ` : ""}
          {aimed.value ? <Consequence offer={aimed.value} /> : asked.words && <Symbols text={asked.words} />}
        </span>
      </div>
      <span class="space" />
      {asked.kind === "number" && <NumberChoice />}
      {rest.map((offer, at) => (
        <button key={offer.n} type="button" class={`button ${at === 0 ? "is-main" : ""}`} data-verb={offer.verb} onClick={() => take([offer])}
          onFocus={() => { aimed.value = offer; }} onPointerEnter={() => { aimed.value = offer; }}>
          {option(offer, asked.options)}{offer.verb === "yes" && <kbd>Y</kbd>}
        </button>
      ))}
      {left.value.map((offer) => (
        <button key={offer.n} type="button" class="button is-main" onClick={() => take([offer])}>{label(offer)}</button>
      ))}
      {isMany.value && chosen.value.length > 0 && (
        <button type="button" class="button is-main" disabled={!isReady()} onClick={() => submitChosen()}>Choose <kbd>Enter</kbd></button>
      )}
      {submit && chosen.value.length === 0 && (
        <button type="button" class={`button ${skips ? "" : "is-main"}`} data-verb="submit" onClick={() => take([submit])}>
          {skips ? <>Skip <kbd>Esc</kbd></> : "Done"}
        </button>
      )}
    </div>
  );
}

const option = (offer: Offer, options: { option: number; text: string }[]) =>
  offer.verb === "yes" ? "Yes" : offer.verb === "no" ? "No"
    : (options.find((other) => other.option === offer.option)?.text ?? label(offer));

/** An offer on a button: what the card says where it says it, else the words of the act. */
function Label({ offer }: { offer: Offer }) {
  return offer.verb === "use" && offer.about ? <Symbols text={offer.about} /> : <>{label(offer)}</>;
}

/** An offer in words. */
export function label(offer: Offer): string {
  const words = readable(offer.text);
  const cost = offer.cost.map((cost) => (cost.pays === "counter" ? `${cost.amount} ${cost.name}` : cost.name));
  return cost.length > 0 && offer.verb !== "pass" ? `${words} (${cost.join(", ")})` : words;
}

/** What goes without saying before a decision. */
const PLAIN = new Set<Step["kind"]>(["decided", "checked", "ruled", "played", "activated", "targeted", "began", "ended", "moved-out", "moved-in", "attacked", "last-known"]);

/** Whether a step only pays what the offer costs, which is said elsewhere. */
function isPrice(step: Step, offer: Offer): boolean {
  return offer.cost.some((cost) => (cost.pays === "counter"
    ? step.kind === "counter-lost" && step.what === cost.name && step.amount === cost.amount
    : step.object?.handle !== undefined && step.object.handle === cost.object.handle && ["status-set", "tapped"].includes(step.kind)));
}

/** What an offer would do, as far as this seat can know. */
function Consequence({ offer }: { offer: Offer | null }) {
  if (!offer) return null;
  const seen = foreseen.value;
  const lost = offer.gives_up.map((it) => it.card ?? "a card");
  const card = offer.object === undefined ? undefined : shown.value?.cards[offer.object]?.card;
  const plain = goesWithoutSaying(seen?.steps ?? []);
  const all = seen?.steps.filter((step) => !PLAIN.has(step.kind) && !plain.has(step.n) && !lost.some((name) => step.text.startsWith(name)) && !isPrice(step, offer)
    && !((step.kind === "deployed" || step.kind === "entered") && (step.object?.handle === offer.object || step.object?.card === card))) ?? [];
  // That something fires is told by what comes of it.
  const effects = all.filter((step) => step.kind !== "triggered");
  const lines = effects.length > 0 ? effects : all;
  const about = offer.about ?? faces.value.get(offer.gives_up[0]?.card ?? "")?.name;
  return (
    <span class="consequence" aria-live="polite">
      {lost.length > 0 && <span class="loss"><Icon name="down" />gives up {lost.join(", ")}</span>}
      {lines.slice(0, 4).map((step) => {
        const way = tendency(step);
        const maybe = seen?.uncertain && step.n >= seen.uncertain.from;
        return (
          <span key={step.n} class={`foreseen ${maybe ? "maybe" : ""}`}>
            {way && <i class={way}><Icon name={way === "gain" ? "up" : "down"} /></i>}
            {readable(step.text)}{maybe ? " ?" : ""}
          </span>
        );
      })}
      {lines.length > 4 && <span class="quiet">and {lines.length - 4} more</span>}
      {seen?.uncertain && <span class="quiet">{capital(seen.uncertain.text)}</span>}
      {lines.length === 0 && lost.length === 0 && about && <span class="quiet">{about}</span>}
    </span>
  );
}
