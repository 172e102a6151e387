"""Bots: a view goes in, a move comes out. They get what a person at that seat would see, and nothing else.

`easy` plays what fits and forgets things; `normal` thinks about what to get rid of, whom to hit and what to keep; `hard`
remembers what the others showed, and weighs where each of its moves leads.
The same view, options, memory and word of chance always give the same move, so a game with bots can be replayed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.bots import easy, hard, normal
from engine.bots.chance import Chance
from engine.bots.memory import BLANK, Memory
from engine.bots.outlook import Outlook
from engine.moves import Move
from engine.options import Options
from engine.view import PlayerView

LEVELS: Final[dict[str, Callable[[Outlook, Chance], Move | None]]] = {
    "easy": easy.choose,
    "normal": normal.choose,
    "hard": hard.choose,
}
"""How each level picks a move."""


def choose(level: str, view: PlayerView, options: Options, entropy_word: int, memory: Memory = BLANK) -> Move | None:
    """The move a bot of this level makes in this position; None if it has nothing to do now.

    `memory` is what came of the events this seat was shown (`engine.bots.memory.remember`); only `hard` looks at it.

    Only called moves of `view.legal` come out, with riders where they save a question. A bot never resigns, and leaves
    the next round to others. Raises `KeyError` for a level that does not exist.
    """
    pick = LEVELS[level]
    if view.viewer < 0 or not view.is_playing or not view.legal:
        return None
    return pick(Outlook(view, options, memory), Chance(entropy_word))
