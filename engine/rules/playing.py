"""Playing a card: from the hand to the pile, its UNO mark, its colour and its target (RULES §6.2 `play`)."""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Color
from engine.events import ColorChosen, Marked, TargetChosen, WentOut, played, turn_moved
from engine.moves import Play
from engine.powers import asks_color, hand_movers, may_decline
from engine.rules.draft import Draft
from engine.rules.effects import lawful_targets, take_effect
from engine.rules.ending import is_going_out_final
from engine.rules.playable import is_lawful
from engine.rules.stacking import waives_legality
from engine.rules.uno import close_windows, settle_mark
from engine.state import State
from engine.view import Phase, Uno

_NONE: Final = Uno.NONE


def play(draft: Draft, seat: int, move: Play) -> None:
    """Put a card down; colour and target may ride along or are asked for."""
    close_windows(draft)
    before = draft.state
    card, left, mark = move.card, len(before.hands[seat]) - 1, before.uno[seat]
    draft.add(played(seat, card, card.color or before.color))
    if left and card in hand_movers(before.options):
        if move.uno and mark is not Uno.ANNOUNCED:
            draft.add(Marked(seat, Uno.ANNOUNCED))
    elif left == 1 or mark is not _NONE:
        settle_mark(draft, seat, move.uno or mark is Uno.ANNOUNCED)
    final = not left and is_going_out_final(draft.state, seat)
    if not left and not final:
        draft.add(WentOut(seat))
    if final or not asks_color(before.options, card):
        _aim(draft, seat, card, move.target)
    elif move.color is None:
        draft.add(turn_moved(seat, Phase.CHOOSE_COLOR))
    else:
        choose_color(draft, seat, move.color)


def choose_color(draft: Draft, seat: int, color: Color) -> None:
    """Name the colour of the wild on the pile, and let the card do what it does."""
    before = draft.state
    draft.add(ColorChosen(seat, color))
    if before.color is None:
        draft.add(turn_moved(seat, Phase.AWAIT_PLAY))
    else:
        take_effect(draft, seat, before.top, None, is_within_rules(before))


def is_within_rules(state: State) -> bool:
    """Was the Wild Draw Four on top lawful? Asked while `color` is still the one before it (RULES §9.1)."""
    return (state.pending is not None and waives_legality(state.options)) or is_lawful(state.left_in_hand, state.color)


def choose_target(draft: Draft, seat: int, target: int | None) -> None:
    """Aim the card on the pile; None declines."""
    draft.add(TargetChosen(seat, target))
    take_effect(draft, seat, draft.state.top, target)


def _aim(draft: Draft, seat: int, card: Card, target: int | None) -> None:
    targets = lawful_targets(draft.state, seat, card)
    if not targets:
        take_effect(draft, seat, card, None)
    elif len(targets) == 1 and not may_decline(draft.state.options, card):
        choose_target(draft, seat, targets[0])
    elif target is None:
        draft.add(turn_moved(seat, Phase.CHOOSE_TARGET))
    else:
        choose_target(draft, seat, target)
