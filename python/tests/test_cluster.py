"""A Ray cluster on this machine gives what one process gives."""

from __future__ import annotations

import pathlib

import pytest

from onplay import sim

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module")
def cluster():
    # Without the dashboard and the statistics of use, which are not for tests.
    examples = {"PYTHONPATH": str(pathlib.Path(__file__).parents[1] / "examples")}
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        configure_logging=False,
        runtime_env={"env_vars": examples},
    )
    yield
    ray.shutdown()


def test_a_cluster_gives_the_bytes_of_one_process(cluster):
    from onplay import ray as onplay_ray

    for game in ("skirmish", "lab"):
        whole = sim.shard(game, last=60)
        for parts in (1, 7):
            assert onplay_ray.shard(game, last=60, parts=parts) == whole
    result = onplay_ray.sim("lab", games=60, bots=("greedy", "random"))
    assert result == sim.run("lab", games=60, bots=("greedy", "random"))


def test_rollouts_on_a_cluster_are_those_of_one_process(cluster):
    import rollouts

    one = rollouts.gather("lab", actors=1, games=4, steps=60)
    assert one["decisions"] == 4 * 60
    assert rollouts.gather("lab", actors=2, games=4, steps=60) == one
