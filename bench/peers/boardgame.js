// Random games of a 40-card toy on boardgame.io: boardgame.js MILLISECONDS.
//
// Prints the decisions, the moves and the seconds, separated by tabs. Two players
// with twenty cards each play units, attack with them and pass. The moves go
// straight into the library's reducer, as its own bots do it: no client, no store,
// no network. NODE_ENV=production, the default here, turns its extra checks off;
// with NODE_ENV=development they are on, as they are where nobody sets it.

'use strict';

process.env.NODE_ENV ??= 'production';

const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { performance } = require('node:perf_hooks');

const folder = process.env.BOARDGAME || path.join(__dirname, '.work', 'node');
const library = createRequire(path.join(folder, 'package.json'));
const { CreateGameReducer, InitializeGame } = library('boardgame.io/internal');

const CARDS = 20;
const HAND = 5;
const BOARD = 6;
const LIFE = 20;

function deck(random) {
  const cards = [];
  for (let number = 0; number < CARDS; number++) {
    const size = 1 + (number % 5);
    cards.push({ attack: size, health: size + 1, cost: size, ready: false });
  }
  return random.Shuffle(cards);
}

function draw(player) {
  if (player.deck.length > 0 && player.hand.length < 10) player.hand.push(player.deck.pop());
}

const toy = {
  name: 'toy',
  setup: ({ random }) => ({
    turns: 0,
    players: [0, 1].map(() => {
      const player = { life: LIFE, energy: 0, deck: deck(random), hand: [], board: [] };
      for (let card = 0; card < HAND; card++) draw(player);
      return player;
    }),
  }),
  turn: {
    onBegin: ({ G, ctx }) => {
      const player = G.players[Number(ctx.currentPlayer)];
      G.turns += 1;
      player.energy = Math.min(10, 1 + (G.turns >> 1));
      for (const unit of player.board) unit.ready = true;
      draw(player);
    },
  },
  moves: {
    play: ({ G, ctx }, at) => {
      const player = G.players[Number(ctx.currentPlayer)];
      const [card] = player.hand.splice(at, 1);
      player.energy -= card.cost;
      player.board.push(card);
    },
    attack: ({ G, ctx }, at, target) => {
      const own = G.players[Number(ctx.currentPlayer)];
      const other = G.players[1 - Number(ctx.currentPlayer)];
      const unit = own.board[at];
      unit.ready = false;
      if (target < 0) {
        other.life -= unit.attack;
        return;
      }
      const foe = other.board[target];
      foe.health -= unit.attack;
      unit.health -= foe.attack;
      if (foe.health <= 0) other.board.splice(target, 1);
      if (unit.health <= 0) own.board.splice(at, 1);
    },
    pass: ({ events }) => {
      events.endTurn();
    },
  },
  endIf: ({ G }) => {
    if (G.players[0].life <= 0) return { winner: 1 };
    if (G.players[1].life <= 0) return { winner: 0 };
    return G.turns >= 200 ? { draw: true } : undefined;
  },
};

// What the player may do; every move in the list is legal.
function legal({ G, ctx }, found) {
  const own = G.players[Number(ctx.currentPlayer)];
  const other = G.players[1 - Number(ctx.currentPlayer)];
  found.length = 0;
  found.push(['pass', []]);
  own.hand.forEach((card, at) => {
    if (card.cost <= own.energy && own.board.length < BOARD) found.push(['play', [at]]);
  });
  own.board.forEach((unit, at) => {
    if (!unit.ready) return;
    for (let target = -1; target < other.board.length; target++) found.push(['attack', [at, target]]);
  });
}

let seed = 1;
function below(count) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * count);
}

function playGame(reducer, number, found) {
  let state = InitializeGame({ game: { ...toy, seed: String(number) }, numPlayers: 2 });
  let decisions = 0;
  while (state.ctx.gameover === undefined) {
    legal(state, found);
    const [type, args] = found[below(found.length)];
    const payload = { type, args, playerID: state.ctx.currentPlayer };
    const before = state._stateID;
    state = reducer(state, { type: 'MAKE_MOVE', payload });
    if (state._stateID === before) throw new Error(`the move ${type} was refused`);
    decisions += 1;
  }
  return decisions;
}

const budget = Number(process.argv[2] || 1000);
const reducer = CreateGameReducer({ game: toy });
const found = [];
let number = 0;
// The compiler of Node needs a while until it has made up its mind.
for (const end = performance.now() + budget / 4; performance.now() < end; ) {
  playGame(reducer, number++, found);
}
// The seconds of this thread on the processor. What Node collects and compiles on
// other threads is not counted, which favours boardgame.io.
function onProcessor() {
  const [nanoseconds] = fs.readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

let decisions = 0;
const begin = onProcessor();
while (onProcessor() - begin < budget / 1000) decisions += playGame(reducer, number++, found);
const seconds = onProcessor() - begin;
console.log(`${decisions}\t${decisions}\t${seconds}`);
