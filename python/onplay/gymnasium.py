"""Games as Gymnasium environments: one agent against a bot.

>>> from onplay.gymnasium import OnplayEnv
>>> table = OnplayEnv("skirmish", opponent="greedy")
>>> observation, info = table.reset(seed=3)
>>> int(info["legal"]) > 0
True
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ._game import Game
from ._vector import VectorEnv as NativeVector


def _spaces(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Box(low, high, (game.observation_size,), np.int16), spaces.Discrete(game.max_actions)


class OnplayEnv(gymnasium.Env):
    """One agent against a bot. An action is a position in the list of legal actions; one
    that is not legal is an error, so choose among ``info["action_mask"]``.

    ``illegal="random"`` takes a legal one instead, for code that samples the whole space.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: str = "random",
        decks: tuple[str, str] | None = None,
        truncate: int = 10_000,
        illegal: str = "error",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("error", "random"):
            raise ValueError(f"illegal is 'error' or 'random', not {illegal!r}")
        self.game = Game(game) if isinstance(game, str) else game
        self._vector = NativeVector(self.game, 1, decks=decks, opponent=opponent, truncate=truncate)
        self._illegal = illegal
        self._seeds = np.random.default_rng()
        self._agent = 0
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self.game)

    def _info(self) -> dict[str, Any]:
        count = int(self._vector.legal[0])
        mask = (np.arange(self.game.max_actions) < count).astype(np.int8)
        return {"legal": count, "action_mask": mask, "player": self._agent}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._vector.reset(int(self._seeds.integers(1 << 62)))
        self._agent = int(self._vector.players[0])
        return self._vector.observations[0].copy(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if self._illegal == "random" and action >= self._vector.legal[0]:
            action = int(self._seeds.integers(self._vector.legal[0]))
        player = self._agent
        self._vector.step(np.array([action]))
        ended = int(self._vector.ended[0])
        reward = float(self._vector.rewards[0, player])
        if ended:
            # The vector has dealt the next game already; nothing of it is shown here.
            last = self._vector.last_observation(0)
            return last, reward, ended == 1, ended == 2, {"legal": 0, "player": player}
        return self._vector.observations[0].copy(), reward, False, False, self._info()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return f"{self.game.title}: {int(self._vector.legal[0])} legal actions"


class OnplayVectorEnv(gymnasium.vector.VectorEnv):
    """Many games against a bot. A game that ends begins anew in the same step; its last
    observation is in ``info["final_obs"]``, where ``info["_final_obs"]`` is true."""

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def __init__(self, game: Game | str, num_envs: int, *, opponent: str = "random", **options: Any) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self._vector = NativeVector(self.game, num_envs, opponent=opponent, **options)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self.game)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        self._vector.reset(seed)
        return self._vector.observations.copy(), {"legal": self._vector.legal.copy()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        players = self._vector.players.copy()
        self._vector.step(actions)
        rewards = self._vector.rewards[np.arange(self.num_envs), players].astype(np.float64)
        info: dict[str, Any] = {"legal": self._vector.legal.copy()}
        ended = self._vector.ended.copy()
        if ended.any():
            over = ended > 0
            final = np.full(self.num_envs, None, object)
            for at in np.flatnonzero(over):
                final[at] = self._vector.last_observation(int(at))
            nothing = {"legal": np.zeros(self.num_envs, np.int32), "_legal": over}
            info |= {"final_obs": final, "_final_obs": over, "final_info": nothing, "_final_info": over}
        return self._vector.observations.copy(), rewards, ended == 1, ended == 2, info
