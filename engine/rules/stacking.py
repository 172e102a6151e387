"""Stacking: passing a draw card on by adding one of your own (RULES §9.4, §17.9)."""

from __future__ import annotations

from typing import Final

from engine.cards import CARDS, Card, of_kind
from engine.options import Options
from engine.powers import AMOUNTS
from engine.rules.skip_answers_skip import answers, is_skip_open
from engine.state import State

_DRAW_CARDS: Final = frozenset(card for card in CARDS if card.kind in AMOUNTS)


def stackable(state: State) -> frozenset[Card]:
    """The faces that may go on the draw card that is pending, or answer an open Skip, the colour restriction aside."""
    if is_skip_open(state):
        return answers(state)
    stacking = state.options.stacking
    if stacking == "same_kind":
        return of_kind(state.discard[-1].kind)
    return _DRAW_CARDS if stacking == "any_draw" else frozenset()


def waives_legality(options: Options) -> bool:
    """Is a stacked Wild Draw Four always lawful?"""
    return options.stacking == "any_draw" or options.wild4_legality_when_stacking == "waived"
