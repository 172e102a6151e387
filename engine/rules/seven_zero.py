"""The house rule Seven-0, and the Forced Swap: a seven swaps two hands, a zero passes every hand on (RULES §6.3, §12)."""

from __future__ import annotations

from engine.cards import Card, Kind
from engine.events import Rotated, Swapped
from engine.rules.draft import Draft
from engine.rules.uno import settle_mark
from engine.view import Uno


def move_hands(draft: Draft, seat: int, card: Card, target: int | None) -> None:
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
