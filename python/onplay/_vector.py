"""Many games behind one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _native
from ._game import Game


class VectorEnv:
    """``count`` games side by side, in arrays that are written in place.

    Without an opponent both seats are the agent's: ``players`` says whose decision each
    row is. With one (``random``, ``greedy``, ``search:100``) a bot sits in the other seat,
    and the agent changes seats from game to game. Games that end begin anew by themselves:
    ``rewards`` and ``ended`` tell of the game that ended, the observation is of the next,
    and ``last_observation`` is the last of the one that ended.

    It can be pickled, and goes on where it was, unless its bot stops after a time.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        seed: int = 0,
        decks: tuple[str, str] | None = None,
        opponent: str | None = None,
        threads: int | None = None,
        truncate: int = 10_000,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        if threads is None:
            threads = 1 if count < 256 else 0
        if threads == 0:
            import os

            threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._options = {"seed": seed, "decks": decks, "opponent": opponent, "threads": threads, "truncate": truncate}
        self._native = _native.Vector(
            self.game._native, count, seed, list(decks) if decks else None, opponent, threads, truncate
        )
        self.count = count
        #: One row of numbers for each game; ``game.split(observations)`` names them.
        self.observations = np.zeros((count, self.game.observation_size), np.int16)
        #: Who decides in each game, 0 or 1.
        self.players = np.zeros(count, np.int8)
        #: How many actions are legal: the numbers below it.
        self.legal = np.zeros(count, np.int32)
        #: For both players, of games that ended with this step.
        self.rewards = np.zeros((count, 2), np.float32)
        #: 1 where a game ended with this step, 2 where it was cut short.
        self.ended = np.zeros(count, np.uint8)

    def _arrays(self) -> tuple[np.ndarray, ...]:
        return self.observations, self.players, self.legal, self.rewards, self.ended

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Begins all games anew; with a seed, the same ones as always."""
        self._native.reset(seed, *self._arrays())
        return self.observations

    def step(self, actions: np.ndarray) -> np.ndarray:
        """Takes one action in every game. If one is not legal, none is taken."""
        self._native.step(np.ascontiguousarray(actions, np.int32), *self._arrays())
        return self.observations

    def bots(self, name: str, seed: int = 0) -> np.ndarray:
        """The actions that a bot would take."""
        actions = np.zeros(self.count, np.int32)
        self._native.bots(name, actions, seed)
        return actions

    def masks(self) -> np.ndarray:
        """Which actions are legal, as booleans."""
        return np.arange(self.game.max_actions)[None, :] < self.legal[:, None]

    def last_observation(self, at: int) -> np.ndarray:
        """What the agent saw last of the game that ended before the present one."""
        return self._native.last(at)

    def __reduce__(self) -> Any:
        return _rebuild, (self.game, self.count, self._options, self._native.written())

    def hashes(self) -> list[str]:
        """The hash of every position."""
        return self._native.hashes()


def _rebuild(game: Game, count: int, options: dict[str, Any], written: list[tuple[int, int, list[int]]]) -> VectorEnv:
    env = VectorEnv(game, count, **options)
    env._native.take_up(written, *env._arrays())
    return env
