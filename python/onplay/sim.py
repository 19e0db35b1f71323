"""Many games, counted: the same numbers as ``onplay sim``.

>>> from onplay import Game, sim
>>> result = sim.run(Game("lab"), games=40)
>>> result["first_seat"]["games"]
40
"""

from __future__ import annotations

from typing import Any, Iterable

from . import _native
from ._game import Game


def shard(game: Game | str, bots: tuple[str, str] = ("random", "random"), *, first: int = 0, last: int, threads: int = 1) -> str:
    """Plays the games of seeds from ``first`` up to ``last`` and gives the text of a shard.
    The same seeds give the same text on any machine, however they are cut."""
    game = Game(game) if isinstance(game, str) else game
    return _native.run_shard(game._native, list(bots), first, last, threads)


def merge(shards: Iterable[str]) -> str:
    """One shard of several, in any order."""
    return _native.merge_shards(list(shards))


def summary(text: str) -> dict[str, Any]:
    """Games and win rates with their intervals, by seat, bot and deck."""
    return _native.summary(text)


def run(
    game: Game | str,
    *,
    games: int,
    bots: tuple[str, str] = ("random", "random"),
    first: int = 0,
    threads: int = 1,
) -> dict[str, Any]:
    """Plays so many games and tells what came of them."""
    return summary(shard(game, bots, first=first, last=first + games, threads=threads))


def cut(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """A range of seeds in so many parts of nearly the same size."""
    if parts < 1:
        raise ValueError("a run has at least one part")
    total = last - first
    ends = [first + total * part // parts for part in range(parts + 1)]
    return [(start, end) for start, end in zip(ends, ends[1:]) if end > start]
