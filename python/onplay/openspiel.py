"""Games with the methods of an OpenSpiel state, for code that is written against those.

>>> from onplay.openspiel import load_game
>>> state = load_game("skirmish").new_initial_state()
>>> state.current_player() in (0, 1)
True
"""

from __future__ import annotations

import random

import numpy as np

from ._game import Game, State

TERMINAL = -4


def load_game(name: str, seed: int | None = None) -> OpenGame:
    """A game by its id or folder."""
    return OpenGame(Game(name), seed)


class OpenGame:
    """The methods of a game that algorithms use."""

    def __init__(self, game: Game, seed: int | None = None) -> None:
        self.game = game
        self._random = random.Random(seed)

    def new_initial_state(self, seed: int | None = None) -> OpenState:
        """A dealt game: chance is in the seed, so that there are no chance nodes."""
        return OpenState(self.game.start(self._random.getrandbits(62) if seed is None else seed))

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.game.max_actions

    def information_state_tensor_shape(self) -> list[int]:
        return [self.game.observation_size]

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0


class OpenState:
    """The methods of a state that algorithms use."""

    def __init__(self, state: State) -> None:
        self.state = state

    def current_player(self) -> int:
        return TERMINAL if self.state.is_over else self.state.player

    def is_terminal(self) -> bool:
        return self.state.is_over

    def is_chance_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.state.player:
            return []
        return list(range(self.state.legal_count))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        count = len(self.legal_actions(player))
        return [1] * count + [0] * (self.state.game.max_actions - count)

    def action_to_string(self, _player: int, action: int) -> str:
        return self.state.legal()[action]

    def apply_action(self, action: int) -> None:
        self.state.step(action)

    def information_state_tensor(self, player: int | None = None) -> np.ndarray:
        return self.state.observe(player)

    observation_tensor = information_state_tensor

    def returns(self) -> list[float]:
        return list(self.state.returns())

    def rewards(self) -> list[float]:
        return self.returns()

    def history(self) -> list[int]:
        return self.state.history

    def clone(self) -> OpenState:
        return OpenState(self.state.clone())

    def resample_from_infostate(self, player: int, sampler: random.Random | None = None) -> OpenState:
        seed = (sampler or random).getrandbits(62)
        return OpenState(self.state.resample(player, seed))
