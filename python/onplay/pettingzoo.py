"""Games as PettingZoo environments.

>>> from onplay.pettingzoo import env
>>> table = env("skirmish")
>>> table.reset(seed=3)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]

from ._game import Game, State

PLAYERS = ("player_0", "player_1")


def env(game: Game | str, **options: Any) -> AECEnv:
    """A game for two agents. What PettingZoo's wrappers check, the engine checks itself:
    an illegal action is an IndexError and changes nothing, and reset() comes first."""
    return raw_env(game, **options)


def parallel_env(game: Game | str, **options: Any) -> Any:
    """The same as a parallel environment: of the seat that does not decide, the action is ignored
    by PettingZoo's own conversion."""
    return turn_based_aec_to_parallel(env(game, **options))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's own convention)
    """One game for two agents. An action is a position in the list of legal actions; the
    observation holds a row for each of them and ``action_mask``."""

    metadata = {"render_modes": ["ansi"], "name": "onplay_v0", "is_parallelizable": True}

    def __init__(
        self,
        game: Game | str,
        *,
        decks: tuple[str, str] | None = None,
        truncate: int = 10_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._decks = decks
        self._truncate = truncate
        self._random = np.random.default_rng()
        self.possible_agents = list(PLAYERS)
        most = self.game.max_actions
        low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, (self.game.observation_size,), np.int16),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in PLAYERS}
        self.action_spaces = {agent: spaces.Discrete(most) for agent in PLAYERS}
        # The mask of so many legal actions, for every number there can be.
        self._masks = np.tri(most + 1, most, -1, np.int8)
        self._masks.flags.writeable = False
        self._state: State | None = None

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        decks = (options or {}).get("decks", self._decks)
        self._state = self.game.start(int(self._random.integers(1 << 62)), decks)
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in PLAYERS}
        self._taken = 0
        self._choose_agent()

    def _choose_agent(self) -> None:
        player = self._dealt().player
        self.agent_selection = PLAYERS[player] if player >= 0 else self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        state = self._dealt()._native
        player = 0 if agent == "player_0" else 1
        count = state.legal_count if state.player == player else 0
        return {"observation": state.observe(player), "action_mask": self._masks[count]}

    def step(self, action: int | None) -> None:
        state = self._dealt()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state.step(int(action))  # type: ignore[arg-type]
        self._taken += 1
        # Rewards come at the end alone, so that until then there is nothing to add up.
        if state.is_over:
            for agent, value in zip(PLAYERS, state.returns()):
                self.rewards[agent] = value
                self.terminations[agent] = True
            self._accumulate_rewards()
        elif self._taken >= self._truncate:
            self.truncations = dict.fromkeys(PLAYERS, True)
        self._choose_agent()

    def _dealt(self) -> State:
        if self._state is None:
            raise RuntimeError("reset() comes first")
        return self._state

    def state(self) -> np.ndarray:
        """What a spectator and both players know together is not one array; this is the
        observation of whoever decides."""
        state = self._dealt()
        return state.observe(max(state.player, 0))

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self._state is None:
            return None
        steps = self._state.steps()
        return "\n".join("  " * step["depth"] + step["text"] for step in steps[-20:])

    def close(self) -> None:
        self._state = None
