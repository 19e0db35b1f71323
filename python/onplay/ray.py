"""Simulations on a Ray cluster: the same bytes as one process.

>>> import onplay.ray                                        # doctest: +SKIP
>>> onplay.ray.sim("tides", games=20_000, parts=64)          # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any

import ray

from . import sim as _sim
from ._game import Game


@ray.remote
def _shard(game: Game, bots: tuple[str, str], first: int, last: int) -> str:
    return _sim.shard(game, bots, first=first, last=last)


def shard(
    game: Game | str,
    bots: tuple[str, str] = ("random", "random"),
    *,
    first: int = 0,
    last: int,
    parts: int | None = None,
) -> str:
    """Plays the games of seeds from ``first`` up to ``last`` on all machines of the cluster
    and gives the text of one shard."""
    game = Game(game) if isinstance(game, str) else game
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    if parts is None:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        parts = max(1, int(resources.get("CPU", 1))) * 4
    shared = ray.put(game)
    tasks = [_shard.remote(shared, bots, start, end) for start, end in _sim.cut(first, last, parts)]
    return _sim.merge(ray.get(tasks))


def sim(game: Game | str, *, games: int, bots: tuple[str, str] = ("random", "random"), parts: int | None = None) -> dict[str, Any]:
    """Plays so many games on the cluster and tells what came of them."""
    return _sim.summary(shard(game, bots, last=games, parts=parts))
