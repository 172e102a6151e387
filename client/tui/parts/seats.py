"""A seat of the table: whose it is, how many cards, how many points, and every mark on it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from client.names import seat_name
from client.protocol import Chair, Kind, TableView
from client.text import Text
from client.tui.paint import Line, Row, cells, clip
from client.tui.palette import Palette
from engine.view import PlayerView, Status, Uno


class SeatFace(NamedTuple):
    """Everything a seat shows; equal faces look the same to everybody, so painted ones are shared."""

    name: str
    cards: int
    score: int
    tags: tuple[str, ...]
    uno: bool
    turn: bool
    gone: bool
    """Out or left."""


def seat_face(text: Text, table: TableView, game: PlayerView, seat: int) -> SeatFace:
    """What to show of one seat."""
    view = game.seat(seat)
    chair = table.chairs[seat] if seat < len(table.chairs) else Chair()
    tags = []
    if view.status is Status.LEFT:
        tags.append(text("left"))
    elif view.status is Status.OUT:
        tags.append(text("out"))
    elif chair.kind is Kind.BOT:
        tags.append(text("bot"))
    if chair.away and view.status is Status.IN:
        tags.append(text("away"))
    if view.is_dealer:
        tags.append(text("dealer"))
    called = view.uno in (Uno.ANNOUNCED, Uno.SAFE)
    name = seat_name(text, table.chairs, seat)
    return SeatFace(name, view.cards, view.score, tuple(tags), called, view.is_turn, view.status is not Status.IN)


def count_bar(line: Line, palette: Palette, count: int, room: int) -> None:
    """One mark a card, `+` where there are more than fit."""
    style = palette.warn if count == 1 else palette.base
    shown = count if count <= room else room - 1
    line.add("▮" * max(0, shown), style).add("+" if count > room else "", style)


@lru_cache(maxsize=4096)
def seat_block(palette: Palette, face: SeatFace, width: int, uno: str) -> tuple[Row, Row, Row]:
    """Three rows: name and UNO mark; count and bar; points and tags."""
    badge = f" {uno} " if face.uno else ""
    name_style = palette.accent if face.turn else palette.dim if face.gone else palette.bright
    first = Line(width, palette.base).add("▸ " if face.turn else "  ", palette.accent)
    first.add(clip(face.name, max(1, width - 3 - cells(badge))), name_style)
    if badge:
        first.add(" ").add(badge, palette.uno)
    second = Line(width, palette.base)
    if not face.gone:
        second.add(f"{face.cards:>4} ", palette.warn if face.cards == 1 else palette.bright)
        count_bar(second, palette, face.cards, width - 6)
    third = Line(width, palette.base).add(f"{face.score:>4} ", palette.dim)
    third.add(clip(" ".join(face.tags), max(0, third.room - 1)), palette.dim)
    return first.row(), second.row(), third.row()


@lru_cache(maxsize=4096)
def seat_line(palette: Palette, face: SeatFace, width: int, uno: str) -> Row:
    """One row in columns: turn mark, name, number of cards, bar, points, UNO or tags. At least 30 cells."""
    spare = width - 30
    name, bar = 8 + spare // 3, 5 + min(6, spare // 3)
    style = palette.accent if face.turn else palette.dim if face.gone else palette.bright
    line = Line(width, palette.base).add("▸" if face.turn else " ", palette.accent)
    line.add(clip(face.name, name), style).to(name + 2)
    if not face.gone:
        line.add(f"{face.cards:>2} ", palette.warn if face.cards == 1 else palette.bright)
        count_bar(line, palette, face.cards, bar)
    line.to(name + bar + 6).add(f"{face.score:>4} ", palette.dim)
    if face.uno:
        line.add(uno, palette.uno)
    else:
        line.add(clip(" ".join(face.tags), max(0, line.room)), palette.dim)
    return line.row()
