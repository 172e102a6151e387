"""The short way for the two moves most of a game consists of: a number card played, a card drawn.

It answers only where nothing else can follow, and then exactly as `effects.play` and `turns.draw` would; for all
else it says None. Whatever it knows stands there as well: leaving this file out changes nothing but the speed.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import Kind
from engine.events import Event, Why, drew_one, played, turn_moved
from engine.moves import Draw, Move, Play
from engine.rules.playable import fitting
from engine.state import State
from engine.view import Phase, Uno

_AWAIT_PLAY: Final = Phase.AWAIT_PLAY
_DRAWN_CARD: Final = Phase.DRAWN_CARD
_WILD_DRAW_FOUR: Final = Kind.WILD_DRAW_FOUR
_TURN: Final = Why.TURN


@cache
def _no_marks(seats: int) -> tuple[Uno, ...]:
    return (Uno.NONE,) * seats


def ordinary(state: State, seat: int, move: Move) -> tuple[Event, ...] | None:
    """The events of an ordinary move; None for a move that needs the long way, or is to be refused."""
    if (
        state.turn != seat
        or state.phase is not _AWAIT_PLAY
        or state.shown is not None
        or state.owed
        or state.out_order
        or state.uno != _no_marks(len(state.uno))
    ):
        return None
    if type(move) is Play:
        return _number(state, seat, move)
    return _drawing(state, seat) if type(move) is Draw else None


def _number(state: State, seat: int, move: Play) -> tuple[Event, ...] | None:
    card, hand = move.card, state.hands[seat]
    if not card.is_number or move.uno or len(hand) < 3 or card not in hand or state.options.seven_zero:
        return None
    if card not in fitting(state.discard[-1], state.color):
        return None
    return played(seat, card, card.color), turn_moved(state.next_seat(seat), _AWAIT_PLAY)


def _drawing(state: State, seat: int) -> tuple[Event, ...] | None:
    pile, options = state.draw_pile, state.options
    if len(pile) < 2 or options.draw_policy != "may_always_draw" or options.force_play or options.draw_to_match:
        return None
    card = pile[0]
    if card.kind is _WILD_DRAW_FOUR and (options.wild4_legality == "enforced" or options.no_bluffing):
        return None
    if card in fitting(state.discard[-1], state.color):
        return drew_one(seat, card, _TURN), turn_moved(seat, _DRAWN_CARD)
    return drew_one(seat, card, _TURN), turn_moved(state.next_seat(seat), _AWAIT_PLAY)
