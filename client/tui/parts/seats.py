"""A seat of the table: whose it is, how many cards, how many points, and every mark on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

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
    score: int | None
    """None where one round decides: nobody has points before it is over."""
    tags: tuple[str, ...]
    uno: bool
    turn: bool
    gone: bool
    """Out or left."""
    place: str = ""
    """`2nd`: where it came in, while the others play on."""
    aimed: bool = False
    """Is it the one that a card is about to be aimed at?"""
    flown: bool = False
    """Does the autopilot play it?"""


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
    flown = chair.pilot and view.status is Status.IN
    if flown:
        tags.append(text("◉ auto"))
    elif chair.away and view.status is Status.IN:
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
    score = view.score if table.options.target_score is not None else None
    return SeatFace(name, view.cards, score, tuple(tags), called, view.is_turn, gone, place, aimed == seat, flown)


def name_style(palette: Palette, face: SeatFace) -> Style:
    """How a seat's name is written."""
    if face.aimed:
        return palette.chosen
    return palette.accent if face.turn else palette.dim if face.gone else palette.bright


def count_bar(line: Line, palette: Palette, count: int, room: int) -> None:
    """One mark a card, `+` where there are more than fit."""
    if room < 1:
        return
    style = palette.warn if count == 1 else palette.base
    shown = count if count <= room else room - 1
    line.add("▮" * max(0, shown), style).add("+" if count > room else "", style)


BETWEEN: Final = " · "
"""What separates two marks on a seat."""


def _fitting(tags: tuple[str, ...], room: int) -> int:
    """How many of them fit whole."""
    count = len(tags)
    while count and cells(BETWEEN.join(tags[:count])) > room:
        count -= 1
    return count


@lru_cache(maxsize=1024)
def seat_block(palette: Palette, face: SeatFace, width: int, text: Text) -> tuple[Row, Row, Row]:
    """Three rows: name and UNO mark; count, bar and the marks there was no room for below; points and marks."""
    badge = f" {text('UNO')} " if face.uno else ""
    first = Line(width, palette.base).add("▸ " if face.turn else "  ", palette.accent)
    first.add(clip(face.name, max(1, width - 3 - cells(badge))), name_style(palette, face))
    if badge:
        first.add(" ").add(badge, palette.uno)
    points = text.number(f"{face.score:>4} ") + text("pts") + " " if face.score is not None else "  "
    third = Line(width, palette.base).add(points, palette.dim)
    below = _fitting(face.tags, third.room - 1)
    third.add(BETWEEN.join(face.tags[:below]), palette.dim)
    rest = face.tags[below:]
    beside = BETWEEN.join(rest[: _fitting(rest, width - (3 if face.gone else 9))])
    second = Line(width, palette.base)
    if face.gone:
        second.add("  ").add(beside or (clip(rest[0], width - 3) if rest else ""), palette.dim)
    else:
        second.add(text.number(f"{face.cards:>4} "), palette.warn if face.cards == 1 else palette.bright)
        count_bar(second, palette, face.cards, width - 6 - (cells(beside) + 1 if beside else 0))
        if beside:
            second.to(width - 1 - cells(beside)).add(beside, palette.dim)
    return first.row(), second.row(), third.row()


@lru_cache(maxsize=1024)
def seat_line(palette: Palette, face: SeatFace, width: int, text: Text) -> Row:
    """One row in columns: turn mark, name, number of cards, bar, points, UNO and marks. At least 30 cells.

    The bar is shorter where that lets more marks be shown whole.
    """
    uno, spare = text("UNO"), width - 30
    name, bar = 8 + spare // 3, 5 + min(6, spare // 3)
    marks = cells(BETWEEN.join(face.tags)) + (cells(uno) + 1 if face.uno else 0)
    bar = bar if face.gone else max(0, min(bar, width - name - 11 - marks))
    line = Line(width, palette.base).add("▸" if face.turn else " ", palette.accent)
    line.add(clip(face.name, name), name_style(palette, face)).to(name + 2)
    tags = face.tags
    if face.gone:
        gone = face.tags[0] if cells(face.tags[0]) <= bar + 3 else text("out")
        line.add(clip(gone, bar + 3), palette.dim)
        tags = tags[1:]
    else:
        line.add(text.number(f"{face.cards:>2} "), palette.warn if face.cards == 1 else palette.bright)
        count_bar(line, palette, face.cards, bar)
    line.to(name + bar + (6 if bar else 5))
    line.add(text.number(f"{face.score:>4} ") if face.score is not None else "", palette.dim)
    if face.uno:
        line.add(uno, palette.uno).add(" ")
    line.add(BETWEEN.join(tags[: _fitting(tags, line.room)]), palette.dim)
    return line.row()
