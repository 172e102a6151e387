"""Moves as single small ints, so that a row of legal moves costs a byte each.

0..59 plays the card of that code; the other moves stand above. A play with riders is `[card, color, target, uno]`,
where -1 stands for no color and no target and trailing items may be left off. `[n]` means the same as `n`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import CARDS, Color
from engine.codec.values import Raw, as_int, as_list, shown
from engine.moves import (
    Accept,
    Catch,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Move,
    NextRound,
    Pass,
    Play,
    Resign,
    SayUno,
)
from engine.options import MAX_SEATS

_PLAIN: Final[tuple[tuple[int, Move], ...]] = (
    (60, Draw()),
    (61, Keep()),
    (62, Pass()),
    (63, Accept()),
    (64, Challenge()),
    (65, Decline()),
    (66, SayUno()),
    (67, Resign()),
    (68, NextRound()),
)
COLOR_BASE: Final = 70
TARGET_BASE: Final = 80
CATCH_BASE: Final = 90

_NO_RIDERS: Final = (None, -1, -1, 0)
_COLORS: Final = tuple(Color)
_CODE_OF_TYPE: Final = {type(move): code for code, move in _PLAIN}
_CODE_OF_COLOR: Final = {color: place for place, color in enumerate(_COLORS)}
_MOVE_OF_CODE: Final[dict[int, Move]] = (
    {card.code: Play(card) for card in CARDS}
    | dict(_PLAIN)
    | {COLOR_BASE + place: ChooseColor(color) for place, color in enumerate(_COLORS)}
    | {TARGET_BASE + seat: ChooseTarget(seat) for seat in range(MAX_SEATS)}
    | {CATCH_BASE + seat: Catch(seat) for seat in range(MAX_SEATS)}
)


def pack_move(move: Move) -> Raw:
    """A move as an int, or as a list of ints if a play has riders."""
    if isinstance(move, Play):
        if move.color is None and move.target is None and not move.uno:
            return move.card.code
        color = -1 if move.color is None else _CODE_OF_COLOR[move.color]
        target = -1 if move.target is None else move.target
        riders: list[Raw] = [move.card.code, color, target, int(move.uno)]
        while riders[-1] == _NO_RIDERS[len(riders) - 1]:
            riders.pop()
        return riders
    if isinstance(move, ChooseColor):
        return COLOR_BASE + _CODE_OF_COLOR[move.color]
    if isinstance(move, ChooseTarget):
        return TARGET_BASE + move.seat
    if isinstance(move, Catch):
        return CATCH_BASE + move.seat
    return _CODE_OF_TYPE[type(move)]


def unpack_move(raw: object) -> Move:
    """The move; `ValueError` for anything that is none."""
    if type(raw) is not int:
        items = as_list(raw, 1, 4, "a move")
        if len(items) > 1:
            return _play(items)
        raw = items[0]
    move = _MOVE_OF_CODE.get(raw) if type(raw) is int else None
    if move is None:
        raise ValueError(f"there is no move with the number {shown(raw)}")
    return move


def _play(items: Sequence[object]) -> Play:
    whole: list[object] = [*items, *_NO_RIDERS[len(items) :]]
    card, color, target, uno = whole
    return Play(
        CARDS[as_int(card, 0, len(CARDS) - 1, "a card")],
        None if color == -1 else _COLORS[as_int(color, 0, len(_COLORS) - 1, "a color")],
        None if target == -1 else as_int(target, 0, MAX_SEATS - 1, "a target"),
        as_int(uno, 0, 1, "a UNO call") == 1,
    )
