"""Which moves are allowed: every one a seat may make (RULES §6.1). Why others are not: `refusing`."""

from __future__ import annotations

from typing import Final

from engine.cards import CARDS, Color
from engine.columns import NO_MARKS
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
from engine.powers import may_decline
from engine.rules.challenge import is_challengeable
from engine.rules.draw_to_match import may_draw_on
from engine.rules.effects import lawful_targets
from engine.rules.jump_in import jump_card
from engine.rules.playable import must_play_drawn, must_play_from_hand, plays
from engine.rules.uno import can_call, suspects
from engine.state import State
from engine.view import Phase, Status

_AWAIT_PLAY, _CHOOSE_COLOR, _CHOOSE_TARGET, _RESPOND = (
    Phase.AWAIT_PLAY,
    Phase.CHOOSE_COLOR,
    Phase.CHOOSE_TARGET,
    Phase.RESPOND,
)
_ROUND_OVER, _MATCH_OVER = Phase.ROUND_OVER, Phase.MATCH_OVER
_LEFT: Final = Status.LEFT
_play_of: Final = {card: Play(card) for card in CARDS}.__getitem__
_COLORS: Final[tuple[Move, ...]] = tuple(ChooseColor(color) for color in Color)
_CATCH: Final = [Catch(seat) for seat in range(MAX_SEATS)]
_DRAW, _KEEP, _PASS = Draw(), Keep(), Pass()
_ACCEPT, _CHALLENGE, _DECLINE = Accept(), Challenge(), Decline()
_UNO, _RESIGN, _NEXT = SayUno(), Resign(), NextRound()
_ONLY_RESIGN: Final[tuple[Move, ...]] = (_RESIGN,)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Every move `seat` may make now; `Play` stands for itself with every allowed rider."""
    phase, status = state.phase, state.status
    if phase is _MATCH_OVER or not 0 <= seat < len(status) or status[seat] is _LEFT:
        return ()
    if phase is _ROUND_OVER:
        return (_NEXT, _RESIGN)
    options = state.options
    catches = options.false_catch_penalty or state.uno != NO_MARKS[len(status)]
    if state.turn == seat:
        moves = _turn_moves(state, seat, phase)
    elif options.jump_in:
        moves = _jumps(state, seat)
    elif not catches:
        return _ONLY_RESIGN
    else:
        moves = []
    if can_call(state, seat):
        moves.append(_UNO)
    if catches:
        moves.extend([_CATCH[other] for other in suspects(state, seat)])
    moves.append(_RESIGN)
    return tuple(moves)


def is_seated(state: State, seat: int) -> bool:
    """Is this a seat of the match that has not left?"""
    status = state.status
    return 0 <= seat < len(status) and status[seat] is not _LEFT


def _jumps(state: State, seat: int) -> list[Move]:
    card = jump_card(state, seat)
    return [] if card is None else [_play_of(card)]


def _turn_moves(state: State, seat: int, phase: Phase) -> list[Move]:
    if phase is _CHOOSE_COLOR:
        return list(_COLORS)
    if phase is _CHOOSE_TARGET:
        targets = [ChooseTarget(other) for other in lawful_targets(state, seat, state.top)]
        return [*targets, _DECLINE] if may_decline(state.options, state.top) else [*targets]
    moves: list[Move] = [*map(_play_of, plays(state, seat))]
    if phase is _AWAIT_PLAY:
        if state.draw_pile or state.can_draw:
            if not must_play_from_hand(state, seat):
                moves.append(_DRAW)
        elif not moves:
            moves.append(_PASS)
    elif phase is _RESPOND:
        moves.append(_ACCEPT)
        if is_challengeable(state):
            moves.append(_CHALLENGE)
    else:
        if may_draw_on(state, seat):
            moves.append(_DRAW)
        if not must_play_drawn(state):
            moves.append(_KEEP)
    return moves
