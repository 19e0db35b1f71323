"""Gathers experience on a Ray cluster: each actor plays games of its own.

    pip install ray
    python rollouts.py skirmish --actors 8 --games 256 --steps 1000

What is gathered depends on the seeds of the games alone: a game is the same whichever
actor plays it, so that one process and a hundred machines gather the same.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import ray

import onplay


def policy(env: onplay.VectorEnv, random: list[np.random.Generator]) -> np.ndarray:
    """An action for each game. This is where a network would look at `env.observations`."""
    return np.array([chance.integers(legal) for chance, legal in zip(random, env.legal)])


@ray.remote
class Actor:
    """Some of the games."""

    def __init__(self, game: str, first: int, last: int, opponent: str) -> None:
        self.envs = [onplay.VectorEnv(game, 1, seed=seed, opponent=opponent) for seed in range(first, last)]
        self.random = [[np.random.default_rng(seed)] for seed in range(first, last)]
        for env, seed in zip(self.envs, range(first, last)):
            env.reset(seed)

    def play(self, steps: int) -> list[tuple[int, int, float]]:
        """Plays so many decisions of each game; decisions, ended games and their reward."""
        return [self.play_one(env, random, steps) for env, random in zip(self.envs, self.random)]

    def play_one(self, env: onplay.VectorEnv, random: list[np.random.Generator], steps: int) -> tuple[int, int, float]:
        ended, reward = 0, 0.0
        for _ in range(steps):
            seat = int(env.players[0])
            env.step(policy(env, random))
            if env.ended[0]:
                ended += 1
                reward += float(env.rewards[0, seat])
        return steps, ended, reward


def gather(game: str, *, actors: int, games: int, steps: int, opponent: str = "greedy") -> dict[str, float]:
    """Plays so many games side by side, so many decisions each, on so many actors."""
    ends = [games * actor // actors for actor in range(actors + 1)]
    workers = [Actor.remote(game, first, last, opponent) for first, last in zip(ends, ends[1:])]
    rows = [row for part in ray.get([worker.play.remote(steps) for worker in workers]) for row in part]
    decisions, ended, reward = (sum(column) for column in zip(*rows))
    return {"decisions": decisions, "games": ended, "reward": reward}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--actors", type=int, default=2)
    parser.add_argument("--games", type=int, default=64, help="games side by side, of all actors together")
    parser.add_argument("--steps", type=int, default=500, help="decisions of each game")
    parser.add_argument("--opponent", default="greedy")
    options = parser.parse_args()
    began = time.perf_counter()
    found = gather(options.game, actors=options.actors, games=options.games, steps=options.steps, opponent=options.opponent)
    seconds = time.perf_counter() - began
    mean = found["reward"] / max(found["games"], 1)
    print(f"{found['decisions']:,} decisions of {found['games']} games in {seconds:.1f} s; a game is worth {mean:+.3f} on average")


if __name__ == "__main__":
    main()
