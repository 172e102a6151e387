"""The house rule Seven-0: a seven swaps two hands, a zero passes every hand on (RULES §12)."""

from __future__ import annotations

from engine.cards import Card, Kind
from engine.options import Options


def moves_hands(options: Options, card: Card) -> bool:
    """Do hands change their owner when this card is played (unless it is the last one)?"""
    if card.kind is Kind.WILD_FORCED_SWAP:
        return True
    return options.seven_zero and (card.kind is Kind.SEVEN or card.kind is Kind.ZERO)
