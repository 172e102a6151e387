"""Playing a card: from the hand to the pile, its colour, its target, and what it then does (RULES §6.2, §6.3)."""

from __future__ import annotations

from engine.cards import Card, Color, Kind
from engine.events import (
    ColorChosen,
    Lifted,
    Marked,
    Owed,
    Played,
    Rotated,
    Skipped,
    Swapped,
    TargetChosen,
    Turned,
    TurnMoved,
    WentOut,
    Why,
)
from engine.moves import Play
from engine.rules.challenge import strike
from engine.rules.draft import Draft
from engine.rules.drawing import give
from engine.rules.ending import end_round, is_going_out_final
from engine.rules.playable import is_lawful
from engine.rules.seven_zero import moves_hands
from engine.rules.stacking import AMOUNTS, waives_legality
from engine.rules.turns import skip, start_turn
from engine.rules.uno import close_windows, settle_mark
from engine.state import State
from engine.view import Phase, Status, Uno


def play(draft: Draft, seat: int, move: Play) -> None:
    """Put a card down; colour and target may ride along or are asked for."""
    close_windows(draft)
    card = move.card
    before = draft.state
    draft.add(Played(seat, card, card.color or before.color))
    state = draft.state
    empty = not state.hands[seat]
    called = move.uno or before.uno[seat] is Uno.ANNOUNCED
    if empty or not moves_hands(state.options, card):
        settle_mark(draft, seat, called)
    elif called and before.uno[seat] is not Uno.ANNOUNCED:
        draft.add(Marked(seat, Uno.ANNOUNCED))
    final = is_going_out_final(state, seat)
    if empty and not final:
        draft.add(WentOut(seat))
    if not card.is_wild or before.color is None or final:
        _aim(draft, seat, card, move.target)
    elif move.color is None:
        draft.add(TurnMoved(seat, Phase.CHOOSE_COLOR))
    else:
        choose_color(draft, seat, move.color, move.target)


def choose_color(draft: Draft, seat: int, color: Color, target: int | None = None) -> None:
    """Name the colour of the wild on the pile, and let the card do what it does."""
    before = draft.state
    draft.add(ColorChosen(seat, color))
    if before.color is None:
        draft.add(TurnMoved(seat, Phase.AWAIT_PLAY))
    else:
        _aim(draft, seat, before.top, target, is_within_rules(before))


def is_within_rules(state: State) -> bool:
    """Was the Wild Draw Four on top lawful? Asked while `color` is still the one before it (RULES §9.1)."""
    return (state.pending is not None and waives_legality(state.options)) or is_lawful(state.left_in_hand, state.color)


def choose_target(draft: Draft, seat: int, target: int | None) -> None:
    """Aim the card on the pile; None declines."""
    draft.add(TargetChosen(seat, target))
    take_effect(draft, seat, draft.state.top, target)


def lawful_targets(state: State, seat: int, card: Card) -> tuple[int, ...]:
    """The seats a card just played by `seat` may be aimed at; none if it is not aimed at anybody."""
    if card.kind is Kind.WILD_TARGETED_DRAW_TWO:
        return state.others(seat)
    aimed = card.kind is Kind.WILD_FORCED_SWAP or (card.kind is Kind.SEVEN and state.options.seven_zero)
    return state.others(seat) if aimed and state.hands[seat] else ()


def may_decline(state: State, card: Card) -> bool:
    """May the player of this card swap with nobody?"""
    return card.kind is Kind.WILD_FORCED_SWAP and state.options.forced_swap == "may"


def _aim(draft: Draft, seat: int, card: Card, target: int | None, lawful: bool = True) -> None:
    targets = lawful_targets(draft.state, seat, card)
    if not targets:
        take_effect(draft, seat, card, None, lawful)
    elif len(targets) == 1 and not may_decline(draft.state, card):
        choose_target(draft, seat, targets[0])
    elif target is None:
        draft.add(TurnMoved(seat, Phase.CHOOSE_TARGET))
    else:
        choose_target(draft, seat, target)


def take_effect(draft: Draft, seat: int, card: Card, target: int | None, lawful: bool = True) -> None:
    """What the card on the pile does, once its colour and target are known."""
    state = draft.state
    if state.status[seat] is not Status.LEFT and is_going_out_final(state, seat):
        _go_out(draft, seat, card, target)
        return
    kind = card.kind
    following = state.next_seat(seat)
    if kind is Kind.SKIP or kind is Kind.WILD_SKIP:
        skip(draft, following)
    elif kind is Kind.REVERSE or kind is Kind.WILD_REVERSE:
        _reverse(draft, seat)
    elif kind is Kind.WILD_TARGETED_DRAW_TWO:
        if target is not None:
            give(draft, target, AMOUNTS[kind], Why.HIT)
        start_turn(draft, following)
    elif kind in AMOUNTS:
        strike(draft, seat, AMOUNTS[kind], lawful)
    elif kind is Kind.WILD_SKIP_TWO:
        _skip_two(draft, seat, following)
    else:
        if state.hands[seat] and moves_hands(state.options, card):
            _move_hands(draft, seat, card, target)
        start_turn(draft, following)


def _reverse(draft: Draft, seat: int) -> None:
    draft.add(Turned(-draft.state.direction))
    state = draft.state
    following = state.next_seat(seat)
    if len(state.others(seat)) == 1 and state.options.reverse_two_players == "as_skip":
        skip(draft, following)
    else:
        start_turn(draft, following)


def _skip_two(draft: Draft, seat: int, following: int) -> None:
    state = draft.state
    if len(state.others(seat)) > 1:
        draft.add(Skipped(following))
        skip(draft, state.next_seat(following))
    else:
        if state.options.skip_two_two_players == "lose_two":
            draft.add(Owed(following))
        skip(draft, following)


def _move_hands(draft: Draft, seat: int, card: Card, target: int | None) -> None:
    """Swap two hands or pass all of them on; a call counts only if it was made for this play (RULES §8.10, §17.3)."""
    called = draft.state.uno[seat] is Uno.ANNOUNCED
    if card.kind is Kind.ZERO:
        draft.add(Rotated())
        moved = draft.state.in_play
    elif target is None:
        moved = (seat,)
    else:
        draft.add(Swapped(seat, target))
        moved = (seat, target)
    for owner in moved:
        settle_mark(draft, owner, called and owner == seat)


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
