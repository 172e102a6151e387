"""What cards, colours and seats are called in sentences."""

from __future__ import annotations

from typing import Final

from client.protocol import Chair
from client.text import Text, later
from engine.cards import Card, Color, Kind

_COLORS: Final = {
    Color.RED: later("red"),
    Color.YELLOW: later("yellow"),
    Color.GREEN: later("green"),
    Color.BLUE: later("blue"),
}
_KINDS: Final = {
    Kind.SKIP: later("Skip"),
    Kind.REVERSE: later("Reverse"),
    Kind.DRAW_TWO: later("Draw Two"),
    Kind.WILD: later("Wild"),
    Kind.WILD_DRAW_FOUR: later("Wild Draw Four"),
    Kind.WILD_REVERSE: later("Wild Reverse"),
    Kind.WILD_SKIP: later("Wild Skip"),
    Kind.WILD_SKIP_TWO: later("Wild Skip Two"),
    Kind.WILD_TARGETED_DRAW_TWO: later("Wild Targeted Draw Two"),
    Kind.WILD_FORCED_SWAP: later("Wild Forced Swap"),
    Kind.WILD_DRAW_TWO: later("Wild Draw Two"),
}
_PLACES: Final = (
    later("1st"),
    later("2nd"),
    later("3rd"),
    later("4th"),
    later("5th"),
    later("6th"),
    later("7th"),
    later("8th"),
    later("9th"),
    later("10th"),
)


def color_name(text: Text, color: Color) -> str:
    """`red`."""
    return text(_COLORS[color])


def kind_name(text: Text, kind: Kind) -> str:
    """`7`, `Skip`, `Wild Draw Four`."""
    return text(_KINDS[kind]) if kind in _KINDS else text.number(kind.value)


def card_name(text: Text, card: Card) -> str:
    """`red 7`, `blue Skip`, `Wild Draw Four`."""
    if card.color is None:
        return kind_name(text, card.kind)
    return text("{color} {kind}", color=color_name(text, card.color), kind=kind_name(text, card.kind))


def seat_name(text: Text, chairs: tuple[Chair, ...], seat: int) -> str:
    """The name on a chair, or its number where nobody is left to name."""
    name = chairs[seat].name if 0 <= seat < len(chairs) else ""
    return name or text("seat {number}", number=seat + 1)


def place_name(text: Text, place: int) -> str:
    """`2nd`, from 1 to 10."""
    return text(_PLACES[place - 1])
