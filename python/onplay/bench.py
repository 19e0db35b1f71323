"""Steps per second with observations and legal lists, beside PettingZoo's leduc.

    python -m onplay.bench [--seconds 2] [game ...]
"""

from __future__ import annotations

import argparse
import time
from typing import Any, Callable

import numpy as np

from . import _game as games
from ._vector import VectorEnv


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps per second of processor time, of the best of three rounds."""
    best = 0.0
    for _ in range(3):
        taken, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            taken += step()
        best = max(best, taken / (time.process_time() - began))
    return best


def vector(game: games.Game, count: int, seconds: float) -> float:
    env = VectorEnv(game, count, threads=1)
    env.reset(1)
    random = np.random.default_rng(1)

    def step() -> int:
        env.step((random.random(count) * env.legal).astype(np.int32))
        return count

    return rate(step, seconds)


def aec(env: Any, seconds: float) -> float:
    random = np.random.default_rng(1)
    env.reset(seed=1)

    def step() -> int:
        taken = 0
        for _ in range(200):
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(random.random() * len(legal))]))
            taken += 1
        return taken

    return rate(step, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.shipped())
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    from .pettingzoo import env

    try:
        from pettingzoo.classic import leduc_holdem_v4  # type: ignore[import-untyped]

        leduc = aec(leduc_holdem_v4.env(), options.seconds)
    except ImportError:
        leduc = None
    print("game        64 games  1024 games  PettingZoo  x leduc")
    for name in options.games:
        game = games.Game(name)
        small, large = (vector(game, count, options.seconds) for count in (64, 1024))
        single = aec(env(game), options.seconds)
        times = f"{single / leduc:8.1f}" if leduc else "  (pip install pettingzoo[classic])"
        print(f"{name:10} {small:9,.0f} {large:11,.0f} {single:11,.0f} {times}", flush=True)


if __name__ == "__main__":
    main()
