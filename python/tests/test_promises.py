"""What the environments promise, in every shipped game."""

from __future__ import annotations

import copy
import doctest
import importlib
import pathlib
import pickle
import re

import numpy as np
import pytest

import onplay
from onplay import bots, openspiel, sim

GAMES = onplay.shipped()


@pytest.fixture(scope="module", params=GAMES)
def game(request) -> onplay.Game:
    return onplay.Game(request.param)


def played(game: onplay.Game, seed: int, decisions: int) -> onplay.State:
    state = game.start(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.step(state.bot("random", seed + len(state.history)))
    return state


def test_a_game_is_played_to_its_end(game):
    state = played(game, 3, 100_000)
    assert state.is_over and state.player == -1 and state.legal_count == 0
    assert sum(state.returns()) == 0
    with pytest.raises(IndexError):
        state.step(0)


def test_equal_seeds_play_equal_games(game):
    assert played(game, 5, 60).hash() == played(game, 5, 60).hash()


def test_an_illegal_action_changes_nothing(game):
    state = game.start(1)
    before = state.hash()
    with pytest.raises(IndexError, match="is not legal"):
        state.step(state.legal_count)
    assert state.hash() == before


def test_copies_and_pickles_go_their_own_way(game):
    state = played(game, 2, 12)
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state)), game.replay(state.replay())):
        assert twin.hash() == state.hash()
        assert np.array_equal(twin.observe(), state.observe())
        if not twin.is_over:
            twin.step(0)
    assert state.hash() == played(game, 2, 12).hash()


def test_observations_do_not_depend_on_hidden_cards(game):
    for seed in range(4):
        state = game.start(seed)
        while not state.is_over and len(state.history) < 80:
            for player in (0, 1):
                twin = state.resample(player, seed + len(state.history))
                assert np.array_equal(state.observe(player), twin.observe(player))
            state.step(state.bot("random", seed + len(state.history)))


def test_equal_observations_have_equal_legal_lists(game):
    known: dict[bytes, list] = {}
    for seed in range(6):
        state = game.start(seed)
        while not state.is_over and len(state.history) < 200:
            texts = len(state.legal())
            assert known.setdefault(state.observe().tobytes(), texts) == texts
            state.step(state.bot("random", seed + len(state.history)))


def test_sections_cover_the_observation(game):
    observation = game.start(0).observe()
    parts = game.split(observation)
    assert sum(part.size for part in parts.values()) == observation.size
    assert np.shares_memory(parts["objects"], observation)
    assert "actions" in game.describe()


def test_a_vector_plays_the_same_games_on_any_number_of_threads(game):
    def hashes(threads: int) -> list[str]:
        env = onplay.VectorEnv(game, 16, seed=9, threads=threads)
        env.reset(9)
        random = np.random.default_rng(1)
        for _ in range(50):
            env.step(random.integers(env.legal))
        return env.hashes()

    assert hashes(1) == hashes(2)


def test_a_vector_takes_all_actions_or_none(game):
    env = onplay.VectorEnv(game, 4)
    env.reset(1)
    before = env.hashes()
    actions = np.zeros(4, np.int32)
    actions[3] = env.legal[3]
    with pytest.raises(IndexError, match="game 3"):
        env.step(actions)
    assert env.hashes() == before


def test_a_vector_agrees_with_single_games(game):
    env = onplay.VectorEnv(game, 1)
    env.reset(4)
    masks = env.masks()
    assert masks.sum() == env.legal[0]
    actions = game.split(env.observations)["actions"][0]
    assert (actions[: env.legal[0], 0] > 0).all() and (actions[env.legal[0] :] == 0).all()


def test_a_bot_can_sit_in_the_other_seat(game):
    env = onplay.VectorEnv(game, 8, opponent="random")
    env.reset(2)
    random = np.random.default_rng(2)
    ended = 0
    for _ in range(2000):
        env.step(random.integers(env.legal))
        ended += int((env.ended > 0).sum())
        if ended > 8:
            break
    assert ended > 0


def test_functions_can_play(game):
    state = game.start(8)
    bots.play(state, lambda question: len(question.actions) - 1, "random", most=200_000)
    assert state.is_over


def test_why_leads_to_a_decision(game):
    state = played(game, 6, 20)
    steps = state.steps(0)
    assert steps
    assert state.why(steps[-1]["n"], 0)[0]["step"] == steps[-1]["n"]


def test_open_spiel_methods(game):
    state = openspiel.OpenGame(game, seed=1).new_initial_state()
    while not state.is_terminal() and len(state.history()) < 300:
        assert len(state.legal_actions()) == sum(state.legal_actions_mask())
        state.apply_action(state.legal_actions()[0])
    assert len(state.returns()) == 2


def test_shards_merge_to_the_same_bytes(game):
    whole = sim.shard(game, last=24)
    parts = [sim.shard(game, first=first, last=last) for first, last in reversed(sim.cut(0, 24, 5))]
    assert sim.merge(parts) == whole
    assert sim.summary(whole)["first_seat"]["games"] == 24


def test_pettingzoo(game):
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    from onplay.pettingzoo import env, parallel_env

    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), num_cycles=60)
    parallel_api_test(parallel_env(game), num_cycles=60)


def test_gymnasium_checker(game):
    from gymnasium.utils.env_checker import check_env

    from onplay.gymnasium import OnplayEnv

    check_env(OnplayEnv(game, illegal="random"), skip_render_check=True)


def test_gymnasium_vector(game):
    from onplay.gymnasium import OnplayVectorEnv

    env = OnplayVectorEnv(game, 4)
    _, info = env.reset(seed=1)
    for _ in range(30):
        observations, rewards, terminated, truncated, info = env.step(np.random.randint(info["legal"]))
    assert observations.shape == env.observation_space.shape
    assert rewards.shape == terminated.shape == truncated.shape == (4,)


def test_a_folder_is_a_game(tmp_path):
    with pytest.raises(FileNotFoundError, match="no game.toml"):
        onplay.Game(tmp_path)
    with pytest.raises(KeyError, match="there is no game"):
        onplay.Game("nothing")


@pytest.mark.parametrize("name", ["onplay", "onplay.pettingzoo", "onplay.gymnasium", "onplay.openspiel", "onplay.sim", "onplay.bots"])
def test_examples_in_the_documentation_run(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried and not failed


def test_the_guide_runs():
    guide = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    blocks = re.findall(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.S)
    assert len(blocks) > 4
    for block in blocks:
        exec(compile(block, str(guide), "exec"), {})
