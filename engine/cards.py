"""Cards, and decks as data.

A `Card` is a *face* (red 5, Wild): there is exactly one object per face, so cards compare and hash by
identity, and two red fives of a deck are the same object twice. A wild's named colour never lives on
the card: it is part of the state and of the event that named it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple


class Color(StrEnum):
    """The four colours, in the canonical order."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"

    @property
    def letter(self) -> str:
        """`R`, `Y`, `G` or `B`."""
        return self.value[0].upper()


class Kind(StrEnum):
    """What a card shows besides its colour; the value is its notation (SCENARIOS, "Words")."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    SKIP = "S"
    REVERSE = "R"
    DRAW_TWO = "+2"
    WILD = "W"
    WILD_DRAW_FOUR = "W+4"
    WILD_REVERSE = "WR"
    WILD_SKIP = "WS"
    WILD_SKIP_TWO = "WSS"
    WILD_TARGETED_DRAW_TWO = "WT"
    WILD_FORCED_SWAP = "WX"
    WILD_DRAW_TWO = "W+2"


NUMBERS: Final = tuple(kind for kind in Kind if kind.value.isdigit())
COLORED: Final = (*NUMBERS, Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO)
WILDS: Final = tuple(kind for kind in Kind if kind not in COLORED)


class Card:
    """One face. Take cards from `card()` or `CARDS`; there is one object per face.

    `code` is its place in `CARDS` (0..59): one byte on the wire and in the journal.
    """

    __slots__ = ("code", "color", "is_number", "is_wild", "kind", "text")
    code: int
    color: Color | None
    kind: Kind
    text: str
    is_wild: bool
    is_number: bool

    def __init__(self, code: int, color: Color | None, kind: Kind) -> None:
        self.code = code
        self.color = color
        self.kind = kind
        self.is_wild = color is None
        self.is_number = kind in NUMBERS
        self.text = (color.letter if color else "") + kind.value

    def __repr__(self) -> str:
        return self.text

    __str__ = __repr__

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return _by_code, (self.code,)


def _by_code(code: int) -> Card:
    return CARDS[code]


_FACES: Final = [(color, kind) for color in Color for kind in COLORED] + [(None, kind) for kind in WILDS]
CARDS: Final = tuple(Card(code, color, kind) for code, (color, kind) in enumerate(_FACES))
_BY_TEXT: Final = {one.text: one for one in CARDS}


def card(text: str) -> Card:
    """The card written as in SCENARIOS: `R5`, `YS`, `B+2`, `W+4`. Raises `KeyError` for any other text."""
    return _BY_TEXT[text]


@cache
def of_kind(kind: Kind) -> frozenset[Card]:
    """Every face of this kind."""
    return frozenset(one for one in CARDS if one.kind is kind)


class Stock(NamedTuple):
    """A line of a deck: how often a card is in it, and what it counts in a hand at the end."""

    card: Card
    copies: int
    points: int


class Deck(NamedTuple):
    """A named deck in canonical order (SCENARIOS, "Exactly")."""

    name: str
    stock: tuple[Stock, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card, in canonical order."""
        return tuple(line.card for line in self.stock for _ in range(line.copies))

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(line.copies for line in self.stock)


def _classic() -> tuple[Stock, ...]:
    lines = []
    for color in Color:
        for kind in COLORED:
            count = 1 if kind is Kind.ZERO else 2
            points = int(kind.value) if kind in NUMBERS else 20
            lines.append(Stock(card(color.letter + kind.value), count, points))
    return (*lines, Stock(card("W"), 4, 50), Stock(card("W+4"), 4, 50))


CLASSIC_108: Final = Deck("classic108", _classic())
"""RULES §2.1."""

_ALL_WILD_COUNTS: Final = {"W": 54, "WR": 14, "WS": 14, "WSS": 6, "WT": 4, "WX": 4, "W+2": 10, "W+4": 6}
ALL_WILD_112: Final = Deck(
    "allwild112",
    tuple(Stock(card(text), count, 20 if text == "W" else 50) for text, count in _ALL_WILD_COUNTS.items()),
)
"""RULES §2.2."""

DECKS: Final = {deck.name: deck for deck in (CLASSIC_108, ALL_WILD_112)}
POINTS: Final = {deck.name: {line.card: line.points for line in deck.stock} for deck in DECKS.values()}
"""What each card of a deck counts in a hand at the end, by the deck's name."""
