"""The training example learns, writes what a seat can read, and ends the same every time."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import numpy as np
import pytest

import onplay

EXAMPLE = pathlib.Path(__file__).parents[1] / "examples" / "ppo.py"


def train(folder: pathlib.Path, game: str, *options: str) -> pathlib.Path:
    out = folder / "weights.safetensors"
    command = [sys.executable, str(EXAMPLE), game, "--out", str(out), "--width", "16", "--games", "16"]
    done = subprocess.run([*command, "--trials", "20", *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "against greedy:" in done.stdout
    return out


def test_the_example_ends_the_same_and_its_weights_sit_in_a_seat(tmp_path):
    found = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        found.append(train(folder, "skirmish", "--decisions", "4000", "--processes", "2"))
    one, two = (path.read_bytes() for path in found)
    assert one == two
    assert found[0].with_suffix(".csv").read_text().count("\n") > 2
    assert found[0].with_suffix(".svg").read_text().startswith("<svg")
    state = onplay.Game("skirmish").start(seed=1)
    for bot in (f"policy:{found[0]}", f"search:20+policy:{found[0]}"):
        assert 0 <= state.bot(bot) < state.legal_count
    with pytest.raises(ValueError, match="another game"):
        onplay.Game("tides").start(seed=1).bot(f"policy:{found[0]}")


@pytest.mark.parametrize("game", ["skirmish", "tides"])
def test_a_seat_prefers_what_the_network_prefers(tmp_path, game):
    """The network in Python and the one in the program agree, in games with lanes and without."""
    import ppo

    table = onplay.Game(game)
    net = ppo.Net(table, 8, 3)
    random = np.random.default_rng(3)
    net.numbers += random.standard_normal(len(net.numbers)).astype(np.float32) * 0.1
    path = tmp_path / "weights.safetensors"
    net.save(str(path))
    env = onplay.VectorEnv(table, 8, seed=2)
    env.reset(2)
    for _ in range(40):
        batch = ppo.Batch(net, env.observations, env.legal)
        preferences, _, _ = net.forward(batch)
        mine, theirs = ppo.best(preferences, batch), env.bots(f"policy:{path}")
        for at in np.flatnonzero(mine != theirs):
            # Rounding may decide between two that are as good.
            first = batch.starts[at]
            assert abs(preferences[first + mine[at]] - preferences[first + theirs[at]]) < 1e-4
        env.step(random.integers(env.legal))


@pytest.mark.parametrize("game", ["skirmish", "tides"])
def test_the_gradient_is_that_of_the_losses(game):
    """Moving the weights a little changes the losses by what the gradient says."""
    import ppo

    table = onplay.Game(game)
    net = ppo.Net(table, 8, 5)
    random = np.random.default_rng(4)
    # Not at 0, where a rectifier has a bend.
    net.numbers = net.numbers.astype(np.float64) + 0.05 * random.standard_normal(len(net.numbers))
    net.weights = net.tables(net.numbers)
    env = onplay.VectorEnv(table, 6, seed=4)
    env.reset(4)
    for _ in range(25):
        env.step(random.integers(env.legal))
    batch = ppo.Batch(net, env.observations, env.legal)
    actions = random.integers(env.legal)
    taken = batch.starts + actions

    def loss() -> tuple[float, np.ndarray, np.ndarray, np.ndarray, dict]:
        preferences, value, kept = net.forward(batch)
        chance = ppo.chances(preferences, batch)
        return float(-np.log(chance[taken]).sum() + 0.5 * (value**2).sum()), chance, value, preferences, kept

    _, chance, value, _, kept = loss()
    gradient = np.zeros_like(net.numbers)
    d = chance.copy()
    d[taken] -= 1
    net.backward(batch, kept, value, d, value, net.tables(gradient))
    direction = random.standard_normal(len(net.numbers)) * (gradient != 0)
    step = 1e-6
    net.numbers += step * direction
    after = loss()[0]
    net.numbers -= 2 * step * direction
    before = loss()[0]
    assert (after - before) / (2 * step) == pytest.approx(gradient @ direction, rel=1e-3)


def test_a_share_has_its_interval():
    import ppo

    rate, low, high = ppo.interval(8, 10)
    assert (rate, round(low, 3), round(high, 3)) == (0.8, 0.49, 0.943)
