"""Open hands, a seat a line or more: whose turn, how many cards, which cards, the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from client.text import Text
from client.tui.paint import Line, Row, blank, clip
from client.tui.palette import Palette
from client.tui.parts.seats import SeatFace, name_style
from engine.cards import Card

WIDE: Final = 60
SCORE: Final = 7
"""Cells at the right end of a wide row, for the score."""
GAIN: Final = 6
"""Cells before it for what the round brought, where cards leave them free."""

Packed = list[list[Card]]
"""A hand as the rows it takes."""


class OpenHand(NamedTuple):
    """A seat with its cards. `gain`: what the round that is over brought; `rank`: how the match ended for it, if it did."""

    face: SeatFace
    cards: tuple[Card, ...]
    gain: int = 0
    rank: int = 0


def hand_rows(text: Text, palette: Palette, hands: Sequence[OpenHand], width: int, room: int, acting: int) -> list[Row]:
    """A row for each hand, and more up to `room` for long ones, `acting`'s first; `+3` tells of cards left out.

    With room to spare the cards are wider and the seats stand apart.
    """
    for air in (2, 1):
        packed = [_packed(hand.cards, _room(width), air) for hand in hands]
        if sum(map(len, packed)) <= room:
            break
    spare = room - len(hands)
    lines = [1] * len(hands)
    for seat in sorted(range(len(hands)), key=lambda seat: seat != acting):
        lines[seat] += min(max(0, spare), len(packed[seat]) - 1)
        spare -= lines[seat] - 1
    apart = spare >= len(hands) - 1
    rows: list[Row] = []
    for hand, parts, count in zip(hands, packed, lines, strict=True):
        rows += [blank(width, palette.base)] if apart and rows else []
        rows += _seat(text, palette, hand, parts, count, air, width)
    return rows


def _lead(width: int) -> int:
    """Cells before the first card."""
    return 23 if width >= WIDE else 15


def _room(width: int) -> int:
    return width - _lead(width) - (SCORE if width >= WIDE else 1)


def _packed(cards: Sequence[Card], room: int, air: int) -> Packed:
    """The cards by colour, as many on each row as fit; `air`: cells around a card."""
    rows: Packed = [[]]
    left = room
    for card in sorted(cards, key=lambda card: card.code):
        size = len(card.text) + 2 * air - 1
        if size > left and rows[-1]:
            rows.append([])
            left = room
        rows[-1].append(card)
        left -= size
    return rows


def _seat(text: Text, palette: Palette, hand: OpenHand, parts: Packed, count: int, air: int, width: int) -> list[Row]:
    rows: list[Row] = []
    for number, cards in enumerate(parts[:count]):
        line = Line(width, palette.base)
        if number == 0:
            _head(text, palette, line, hand, width >= WIDE)
        line.to(_lead(width))
        hidden = sum(map(len, parts[count:])) if number == count - 1 else 0
        shown, hidden = (cards[:-1], hidden + 1) if hidden else (cards, 0)
        for card in shown:
            line.add(f"{' ' * (air - 1)}{card.text}{' ' * (air - 1)}", palette.card[card.color]).add(" ")
        line.add(f"+{hidden}" if hidden else "", palette.warn)
        if not hand.cards:
            line.add(hand.face.tags[0] if hand.face.gone and hand.face.tags else text("no cards left"), palette.dim)
        if number == 0 and width >= WIDE:
            _score(text, palette, line, hand)
        rows.append(line.row())
    return rows


def _head(text: Text, palette: Palette, line: Line, hand: OpenHand, wide: bool) -> None:
    face, name = hand.face, 13 if wide else 8
    mark = str(hand.rank) if hand.rank else "▸" if face.turn else " "
    line.add(f"{mark:>2} " if wide else mark[-1], palette.accent)
    line.add(clip(face.name, name - 1), name_style(palette, face)).to(name + (2 if wide else 1))
    line.add(
        text.number(f"{face.cards:>2}") if not face.gone else " –", palette.warn if face.cards == 1 else palette.bright
    ).add(" ")
    if face.uno:
        line.add(text("UNO") if wide else "U", palette.uno)


def _score(text: Text, palette: Palette, line: Line, hand: OpenHand) -> None:
    gain = text.number(f"+{hand.gain}") if hand.gain else ""
    if gain and line.x <= line.width - SCORE - GAIN:
        line.to(line.width - SCORE - len(gain)).add(gain, palette.good)
    line.to(line.width - SCORE + 1).add(text.number(f"{hand.face.score or 0:>5}"), palette.bright)
