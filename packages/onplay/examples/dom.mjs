// A game against a bot with nothing but the DOM. The engine runs in the page.
import { Game, load } from "../dist/index.js"; // outside this folder: from "onplay"

await load();
const { id, decks } = Game.shipped()[0];
const match = Game.load(id).start({ seed: 7, decks: [decks[0], decks.at(-1)] });

function draw() {
  while (match.toDecide === "p2") match.decide(match.choose("greedy"));
  const view = match.view("p1");
  document.querySelector("#state").textContent =
    match.toDecide ? `Turn ${view.turn}: ${Object.keys(view.cards).length} cards in sight` : match.outcome;
  const offers = match.ask("p1")?.actions ?? [];
  document.querySelector("#offers").replaceChildren(...offers.map(({ n, text }) => {
    const button = document.createElement("button");
    button.textContent = text;
    button.onclick = () => { match.decide(n); draw(); };
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}
draw();
