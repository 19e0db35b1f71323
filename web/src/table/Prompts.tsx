/** Questions about cards that are not on the table: selection, reveal, order. */

import { useEffect, useState } from "preact/hooks";

import { Face, spokenCard, Symbols } from "../draw/Face.tsx";
import { Icon } from "../draw/Icon.tsx";
import { faces, shown } from "../state/table.ts";
import { say } from "../state/speech.ts";
import { readable } from "../state/words.ts";
import type { Prompt, View } from "../wire/types.ts";
import { placeOf } from "./layout.ts";
import { aside } from "./open.ts";
import { Modal } from "./Modal.tsx";
import { byCard, chosen, isOnTable, isReady, loose, pickCard, prompt, submitChosen, take } from "./pick.ts";
import { hideZoom, hoverZoom, pinZoom } from "./zoom.ts";

export function PromptDialog() {
  const asked = prompt.value;
  useEffect(() => {
    if (asked) say(`${readable(asked.text)}${asked.candidates.length ? ` ${asked.candidates.length} options.` : ""}`, true);
  }, [asked]);
  if (!asked || isOnTable.value) return null;
  if (aside.value) {
    return (
      <div class="aside">
        <span>{readable(asked.text)}</span>
        <button type="button" class="button is-main" onClick={() => { aside.value = false; }}>Back to the question <kbd>B</kbd></button>
      </div>
    );
  }
  const key = `${asked.reason}${asked.text}${asked.candidates.join()}`;
  if (asked.kind === "order") return <Order key={key} asked={asked} />;
  if (asked.kind === "acknowledge") return <Reveal key={key} asked={asked} />;
  return <Select key={key} asked={asked} />;
}

function Head({ asked, note }: { asked: Prompt; note: string }) {
  return (
    <div class="modal-head">
      {asked.source?.card && <Face name={asked.source.card} size="mini" />}
      <div>
        <h2>{readable(asked.text)}</h2>
        <p class="quiet">{[asked.source?.card && !asked.text.includes(asked.source.card) ? asked.source.card : "", note].filter(Boolean).join(" · ")}</p>
        {asked.words && <p class="quiet"><Symbols text={asked.words} /></p>}
      </div>
      <button type="button" class="button is-quiet look" onClick={() => { aside.value = true; }}>
        <Icon name="board" /><span>Look at the board</span> <kbd>B</kbd>
      </button>
    </div>
  );
}

function Select({ asked }: { asked: Prompt }) {
  const submit = loose.value.find((offer) => offer.verb === "submit");
  const other = loose.value.filter((offer) => offer.verb !== "submit");
  const count = chosen.value.length + asked.picked.length;
  const names = [...asked.picked, ...chosen.value].map((handle) => shown.value?.cards[handle]?.card ?? "a card");
  const wish = asked.min === asked.max ? `Pick ${asked.min}` : asked.min === 0 ? `Pick up to ${asked.max}` : `Pick ${asked.min} to ${asked.max}`;
  const skippable = submit !== undefined && asked.min === 0 && asked.picked.length === 0;
  const skip = () => { if (submit) take([submit]); };
  return (
    <Modal title={readable(asked.text)} kind={asked.kind} wide within onClose={skippable ? skip : undefined}>
      <Head asked={asked} note={`${asked.candidates.length} ${asked.candidates.length === 1 ? "card fits" : "cards fit"}`} />
      <div class="grid" role="group" aria-label="Cards to choose from">
        {(asked.max === 1 ? alike(asked.candidates) : asked.candidates.map((handle) => ({ handle, count: 1 }))).map(({ handle, count }) => (
          <Option key={handle} handle={handle} count={count} isPicked={chosen.value.includes(handle) || asked.picked.includes(handle)}
            isOpen={byCard.value.has(handle) || chosen.value.includes(handle)} onPick={() => pickCard(handle)}
            onTake={() => { if (asked.max === 1) { chosen.value = [handle]; submitChosen(); } }} />
        ))}
      </div>
      <div class="modal-foot">
        <p>{count > 0 ? <><b>{names.join(", ")}</b> picked</> : wish}</p>
        <span class="space" />
        {other.map((offer) => <button key={offer.n} type="button" class="button" onClick={() => take([offer])}>{readable(offer.text)}</button>)}
        {skippable && <button type="button" class="button" onClick={skip}>Skip <kbd>Esc</kbd></button>}
        <button type="button" class="button is-main" disabled={!isReady() || count === 0} onClick={() => submitChosen()}>Choose <kbd>Enter</kbd></button>
      </div>
    </Modal>
  );
}

/** Cards of which one is as good as the other, where only one can be picked. */
function alike(handles: number[]): { handle: number; count: number }[] {
  const list = new Map<string, { handle: number; count: number }>();
  for (const handle of handles) {
    const card = shown.value?.cards[handle];
    const offer = byCard.value.get(handle)?.length ?? 0;
    const key = card ? JSON.stringify([card.card, card.numbers, card.statuses, card.keywords, placeOf(shown.value as View, handle), offer]) : String(handle);
    const same = list.get(key);
    if (same) same.count += 1;
    else list.set(key, { handle, count: 1 });
  }
  return [...list.values()];
}

interface OptionProps {
  handle: number;
  /** How many equal cards it stands for. */
  count?: number;
  isPicked: boolean;
  isOpen: boolean;
  state?: string;
  onPick: () => void;
  onTake?: () => void;
}

function Option({ handle, count = 1, isPicked, isOpen, state = "", onPick, onTake }: OptionProps) {
  const card = shown.value?.cards[handle];
  const name = card?.card ?? "A hidden card";
  return (
    <button type="button" class={`card card-hand ${isPicked ? "is-picked" : ""} ${state}`} aria-pressed={isPicked} disabled={!isOpen && !isPicked && !state}
      data-handle={handle}
      onClick={onPick} onDblClick={onTake}
      onKeyDown={(event) => { if (event.key === "Enter" && isPicked && onTake) { event.preventDefault(); onTake(); } }}
      onContextMenu={(event) => { event.preventDefault(); pinZoom(name, handle); }}
      onPointerEnter={(event) => { if (event.pointerType === "mouse") hoverZoom(name, handle, event.currentTarget); }} onPointerLeave={hideZoom}>
      <span class="spoken">{spokenCard(name, faces.value.get(name), card)}{count > 1 ? `, ${count} of them` : ""}</span>
      <Face name={name} size="hand" card={card} />
      {(isPicked || state === "is-kept") && <span class="tab"><Icon name="tick" /></span>}
      {count > 1 && <span class="fan-count" aria-hidden="true">×{count}</span>}
    </button>
  );
}

function Reveal({ asked }: { asked: Prompt }) {
  const kept = new Set(asked.picked);
  const done = () => { const offer = loose.value[0]; if (offer) take([offer]); };
  return (
    <Modal title={readable(asked.text)} kind={asked.kind} wide within onClose={done}>
      <Head asked={asked} note={kept.size > 0 ? `${kept.size} of ${asked.candidates.length} kept` : `${asked.candidates.length} shown`} />
      <div class="grid">
        {asked.candidates.map((handle) => (
          <Option key={handle} handle={handle} isPicked={false} isOpen state={kept.size === 0 ? "is-shown" : kept.has(handle) ? "is-kept" : "is-dimmed"} onPick={() => {}} />
        ))}
      </div>
      <div class="modal-foot">
        {kept.size > 0 && <p>{kept.size} kept, {asked.candidates.length - kept.size} not</p>}
        <span class="space" /><button type="button" class="button is-main" data-first onClick={done}>OK <kbd>Enter</kbd></button>
      </div>
    </Modal>
  );
}

function Order({ asked }: { asked: Prompt }) {
  const [order, setOrder] = useState(asked.candidates.filter((handle) => !asked.picked.includes(handle)));
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const handle = order[from];
    if (handle === undefined || to < 0 || to >= order.length) return;
    const next = order.filter((_, at) => at !== from);
    next.splice(to, 0, handle);
    setOrder(next);
    say(`${shown.value?.cards[handle]?.card ?? "It"} is now ${to + 1} of ${next.length}`);
  };
  return (
    <Modal title={readable(asked.text)} kind={asked.kind} wide within>
      <Head asked={asked} note="Drag the cards or move them with the arrows. Number 1 comes first." />
      <ol class="grid order">
        {order.map((handle, at) => {
          const name = shown.value?.cards[handle]?.card ?? "A hidden card";
          return (
            <li key={handle} draggable onDragStart={() => setDragged(at)} onDragOver={(event) => event.preventDefault()}
              onDrop={() => { if (dragged !== null) move(dragged, at); setDragged(null); }}>
              <button type="button" class="card card-hand" data-handle={handle}
                onKeyDown={(event) => {
                  if (!event.altKey) return;
                  if (event.key === "ArrowLeft" || event.key === "ArrowUp") { event.preventDefault(); move(at, at - 1); }
                  if (event.key === "ArrowRight" || event.key === "ArrowDown") { event.preventDefault(); move(at, at + 1); }
                }}>
                <span class="spoken">{at + 1}: {name}. Alt and arrows move it</span>
                <Face name={name} size="hand" card={shown.value?.cards[handle]} />
                <span class="tab" aria-hidden="true">{at + 1}</span>
              </button>
              <span class="moves">
                <button type="button" class="button is-icon" disabled={at === 0} aria-label={`${name} earlier`} onClick={() => move(at, at - 1)}><Icon name="back" /></button>
                <button type="button" class="button is-icon" disabled={at === order.length - 1} aria-label={`${name} later`} onClick={() => move(at, at + 1)}><Icon name="arrow" /></button>
              </span>
            </li>
          );
        })}
      </ol>
      <div class="modal-foot"><span class="space" /><button type="button" class="button is-main" onClick={() => submitChosen(order)}>In this order <kbd>Enter</kbd></button></div>
    </Modal>
  );
}
