"""Why a move is refused: one reason code, the first that fits (SCENARIOS "Reason codes" and "Exactly")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.cards import Card, Color
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
from engine.powers import is_aimed, may_decline
from engine.rules.challenge import is_challengeable
from engine.rules.draw_to_match import may_draw_on
from engine.rules.effects import lawful_targets
from engine.rules.jump_in import jump_card
from engine.rules.permission import is_seated
from engine.rules.playable import is_playable, must_play_drawn, must_play_from_hand, plays
from engine.rules.uno import can_call, could_leave_one, suspects
from engine.state import State
from engine.view import Phase

_CHOOSE_COLOR, _CHOOSE_TARGET, _DRAWN_CARD = Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET, Phase.DRAWN_CARD
_ROUND_OVER, _MATCH_OVER = Phase.ROUND_OVER, Phase.MATCH_OVER


def refusal(state: State, seat: int, move: Move) -> str | None:
    """The reason code for which a move is refused; None if it is allowed."""
    phase = state.phase
    if phase is _MATCH_OVER:
        return "match_over"
    if not is_seated(state, seat):
        return "not_seated"
    kind = type(move)
    if kind is Resign:
        return None
    if phase is _ROUND_OVER:
        return None if kind is NextRound else "round_over"
    at_any_time = _AT_ANY_TIME.get(kind)
    if at_any_time is not None:
        return at_any_time(state, seat, move)
    if state.turn != seat:
        return _jump(state, seat, move)
    if phase is _CHOOSE_COLOR and kind is not ChooseColor:
        return "must_choose_color"
    return _ON_TURN[kind](state, seat, move)


def _jump(state: State, seat: int, move: Move) -> str | None:
    if type(move) is Play and move.card is jump_card(state, seat):
        return _riders(state, seat, move)
    return "not_your_turn"


def _say_uno(state: State, seat: int, move: SayUno) -> str | None:
    return None if can_call(state, seat) else "no_uno_due"


def _catch(state: State, seat: int, move: Catch) -> str | None:
    return None if move.seat in suspects(state, seat) else "not_catchable"


def _next_round(state: State, seat: int, move: NextRound) -> str | None:
    return "wrong_phase"


def _play(state: State, seat: int, move: Play) -> str | None:
    phase, card = state.phase, move.card
    if phase is _CHOOSE_TARGET:
        return "wrong_phase"
    if card not in state.hands[seat]:
        return "not_in_hand"
    if phase is _DRAWN_CARD and card is not state.drawn:
        return "must_draw_drawn_only"
    if not is_playable(state, seat, card):
        return "not_stackable" if phase is Phase.RESPOND else "not_playable"
    if move.color is None and move.target is None and not move.uno:
        return None
    return _riders(state, seat, move)


def _riders(state: State, seat: int, move: Play) -> str | None:
    """A colour, target or call that rides along is judged where it would be asked for, and ignored elsewhere."""
    card = move.card
    if card.is_wild and move.color is not None and not _is_color(move.color):
        return "bad_color"
    target = _asked_target(state, seat, card, move.target)
    if target is not None and target not in lawful_targets(state, seat, card):
        return "bad_target"
    if move.uno and not could_leave_one(state, seat, card, target):
        return "no_uno_due"
    return None


def _asked_target(state: State, seat: int, card: Card, target: int | None) -> int | None:
    """The target that rides along, if the player would be asked for one."""
    if not is_aimed(state.options, card, len(state.hands[seat]) == 1):
        return None
    targets = lawful_targets(state, seat, card)
    return target if len(targets) > 1 or (targets and may_decline(state.options, card)) else None


def _is_color(value: object) -> bool:
    """Moves come from outside: a word that merely equals a colour is none."""
    return isinstance(value, Color)


def _draw(state: State, seat: int, move: Draw) -> str | None:
    if state.phase is _DRAWN_CARD and may_draw_on(state, seat):
        return None
    if state.phase is not Phase.AWAIT_PLAY:
        return "wrong_phase"
    if not state.can_draw:
        return "nothing_to_draw"
    return "must_play" if must_play_from_hand(state, seat) else None


def _keep(state: State, seat: int, move: Keep) -> str | None:
    if state.phase is not Phase.DRAWN_CARD:
        return "wrong_phase"
    return "must_play" if must_play_drawn(state) else None


def _pass(state: State, seat: int, move: Pass) -> str | None:
    if state.phase is not Phase.AWAIT_PLAY:
        return "wrong_phase"
    if plays(state, seat):
        return "must_play"
    return "can_draw" if state.can_draw else None


def _accept(state: State, seat: int, move: Accept) -> str | None:
    return None if state.phase is Phase.RESPOND else "wrong_phase"


def _challenge(state: State, seat: int, move: Challenge) -> str | None:
    if state.phase is not Phase.RESPOND:
        return "wrong_phase"
    return None if is_challengeable(state) else "not_challengeable"


def _choose_color(state: State, seat: int, move: ChooseColor) -> str | None:
    if state.phase is not Phase.CHOOSE_COLOR:
        return "wrong_phase"
    return None if _is_color(move.color) else "bad_color"


def _choose_target(state: State, seat: int, move: ChooseTarget) -> str | None:
    if state.phase is not Phase.CHOOSE_TARGET:
        return "wrong_phase"
    return None if move.seat in lawful_targets(state, seat, state.top) else "bad_target"


def _decline(state: State, seat: int, move: Decline) -> str | None:
    return None if state.phase is Phase.CHOOSE_TARGET and may_decline(state.options, state.top) else "wrong_phase"


Judge = Callable[[State, int, Any], str | None]
_AT_ANY_TIME: Final[dict[type[Move], Judge]] = {SayUno: _say_uno, Catch: _catch, NextRound: _next_round}
_ON_TURN: Final[dict[type[Move], Judge]] = {
    Play: _play,
    Draw: _draw,
    Keep: _keep,
    Pass: _pass,
    Accept: _accept,
    Challenge: _challenge,
    ChooseColor: _choose_color,
    ChooseTarget: _choose_target,
    Decline: _decline,
}
