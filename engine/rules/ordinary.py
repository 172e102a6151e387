"""The short way for what most of a game consists of: a coloured card played, a card drawn.

It answers only where nothing is asked and nobody goes out, and then exactly as `playing.play` and `turns.draw`
would; for everything else it says None. All it knows stands there as well: without this file the game is the same
and slower.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.cards import Kind
from engine.events import Closed, Drew, Event, Turned, Why, drew_one, marked, played, skipped, turn_moved
from engine.moves import Draw, Move, Play
from engine.rules.playable import fitting
from engine.state import State
from engine.view import Phase, Status, Uno

_AWAIT_PLAY, _DRAWN_CARD = Phase.AWAIT_PLAY, Phase.DRAWN_CARD
_NONE, _OPEN, _SAFE, _ANNOUNCED = Uno.NONE, Uno.OPEN, Uno.SAFE, Uno.ANNOUNCED
_SKIP, _REVERSE, _DRAW_TWO, _WILD_DRAW_FOUR = Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR
_TURN, _HIT = Why.TURN, Why.HIT
_IN: Final = Status.IN
_CLOSED: Final = Closed()
_TURNED: Final = {direction: Turned(direction) for direction in (1, -1)}

Events = tuple[Event, ...]


@cache
def _all(value: Uno | Status, seats: int) -> tuple[Uno | Status, ...]:
    return (value,) * seats


def ordinary(state: State, seat: int, move: Move) -> Events | None:
    """The events of an ordinary move; None for one that needs the long way, or is to be refused."""
    if state.turn != seat or state.shown is not None or state.owed:
        return None
    marks = state.uno
    seats = len(marks)
    if state.status != _all(_IN, seats):
        return None
    closes = False
    if marks != _all(_NONE, seats):
        if _SAFE in marks or _ANNOUNCED in marks or state.options.uno_enforcement != "catch":
            return None
        closes = True
    events: Events | None = None
    if type(move) is Play:
        events = _colored_card(state, seat, move, seats)
    elif type(move) is Draw:
        events = _drawing(state, seat, seats)
    return (_CLOSED, *events) if closes and events else events


def _colored_card(state: State, seat: int, move: Play, seats: int) -> Events | None:
    card, hand, phase, options = move.card, state.hands[seat], state.phase, state.options
    left = len(hand) - 1
    if card.color is None or not left or move.uno or card not in hand or options.seven_zero:
        return None
    if (phase is not _AWAIT_PLAY and card is not state.drawn) or card not in fitting(state.discard[-1], state.color):
        return None
    step = state.direction
    following = (seat + step) % seats
    put = played(seat, card, card.color)
    begin = (put,) if left > 1 else (put, marked(seat, _OPEN))
    if card.is_number:
        return (*begin, turn_moved(following, _AWAIT_PLAY))
    if card.kind is _SKIP:
        return (*begin, skipped(following), turn_moved((following + step) % seats, _AWAIT_PLAY))
    if card.kind is _REVERSE:
        if seats == 2:
            return None
        return (*begin, _TURNED[-step], turn_moved((seat - step) % seats, _AWAIT_PLAY))
    pile = state.draw_pile
    if len(pile) < 3 or options.stacking != "none":
        return None
    after = turn_moved((following + step) % seats, _AWAIT_PLAY)
    return (*begin, Drew(following, 2, pile[:2], _HIT), skipped(following), after)


def _drawing(state: State, seat: int, seats: int) -> Events | None:
    pile, options = state.draw_pile, state.options
    if state.phase is not _AWAIT_PLAY or len(pile) < 2 or options.draw_policy != "may_always_draw":
        return None
    card = pile[0]
    if options.force_play or options.draw_to_match or (card.kind is _WILD_DRAW_FOUR and options.wild4_legality != "none"):
        return None
    if card in fitting(state.discard[-1], state.color):
        return drew_one(seat, card, _TURN), turn_moved(seat, _DRAWN_CARD)
    return drew_one(seat, card, _TURN), turn_moved((seat + state.direction) % seats, _AWAIT_PLAY)
