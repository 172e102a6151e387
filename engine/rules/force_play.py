"""The house rule Force Play: a drawn card that fits is played at once (RULES §12, §17.10)."""

from __future__ import annotations

from engine.cards import Card, Kind
from engine.rules.playable import is_lawful
from engine.state import State


def is_forced(state: State, seat: int, card: Card) -> bool:
    """Is this playable card, just drawn, played without asking? A bluff is never forced."""
    if not state.options.force_play:
        return False
    return card.kind is not Kind.WILD_DRAW_FOUR or is_lawful(state.hands[seat], state.color)
