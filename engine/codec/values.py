"""The small values that moves, events and views are made of, each as a pair of functions: out and back in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeAlias, TypeVar

from engine.cards import CARDS, Card, Color
from engine.options import MAX_SEATS

Raw: TypeAlias = "int | str | list[Raw] | dict[str, Raw] | None"
"""What JSON and msgpack can carry without loss (booleans are ints here)."""

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

MOST_CARDS: Final = 256
"""No deck is larger."""
MOST_POINTS: Final = 10**9


@dataclass(frozen=True, slots=True)
class Value(Generic[T]):
    """How one kind of value is packed. `unpack` raises `ValueError` for whatever `pack` would never give."""

    pack: Callable[[T], Raw]
    unpack: Callable[[object], T]
    is_plain: bool = False
    """Is it packed as itself?"""


def shown(raw: object) -> str:
    """Something received, short enough to stand in a sentence."""
    if raw is None or type(raw) is bool:
        return str(raw)
    if type(raw) is int:
        return str(raw) if abs(raw) < 10**12 else "a huge number"
    if type(raw) is str:
        return repr(raw[:20]) if len(raw) <= 20 else f"{raw[:20]!r}…"
    return f"a {type(raw).__name__}"


def as_int(raw: object, low: int, high: int, what: str) -> int:
    """`raw`, if it is an int within the bounds, both included."""
    if type(raw) is not int or not low <= raw <= high:
        raise ValueError(f"{what} is a number from {low} to {high}, not {shown(raw)}")
    return raw


def as_list(raw: object, low: int, high: int, what: str) -> Sequence[object]:
    """`raw`, if it is a list (or tuple) with so many items."""
    if not isinstance(raw, (list, tuple)):
        raise ValueError(f"{what} is a list, not {shown(raw)}")
    if not low <= len(raw) <= high:
        raise ValueError(f"{what} has {low} to {high} items, not {len(raw)}")
    return raw


def number(low: int, high: int, what: str) -> Value[int]:
    """A whole number within bounds."""
    return Value(lambda value: value, lambda raw: as_int(raw, low, high, what), is_plain=True)


def word(kind: type[E], what: str) -> Value[E]:
    """A word of a fixed list, as its place in it."""
    members = tuple(kind)
    place = {member: at for at, member in enumerate(members)}
    return Value(place.__getitem__, lambda raw: members[as_int(raw, 0, len(members) - 1, what)])


def maybe(value: Value[T]) -> Value[T | None]:
    """The value, or nothing."""
    pack, unpack = value.pack, value.unpack
    return Value(
        lambda given: None if given is None else pack(given),
        lambda raw: None if raw is None else unpack(raw),
    )


def row(value: Value[T], longest: int, what: str) -> Value[tuple[T, ...]]:
    """Several values in order."""
    pack, unpack = value.pack, value.unpack

    def pack_row(given: tuple[T, ...]) -> Raw:
        return [pack(item) for item in given]

    def pack_plain(given: tuple[T, ...]) -> Raw:
        return [*given]  # type: ignore[list-item]  # a plain value is its own packed form

    pack_all = pack_plain if value.is_plain else pack_row
    return Value(pack_all, lambda raw: tuple([unpack(item) for item in as_list(raw, 0, longest, what)]))


def _pack_cards(cards: tuple[Card, ...]) -> Raw:
    return [card.code for card in cards]


def _unpack_cards(raw: object) -> tuple[Card, ...]:
    return tuple([_unpack_card(item) for item in as_list(raw, 0, MOST_CARDS, "a row of cards")])


def _unpack_card(raw: object) -> Card:
    return CARDS[as_int(raw, 0, len(CARDS) - 1, "a card")]


def _pack_count(cards: tuple[Card, ...] | int) -> Raw:
    return cards if isinstance(cards, int) else _pack_cards(cards)


def _unpack_count(raw: object) -> tuple[Card, ...] | int:
    return as_int(raw, 0, MOST_CARDS, "a number of cards") if type(raw) is int else _unpack_cards(raw)


def _unpack_flag(raw: object) -> bool:
    if type(raw) is bool:
        return raw
    return as_int(raw, 0, 1, "a yes or no") == 1


def _unpack_direction(raw: object) -> int:
    if type(raw) is not int or raw not in (1, -1):
        raise ValueError(f"a direction is 1 or -1, not {shown(raw)}")
    return raw


CARD: Final[Value[Card]] = Value(lambda card: card.code, _unpack_card)
CARDS_ROW: Final[Value[tuple[Card, ...]]] = Value(_pack_cards, _unpack_cards)
CARDS_OR_COUNT: Final[Value[tuple[Card, ...] | int]] = Value(_pack_count, _unpack_count)
"""Cards, or only how many, for a viewer who may not know them."""
COLOR: Final = word(Color, "a color")
SEAT: Final = number(0, MAX_SEATS - 1, "a seat")
SEATS: Final = row(SEAT, MAX_SEATS, "a row of seats")
COUNT: Final = number(0, MOST_CARDS, "a number of cards")
ROUND: Final = number(0, MOST_POINTS, "a round")
POINTS: Final = number(0, MOST_POINTS, "a number of points")
FLAG: Final[Value[bool]] = Value(int, _unpack_flag)
DIRECTION: Final[Value[int]] = Value(lambda value: value, _unpack_direction, is_plain=True)
