"""The house rule Draw to Match: who drew a card that does not fit may draw on, or keep it (RULES §12, §17.10)."""

from __future__ import annotations

from engine.rules.playable import playable
from engine.state import State


def may_draw_on(state: State, seat: int) -> bool:
    """May `seat`, who has just drawn a card, draw another?"""
    return state.options.draw_to_match and state.can_draw and state.drawn not in playable(state, seat)
