"""The house rule Seven-0: a seven swaps two hands, a zero passes every hand on (RULES §12)."""

from __future__ import annotations

from typing import Final

from engine.cards import CARDS, Card, Kind
from engine.options import Options

_SEVENS_AND_ZEROS: Final = frozenset(card for card in CARDS if card.kind in (Kind.SEVEN, Kind.ZERO))
_SWAPS: Final = frozenset(card for card in CARDS if card.kind is Kind.WILD_FORCED_SWAP)
_NONE: Final[frozenset[Card]] = frozenset()


def hand_movers(options: Options) -> frozenset[Card]:
    """The faces that move whole hands when played (unless as the last card)."""
    if options.seven_zero:
        return _SEVENS_AND_ZEROS
    return _SWAPS if options.deck == "allwild112" else _NONE
