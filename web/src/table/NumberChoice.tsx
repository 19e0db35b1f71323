/** Choosing a number: a button for each while they are few, a slider otherwise. */

import { useState } from "preact/hooks";

import { offers, prompt, take } from "./pick.ts";

const FEW = 8;

export function NumberChoice() {
  const list = offers.value.filter((offer) => offer.verb === "choose-number" && offer.number !== undefined);
  const numbers = list.map((offer) => offer.number as number);
  const [value, setValue] = useState(Math.max(...numbers));
  const chosen = numbers.includes(value) ? value : Math.max(...numbers);
  const choose = (number: number) => take(list.filter((offer) => offer.number === number));
  if (list.length === 0) return null;
  if (list.length <= FEW) {
    return (
      <span class="number-choice" role="group" aria-label={prompt.value?.text ?? "A number"}>
        {numbers.map((number) => <button key={number} type="button" class="button" onClick={() => choose(number)}>{number}</button>)}
      </span>
    );
  }
  return (
    <span class="number-choice">
      <input type="range" aria-label={prompt.value?.text ?? "A number"} min={Math.min(...numbers)} max={Math.max(...numbers)} value={chosen}
        onInput={(event) => setValue(Number(event.currentTarget.value))} />
      <output>{chosen}</output>
      <button type="button" class="button is-main" onClick={() => choose(chosen)}>Choose {chosen}</button>
    </span>
  );
}
