"""Counting the ways on from a position: `perft`, and `divide` to find the move behind a number that changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards import Color, Kind
from engine.events import Event
from engine.game import Refused, legal, step
from engine.moves import Move, NextRound, Play
from engine.notation import move_text, seat_letter
from engine.scenario import entropy
from engine.state import State

CHANCE: Final = entropy(1)
_AIMED: Final = (Kind.SEVEN, Kind.WILD_TARGETED_DRAW_TWO, Kind.WILD_FORCED_SWAP)


def ways(state: State) -> Iterator[tuple[int, Move, State]]:
    """Every accepted move of every seat and where it leads; a play also with its riders, each outcome once."""
    for seat in range(len(state.hands)):
        for move in legal(state, seat):
            outcomes = dict[tuple[Event, ...], tuple[Move, State]]()
            for variant in _with_riders(state, move):
                try:
                    after, events = step(state, seat, variant, CHANCE)
                except Refused:
                    continue
                outcomes.setdefault(events, (variant, after))
            for variant, after in outcomes.values():
                yield seat, variant, after


def _with_riders(state: State, move: Move) -> Iterator[Move]:
    """The move; a play with every colour, target and call that could ride along."""
    yield move
    if not isinstance(move, Play):
        return
    card = move.card
    colors = (None, *Color) if card.is_wild and state.color is not None else (None,)
    targets = (None, *range(len(state.hands))) if card.kind in _AIMED else (None,)
    for color in colors:
        for target in targets:
            for uno in (False, True):
                if color or target is not None or uno:
                    yield Play(card, color, target, uno)


def perft(state: State, depth: int) -> int:
    """The number of sequences of that many moves. The next deal ends a sequence: it depends on chance."""
    return sum([_beyond(move, after, depth) for _, move, after in ways(state)])


def divide(state: State, depth: int) -> dict[str, int]:
    """`perft`, by the first move."""
    return {f"{seat_letter(seat)}: {move_text(move)}": _beyond(move, after, depth) for seat, move, after in ways(state)}


def _beyond(move: Move, after: State, depth: int) -> int:
    if depth == 1:
        return 1
    return 0 if isinstance(move, NextRound) else perft(after, depth - 1)
