"""What the cards one has not seen may be, and the chance that somebody can play nothing of his own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.bots.memory import PLACES, WILDS, Room
from engine.cards import CARDS, DECKS, Card, Color, Kind

_COPIES: Final = {name: tuple([deck.cards.count(card) for card in CARDS]) for name, deck in DECKS.items()}
_FACES: Final = {kind: tuple([(card.code, card.color) for card in CARDS if card.kind is kind and card.color]) for kind in Kind}
_BLOCKS: Final = tuple([slice(13 * place, 13 * place + 13) for place in PLACES.values()])


class Unseen:
    """The cards of a deck that lie neither in one's own hand nor on the discard pile, as far as that is known."""

    __slots__ = ("_left", "_of_place", "_total")

    def __init__(self, deck: str, hand: Iterable[Card], gone: bytes) -> None:
        left = [copies - lying for copies, lying in zip(_COPIES[deck], gone, strict=True)]
        for card in hand:
            left[card.code] -= 1
        left = [max(0, count) for count in left]
        self._left = left
        self._of_place = [*[sum(left[block]) for block in _BLOCKS], sum(left[13 * len(Color) :])]
        self._total = max(1, sum(self._of_place))

    def lacks(self, place: int, count: int) -> float:
        """The chance that so many unseen cards hold none of this colour, or no wild (the places of a `Room`)."""
        return float((1.0 - self._of_place[place] / self._total) ** count)

    def stuck(self, room: Room, count: int, color: Color, kind: Kind) -> float:
        """The chance that a hand of so many cards, with this room in it, has nothing that goes on this colour and kind."""
        place = PLACES[color]
        alike = sum([self._left[code] for code, other in _FACES[kind] if other is not color])
        misses = (1.0 - alike / self._total) ** count
        return float(misses * self.lacks(place, min(count, room[place])) * self.lacks(WILDS, min(count, room[WILDS])))
