"""The house rule Jump-In: out of turn, playing the very card that lies on the pile (RULES §12, §17.11)."""

from __future__ import annotations

from engine.cards import Card
from engine.state import State
from engine.view import Phase, Status


def jump_card(state: State, seat: int) -> Card | None:
    """The card with which `seat` may jump in now, out of turn; wilds never do."""
    if not state.options.jump_in or state.turn == seat or state.phase is not Phase.AWAIT_PLAY:
        return None
    top = state.top
    if top.is_wild or state.status[seat] is not Status.IN or top not in state.hands[seat]:
        return None
    return top
