"""Games and their positions."""

from __future__ import annotations

import json
import os
import pathlib
from dataclasses import dataclass
from typing import Any, Iterable

import numpy as np

from . import _native

_MOST_BYTES = 16 << 20
_MOST_FILES = 4096


def shipped() -> list[str]:
    """The ids of the games that come with the package."""
    return _native.shipped()


@dataclass(frozen=True)
class Section:
    """A table of numbers inside an observation."""

    name: str
    start: int
    rows: int
    columns: tuple[str, ...]
    #: How many categories each column has; None for quantities.
    categories: tuple[int | None, ...]
    #: Which columns hold a row of ``objects``, from 1; 0 is none.
    refers: tuple[bool, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.rows * len(self.columns)


def _read_folder(folder: pathlib.Path) -> list[tuple[str, str]]:
    if not (folder / "game.toml").is_file():
        raise FileNotFoundError(f"{folder}: there is no game.toml in this folder")
    files: list[tuple[str, str]] = []
    left = _MOST_BYTES
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".toml", ".md") or not path.is_file():
            continue
        if path.suffix == ".md" and path.name != "rulebook.md":
            continue
        left -= path.stat().st_size
        if left < 0 or len(files) == _MOST_FILES:
            raise ValueError(f"{folder}: a game has at most {_MOST_FILES} files of {_MOST_BYTES >> 20} MiB together")
        files.append((str(path), path.read_text(encoding="utf-8")))
    return files


class Game:
    """A game that can be played: a shipped one by its id, or a folder with its files.

    ``cards`` is the text of a card file that is added, ``policy`` the name of another
    policy to resolve under, ``max_actions`` the room for legal actions.
    """

    def __init__(
        self,
        source: str | os.PathLike[str],
        *,
        policy: str | None = None,
        cards: str | None = None,
        max_actions: int = 512,
    ) -> None:
        self.source = os.fspath(source)
        self._options: dict[str, Any] = {"policy": policy, "cards": cards, "max_actions": max_actions}
        folder = pathlib.Path(self.source)
        if self.source in _native.shipped() or not folder.is_dir():
            self._native = _native.Game(id=self.source, **self._options)
        else:
            self._native = _native.Game(files=_read_folder(folder), **self._options)
        self.id: str = self._native.id
        self.title: str = self._native.title
        #: The fingerprint of rules and cards.
        self.catalog: str = self._native.catalog
        self.decks: list[str] = self._native.decks
        self.cards: list[str] = self._native.cards
        self.max_actions: int = self._native.max_actions
        self.observation_size: int = self._native.observation_size
        #: Names the meaning of observations: equal where they mean the same.
        self.layout: str = self._native.layout
        self.sections: dict[str, Section] = {
            name: Section(name, start, rows, *(tuple(part) for part in zip(*columns)))
            for name, start, rows, columns in self._native.describe()
        }

    def describe(self) -> str:
        """What every number of an observation means, for reading."""
        lines = [f"{self.title}: {self.observation_size} numbers, {self.max_actions} actions at most"]
        for section in self.sections.values():
            lines.append(f"{section.name}: {section.rows} x {len(section.columns)}, from {section.start}")
            for column, many in zip(section.columns, section.categories):
                lines.append(f"  {column}" + (f" (0 to {many - 1})" if many is not None else ""))
        return "\n".join(lines)

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The sections of one observation or of many, as views of it: no number is copied."""
        shape = observation.shape[:-1]
        return {
            section.name: observation[..., section.start : section.start + section.size].reshape(
                *shape, section.rows, len(section.columns)
            )
            for section in self.sections.values()
        }

    def start(self, seed: int = 0, decks: Iterable[str] | None = None) -> State:
        """Deals a game. Without decks, the seed chooses them."""
        if decks is None:
            count = len(self.decks)
            first, second = self.decks[seed // count % count], self.decks[seed % count]
        else:
            first, second = decks
        return State(self, self._native.start(seed, first, second))

    def replay(self, text: str) -> State:
        """The position at the end of a replay."""
        return State(self, self._native.replay(text))

    def __reduce__(self) -> Any:
        return _rebuild_game, (self.source, self._options)

    def __repr__(self) -> str:
        return f"onplay.Game({self.source!r})"


def _rebuild_game(source: str, options: dict[str, Any]) -> Game:
    return Game(source, **options)


class State:
    """One position of one game. An action is a position in the list of legal actions."""

    __slots__ = ("game", "_native")

    def __init__(self, game: Game, native: _native.State) -> None:
        self.game = game
        self._native = native

    @property
    def player(self) -> int:
        """Who decides, 0 or 1; -1 once the game is over."""
        return self._native.player

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._native.is_over

    @property
    def legal_count(self) -> int:
        """Legal actions are the numbers below this one."""
        return self._native.legal_count

    def legal(self) -> list[str]:
        """The legal actions in words."""
        return self._native.legal_texts()

    def legal_numbers(self) -> list[int | None]:
        """The stable numbers of the legal actions, the same in every position."""
        return self._native.legal_numbers()

    def step(self, action: int) -> None:
        """Decides. Raises IndexError if the action is not legal; nothing has changed then."""
        self._native.step(action)

    def observe(self, player: int | None = None) -> np.ndarray:
        """What a player may know, as numbers; of whoever decides if none is named."""
        return self._native.observe(player)

    def observe_into(self, out: np.ndarray, player: int | None = None) -> None:
        """The same into an array of zeros or of an earlier observation."""
        self._native.observe_into(out, player)

    def returns(self) -> tuple[float, float]:
        """1 for a win, -1 for a loss, 0 for a draw or while the game goes on."""
        one, two = self._native.returns()
        return one, two

    def bot(self, name: str, seed: int = 0) -> int:
        """The action that a bot takes: ``random``, ``greedy``, ``search:1000``, ``search:200ms``,
        ``policy:FILE``, ``search:200+policy:FILE``."""
        return self._native.bot(name, seed)

    def clone(self) -> State:
        """A copy that goes its own way."""
        return State(self.game, self._native.clone())

    def resample(self, player: int, seed: int) -> State:
        """A copy whose hidden cards are dealt anew, as far as the player does not know them.
        No replay leads to it, so that it has none, and no steps to tell."""
        return State(self.game, self._native.resample(player, seed))

    def hash(self) -> str:
        """Equal positions have equal hashes, here and in every other program."""
        return self._native.hash()

    @property
    def history(self) -> list[int]:
        """The actions so far, as positions in the legal lists."""
        return self._native.history

    @property
    def seed(self) -> int:
        """The seed that it was dealt with."""
        return self._native.seed

    @property
    def decks(self) -> tuple[str, str]:
        """The decks of both players, by id."""
        one, two = self._native.decks
        return one, two

    def replay(self) -> str:
        """The game so far as a replay."""
        return self._native.replay()

    def view(self, player: int | None = None) -> dict[str, Any]:
        """The table as a player sees it; as a spectator if none is named."""
        found: dict[str, Any] = json.loads(self._native.view(player))
        return found

    def steps(self, player: int | None = None, after: int = 0) -> list[dict[str, Any]]:
        """What a viewer was told, step by step."""
        found: list[dict[str, Any]] = json.loads(self._native.steps(player, after))
        return found

    def why(self, step: int, player: int | None = None) -> list[dict[str, Any]]:
        """The causes of a step, nearest first, down to a player's decision."""
        found: list[dict[str, Any]] = json.loads(self._native.why(step, player))
        return found

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _memo: Any) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        return _rebuild_state, (self.game, self.seed, self.decks, self.history, self._native.redealt)


def _rebuild_state(
    game: Game, seed: int, decks: tuple[str, str], history: list[int], redealt: list[tuple[int, int, int]]
) -> State:
    state = game.start(seed, decks)
    for taken in range(len(history) + 1):
        for after, player, chance in redealt:
            if after == taken:
                state = state.resample(player, chance)
        if taken < len(history):
            state.step(history[taken])
    return state
