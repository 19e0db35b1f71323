"""Learns a game by playing it: PPO in one file, with numpy and scipy alone.

    python ppo.py skirmish --minutes 30 --out skirmish.safetensors
    onplay play skirmish --bot policy:skirmish.safetensors

One network plays both seats against itself, and in some of the games against a bot. It
reads an observation as it is: every card in sight is a row, every legal action is a row.
The file that it writes is what `--bot policy:FILE` reads; beside it lie the curve as
numbers (.csv) and as a picture (.svg).
"""

from __future__ import annotations

import argparse
import json
import os
import struct
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.sparse import csr_matrix

import onplay

POOLED, SINGLE = ("objects", "stack", "waiting"), ("course", "question", "unseen")
SCALE, MOST, POOL = 8.0, 8.0, 16.0


class Inputs:
    """From the rows of a section to the inputs of a layer, most of which are 0."""

    def __init__(self, section: onplay.Section) -> None:
        many = [1 if count is None or refers else count for count, refers in zip(section.categories, section.refers)]
        self.starts = np.concatenate([[0], np.cumsum(many)[:-1]]).astype(np.int32)
        self.many = np.array(many)
        self.count = int(sum(many))
        self.quantity = np.array([count is None for count in section.categories])
        self.named = np.array([count is not None and not refers for count, refers in zip(section.categories, section.refers)])

    def of(self, rows: np.ndarray, offsets: np.ndarray | None = None, total: int | None = None, into: np.ndarray | None = None) -> csr_matrix:
        """A matrix with a line for each row, or for each number of ``into``."""
        keep = (rows != 0) & (~self.named | ((rows > 0) & (rows < self.many)))
        at, column = np.nonzero(keep)
        numbers = rows[at, column]
        columns = self.starts[column] + np.where(self.named[column], numbers, 0)
        if offsets is not None:
            columns = columns + offsets[at]
        values = np.where(self.quantity[column], np.clip(numbers / SCALE, -MOST, MOST), 1.0).astype(np.float32)
        lines = at if into is None else into[at]
        shape = (len(rows) if into is None else total, self.count if offsets is None else self.count * (int(offsets.max()) // self.count + 1))
        return csr_matrix((values, (lines, columns)), shape=shape, dtype=np.float32)


class Batch:
    """Observations of some positions, made ready for the network."""

    def __init__(self, net: Net, observations: np.ndarray, legal: np.ndarray) -> None:
        parts, count = net.game.split(observations), len(observations)
        self.count, self.legal = count, legal
        self.pooled, self.sums = [], []
        for name in POOLED:
            table = parts[name]
            where, row = np.nonzero(table[:, :, 0])
            self.pooled.append(net.inputs[name].of(table[where, row]))
            self.sums.append(csr_matrix((np.full(len(where), 1 / POOL, np.float32), (where, np.arange(len(where)))), shape=(count, len(where))))
            if name == "objects":
                place = np.full((count, table.shape[1] + 1), -1)
                place[where, row + 1] = np.arange(len(where))
        self.single = []
        for name in SINGLE:
            table = parts[name]
            rows = table.shape[1]
            flat = table.reshape(count * rows, -1)
            into = np.repeat(np.arange(count), rows)
            offsets = np.tile(np.arange(rows) * net.inputs[name].count, count)
            matrix = net.inputs[name].of(flat, offsets, count, into)
            matrix.resize(count, rows * net.inputs[name].count)
            self.single.append(matrix)
        self.of = np.repeat(np.arange(count), legal)
        row = np.arange(len(self.of)) - np.repeat(np.cumsum(legal) - legal, legal)
        actions = parts["actions"][self.of, row]
        self.actions = net.inputs["actions"].of(actions)
        self.starts = np.cumsum(legal) - legal
        ones = np.ones(len(self.of), np.float32)
        self.spread = csr_matrix((ones, (np.arange(len(self.of)), self.of)), shape=(len(self.of), count))
        self.objects = []
        for column in (1, 2):
            named = place[self.of, actions[:, column]]
            line = np.nonzero((actions[:, column] > 0) & (named >= 0))[0]
            ones = np.ones(len(line), np.float32)
            self.objects.append(csr_matrix((ones, (line, named[line])), shape=(len(self.of), self.pooled[0].shape[0])))


class Net:
    """Preferences among the legal actions, and how good a position is."""

    def __init__(self, game: onplay.Game, width: int, seed: int) -> None:
        self.game = game
        self.inputs = {name: Inputs(section) for name, section in game.sections.items()}
        random = np.random.default_rng(seed)
        self.weights: dict[str, np.ndarray] = {}

        def layer(name: str, inputs: int, outputs: int, gain: float = 1.0, active: float | None = None, bias: bool = True) -> None:
            spread = gain * np.sqrt(2.0 / (active or inputs))
            self.weights[name] = (random.standard_normal((inputs, outputs)) * spread).astype(np.float32)
            if bias:
                self.weights[name + ".bias"] = np.zeros(outputs, np.float32)

        for name in POOLED:
            layer(name, self.inputs[name].count, width, active=12)
        for name in SINGLE:
            layer(name, self.inputs[name].count * game.sections[name].rows, width, active=32)
        layer("context", 4 * width, 2 * width)
        layer("action", self.inputs["actions"].count, width, active=8)
        for name, inputs in (("action_object", width), ("action_target", width), ("action_context", 2 * width)):
            layer(name, inputs, width, bias=False)
        layer("preference", width, 1, 0.05, bias=False)
        layer("value_hidden", 2 * width, width)
        layer("value", width, 1, 0.1)

    def forward(self, batch: Batch) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        w, kept = self.weights, {}
        parts = []
        for name, matrix, sums in zip(POOLED, batch.pooled, batch.sums):
            kept[name] = np.maximum(matrix @ w[name] + w[name + ".bias"], 0)
            parts.append(sums @ kept[name])
        parts.append(sum(matrix @ w[name] + w[name + ".bias"] for name, matrix in zip(SINGLE, batch.single)))
        kept["sums"] = np.concatenate(parts, 1)
        kept["context"] = np.maximum(kept["sums"] @ w["context"] + w["context.bias"], 0)
        kept["value_hidden"] = np.maximum(kept["context"] @ w["value_hidden"] + w["value_hidden.bias"], 0)
        value = np.tanh((kept["value_hidden"] @ w["value"] + w["value.bias"])[:, 0])
        hidden = batch.actions @ w["action"] + w["action.bias"]
        for matrix, name in zip(batch.objects, ("action_object", "action_target")):
            hidden += matrix @ (kept["objects"] @ w[name])
        hidden += (kept["context"] @ w["action_context"])[batch.of]
        kept["action"] = np.maximum(hidden, 0)
        return (kept["action"] @ w["preference"])[:, 0], value, kept

    def backward(self, batch: Batch, kept: dict[str, np.ndarray], value: np.ndarray, d_preference: np.ndarray, d_value: np.ndarray) -> dict[str, np.ndarray]:
        w, width = self.weights, self.weights["preference"].shape[0]
        g: dict[str, np.ndarray] = {"preference": kept["action"].T @ d_preference[:, None]}
        d_hidden = (d_preference[:, None] * w["preference"].T) * (kept["action"] > 0)
        g["action"], g["action.bias"] = batch.actions.T @ d_hidden, d_hidden.sum(0)
        d_objects = np.zeros_like(kept["objects"])
        for matrix, name in zip(batch.objects, ("action_object", "action_target")):
            back = matrix.T @ d_hidden
            g[name] = kept["objects"].T @ back
            d_objects += back @ w[name].T
        d_shared = batch.spread.T @ d_hidden
        g["action_context"] = kept["context"].T @ d_shared
        d_context = d_shared @ w["action_context"].T
        d_value = (d_value * (1 - value**2))[:, None]
        g["value"], g["value.bias"] = kept["value_hidden"].T @ d_value, d_value.sum(0)
        d_value = (d_value @ w["value"].T) * (kept["value_hidden"] > 0)
        g["value_hidden"], g["value_hidden.bias"] = kept["context"].T @ d_value, d_value.sum(0)
        d_context = (d_context + d_value @ w["value_hidden"].T) * (kept["context"] > 0)
        g["context"], g["context.bias"] = kept["sums"].T @ d_context, d_context.sum(0)
        d_sums = d_context @ w["context"].T
        for at, (name, matrix, sums) in enumerate(zip(POOLED, batch.pooled, batch.sums)):
            back = sums.T @ d_sums[:, at * width : (at + 1) * width]
            back = (back + d_objects if name == "objects" else back) * (kept[name] > 0)
            g[name], g[name + ".bias"] = matrix.T @ back, back.sum(0)
        back = d_sums[:, 3 * width :]
        for name, matrix in zip(SINGLE, batch.single):
            g[name], g[name + ".bias"] = matrix.T @ back, back.sum(0)
        return g

    def save(self, path: str) -> None:
        """Writes the weights in the format `safetensors`."""
        header: dict[str, object] = {"__metadata__": {"game": self.game.id, "layout": self.game.layout}}
        at = 0
        for name, table in self.weights.items():
            header[name] = {"dtype": "F32", "shape": list(table.shape), "data_offsets": [at, at + table.nbytes]}
            at += table.nbytes
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        with open(path + ".part", "wb") as file:
            file.write(struct.pack("<Q", len(text)) + text)
            for table in self.weights.values():
                file.write(np.ascontiguousarray(table, "<f4").tobytes())
        os.replace(path + ".part", path)


def chances(preferences: np.ndarray, batch: Batch) -> np.ndarray:
    """What each legal action is taken with."""
    preferences = preferences - np.maximum.reduceat(preferences, batch.starts)[batch.of]
    power = np.exp(preferences)
    return power / np.add.reduceat(power, batch.starts)[batch.of]


def pick(chance: np.ndarray, batch: Batch, random: np.random.Generator) -> np.ndarray:
    """An action for each position, drawn by its chance."""
    below = np.cumsum(chance)
    before = below[batch.starts] - chance[batch.starts]
    drawn = before + random.random(batch.count) * (below[batch.starts + batch.legal - 1] - before)
    at = np.searchsorted(below, drawn)
    return np.clip(at - batch.starts, 0, batch.legal - 1)


def best(preferences: np.ndarray, batch: Batch) -> np.ndarray:
    """The action that each position prefers."""
    most = np.maximum.reduceat(preferences, batch.starts)[batch.of]
    at = np.nonzero(preferences >= most)[0]
    first = np.full(batch.count, -1)
    first[batch.of[at][::-1]] = at[::-1]
    return first - batch.starts


class Learner:
    """Adam on what the threads found out."""

    def __init__(self, net: Net, pool: ThreadPoolExecutor, threads: int) -> None:
        self.net, self.pool, self.threads, self.steps = net, pool, threads, 0
        self.mean = {name: np.zeros_like(table) for name, table in net.weights.items()}
        self.square = {name: np.zeros_like(table) for name, table in net.weights.items()}

    def learn(self, observations, legal, actions, old, advantage, target, rate: float, entropy: float) -> None:
        cuts = np.array_split(np.arange(len(actions)), self.threads)
        scale = len(actions)
        parts = self.pool.map(lambda at: self.part(observations[at], legal[at], actions[at], old[at], advantage[at], target[at], scale, entropy), cuts)
        total: dict[str, np.ndarray] = {}
        for part in parts:
            for name, table in part.items():
                total[name] = total[name] + table if name in total else table
        norm = np.sqrt(sum(float((table**2).sum()) for table in total.values()))
        shrink = min(1.0, 0.5 / (norm + 1e-8))
        self.steps += 1
        for name, table in total.items():
            table = table * shrink
            self.mean[name] += 0.1 * (table - self.mean[name])
            self.square[name] += 0.001 * (table**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.net.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-5)).astype(np.float32)

    def part(self, observations, legal, actions, old, advantage, target, scale: int, entropy: float) -> dict[str, np.ndarray]:
        batch = Batch(self.net, observations, legal)
        preferences, value, kept = self.net.forward(batch)
        chance = chances(preferences, batch)
        log = np.log(chance + 1e-12)
        taken = batch.starts + actions
        ratio = np.exp(log[taken] - old)
        clipped = ((ratio > 1.2) & (advantage > 0)) | ((ratio < 0.8) & (advantage < 0))
        # d loss / d log of the chance of what was taken, then through the softmax.
        push = np.where(clipped, 0.0, -ratio * advantage)
        d = -push[batch.of] * chance
        d[taken] += push
        average = np.add.reduceat(chance * log, batch.starts)[batch.of]
        d += entropy * chance * (log - average)
        d_value = value - target
        return self.net.backward(batch, kept, value, (d / scale).astype(np.float32), (d_value / scale).astype(np.float32))


class Play:
    """Games that go on, and what was seen in them."""

    def __init__(self, game: onplay.Game, count: int, seed: int, opponent: str | None) -> None:
        self.env = onplay.VectorEnv(game, count, seed=seed, opponent=opponent, threads=1)
        self.env.reset(seed)

    def collect(self, net: Net, length: int, random: np.random.Generator) -> tuple[np.ndarray, ...]:
        env, count = self.env, self.env.count
        rows = {name: [] for name in ("observations", "legal", "actions", "old", "value", "player", "ended", "reward")}
        for _ in range(length):
            batch = Batch(net, env.observations, env.legal)
            preferences, value, _ = net.forward(batch)
            chance = chances(preferences, batch)
            actions = pick(chance, batch, random)
            rows["observations"].append(env.observations.copy())
            rows["legal"].append(env.legal.copy())
            rows["player"].append(env.players.copy())
            rows["actions"].append(actions)
            rows["old"].append(np.log(chance[batch.starts + actions] + 1e-12))
            rows["value"].append(value)
            env.step(actions)
            rows["ended"].append(env.ended > 0)
            rows["reward"].append(env.rewards.copy())
        _, value, _ = net.forward(Batch(net, env.observations, env.legal))
        seen = {name: np.array(row) for name, row in rows.items()}
        # Each player's decisions in a game are a line of their own; only its end counts.
        games = np.arange(count)
        ahead = np.zeros((count, 2), np.float32)
        ahead[games, env.players], ahead[games, 1 - env.players] = value, -value
        gain = np.zeros((count, 2), np.float32)
        advantage = np.zeros((length, count), np.float32)
        for at in reversed(range(length)):
            ended, player = seen["ended"][at], seen["player"][at]
            ahead[ended], gain[ended] = seen["reward"][at][ended], 0
            surprise = ahead[games, player] - seen["value"][at]
            advantage[at] = surprise + 0.95 * gain[games, player]
            gain[games, player], ahead[games, player] = advantage[at], seen["value"][at]
        target = np.clip(advantage + seen["value"], -1, 1)
        flat = lambda table: table.reshape(length * count, *table.shape[2:])
        return tuple(flat(table) for table in (seen["observations"], seen["legal"], seen["actions"], seen["old"], advantage, target))


def score(net: Net, opponent: str, games: int, seed: int = 1) -> tuple[float, float, float]:
    """The share of games won against a bot, a draw half, and its interval of 95 %."""
    slots = min(games, 50)
    env = onplay.VectorEnv(net.game, slots, seed=seed, opponent=opponent, threads=1)
    env.reset(seed)
    left = np.full(slots, games // slots)
    won = 0.0
    while left.any():
        batch = Batch(net, env.observations, env.legal)
        preferences, _, _ = net.forward(batch)
        seat = env.players.copy()
        env.step(best(preferences, batch))
        over = (env.ended > 0) & (left > 0)
        won += float(((env.rewards[np.arange(slots), seat][over] + 1) / 2).sum())
        left[over] -= 1
    count = games // slots * slots
    rate, z = won / count, 1.96
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z * np.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return rate, middle - half, middle + half


def picture(path: str, curve: list[tuple[float, ...]], title: str) -> None:
    """The curve as an SVG."""
    last = max(curve[-1][0], 1e-9)
    x, y = (lambda minute: 60 + 520 * minute / last), (lambda share: 300 - 260 * share)
    lines = [f'<text x="60" y="26" font-size="15">{title}</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        lines.append(f'<path d="M60 {y(share):.0f}H580" stroke="#ccc"/><text x="20" y="{y(share) + 4:.0f}">{share:g}</text>')
    for column, colour, name in ((2, "#2a7f62", "random"), (3, "#b3541e", "greedy")):
        points = " ".join(f"{x(row[0]):.1f},{y(row[column]):.1f}" for row in curve)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="500" y="{y(curve[-1][column]) - 8:.0f}" fill="{colour}">{name}</text>')
    lines.append(f'<text x="60" y="325">0</text><text x="540" y="325">{last:.0f} minutes</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 340" font-family="sans-serif" font-size="12">'
                   '<rect width="620" height="340" fill="#fff"/>' + "".join(lines) + "</svg>\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a shipped game or a folder")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long it learns, trials included")
    parser.add_argument("--out", default=None, help="where the weights go (GAME.safetensors)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--width", type=int, default=64, help="numbers in a layer")
    parser.add_argument("--games", type=int, default=192, help="games side by side")
    parser.add_argument("--length", type=int, default=64, help="decisions of each game between two lessons")
    parser.add_argument("--bot", default="greedy", help="whom a third of the games are played against")
    parser.add_argument("--trials", type=int, default=400, help="games of the last trial")
    options = parser.parse_args()
    game = onplay.Game(options.game)
    out = options.out or f"{game.id}.safetensors"
    threads = min(os.cpu_count() or 1, 8)
    random = np.random.default_rng(options.seed)
    net = Net(game, options.width, options.seed)
    began, budget = time.monotonic(), options.minutes * 60
    curve: list[tuple[float, ...]] = []
    decisions, tried = 0, -np.inf
    with ThreadPoolExecutor(threads) as pool:
        learner = Learner(net, pool, threads)
        third = max(1, options.games // 3)
        plays = [Play(game, options.games - third, options.seed, None), Play(game, third, options.seed + 1, options.bot)]
        while (gone := (time.monotonic() - began) / budget) < 0.97:
            rate, entropy = 1e-3 * max(0.05, 1 - gone), 0.02 * (1 - gone) + 0.002
            seeds = random.integers(1 << 62, size=len(plays))
            parts = list(pool.map(lambda pair: pair[0].collect(net, options.length, np.random.default_rng(pair[1])), zip(plays, seeds)))
            observations, legal, actions, old, advantage, target = (np.concatenate(column) for column in zip(*parts))
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
            for _ in range(3):
                order = random.permutation(len(actions))
                for at in np.array_split(order, max(1, len(order) // 2048)):
                    learner.learn(observations[at], legal[at], actions[at], old[at], advantage[at], target[at], rate, entropy)
            decisions += len(actions)
            if time.monotonic() - tried > budget / 15:
                shares = [score(net, bot, 100, 7)[0] for bot in ("random", "greedy")]
                minutes = (time.monotonic() - began) / 60
                curve.append((minutes, decisions, *shares))
                print(f"{minutes:5.1f} min  {decisions:9,} decisions  random {shares[0]:.2f}  greedy {shares[1]:.2f}", flush=True)
                net.save(out)
                tried = time.monotonic()
    net.save(out)
    final = {bot: score(net, bot, options.trials, 99) for bot in ("random", "greedy")}
    minutes = (time.monotonic() - began) / 60
    curve.append((minutes, decisions, final["random"][0], final["greedy"][0]))
    stem = out.removesuffix(".safetensors")
    with open(stem + ".csv", "w", encoding="utf-8") as file:
        file.write("minutes,decisions,random,greedy\n")
        file.writelines(f"{row[0]:.2f},{row[1]},{row[2]:.4f},{row[3]:.4f}\n" for row in curve)
    picture(stem + ".svg", curve, f"{game.title}: games won against bots while learning")
    for bot, (rate, low, high) in final.items():
        print(f"against {bot}: {rate:.3f} ({low:.3f} to {high:.3f}) of {options.trials} games, after {minutes:.1f} minutes")


if __name__ == "__main__":
    main()
