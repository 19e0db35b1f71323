"""Card games as learning environments, from their files.

>>> import onplay
>>> game = onplay.Game("skirmish")
>>> state = game.start(seed=7)
>>> while not state.is_over:
...     state.step(state.bot("random"))
>>> state.returns() in [(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)]
True
"""

from ._game import Game, Section, State, shipped
from ._vector import VectorEnv

__all__ = ["Game", "Section", "State", "VectorEnv", "shipped"]
__version__ = "0.1.0"
