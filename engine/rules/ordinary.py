"""The short way for what most of a game consists of: a card played, a color named, a card drawn, a hit taken.

It answers only where nothing is at stake besides, and then exactly as `playing` and `turns` would; for everything
else it says None. All it knows stands there as well: without this file the game is the same, and slower.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Color, Kind
from engine.columns import ALL_IN, NO_MARKS
from engine.events import (
    Closed,
    ColorChosen,
    Drew,
    Event,
    Lifted,
    Threatened,
    Turned,
    Why,
    drew_one,
    marked,
    played,
    skipped,
    turn_moved,
)
from engine.moves import Accept, ChooseColor, Draw, Move, Play
from engine.options import Options
from engine.rules.playable import fitting, is_lawful
from engine.state import State
from engine.view import Phase, Uno

_AWAIT_PLAY, _DRAWN_CARD, _CHOOSE_COLOR, _RESPOND = Phase.AWAIT_PLAY, Phase.DRAWN_CARD, Phase.CHOOSE_COLOR, Phase.RESPOND
_OPEN, _SAFE, _ANNOUNCED = Uno.OPEN, Uno.SAFE, Uno.ANNOUNCED
_SKIP, _REVERSE, _WILD, _WILD_DRAW_FOUR = Kind.SKIP, Kind.REVERSE, Kind.WILD, Kind.WILD_DRAW_FOUR
_TURN, _HIT = Why.TURN, Why.HIT
_CLOSED: Final = Closed()
_LIFTED: Final = Lifted()
_TURNED: Final = {direction: Turned(direction) for direction in (1, -1)}

Events = tuple[Event, ...]


def ordinary(state: State, seat: int, move: Move) -> Events | None:
    """The events of an ordinary move; None for one that needs the long way, or is to be refused."""
    marks = state.uno
    seats = len(marks)
    if state.turn != seat or state.shown is not None or state.owed or state.status != ALL_IN[seats]:
        return None
    closes = False
    if marks != NO_MARKS[seats]:
        if marks[seat] is _SAFE or _ANNOUNCED in marks or state.options.uno_enforcement != "catch":
            return None
        closes = _OPEN in marks
    kind = type(move)
    if kind is Play:
        events = _card(state, seat, move, seats)  # type: ignore[arg-type]  # its type was just looked at
    elif kind is Draw:
        events = _drawing(state, seat, seats)
    elif kind is ChooseColor:
        return _color(state, seat, move, seats)  # type: ignore[arg-type]  # likewise
    elif kind is Accept:
        return _accepting(state, seat, seats)
    else:
        return None
    return (_CLOSED, *events) if closes and events else events


def _card(state: State, seat: int, move: Play, seats: int) -> Events | None:
    card, hand, phase, options = move.card, state.hands[seat], state.phase, state.options
    left = len(hand) - 1
    if not left or move.uno or card not in hand or options.seven_zero:
        return None
    if (phase is not _AWAIT_PLAY and card is not state.drawn) or card not in fitting(state.discard[-1], state.color):
        return None
    put = played(seat, card, card.color or state.color)
    begin = (put,) if left > 1 else (put, marked(seat, _OPEN))
    step = state.direction
    following = (seat + step) % seats
    if card.is_number:
        return (*begin, turn_moved(following, _AWAIT_PLAY))
    if card.is_wild:
        if move.color is not None or state.color is None or (card.kind is _WILD_DRAW_FOUR and _is_restricted(options)):
            return None
        return (*begin, turn_moved(seat, _CHOOSE_COLOR))
    beyond = turn_moved((following + step) % seats, _AWAIT_PLAY)
    if card.kind is _SKIP:
        return None if options.skip_answers_skip else (*begin, skipped(following), beyond)
    if card.kind is _REVERSE:
        if seats == 2:
            return (*begin, _TURNED[-step], skipped(following), beyond) if options.reverse_two_players == "as_skip" else None
        return (*begin, _TURNED[-step], turn_moved((seat - step) % seats, _AWAIT_PLAY))
    pile = state.draw_pile
    if len(pile) < 3 or options.stacking != "none" or state.uno[following] is _SAFE:
        return None
    return (*begin, Drew(following, 2, pile[:2], _HIT), skipped(following), beyond)


def _is_restricted(options: Options) -> bool:
    """Does it depend on the hand whether a Wild Draw Four may be played?"""
    return options.wild4_legality == "enforced" or options.no_bluffing


def _color(state: State, seat: int, move: ChooseColor, seats: int) -> Events | None:
    if state.phase is not _CHOOSE_COLOR or state.color is None or type(move.color) is not Color:
        return None
    kind, following = state.discard[-1].kind, (seat + state.direction) % seats
    if kind is _WILD:
        return ColorChosen(seat, move.color), turn_moved(following, _AWAIT_PLAY)
    if kind is not _WILD_DRAW_FOUR or state.pending is not None or not _is_for_challenge(state.options):
        return None
    left = state.left_in_hand
    return (ColorChosen(seat, move.color), Threatened(following, seat, 4, is_lawful(left, state.color))) if left else None


def _is_for_challenge(options: Options) -> bool:
    """Is a Wild Draw Four answered by accepting or challenging it, and by nothing else?"""
    return options.challenge and not _is_restricted(options) and options.stacking == "none" and options.wild4_legality != "none"


def _accepting(state: State, seat: int, seats: int) -> Events | None:
    pending, pile = state.pending, state.draw_pile
    if pending is None or state.phase is not _RESPOND or state.uno[seat] is not Uno.NONE or len(pile) <= pending.amount:
        return None
    if not pending.amount:  # a Skip is accepted
        return None
    drew = Drew(seat, pending.amount, pile[: pending.amount], _HIT)
    return _LIFTED, drew, skipped(seat), turn_moved((seat + state.direction) % seats, _AWAIT_PLAY)


def _drawing(state: State, seat: int, seats: int) -> Events | None:
    pile, options = state.draw_pile, state.options
    if state.phase is not _AWAIT_PLAY or len(pile) < 2 or options.draw_policy != "may_always_draw":
        return None
    card = pile[0]
    if options.force_play or options.draw_to_match or (card.kind is _WILD_DRAW_FOUR and _is_restricted(options)):
        return None
    if card in fitting(state.discard[-1], state.color):
        return drew_one(seat, card, _TURN), turn_moved(seat, _DRAWN_CARD)
    return drew_one(seat, card, _TURN), turn_moved((seat + state.direction) % seats, _AWAIT_PLAY)
