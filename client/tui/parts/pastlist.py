"""The list of one's own matches: its columns on a screen of some width, and what stands in each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from rich.style import Style

from client.names import place_name
from client.protocol import PROVISIONAL, Kind, PastLine
from client.rulebook.changes import house_names, rules_line
from client.rulebook.sets import rules_name
from client.text import Text, later
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, cells, clip
from client.tui.palette import Palette


class Column(NamedTuple):
    """A heading and where it stands."""

    name: str
    heading: str
    width: int
    x: int = 0


_WIDE: Final = (
    Column("ended", later("Ended (UTC)"), 16),
    Column("rules", later("Rules"), 13),
    Column("place", later("Place"), 9),
    Column("rating", later("Rating"), 10),
    Column("others", later("With"), 0),
)
_MIDDLE: Final = (
    Column("ended", later("Ended"), 10),
    Column("rules", later("Rules"), 12),
    Column("place", later("Place"), 5),
    Column("rating", later("Rating"), 6),
    Column("others", later("With"), 0),
)
_NARROW: Final = (
    Column("ended", later("Ended"), 5),
    Column("rules", later("Rules"), 10),
    Column("place", later("Place"), 5),
    Column("others", later("With"), 0),
)


def columns(width: int) -> list[Column]:
    """What a list of this width shows; the last column takes the rest."""
    out: list[Column] = []
    x = 0
    for column in _WIDE if width >= 72 else _MIDDLE if width >= 50 else _NARROW:
        size = column.width or width - x
        if column.name == "rules" and width >= 110:
            size = 40
        out.append(column._replace(width=size, x=x))
        x += size + 2 if width >= 72 else size + 1
    return out


def cell(text: Text, palette: Palette, line: PastLine, column: Column) -> tuple[str, Style]:
    """A match's words in a column."""
    place, change = line.ranks[line.you], line.rating
    match column.name:
        case "ended":
            form = {16: "%Y-%m-%d %H:%M", 10: "%Y-%m-%d"}.get(column.width, "%m-%d")
            return datetime.fromtimestamp(line.ended, UTC).strftime(form), palette.dim
        case "rules":
            changes = len(house_names(text, line.options))
            whole, name = rules_line(text, line.options), rules_name(text, line.options.rules)
            return whole if cells(whole) <= column.width else f"{name} {text.number(f'+{changes}')}", palette.base
        case "place":
            style = palette.accent if place == 1 else palette.bright
            if column.width < 9:
                return text.number(f"{place}/{len(line.chairs)}"), style
            return text("{place} of {count}", place=place_name(text, place), count=len(line.chairs)), style
        case "rating":
            if change is None:
                return "·", palette.dim
            gained = change.after - change.before
            style = palette.good if gained > 0 else palette.warn if gained < 0 else palette.base
            mark = "?" if change.games < PROVISIONAL else ""
            return text.number(f"{gained:+d}" if column.width < 10 else f"{change.after}{mark} {gained:+d}"), style
    return others_words(text, line), palette.base


def others_words(text: Text, line: PastLine) -> str:
    """`Bo, Dmitri, 2 bots`."""
    others = [chair for seat, chair in enumerate(line.chairs) if seat != line.you]
    names = [chair.name for chair in others if chair.kind is not Kind.BOT]
    bots = len(others) - len(names)
    return text.listed([*names, *([text.plural("one bot", "{count} bots", bots)] if bots else [])])


class PastList:
    """The part of the list that is on the screen."""

    def __init__(self) -> None:
        self._first = 0

    def rows(self, page: Page, matches: Sequence[PastLine], selected: int, width: int, height: int) -> list[Row]:
        """At most `height` rows: headings, and the matches around the selected one. A click is the action `row`."""
        palette, room, shown = page.palette, height - 1, columns(width - 4)
        heading = Line(width, palette.dim)
        for column in shown:
            heading.to(3 + column.x).add(clip(page.text(column.heading), column.width))
        self._first = max(min(self._first, selected), selected - room + 1, 0)
        rows = [heading.row()]
        for index, line in enumerate(matches[self._first : self._first + room], self._first):
            chosen = index == selected
            row = Line(width - 1, palette.chosen if chosen else palette.base).add(" ▸" if chosen else "  ")
            for column in shown:
                words, style = cell(page.text, palette, line, column)
                row.to(3 + column.x).add(clip(words, column.width), None if chosen else style)
            page.hits.append(Hit(0, 1 + len(rows), width, 1, "row", index))
            rows.append((*row.row(), *blank(1, palette.base)))
        return rows
