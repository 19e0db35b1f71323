// A game against a searching bot with React. The engine runs in a worker, so the page
// stays responsive while the bot thinks.
import { createElement as h, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

import { connect } from "../dist/remote.js"; // outside this folder: from "onplay/remote"

const worker = new Worker(new URL("./react-worker.mjs", import.meta.url), { type: "module" });
const { Game } = await connect(worker);
const { id, decks } = (await Game.shipped())[0];
const match = await (await Game.load(id)).start({ seed: 7, decks: [decks[0], decks.at(-1)] });

async function now() {
  while ((await match.toDecide()) === "p2") await match.decide(await match.choose("search:100"));
  return { view: await match.view("p1"), ask: await match.ask("p1"), outcome: await match.outcome() };
}

function Table() {
  const [state, setState] = useState(null);
  useEffect(() => { now().then(setState); }, []);
  const decide = async (n) => {
    await match.decide(n);
    setState(await now());
  };
  if (!state) return h("p", null, "One moment");
  const offers = state.ask?.actions ?? [];
  return h("main", null,
    h("p", { id: "state" }, state.view.over ? state.outcome : `Turn ${state.view.turn}`),
    h("ul", null, offers.map((offer) =>
      h("li", { key: offer.n }, h("button", { onClick: () => decide(offer.n) }, offer.text)))));
}

createRoot(document.querySelector("#root")).render(h(Table));
