"""Which moves are allowed: every one a seat may make, and why another is refused (RULES §6.1, SCENARIOS "Reason codes")."""

from __future__ import annotations

from typing import Final

from engine.cards import CARDS, Card, Color, Kind
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
from engine.rules.challenge import is_challengeable
from engine.rules.effects import lawful_targets, may_decline
from engine.rules.playable import must_play_drawn, must_play_from_hand, plays
from engine.rules.uno import can_call, could_leave_one
from engine.state import State
from engine.view import Phase, Status, Uno

_PLAY: Final = {card: Play(card) for card in CARDS}
_COLORS: Final[tuple[Move, ...]] = tuple(ChooseColor(color) for color in Color)
_DRAW, _KEEP, _PASS = Draw(), Keep(), Pass()
_ACCEPT, _CHALLENGE, _DECLINE = Accept(), Challenge(), Decline()
_UNO, _RESIGN, _NEXT = SayUno(), Resign(), NextRound()


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """Every move `seat` may make now; `Play` stands for itself with every allowed rider."""
    if not 0 <= seat < len(state.status) or state.status[seat] is Status.LEFT or state.phase is Phase.MATCH_OVER:
        return ()
    if state.phase is Phase.ROUND_OVER:
        return (_NEXT, _RESIGN)
    moves = _turn_moves(state, seat) if state.turn == seat else []
    if can_call(state, seat):
        moves.append(_UNO)
    moves.extend(Catch(other) for other in range(len(state.status)) if catch_refusal(state, seat, other) is None)
    moves.append(_RESIGN)
    return tuple(moves)


def _turn_moves(state: State, seat: int) -> list[Move]:
    phase = state.phase
    if phase is Phase.CHOOSE_COLOR:
        return list(_COLORS)
    if phase is Phase.CHOOSE_TARGET:
        targets: list[Move] = [ChooseTarget(other) for other in lawful_targets(state, seat, state.top)]
        return [*targets, _DECLINE] if may_decline(state, state.top) else targets
    moves: list[Move] = [_PLAY[card] for card in plays(state, seat)]
    if phase is Phase.RESPOND:
        moves.append(_ACCEPT)
        if is_challengeable(state):
            moves.append(_CHALLENGE)
    elif phase is Phase.DRAWN_CARD:
        if not must_play_drawn(state):
            moves.append(_KEEP)
    elif not state.can_draw:
        if not moves:
            moves.append(_PASS)
    elif not must_play_from_hand(state, seat):
        moves.append(_DRAW)
    return moves


def refusal(state: State, seat: int, move: Move) -> str | None:
    """The reason code for which a move is refused; None if it is allowed."""
    if state.phase is Phase.MATCH_OVER:
        return "match_over"
    if not 0 <= seat < len(state.status) or state.status[seat] is Status.LEFT:
        return "not_seated"
    if isinstance(move, Resign):
        return None
    if state.phase is Phase.ROUND_OVER:
        return None if isinstance(move, NextRound) else "round_over"
    if isinstance(move, NextRound):
        return "wrong_phase"
    if isinstance(move, SayUno):
        return None if can_call(state, seat) else "no_uno_due"
    if isinstance(move, Catch):
        return catch_refusal(state, seat, move.seat)
    if state.turn != seat:
        return "not_your_turn"
    return _turn_refusal(state, seat, move)


def catch_refusal(state: State, by: int, seat: int) -> str | None:
    """Why `by` may not catch `seat` now; a false catch is allowed where it costs (RULES §8.8, §17.4)."""
    seated = 0 <= seat < len(state.status) and state.status[seat] is not Status.LEFT
    if not seated or seat == by or state.options.uno_enforcement == "automatic":
        return "not_catchable"
    if state.uno[seat] is Uno.OPEN or (state.options.false_catch_penalty and state.status[by] is Status.IN):
        return None
    return "not_catchable"


def _turn_refusal(state: State, seat: int, move: Move) -> str | None:
    phase = state.phase
    if phase is Phase.CHOOSE_COLOR:
        if not isinstance(move, ChooseColor):
            return "must_choose_color"
        return None if _is_color(move.color) else "bad_color"
    if phase is Phase.CHOOSE_TARGET:
        if isinstance(move, Decline) and may_decline(state, state.top):
            return None
        if not isinstance(move, ChooseTarget):
            return "wrong_phase"
        return None if move.seat in lawful_targets(state, seat, state.top) else "bad_target"
    if isinstance(move, Play):
        return _play_refusal(state, seat, move)
    if phase is Phase.RESPOND:
        if isinstance(move, Challenge):
            return None if is_challengeable(state) else "not_challengeable"
        return None if isinstance(move, Accept) else "wrong_phase"
    if phase is Phase.DRAWN_CARD:
        if not isinstance(move, Keep):
            return "wrong_phase"
        return "must_play" if must_play_drawn(state) else None
    if isinstance(move, Draw):
        if not state.can_draw:
            return "nothing_to_draw"
        return "must_play" if must_play_from_hand(state, seat) else None
    if isinstance(move, Pass):
        if plays(state, seat):
            return "must_play"
        return "can_draw" if state.can_draw else None
    return "wrong_phase"


def _play_refusal(state: State, seat: int, move: Play) -> str | None:
    card = move.card
    if card not in state.hands[seat]:
        return "not_in_hand"
    if state.phase is Phase.DRAWN_CARD and card is not state.drawn:
        return "must_draw_drawn_only"
    if card not in plays(state, seat):
        return "not_stackable" if state.phase is Phase.RESPOND else "not_playable"
    return _rider_refusal(state, seat, move)


def _rider_refusal(state: State, seat: int, move: Play) -> str | None:
    """A colour, target or call that rides along is judged where it would be asked for, and ignored elsewhere."""
    card = move.card
    if card.is_wild and move.color is not None and not _is_color(move.color):
        return "bad_color"
    target = _asked_target(state, seat, card, move.target)
    if target is not None and target not in lawful_targets(state, seat, card):
        return "bad_target"
    if move.uno and not could_leave_one(state, seat, card.kind, target):
        return "no_uno_due"
    return None


def _asked_target(state: State, seat: int, card: Card, target: int | None) -> int | None:
    """The target that rides along, if the player would be asked for one."""
    if len(state.hands[seat]) == 1 and card.kind is not Kind.WILD_TARGETED_DRAW_TWO:
        return None
    targets = lawful_targets(state, seat, card)
    return target if len(targets) > 1 or (targets and may_decline(state, card)) else None


def _is_color(value: object) -> bool:
    """Moves come from outside: a word that merely equals a colour is none."""
    return isinstance(value, Color)
