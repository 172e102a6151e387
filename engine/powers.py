"""What a card can do at a table with these options: ask for a colour or a target, move whole hands, make others draw.

The rules, the bots and the screens all look it up here. Who is asked, and what then happens, is for the rules to say.
"""

from __future__ import annotations

from typing import Final

from engine.cards import CARDS, Card, Kind
from engine.options import Options

AMOUNTS: Final = {
    Kind.DRAW_TWO: 2,
    Kind.WILD_DRAW_TWO: 2,
    Kind.WILD_DRAW_FOUR: 4,
    Kind.WILD_TARGETED_DRAW_TWO: 2,
}
"""How many cards each draw card costs its victim."""

_SEVENS_AND_ZEROS: Final = frozenset(card for card in CARDS if card.kind in (Kind.SEVEN, Kind.ZERO))
_FORCED_SWAPS: Final = frozenset(card for card in CARDS if card.kind is Kind.WILD_FORCED_SWAP)
_NONE: Final[frozenset[Card]] = frozenset()


def asks_color(options: Options, card: Card) -> bool:
    """Does its player name a colour? In All Wild there is none to name (RULES §6.2)."""
    return card.is_wild and options.deck != "allwild112"


def hand_movers(options: Options) -> frozenset[Card]:
    """The faces that move whole hands, unless they are the last card (RULES §12)."""
    if options.seven_zero:
        return _SEVENS_AND_ZEROS
    return _FORCED_SWAPS if options.deck == "allwild112" else _NONE


def is_swap(options: Options, card: Card) -> bool:
    """Does it exchange its player's hand for that of somebody chosen, unless it is the last card?"""
    return card.kind is not Kind.ZERO and card in hand_movers(options)


def is_aimed(options: Options, card: Card, is_last: bool) -> bool:
    """Does it need a target? A Targeted Draw Two always does, a swap unless it is the last card (RULES §6.3)."""
    return card.kind is Kind.WILD_TARGETED_DRAW_TWO or (not is_last and is_swap(options, card))


def may_decline(options: Options, card: Card) -> bool:
    """May its player swap with nobody (RULES §17.12)?"""
    return card.kind is Kind.WILD_FORCED_SWAP and options.forced_swap == "may"
