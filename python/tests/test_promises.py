"""What the environments promise, in every shipped game."""

from __future__ import annotations

import copy
import doctest
import hashlib
import importlib
import math
import pathlib
import pickle
import re
import subprocess
import sys

import gymnasium
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


STEPS = 10_000


def positions(game: onplay.Game, steps: int):
    """Positions of random games, in so many steps."""
    seed = 0
    while steps > 0:
        state, random = game.start(seed), np.random.default_rng(seed)
        while not state.is_over and len(state.history) < 1000 and steps > 0:
            yield state
            state.step(int(random.integers(state.legal_count)))
            steps -= 1
        seed += 1


def test_twins_give_equal_observations(game):
    for number, state in enumerate(positions(game, STEPS)):
        player = number % 2
        twin = state.resample(player, number)
        assert np.array_equal(state.observe(player), twin.observe(player))


def test_equal_observations_have_equal_legal_lists(game):
    known: dict[bytes, tuple[str, ...]] = {}
    for state in positions(game, STEPS):
        texts = tuple(state.legal())
        seen = hashlib.blake2b(state.observe().tobytes(), digest_size=16).digest()
        assert known.setdefault(seen, texts) == texts


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


def test_a_vector_tells_the_end_of_a_game(game):
    """The last observation of a game is what its own state shows at the end."""
    env = onplay.VectorEnv(game, 1, seed=3)
    env.reset(3)
    with pytest.raises(IndexError, match="no game 0 has ended"):
        env.last_observation(0)
    random = np.random.default_rng(3)
    course = game.sections["course"].columns.index("over")
    for _ in range(20_000):
        env.step(random.integers(env.legal))
        if env.ended[0]:
            break
    assert env.ended[0] == 1
    assert game.split(env.last_observation(0))["course"][0, course] == 1
    assert game.split(env.observations)["course"][0, 0, course] == 0


@pytest.mark.parametrize("opponent", [None, "random", "greedy"])
def test_a_vector_is_taken_up_where_it_was(game, opponent):
    env = onplay.VectorEnv(game, 3, seed=5, opponent=opponent)
    env.reset(5)
    random = np.random.default_rng(5)
    for _ in range(60):
        env.step(random.integers(env.legal))
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        assert twin.hashes() == env.hashes()
        assert np.array_equal(twin.observations, env.observations)
        assert np.array_equal(twin.legal, env.legal) and np.array_equal(twin.players, env.players)
        actions = random.integers(env.legal)
        env.step(actions)
        twin.step(actions)


def test_a_bot_that_stops_after_a_time_cannot_be_taken_up(game):
    with pytest.raises(TypeError, match="taken up"):
        pickle.dumps(onplay.VectorEnv(game, 1, opponent="search:1ms"))


def test_what_was_dealt_anew_is_pickled_as_it_is(game):
    state = played(game, 2, 6)
    player = max(state.player, 0)
    twin = state.resample(player, 77)
    for _ in range(3):
        if not twin.is_over:
            twin.step(0)
    assert pickle.loads(pickle.dumps(twin)).hash() == twin.hash()
    with pytest.raises(ValueError, match="no replay"):
        twin.replay()


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


def test_environments_are_pickled(game):
    from onplay.gymnasium import OnplayEnv
    from onplay.pettingzoo import env

    table = env(game)
    table.reset(seed=4)
    for agent in table.agent_iter(12):
        observation, _, terminated, truncated, _ = table.last()
        table.step(None if terminated or truncated else 0)
    twin = pickle.loads(pickle.dumps(table))
    assert twin.agent_selection == table.agent_selection
    for agent in table.agents:
        for name, part in table.observe(agent).items():
            assert np.array_equal(twin.observe(agent)[name], part)
    single = OnplayEnv(game, opponent="greedy")
    single.reset(seed=4)
    for _ in range(8):
        _, _, terminated, truncated, info = single.step(0)
        if terminated or truncated:
            break
    again = pickle.loads(pickle.dumps(single))
    if not (terminated or truncated):
        one, two = single.step(0), again.step(0)
        assert np.array_equal(one[0], two[0]) and one[1:4] == two[1:4]


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
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP


def test_gymnasium_vector_tells_the_end_of_a_game():
    from onplay.gymnasium import OnplayVectorEnv

    env = OnplayVectorEnv("skirmish", 4, truncate=7)
    _, info = env.reset(seed=1)
    cut = 0
    for _ in range(30):
        _, _, terminated, truncated, info = env.step(info["legal"] - 1)
        ended = terminated | truncated
        cut += truncated.sum()
        assert np.array_equal(info.get("_final_obs", np.zeros(4, bool)), ended)
        for at in np.flatnonzero(ended):
            assert info["final_obs"][at].shape == env.single_observation_space.shape
    assert cut > 0


PEBBLES = pathlib.Path(__file__).parents[2] / "docs" / "pebbles"


def test_a_folder_with_a_rulebook_is_a_game():
    game = onplay.Game(PEBBLES)
    assert game.id == "pebbles"
    state = pickle.loads(pickle.dumps(played(game, 1, 100)))
    assert state.is_over and not math.isnan(sum(state.returns()))
    env = onplay.VectorEnv(game, 8, opponent="greedy")
    env.reset(1)
    for _ in range(20):
        env.step(np.random.default_rng(1).integers(env.legal))
    assert sim.run(game, games=20)["first_seat"]["games"] == 20


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


def test_the_stubs_are_those_of_the_module():
    """mypy's stubtest finds no difference between `_native.pyi` and what was built."""
    command = [sys.executable, "-m", "mypy.stubtest", "onplay._native", "--concise"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_is_typed():
    command = [sys.executable, "-m", "mypy", "--strict", "--allow-any-generics", "-p", "onplay"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
