"""Legal moves as an expectation writes them: RULES §6.1 only, and choices folded into a star."""

from __future__ import annotations

from typing import Final

from engine.game import Entropy, legal, step
from engine.moves import Catch, ChooseColor, Move, Play, Resign, SayUno
from engine.notation import move_text
from engine.shuffle import SEED_BYTES
from engine.state import State
from engine.view import Phase

_ANY_CHANCE: Final = Entropy(bytes(SEED_BYTES))


def folded(state: State, seat: int) -> list[str]:
    """The legal moves of RULES §6.1 as words; a star stands for a choice that the move asks for."""
    return [_fold(state, seat, move) for move in legal(state, seat) if not isinstance(move, SayUno | Catch | Resign)]


def _fold(state: State, seat: int, move: Move) -> str:
    if isinstance(move, ChooseColor):
        return "color *"
    if isinstance(move, Play) and _asks(state, seat, move):
        return f"{move_text(move)} *"
    return move_text(move)


def _asks(state: State, seat: int, move: Play) -> bool:
    """Does this play ask its player for a colour or a target?"""
    after, _ = step(state, seat, move, _ANY_CHANCE)
    return after.turn == seat and after.phase in (Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET)
