"""Learns a game by playing it: PPO in one file, with numpy and scipy alone.

    python ppo.py skirmish --minutes 30 --out skirmish.safetensors
    onplay play skirmish --bot policy:skirmish.safetensors

One network plays both seats against itself, and in some of the games against a bot. It
reads an observation as it is: every card in sight is a row, every legal action is a row.
Each process plays games of its own and learns from them; after every lesson all of them
have the same weights. With --decisions instead of --minutes, the same command ends with
the same weights.

The file that it writes is what `--bot policy:FILE` reads; beside it lie the curve as
numbers (.csv) and as a picture (.svg).
"""

from __future__ import annotations

import os

# One thread for each process; more only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import json
import multiprocessing
import struct
import time

import numpy as np
from scipy.sparse import csr_matrix

import onplay

POOLED, SINGLE = ("objects", "stack", "waiting"), ("course", "question", "unseen")
SCALE, MOST, POOL = 8.0, 8.0, 16.0


def sparse(data: np.ndarray, columns: np.ndarray, starts: np.ndarray, shape: tuple[int, int]) -> csr_matrix:
    """A sparse matrix of its parts as they are, without looking through them again."""
    matrix = csr_matrix(shape, dtype=np.float32)
    matrix.data, matrix.indices, matrix.indptr = data, columns.astype(np.int32, copy=False), starts.astype(np.int32, copy=False)
    return matrix


def ones(columns: np.ndarray, starts: np.ndarray, width: int) -> csr_matrix:
    """Adds up the rows that are named, for each line."""
    return sparse(np.ones(len(columns), np.float32), columns, starts, (len(starts) - 1, width))


def starts_of(counts: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(counts)])


class Inputs:
    """From the rows of a section to the inputs of a layer, most of which are 0."""

    def __init__(self, section: onplay.Section) -> None:
        many = [1 if count is None or refers else count for count, refers in zip(section.categories, section.refers)]
        self.starts = np.concatenate([[0], np.cumsum(many)[:-1]]).astype(np.int32)
        self.many = np.array(many, np.int32)
        self.count = int(sum(many))
        self.quantity = np.array([count is None for count in section.categories])
        self.named = np.array([count is not None and not refers for count, refers in zip(section.categories, section.refers)])

    def of(self, rows: np.ndarray, per_line: int = 1) -> csr_matrix:
        """A matrix with a line for so many rows; each has inputs of its own."""
        at, column = np.nonzero(rows)
        numbers = rows[at, column]
        named = self.named[column]
        if (wrong := named & ((numbers < 0) | (numbers >= self.many[column]))).any():
            at, column, numbers, named = (part[~wrong] for part in (at, column, numbers, named))
        columns = self.starts[column] + np.where(named, numbers, 0)
        values = np.where(self.quantity[column], np.clip(numbers / np.float32(SCALE), -MOST, MOST), np.float32(1))
        if per_line > 1:
            columns = columns + at % per_line * self.count
        lines = len(rows) // per_line
        counts = np.bincount(at // per_line, minlength=lines)
        return sparse(values.astype(np.float32), columns, starts_of(counts), (lines, per_line * self.count))


class Batch:
    """Observations of some positions, made ready for the network."""

    def __init__(self, net: Net, observations: np.ndarray, legal: np.ndarray) -> None:
        parts, count = net.game.split(observations), len(observations)
        self.count, self.legal = count, legal.astype(np.int64)
        self.pooled, self.sums = [], []
        for name in POOLED:
            table = parts[name]
            where, row = np.nonzero(table[:, :, 0])
            rows = table[where, row]
            self.pooled.append(net.inputs[name].of(rows))
            sums = ones(np.arange(len(where)), starts_of(np.bincount(where, minlength=count)), len(where))
            sums.data *= np.float32(1 / POOL)
            self.sums.append(sums)
            if name == "objects":
                place = np.full((count, table.shape[1] + 1), -1)
                place[where, row + 1] = np.arange(len(where))
                lane = rows[:, net.object_lane]
                lying = np.nonzero(lane)[0]
                key = where[lying] * net.lanes + lane[lying] - 1
                order = np.argsort(key, kind="stable")
                counts = np.bincount(key, minlength=count * net.lanes)
                self.lanes = ones(lying[order], starts_of(counts), len(where))
        self.single = [net.inputs[name].of(parts[name].reshape(count * parts[name].shape[1], -1), parts[name].shape[1]) for name in SINGLE]
        self.starts = np.cumsum(self.legal) - self.legal
        self.of = np.repeat(np.arange(count), self.legal)
        actions = parts["actions"][self.of, np.arange(len(self.of)) - self.starts[self.of]]
        self.actions = net.inputs["actions"].of(actions)
        self.spread = ones(np.arange(len(self.of)), np.append(self.starts, len(self.of)), len(self.of))
        #: For the object, the target and the lane of an action: which actions have one,
        #: which row it is, and how to add up what comes back.
        self.named = []
        for row in (place[self.of, actions[:, 1]], place[self.of, actions[:, 2]]):
            self.named.append(self.back(row, self.pooled[0].shape[0]))
        lane = actions[:, net.action_lane].astype(np.int64)
        self.named.append(self.back(np.where(lane > 0, self.of * net.lanes + lane - 1, -1), count * net.lanes))
        #: The same for the object that asks a question.
        source = place[np.arange(count), parts["question"][:, 0, net.source]]
        self.source = self.back(source, self.pooled[0].shape[0])

    def back(self, row: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray, csr_matrix]:
        line = np.nonzero(row >= 0)[0]
        row = row[line]
        order = np.argsort(row, kind="stable")
        return line, row, ones(order, starts_of(np.bincount(row, minlength=width)), len(line))


class Net:
    """Preferences among the legal actions, and how good a position is."""

    def __init__(self, game: onplay.Game, width: int, seed: int) -> None:
        self.game, self.width = game, width
        self.inputs = {name: Inputs(section) for name, section in game.sections.items()}
        objects, actions = game.sections["objects"], game.sections["actions"]
        self.object_lane, self.action_lane = objects.columns.index("lane"), actions.columns.index("lane")
        self.lanes = (objects.categories[self.object_lane] or 1) - 1
        self.source = game.sections["question"].columns.index("source")
        random = np.random.default_rng(seed)
        tables: list[tuple[str, np.ndarray]] = []

        def layer(name: str, inputs: int, outputs: int, gain: float = 1.0, active: float | None = None, bias: bool = True) -> None:
            spread = gain * np.sqrt(2.0 / (active or inputs))
            tables.append((name, random.standard_normal((inputs, outputs)) * spread))
            if bias:
                tables.append((name + ".bias", np.zeros(outputs)))

        for name in POOLED:
            layer(name, self.inputs[name].count, width, active=12)
        layer("lane", width, width)
        for name in SINGLE:
            layer(name, self.inputs[name].count * game.sections[name].rows, width, active=32)
        layer("context", 6 * width, 2 * width)
        layer("action", self.inputs["actions"].count, width, active=8)
        for name, inputs in (("action_object", width), ("action_target", width), ("action_lane", width), ("action_context", 2 * width)):
            layer(name, inputs, width, bias=False)
        layer("action_hidden", width, width)
        layer("preference", width, 1, 0.05, bias=False)
        layer("value_hidden", 2 * width, width)
        layer("value", width, 1, 0.1)
        # All numbers lie in one row; the tables are parts of it.
        self.numbers = np.concatenate([table.ravel() for _, table in tables]).astype(np.float32)
        self.shapes = {name: table.shape for name, table in tables}
        self.weights = self.tables(self.numbers)

    def tables(self, numbers: np.ndarray) -> dict[str, np.ndarray]:
        """The tables that lie in a row of numbers."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            found[name] = numbers[at : at + int(np.prod(shape))].reshape(shape)
            at += int(np.prod(shape))
        return found

    def forward(self, batch: Batch) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
        w, kept = self.weights, {}
        parts = []
        for name, matrix, sums in zip(POOLED, batch.pooled, batch.sums):
            kept[name] = np.maximum(matrix @ w[name] + w[name + ".bias"], 0)
            parts.append(sums @ kept[name])
        kept["lying"] = batch.lanes @ kept["objects"]
        kept["lane"] = np.maximum(kept["lying"] @ w["lane"] + w["lane.bias"], 0)
        parts.append(kept["lane"].reshape(batch.count, self.lanes, self.width).sum(1))
        parts.append(sum(matrix @ w[name] + w[name + ".bias"] for name, matrix in zip(SINGLE, batch.single)))
        line, row, _ = batch.source
        source = np.zeros((batch.count, self.width), parts[0].dtype)
        source[line] = kept["objects"][row]
        kept["sums"] = np.concatenate([*parts, source], 1)
        kept["context"] = np.maximum(kept["sums"] @ w["context"] + w["context.bias"], 0)
        kept["value_hidden"] = np.maximum(kept["context"] @ w["value_hidden"] + w["value_hidden.bias"], 0)
        value = np.tanh((kept["value_hidden"] @ w["value"] + w["value.bias"])[:, 0])
        hidden = batch.actions @ w["action"] + w["action.bias"]
        for (line, row, _), name in zip(batch.named, ("object", "target", "lane")):
            hidden[line] += kept["lane" if name == "lane" else "objects"][row] @ w["action_" + name]
        hidden += (kept["context"] @ w["action_context"])[batch.of]
        kept["action"] = np.maximum(hidden, 0)
        kept["second"] = np.maximum(kept["action"] @ w["action_hidden"] + w["action_hidden.bias"], 0)
        return (kept["second"] @ w["preference"])[:, 0], value, kept

    def backward(self, batch: Batch, kept: dict[str, np.ndarray], value: np.ndarray, d_preference: np.ndarray, d_value: np.ndarray, g: dict[str, np.ndarray]) -> None:
        """Adds to `g` what the losses say about each weight."""
        w, width = self.weights, self.width
        g["preference"] += kept["second"].T @ d_preference[:, None]
        d_second = (d_preference[:, None] * w["preference"].T) * (kept["second"] > 0)
        g["action_hidden"] += kept["action"].T @ d_second
        g["action_hidden.bias"] += d_second.sum(0)
        d_hidden = (d_second @ w["action_hidden"].T) * (kept["action"] > 0)
        g["action"] += batch.actions.T @ d_hidden
        g["action.bias"] += d_hidden.sum(0)
        d_named = []
        for (line, row, back), name in zip(batch.named, ("object", "target", "lane")):
            d = d_hidden[line]
            g["action_" + name] += kept["lane" if name == "lane" else "objects"][row].T @ d
            d_named.append(back @ (d @ w["action_" + name].T))
        d_shared = batch.spread @ d_hidden
        g["action_context"] += kept["context"].T @ d_shared
        d_context = d_shared @ w["action_context"].T
        d_value = (d_value * (1 - value**2))[:, None]
        g["value"] += kept["value_hidden"].T @ d_value
        g["value.bias"] += d_value.sum(0)
        d_value = (d_value @ w["value"].T) * (kept["value_hidden"] > 0)
        g["value_hidden"] += kept["context"].T @ d_value
        g["value_hidden.bias"] += d_value.sum(0)
        d_context = (d_context + d_value @ w["value_hidden"].T) * (kept["context"] > 0)
        g["context"] += kept["sums"].T @ d_context
        g["context.bias"] += d_context.sum(0)
        d_sums = d_context @ w["context"].T
        d_lane = d_named[2] + np.repeat(d_sums[:, 3 * width : 4 * width], self.lanes, 0)
        d_lane *= kept["lane"] > 0
        g["lane"] += kept["lying"].T @ d_lane
        g["lane.bias"] += d_lane.sum(0)
        line, _, back = batch.source
        d_objects = d_named[0] + d_named[1] + batch.lanes.T @ (d_lane @ w["lane"].T) + back @ d_sums[line, 5 * width :]
        for at, (name, matrix, sums) in enumerate(zip(POOLED, batch.pooled, batch.sums)):
            back = sums.T @ d_sums[:, at * width : (at + 1) * width]
            back = (back + d_objects if name == "objects" else back) * (kept[name] > 0)
            g[name] += matrix.T @ back
            g[name + ".bias"] += back.sum(0)
        back = d_sums[:, 4 * width : 5 * width]
        for name, matrix in zip(SINGLE, batch.single):
            g[name] += matrix.T @ back
            g[name + ".bias"] += back.sum(0)

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
    below = np.cumsum(chance, dtype=np.float64)
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


class Play:
    """Games that go on: some in which the network sits in both seats, some against a bot."""

    def __init__(self, game: onplay.Game, options: argparse.Namespace, rank: int) -> None:
        against = int(options.games * options.share)
        counts = [(options.games - against, None), (against, options.bot)]
        seed = options.seed * 1000 + rank * 2
        self.parts = [onplay.VectorEnv(game, count, seed=seed + at, opponent=bot, threads=1) for at, (count, bot) in enumerate(counts) if count]
        for at, part in enumerate(self.parts):
            part.reset(seed + at)

    def now(self, name: str) -> np.ndarray:
        return np.concatenate([getattr(part, name) for part in self.parts])

    def step(self, actions: np.ndarray) -> None:
        at = 0
        for part in self.parts:
            part.step(actions[at : at + part.count])
            at += part.count

    def collect(self, net: Net, length: int, random: np.random.Generator, fade: float) -> tuple[list, ...]:
        """Plays on, and says for each step what was seen, done and what came of it."""
        batches, rows = [], {name: [] for name in ("actions", "old", "value", "player", "ended", "reward")}
        for at in range(length + 1):
            batch = Batch(net, self.now("observations"), self.now("legal"))
            preferences, value, _ = net.forward(batch)
            rows["value"].append(value)
            rows["player"].append(self.now("players"))
            if at == length:
                break
            chance = chances(preferences, batch)
            actions = pick(chance, batch, random)
            batches.append(batch)
            rows["actions"].append(actions)
            rows["old"].append(np.log(chance[batch.starts + actions] + 1e-12))
            self.step(actions)
            rows["ended"].append(self.now("ended") > 0)
            rows["reward"].append(self.now("rewards"))
        # Each player's decisions in a game are a line of their own; only its end counts.
        games, player, value = np.arange(batch.count), rows["player"][-1], rows["value"][-1]
        ahead = np.zeros((batch.count, 2), np.float32)
        gain = np.zeros((batch.count, 2), np.float32)
        ahead[games, player], ahead[games, 1 - player] = value, -value
        advantages = []
        for at in reversed(range(length)):
            ended, player = rows["ended"][at], rows["player"][at]
            ahead[ended], gain[ended] = rows["reward"][at][ended], 0
            surprise = ahead[games, player] - rows["value"][at]
            gain[games, player] = surprise + fade * gain[games, player]
            ahead[games, player] = rows["value"][at]
            advantages.append(gain[games, player].copy())
        advantages.reverse()
        targets = [np.clip(gain + value, -1, 1) for gain, value in zip(advantages, rows["value"])]
        return batches, rows["actions"], rows["old"], advantages, targets


class Together:
    """What the processes share: their gradients, and what one of them says to all."""

    def __init__(self, context, count: int, size: int) -> None:
        self.count = count
        self.gate = context.Barrier(count)
        self.memory = context.RawArray("f", 2 * count * size)
        self.told = context.RawArray("d", 64)
        self.size = size
        self.turn = 0

    def sum(self, rank: int, numbers: np.ndarray) -> np.ndarray:
        """The sum over all processes, in the same order in each."""
        self.turn ^= 1
        room = np.frombuffer(self.memory, np.float32).reshape(2, self.count, self.size)[self.turn]
        room[rank, : len(numbers)] = numbers
        self.gate.wait()
        return room[:, : len(numbers)].sum(0)


class Learner:
    """Adam on what all processes found out."""

    def __init__(self, net: Net, together: Together, rank: int) -> None:
        self.net, self.together, self.rank, self.steps = net, together, rank, 0
        self.mean, self.square, self.gradient = (np.zeros_like(net.numbers) for _ in range(3))
        self.tables = net.tables(self.gradient)

    def learn(self, lesson: list[tuple], rate: float, entropy: float) -> None:
        self.gradient[:] = 0
        scale = sum(batch.count for batch, *_ in lesson) * self.together.count
        for batch, actions, old, advantage, target in lesson:
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
            self.net.backward(batch, kept, value, (d / scale).astype(np.float32), ((value - target) / scale).astype(np.float32), self.tables)
        total = self.together.sum(self.rank, self.gradient)
        total *= min(1.0, 0.5 / (float(np.sqrt(total @ total)) + 1e-8))
        self.steps += 1
        self.mean += 0.1 * (total - self.mean)
        self.square += 0.001 * (total * total - self.square)
        mean, square = self.mean / (1 - 0.9**self.steps), self.square / (1 - 0.999**self.steps)
        self.net.numbers -= np.float32(rate) * mean / (np.sqrt(square) + 1e-5)


def points(net: Net, opponent: str, games: int, seed: int) -> float:
    """Games won against a bot, a draw half."""
    slots = min(games, 50)
    env = onplay.VectorEnv(net.game, slots, seed=seed, opponent=opponent, threads=1)
    env.reset(seed)
    left = np.full(slots, games // slots) + (np.arange(slots) < games % slots)
    won = 0.0
    while left.any():
        batch = Batch(net, env.observations, env.legal)
        preferences, _, _ = net.forward(batch)
        seat = env.players.copy()
        env.step(best(preferences, batch))
        over = (env.ended > 0) & (left > 0)
        won += float(((env.rewards[np.arange(slots), seat][over] + 1) / 2).sum())
        left[over] -= 1
    return won


def interval(won: float, games: int) -> tuple[float, float, float]:
    """A share and its interval of 95 % (Wilson)."""
    rate, z = won / games, 1.96
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
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


def work(rank: int, options: argparse.Namespace, together: Together) -> None:
    """What each process does; the first one also tells and writes."""
    game = onplay.Game(options.game)
    net = Net(game, options.width, options.seed)
    play, learner = Play(game, options, rank), Learner(net, together, rank)
    # What all draw alike, and what each draws for itself.
    shared, own = np.random.default_rng(options.seed), np.random.default_rng([options.seed, rank + 1])
    began, curve, decisions, tried = time.monotonic(), [], 0, 0.0
    budget = options.minutes * 60

    def minutes() -> float:
        return (time.monotonic() - began) / 60

    def trial(games: int, seed: int) -> dict[str, float]:
        """Games won against two bots; each process plays its share."""
        mine = [points(net, bot, games // together.count, seed + rank) for bot in ("random", "greedy")]
        return dict(zip(("random", "greedy"), together.sum(rank, np.array(mine, np.float32))))

    while True:
        if rank == 0:
            together.told[0] = decisions / options.decisions if options.decisions else (time.monotonic() - began) / budget
        together.gate.wait()
        gone = together.told[0]
        if gone >= (1.0 if options.decisions else 0.97):
            break
        if gone >= tried:
            games = 100 // together.count * together.count
            shares = {bot: won / games for bot, won in trial(games, 7).items()}
            curve.append((minutes(), decisions, shares["random"], shares["greedy"]))
            tried = gone + 1 / 15
            if rank == 0:
                print(f"{minutes():5.1f} min  {decisions:10,} decisions  random {shares['random']:.2f}  greedy {shares['greedy']:.2f}", flush=True)
                net.save(options.out)
        rate, entropy = options.rate * max(0.05, 1 - gone), options.entropy * (1 - gone) + 0.002
        batches, *parts = play.collect(net, options.length, own, options.fade)
        found = np.concatenate(parts[2])
        count, total, squares = together.sum(rank, np.array([len(found), found.sum(), found @ found], np.float32))
        middle = total / count
        spread = np.sqrt(max(squares / count - middle**2, 0)) + 1e-6
        parts[2] = [((gain - middle) / spread).astype(np.float32) for gain in parts[2]]
        steps = list(zip(batches, *parts))
        for _ in range(options.epochs):
            order = shared.permutation(len(steps))
            for at in range(0, len(order), options.lesson):
                learner.learn([steps[one] for one in order[at : at + options.lesson]], rate, entropy)
        decisions += int(count)
    final = trial(options.trials, 99)
    if rank == 0:
        finish(net, options, curve + [(minutes(), decisions, *(won / options.trials for won in final.values()))], final)


def finish(net: Net, options: argparse.Namespace, curve: list[tuple[float, ...]], final: dict[str, float]) -> None:
    """Writes the weights and the curve, and says how it went."""
    net.save(options.out)
    stem = options.out.removesuffix(".safetensors")
    with open(stem + ".csv", "w", encoding="utf-8") as file:
        file.write("minutes,decisions,random,greedy\n")
        file.writelines(f"{row[0]:.2f},{row[1]},{row[2]:.4f},{row[3]:.4f}\n" for row in curve)
    picture(stem + ".svg", curve, f"{net.game.title}: games won against bots while learning")
    for bot, won in final.items():
        rate, low, high = interval(won, options.trials)
        print(f"against {bot}: {rate:.3f} ({low:.3f} to {high:.3f}) of {options.trials} games, after {curve[-1][0]:.1f} minutes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a shipped game or a folder")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long it learns, trials included")
    parser.add_argument("--decisions", type=int, default=0, help="how many decisions it learns from, instead")
    parser.add_argument("--out", default=None, help="where the weights go (GAME.safetensors)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=min(os.cpu_count() or 1, 2))
    parser.add_argument("--width", type=int, default=64, help="numbers in a layer")
    parser.add_argument("--games", type=int, default=256, help="games side by side, of each process")
    parser.add_argument("--length", type=int, default=32, help="decisions of each game between two lessons")
    parser.add_argument("--lesson", type=int, default=4, help="steps of all games in one lesson")
    parser.add_argument("--epochs", type=int, default=3, help="how often it learns from the same decisions")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.02, help="how much it tries, at first")
    parser.add_argument("--fade", type=float, default=0.95, help="how far ahead an advantage looks")
    parser.add_argument("--bot", default="greedy", help="whom a share of the games is played against")
    parser.add_argument("--share", type=float, default=1 / 3, help="which share that is")
    parser.add_argument("--trials", type=int, default=400, help="games of the last trial")
    options = parser.parse_args()
    game = onplay.Game(options.game)
    options.out = options.out or f"{game.id}.safetensors"
    options.trials -= options.trials % options.processes
    context = multiprocessing.get_context("spawn")
    together = Together(context, options.processes, len(Net(game, options.width, options.seed).numbers))
    others = [context.Process(target=work, args=(rank, options, together), daemon=True) for rank in range(1, options.processes)]
    for other in others:
        other.start()
    work(0, options, together)
    for other in others:
        other.join()


if __name__ == "__main__":
    main()
