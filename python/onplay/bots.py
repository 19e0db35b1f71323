"""Players: the engine's own by name, and Python functions.

>>> import onplay, onplay.bots
>>> state = onplay.Game("lab").start(seed=1)
>>> onplay.bots.play(state, "greedy", lambda view: 0)
>>> state.is_over
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from ._game import Game, State


@dataclass(frozen=True)
class Question:
    """What a player is asked: what it may know, and what it can decide."""

    game: Game
    player: int
    observation: np.ndarray
    #: The legal actions in words; the answer is a position in it.
    actions: list[str]

    def sections(self) -> dict[str, np.ndarray]:
        return self.game.split(self.observation)


Bot = str | Callable[[Question], int]


def choose(state: State, bot: Bot, seed: int = 0) -> int:
    """The action that a bot takes. A function gets its player's view alone."""
    if isinstance(bot, str):
        return state.bot(bot, seed)
    question = Question(state.game, state.player, state.observe(), state.legal())
    return int(bot(question))


def play(state: State, first: Bot, second: Bot, *, seed: int = 0, most: int = 100_000) -> Any:
    """Plays a game to its end."""
    bots = (first, second)
    for taken in range(most):
        if state.is_over:
            return
        state.step(choose(state, bots[state.player], seed + taken))
    raise RuntimeError(f"the game is not over after {most} decisions")
