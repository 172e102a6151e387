"""Whom a card may be aimed at, and what it does once its colour and target are known (RULES §6.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.cards import Card, Kind
from engine.events import Lifted, Owed, Turned, WentOut, Why, skipped
from engine.powers import AMOUNTS, hand_movers, is_aimed
from engine.rules.challenge import strike
from engine.rules.draft import Draft
from engine.rules.ending import end_round, is_going_out_final
from engine.rules.pile import give
from engine.rules.seven_zero import move_hands
from engine.rules.skip_answers_skip import ask
from engine.rules.turns import skip, start_turn
from engine.state import State
from engine.view import Status

_LEFT: Final = Status.LEFT


def lawful_targets(state: State, seat: int, card: Card) -> tuple[int, ...]:
    """The seats that a card just played by `seat` may be aimed at; none if it is not aimed at anybody."""
    return state.others(seat) if is_aimed(state.options, card, not state.hands[seat]) else ()


def take_effect(draft: Draft, seat: int, card: Card, target: int | None, lawful: bool = True) -> None:
    """Let the card that `seat` played do what it does; `lawful` matters for a Wild Draw Four alone."""
    state = draft.state
    if not state.hands[seat] and state.status[seat] is not _LEFT and is_going_out_final(state, seat):
        _go_out(draft, seat, card, target)
    elif card.kind in _EFFECTS:
        _EFFECTS[card.kind](draft, seat)
    elif card.kind is Kind.WILD_TARGETED_DRAW_TWO:
        _hit_target(draft, seat, target)
    elif card.kind in AMOUNTS:
        strike(draft, seat, AMOUNTS[card.kind], lawful)
    else:
        if state.hands[seat] and card in hand_movers(state.options):
            move_hands(draft, seat, card, target)
        start_turn(draft, state.next_seat(seat))


def _skip(draft: Draft, seat: int) -> None:
    if draft.state.options.skip_answers_skip:
        ask(draft, seat)
        return
    skip(draft, draft.state.next_seat(seat))


def _reverse(draft: Draft, seat: int) -> None:
    draft.add(Turned(-draft.state.direction))
    state = draft.state
    if len(state.others(seat)) == 1 and state.options.reverse_two_players == "as_skip":
        skip(draft, state.next_seat(seat))
    else:
        start_turn(draft, state.next_seat(seat))


def _skip_two(draft: Draft, seat: int) -> None:
    state = draft.state
    following = state.next_seat(seat)
    if len(state.others(seat)) > 1:
        draft.add(skipped(following))
        skip(draft, state.next_seat(following))
        return
    if state.options.skip_two_two_players == "lose_two":
        draft.add(Owed(following))
    skip(draft, following)


_EFFECTS: Final[dict[Kind, Callable[[Draft, int], None]]] = {
    Kind.SKIP: _skip,
    Kind.WILD_SKIP: _skip,
    Kind.REVERSE: _reverse,
    Kind.WILD_REVERSE: _reverse,
    Kind.WILD_SKIP_TWO: _skip_two,
}


def _hit_target(draft: Draft, seat: int, target: int | None) -> None:
    if target is not None:
        give(draft, target, AMOUNTS[Kind.WILD_TARGETED_DRAW_TWO], Why.HIT)
    start_turn(draft, draft.state.next_seat(seat))


def _go_out(draft: Draft, seat: int, card: Card, target: int | None) -> None:
    """The last card of the round: the final draw, then the count (RULES §10.1)."""
    state = draft.state
    draft.add(WentOut(seat))
    amount = AMOUNTS.get(card.kind, 0)
    if state.pending:
        amount += state.pending.amount
        draft.add(Lifted())
    if amount and state.options.final_draw:
        give(draft, state.next_seat(seat) if target is None else target, amount, Why.HIT)
    end_round(draft, seat)
