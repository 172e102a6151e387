"""Taking cards from the draw pile, and refilling it (RULES §6.2 `give`, `reshuffle`)."""

from __future__ import annotations

from typing import Final

from engine.events import Drew, Marked, Reshuffled, Why, drew_one
from engine.rules.draft import Draft
from engine.view import Uno

_NONE: Final = Uno.NONE


def give(draft: Draft, seat: int, count: int, why: Why) -> int:
    """Move up to `count` cards to a hand, refilling the pile when it runs out; what cannot be had is forgiven.

    Returns how many cards there were.
    """
    left = count
    while left > 0:
        pile = draft.state.draw_pile
        if not pile:
            if not reshuffle(draft):
                break
            continue
        cards = pile[:left]
        draft.add(drew_one(seat, cards[0], why) if len(cards) == 1 else Drew(seat, len(cards), cards, why))
        left -= len(cards)
    state = draft.state
    if not state.draw_pile:
        reshuffle(draft)
    if state.uno[seat] is not _NONE and left < count and len(state.hands[seat]) != 1:
        draft.add(Marked(seat, _NONE))
    return count - left


def reshuffle(draft: Draft) -> bool:
    """Shuffle all discards but the top into the empty draw pile; False if there are none."""
    state = draft.state
    rest = state.discard[:-1]
    if not rest:
        return False
    pile = draft.entropy.stream("reshuffle", state.round, state.reshuffles + 1).shuffled(rest)
    draft.add(Reshuffled(len(pile), pile))
    return True
