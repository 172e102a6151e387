"""What a viewer sees of somebody's hand, in the open or by a leak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Final

from engine.cards import CARDS, Card
from engine.notation import cards_text
from engine.observe import observe
from engine.state import State

_CONJURED: Final = (CARDS[0], CARDS[-1])


def ordered(cards: Iterable[Card]) -> str:
    """Cards in the order of their codes, `none` for no card."""
    return cards_text(sorted(cards, key=lambda one: one.code))


def seen(state: State, viewer: int, owner: int) -> tuple[Card, ...]:
    view = observe(state, viewer)
    if view.hands is not None:
        return view.hands[owner]
    if viewer == owner:
        return view.hand
    return view.reveal.cards if view.reveal is not None and view.reveal.seat == owner else ()


def leak(state: State, viewer: int, owner: int) -> str:
    """What a viewer sees of a hand, also in ways nobody thought of: its view must not change with the cards."""
    cards = seen(state, viewer, owner)
    if cards:
        return ordered(cards)
    view = observe(state, viewer)
    for card in _CONJURED:
        hand = (card,) * len(state.hands[owner])
        other = observe(state._replace(hands=(*state.hands[:owner], hand, *state.hands[owner + 1 :])), viewer)
        for field in fields(view):
            if getattr(view, field.name) != getattr(other, field.name):
                return f"a difference in {field.name}"
    return "nothing seen"
