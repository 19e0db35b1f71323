/** A card shown large: full text, keywords explained, why and why not. */

import { useEffect, useRef, useState } from "preact/hooks";

import { Face, figures } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { faces, hello, info, replaying, shown, why, whyNot } from "../state/table.ts";
import { readable, title } from "../state/words.ts";
import type { CardInfo, CardView, Link, Reason } from "../wire/types.ts";
import { Causes } from "./Log.tsx";
import { Modal } from "./Modal.tsx";
import { closeZoom, hideZoom, type Zoom, zoom } from "./zoom.ts";

export function ZoomView() {
  const at = zoom.value;
  if (!at) return null;
  return at.pinned ? <Pinned key={`${at.name}${at.handle}`} at={at} /> : <Hovered at={at} />;
}

function Hovered({ at }: { at: Zoom }) {
  // What the card says may have changed under the pointer.
  const view = shown.value;
  const first = useRef(view);
  useEffect(() => { if (view !== first.current) hideZoom(); }, [view]);
  const beside = at.beside;
  if (!beside) return null;
  const wide = 270;
  const x = beside.right + 12 + wide < innerWidth ? beside.right + 12 : Math.max(8, beside.left - wide - 12);
  const y = Math.max(8, Math.min(beside.top, innerHeight - 480));
  return (
    <div class="zoom-hover" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">
      <Face name={at.name} size="zoom" card={cardOf(at)} />
      <Reminders face={faces.value.get(at.name)} card={cardOf(at)} />
    </div>
  );
}

/** A sentence after a colon. */
const lower = (text: string) => (/^[A-Z][a-z]/.test(text) && !faces.value.has(text.split(" ")[0] ?? "") ? text.charAt(0).toLowerCase() + text.slice(1) : text);

const cardOf = (at: Zoom): CardView | undefined => (at.handle === null ? undefined : shown.value?.cards[at.handle]);

function Reminders({ face, card }: { face: CardInfo | undefined; card: CardView | undefined }) {
  const words = new Set([...(face?.keywords ?? []), ...(card?.keywords ?? [])]);
  const known = info.value?.keywords.filter((keyword) => words.has(keyword.name) && keyword.reminder) ?? [];
  if (known.length === 0) return null;
  return (
    <dl class="reminders">
      {known.map((keyword) => <div key={keyword.name}><dt>{title(keyword.name)}</dt><dd>{keyword.reminder}</dd></div>)}
    </dl>
  );
}

function Pinned({ at }: { at: Zoom }) {
  const face = faces.value.get(at.name);
  const card = cardOf(at);
  const [asked, setAsked] = useState<{ title: string; links?: Link[]; reasons?: Reason[]; wrong?: string } | null>(null);
  const seated = hello.value !== null;
  const explain = async (heading: string, ask: () => Promise<Partial<{ links: Link[]; reasons: Reason[] }>>) => {
    try {
      setAsked({ title: heading, ...(await ask()) });
    } catch (error) {
      setAsked({ title: heading, wrong: error instanceof Error ? error.message : "There is no answer" });
    }
  };
  const asksWhyNot = () => explain(`Why not ${at.name}?`, async () => ({ reasons: at.handle === null ? [] : await whyNot(at.handle) }));
  const asksWhy = () => explain(`What happened to ${at.name}?`, async () => ({ links: at.handle === null ? [] : await why({ handle: at.handle }) }));
  useEffect(() => {
    if (at.asks === "why-not") void asksWhyNot();
    if (at.asks === "why") void asksWhy();
  }, []);
  return (
    <Modal title={at.name} onClose={closeZoom} wide>
      <div class="zoom">
        <div>
          <Face name={at.name} size="zoom" card={card} />
          <Reminders face={face} card={card} />
        </div>
        <div class="zoom-side">
          <div class="zoom-head"><h2>{at.name}</h2><button type="button" class="button is-icon is-quiet" aria-label="Close" onClick={closeZoom}><Icon name="cross" /></button></div>
          {card && (
            <ul class="facts">
              {figures(face, card, true).map(({ name, now, printed }) => (
                <li key={name}>
                  <span>{title(name)}</span><b>{now}</b>{now !== printed && <span class="quiet">printed {printed}</span>}
                  {seated && <button type="button" class="button is-small" onClick={() => explain(`Why ${name} ${now}?`, async () => ({ links: await why({ handle: card.handle, name }) }))}>Why?</button>}
                </li>
              ))}
              {card.statuses.map((status) => (
                <li key={status}>
                  <span>{title(status)}</span>
                  {seated && <button type="button" class="button is-small" onClick={() => explain(`Why ${status}?`, async () => ({ links: await why({ handle: card.handle, name: status }) }))}>Why?</button>}
                </li>
              ))}
            </ul>
          )}
          {card && seated && (
            <p class="buttons">
              <button type="button" class="button" onClick={asksWhy}><Icon name="why" />What happened to it?</button>
              {card.controller === hello.value?.seat && !replaying.value && <button type="button" class="button" onClick={asksWhyNot}><Icon name="no" />Why not?</button>}
            </p>
          )}
          {asked && (
            <section class="answer" aria-live="polite">
              <h3>{asked.title}</h3>
              {asked.wrong && <p class="quiet">{asked.wrong}</p>}
              {asked.links && <Causes links={asked.links} />}
              {asked.reasons && (asked.reasons.length === 0 ? <p class="quiet">Nothing stands against it.</p> : (
                <ul class="reasons">
                  {asked.reasons.map((reason, at) => (
                    <li key={at}><Icon name="cross" /><span><b>{readable(reason.about)}</b>: {lower(readable(reason.text))}{reason.words && <q>{reason.words}</q>}</span></li>
                  ))}
                </ul>
              ))}
            </section>
          )}
        </div>
      </div>
    </Modal>
  );
}
