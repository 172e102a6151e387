"""The short way for what most of a game consists of: a card played, a color named, a card drawn, a hit taken.

It answers only where nothing is at stake besides, and then exactly as `playing` and `turns` would; for everything
else it says None. All it knows stands there as well: without this file the game is the same, and slower.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Color, Kind
from engine.columns import ALL_IN, NO_MARKS
from engine.events import (
    Closed,
    Drew,
    Event,
    Lifted,
    Turned,
    Why,
    color_chosen,
    drew_one,
    marked,
    played,
    skipped,
    threatened,
    turn_moved,
)
from engine.moves import Accept, ChooseColor, Draw, Move, Play
from engine.options import Options
from engine.powers import hand_movers
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
    if state.turn != seat or state.shown is not None or state.owed or (state.out_order and state.locked is None):
        return None
    closes = False
    if marks != NO_MARKS[seats]:
        if marks[seat] is _SAFE or _ANNOUNCED in marks or state.options.uno_enforcement != "catch":
            return None
        closes = _OPEN in marks
    following = (seat + state.direction) % seats if state.status == ALL_IN[seats] else state.next_seat(seat)
    kind = type(move)
    if kind is Play:
        events = _card(state, seat, move, following)  # type: ignore[arg-type]  # its type was just looked at
    elif kind is Draw:
        events = _drawing(state, seat, following)
    elif kind is ChooseColor:
        return _color(state, seat, move, following)  # type: ignore[arg-type]  # likewise
    elif kind is Accept:
        return _accepting(state, seat, following)
    else:
        return None
    return (_CLOSED, *events) if closes and events else events


def _card(state: State, seat: int, move: Play, following: int) -> Events | None:
    card, hand, options = move.card, state.hands[seat], state.options
    left = len(hand) - 1
    if not left or move.uno or card not in hand or (options.seven_zero and card in hand_movers(options)):
        return None
    if (state.phase is not _AWAIT_PLAY and card is not state.drawn) or card not in fitting(state.discard[-1], state.color):
        return None
    put = played(seat, card, card.color or state.color)
    begin = (put,) if left > 1 else (put, marked(seat, _OPEN))
    if card.is_number:
        return (*begin, turn_moved(following, _AWAIT_PLAY))
    if not card.is_wild:
        effect = _effect(state, seat, card, following)
        return effect and (*begin, *effect)
    if move.color is not None or state.color is None or (card.kind is _WILD_DRAW_FOUR and _is_restricted(options)):
        return None
    return (*begin, turn_moved(seat, _CHOOSE_COLOR))


def _effect(state: State, seat: int, card: Card, following: int) -> Events | None:
    """What a Skip, Reverse or Draw Two does."""
    kind, options = card.kind, state.options
    beyond = state.next_seat(following)
    if kind is _REVERSE:
        turned = _TURNED[-state.direction]
        if beyond == seat:  # two are in play
            as_skip = options.reverse_two_players == "as_skip"
            return (turned, skipped(following), turn_moved(seat, _AWAIT_PLAY)) if as_skip else None
        seats = len(state.status)
        preceding = (seat - state.direction) % seats
        return (turned, turn_moved(preceding, _AWAIT_PLAY)) if state.status == ALL_IN[seats] else None
    if kind is _SKIP:
        if options.skip_answers_skip:
            return (threatened(following, seat, 0, True),)
        return skipped(following), turn_moved(beyond, _AWAIT_PLAY)
    if options.stacking != "none":
        return (threatened(following, seat, 2, True),)
    pile = state.draw_pile
    if len(pile) < 3 or state.uno[following] is _SAFE:
        return None
    return Drew(following, 2, pile[:2], _HIT), skipped(following), turn_moved(beyond, _AWAIT_PLAY)


def _is_restricted(options: Options) -> bool:
    """Does it depend on the hand whether a Wild Draw Four may be played?"""
    return options.wild4_legality == "enforced" or options.no_bluffing


def _color(state: State, seat: int, move: ChooseColor, following: int) -> Events | None:
    if state.phase is not _CHOOSE_COLOR or state.color is None or type(move.color) is not Color:
        return None
    kind = state.discard[-1].kind
    if kind is _WILD:
        return color_chosen(seat, move.color), turn_moved(following, _AWAIT_PLAY)
    left = state.left_in_hand
    if kind is not _WILD_DRAW_FOUR or state.pending is not None or not left or not _is_answered(state.options):
        return None
    return color_chosen(seat, move.color), threatened(following, seat, 4, is_lawful(left, state.color))


def _is_answered(options: Options) -> bool:
    """Is a Wild Draw Four always answered, whatever cards there are: by stacking, or by accepting or challenging it?"""
    if options.stacking != "none":
        return True
    return options.challenge and not _is_restricted(options) and options.wild4_legality != "none"


def _accepting(state: State, seat: int, following: int) -> Events | None:
    pending, pile = state.pending, state.draw_pile
    if pending is None or state.phase is not _RESPOND:
        return None
    amount, turn = pending.amount, turn_moved(following, _AWAIT_PLAY)
    if not amount:  # a Skip is accepted
        return _LIFTED, skipped(seat), turn
    if state.uno[seat] is not Uno.NONE or len(pile) <= amount:
        return None
    return _LIFTED, Drew(seat, amount, pile[:amount], _HIT), skipped(seat), turn


def _drawing(state: State, seat: int, following: int) -> Events | None:
    pile, options, phase = state.draw_pile, state.options, state.phase
    if len(pile) < 2 or options.draw_policy != "may_always_draw":
        return None
    fits = fitting(state.discard[-1], state.color)
    again = phase is _DRAWN_CARD and options.draw_to_match and state.drawn not in fits
    if phase is not _AWAIT_PLAY and not again:
        return None
    card = pile[0]
    if card in fits:
        if options.force_play or (card.kind is _WILD_DRAW_FOUR and _is_restricted(options)):
            return None
        return drew_one(seat, card, _TURN), turn_moved(seat, _DRAWN_CARD)
    turn = turn_moved(seat, _DRAWN_CARD) if options.draw_to_match else turn_moved(following, _AWAIT_PLAY)
    return drew_one(seat, card, _TURN), turn
