"""Stacking: passing a draw card on by adding one of your own (RULES §9.4, §17.9)."""

from __future__ import annotations

from engine.cards import Card
from engine.options import Options
from engine.powers import AMOUNTS
from engine.rules.skip_answers_skip import answers, is_skip_open
from engine.state import State


def stackable(state: State, card: Card) -> bool:
    """May this card go on the draw card that is pending, or answer an open Skip, the colour restriction aside?"""
    if is_skip_open(state):
        return answers(state, card)
    stacking = state.options.stacking
    if stacking == "same_kind":
        return card.kind is state.discard[-1].kind
    return stacking == "any_draw" and card.kind in AMOUNTS


def waives_legality(options: Options) -> bool:
    """Is a stacked Wild Draw Four always lawful?"""
    return options.stacking == "any_draw" or options.wild4_legality_when_stacking == "waived"
