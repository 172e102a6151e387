"""A seat of the table: whose it is, how many cards, how many points, and every mark on it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from client.names import place_name, seat_name
from client.protocol import Chair, Kind, TableView
from client.teams import partner, team_name
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
    place: str = ""
    """`2nd`: where it came in, while the others play on."""
    aimed: bool = False
    """Is it the one that a card is about to be aimed at?"""


def seat_face(text: Text, table: TableView, game: PlayerView, seat: int, aimed: int | None = None) -> SeatFace:
    """What to show of one seat; `aimed` is the seat that is being pointed at, if any."""
    view = game.seat(seat)
    chair = table.chairs[seat] if seat < len(table.chairs) else Chair()
    place = place_name(text, game.out_order.index(seat) + 1) if seat in game.out_order else ""
    tags = []
    if view.status is Status.LEFT:
        tags.append(text("left"))
    elif view.status is Status.OUT:
        tags.append(text("out, {place}", place=place) if place else text("knocked out"))
    elif chair.kind is Kind.BOT:
        tags.append(text("bot"))
    if chair.away and view.status is Status.IN:
        tags.append(text("away"))
    if partner(table.options, game.viewer) == seat:
        tags.insert(0, text("partner"))
    if table.options.teams_2v2 and game.viewer < 0:
        tags.append(team_name(text, seat))
    if view.is_dealer:
        tags.append(text("dealer"))
    called = view.uno in (Uno.ANNOUNCED, Uno.SAFE)
    name = seat_name(text, table.chairs, seat)
    gone = view.status is not Status.IN
    return SeatFace(name, view.cards, view.score, tuple(tags), called, view.is_turn, gone, place, aimed == seat)


def name_style(palette: Palette, face: SeatFace) -> Style:
    """How a seat's name is written."""
    if face.aimed:
        return palette.chosen
    return palette.accent if face.turn else palette.dim if face.gone else palette.bright


def count_bar(line: Line, palette: Palette, count: int, room: int) -> None:
    """One mark a card, `+` where there are more than fit."""
    style = palette.warn if count == 1 else palette.base
    shown = count if count <= room else room - 1
    line.add("▮" * max(0, shown), style).add("+" if count > room else "", style)


def _fitting(tags: tuple[str, ...], room: int) -> str:
    """As many of them as fit whole; a first one that is too long is cut."""
    count = len(tags)
    while count > 1 and cells(" ".join(tags[:count])) > room:
        count -= 1
    return clip(" ".join(tags[:count]), max(0, room))


@lru_cache(maxsize=4096)
def seat_block(palette: Palette, face: SeatFace, width: int, uno: str) -> tuple[Row, Row, Row]:
    """Three rows: name and UNO mark; count and bar; points and tags."""
    badge = f" {uno} " if face.uno else ""
    first = Line(width, palette.base).add("▸ " if face.turn else "  ", palette.accent)
    first.add(clip(face.name, max(1, width - 3 - cells(badge))), name_style(palette, face))
    if badge:
        first.add(" ").add(badge, palette.uno)
    second = Line(width, palette.base)
    if not face.gone:
        second.add(f"{face.cards:>4} ", palette.warn if face.cards == 1 else palette.bright)
        count_bar(second, palette, face.cards, width - 6)
    third = Line(width, palette.base).add(f"{face.score:>4} ", palette.dim)
    third.add(_fitting(face.tags, third.room - 1), palette.dim)
    return first.row(), second.row(), third.row()


@lru_cache(maxsize=4096)
def seat_line(palette: Palette, face: SeatFace, width: int, uno: str) -> Row:
    """One row in columns: turn mark, name, number of cards, bar, points, UNO or tags. At least 30 cells."""
    spare = width - 30
    name, bar = 8 + spare // 3, 5 + min(6, spare // 3)
    line = Line(width, palette.base).add("▸" if face.turn else " ", palette.accent)
    line.add(clip(face.name, name), name_style(palette, face)).to(name + 2)
    tags = face.tags
    if face.gone:
        line.add(clip(face.tags[0], bar + 3), palette.dim)
        tags = tags[1:]
    else:
        line.add(f"{face.cards:>2} ", palette.warn if face.cards == 1 else palette.bright)
        count_bar(line, palette, face.cards, bar)
    line.to(name + bar + 6).add(f"{face.score:>4} ", palette.dim)
    if face.uno:
        line.add(uno, palette.uno).add(" ")
    line.add(_fitting(tags, line.room), palette.dim)
    return line.row()
