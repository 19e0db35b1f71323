import { Game, load } from "../dist/index.js"; // outside this folder: from "onplay"

await load();
const game = Game.load("skirmish");
const match = game.start({ seed: 7, decks: ["warband", "grave"] });
while (match.toDecide) {
  const offers = match.ask(match.toDecide).actions;
  const bot = match.toDecide === "p1" ? "greedy" : "random";
  match.decide(bot === "random" ? offers[0].n : match.choose(bot));
}
console.log(match.outcome, "after", match.decisions, "decisions");
