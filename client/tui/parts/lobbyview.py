"""The body of the lobby, painted: sign, list of tables, people; or a warm word where there is no table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.style import Style

from client.play.people import bots_words, in_the_house
from client.play.tables import age_words, is_open, stage_words
from client.protocol import LobbyView, Stage, TableLine
from client.tui import keys as registry
from client.tui.page import Hit
from client.tui.paint import Line, Row, beside, blank, boxed, cells, centre, clip, wrap
from client.tui.parts import banner
from client.tui.parts.cards import back
from client.tui.parts.tablelist import COLUMNS, ROOMY, Placed, chairs_words, placed, rules_words

if TYPE_CHECKING:
    from client.tui.screens.lobby import LobbyPage

WIDE: Final = 110
"""From this width on the people have a panel of their own."""
PANEL: Final = 30
MENU: Final = ("quick", "seat", "new", "people", "past", "code", "leaders", "filter", "order", "watch", "rename")
"""The most wanted first: what a narrow screen has no room for is in help."""


class LobbyPainter:
    """One painting of the lobby."""

    def __init__(self, page: LobbyPage, lobby: LobbyView) -> None:
        self.page = page
        self.lobby = lobby
        self.palette = page.palette
        self.text = page.text
        self.part = ""
        """Which part of a long list is shown, in words; `body` finds out."""

    def body(self, width: int, height: int) -> list[Row]:
        """`height` rows, to be shown from row 1 of the screen on."""
        base = self.palette.base
        top: list[Row] = []
        if height >= 17 and width >= ROOMY:
            top = [blank(width, base), *banner.banner(self.page, width, 2, self.lobby), blank(width, base)]
        else:
            top = [self._menu(width, 1)]
        left = height - len(top)
        if width >= WIDE:
            main = self._main(width - PANEL - 2, left, len(top) + 1)
            side = [(*row, *blank(1, base)) for row in self._people_panel(PANEL, left, width - PANEL - 1, len(top) + 1)]
            return top + beside(main, [blank(1, base)] * left, side)
        return [*top, *self._main(width, left - 1, len(top) + 1), self._people_line(width, height)]

    def _menu(self, width: int, y: int) -> Row:
        line = Line(width, self.palette.base).add(" ")
        for name in MENU:
            key, label = registry.action(name).shown, self.page.label(name)
            size = cells(key) + cells(label) + 1
            if size < line.room:
                self.page.hits.append(Hit(line.x, y, size, 1, name))
                line.add(key, self.palette.key).add(" ").add(label, self.palette.base)
                line.add("  " if width >= 60 and line.room > 1 else " ")
        return line.row()

    # ── the list ─────────────────────────────────────────────────────────────────────────────────────────

    def _main(self, width: int, height: int, y: int) -> list[Row]:
        if not self.lobby.tables:
            return self._empty(width, height)
        shown = self.page.tables()
        index = self.page.list.selected(shown)
        columns = placed(width - 4)
        self.page.list.visible = tuple(one.column.name for one in columns)
        filtered = self._filtered(width, len(shown))
        room = height - 1 - len(filtered)
        window = self.page.list.window(len(shown), index, room)
        if len(window) < len(shown):
            first, last = window.start + 1, window.stop
            self.part = self.text("tables {first}–{last} of {count}", first=first, last=last, count=len(shown))
        y += len(filtered)
        rows = [*filtered, self._headings(width, y, columns)]
        for row, at in enumerate(window):
            rows.append(self._table(width, shown[at], columns, at == index))
            self.page.hits.append(Hit(0, y + 1 + row, width, 1, "row", at))
        if not shown:
            words = self.text("No table matches “{word}”.", word=self.page.wanted)
            rows.append(Line(width, self.palette.dim).to(3).add(words).row())
        rows += [blank(width, self.palette.base)] * (height - len(rows))
        return rows

    def _filtered(self, width: int, count: int) -> list[Row]:
        """That not all tables are shown, once the filter is no longer being typed."""
        if not self.page.filter:
            return []
        fields = {"word": self.page.filter, "count": count, "all": len(self.lobby.tables)}
        words = self.text("Only tables matching “{word}” ({count} of {all}); Esc shows all.", **fields)
        if cells(words) + 2 > width:
            words = self.text("Only “{word}” ({count} of {all}); Esc: all", **fields)
        return [Line(width, self.palette.accent).add(" ").add(words).row()]

    def _headings(self, width: int, y: int, columns: Sequence[Placed]) -> Row:
        line = Line(width, self.palette.dim)
        for column, x, size in columns:
            ordered = column.name == self.page.list.order
            heading = self.text(column.heading)
            start = 3 + x
            if ordered and cells(heading) >= size:  # the gap before it has room for the mark
                start, heading = start - 1, f"▾{clip(heading, size)}"
            elif ordered:
                heading = f"{heading} ▾" if cells(heading) + 2 <= size else f"{heading}▾"
            else:
                heading = clip(heading, size)
            line.to(start).add(heading, self.palette.accent if ordered else self.palette.dim)
            self.page.hits.append(Hit(3 + x, y, size, 1, "heading", COLUMNS.index(column)))
        return line.row()

    def _table(self, width: int, table: TableLine, columns: Sequence[Placed], chosen: bool) -> Row:
        palette = self.palette
        line = Line(width, palette.chosen if chosen else palette.base)
        if chosen:
            line = Line(width - 1, palette.chosen).add(" ▸")
        for column, x, size in columns:
            words, style = self._cell(table, column.name, width - 4 >= ROOMY, size)
            line.to(3 + x).add(clip(words, size), palette.chosen if chosen else style)
        return (*line.row(), *blank(1, palette.base)) if chosen else line.row()

    def _cell(self, table: TableLine, column: str, roomy: bool, room: int) -> tuple[str, Style]:
        palette, text = self.palette, self.text
        match column:
            case "code":
                return table.code, palette.bright
            case "rules":
                return rules_words(text, table, room), palette.base
            case "stage" if table.code == self.lobby.seat:
                return text("your seat"), palette.accent
            case "stage":
                lively = palette.good if is_open(table) else palette.base
                return stage_words(text, table), palette.dim if table.stage in (Stage.MATCH_OVER, Stage.BROKEN) else lively
            case "chairs":
                return text.number(chairs_words(table, roomy)), palette.good if is_open(table) else palette.base
            case "watchers":
                return text.number(table.watchers) if table.watchers else "·" if table.spectators else "–", palette.dim
            case "age":
                return age_words(text, self.page.app.wall() - table.opened), palette.dim
            case _:
                return (table.host, palette.base) if table.host else ("·", palette.dim)

    def _empty(self, width: int, height: int) -> list[Row]:
        """Nobody has opened a table: say so, and what to do about it."""
        palette, text = self.palette, self.text
        sentences = [
            text("No table is open just now, so the best seat is free."),
            text("Press g: three bots sit down with you, and the cards are dealt."),
            text("Or press n: open a table of your own and tell your friends its code."),
            text("New to the game? Press e: a bot teaches it in five minutes."),
        ]
        lines: list[Row] = []
        if height >= 13:
            cards = [back(palette, 7, 5, False)] * 3
            wide = 7 * 3 + 2
            margin = blank((width - wide) // 2, palette.base)
            for pieces in zip(*cards, strict=True):
                line = Line(width, palette.base).put(margin)
                for piece in pieces:
                    line.put(piece, 7).add(" ")
                lines.append(line.row())
            lines.append(blank(width, palette.base))
        for number, sentence in enumerate(sentences):
            style = palette.bright if number == 0 else palette.base
            lines += [Line(width, palette.base).add(centre(part, width), style).row() for part in wrap(sentence, width - 4)]
            lines.append(blank(width, palette.base))
        above = max(0, (height - len(lines)) // 2)
        rows = [blank(width, palette.base)] * above + lines
        return (rows + [blank(width, palette.base)] * height)[:height]

    # ── the people ───────────────────────────────────────────────────────────────────────────────────────

    @property
    def _count(self) -> int:
        return max(self.lobby.here, len(self.lobby.online))

    def _people_line(self, width: int, y: int) -> Row:
        """`Here: Ada, Bo, ~guest and 7 more`."""
        self.page.hits.append(Hit(0, y, width, 1, "people"))
        line = Line(width, self.palette.dim).add(" ").add(self.text("Here: "))
        names = self.lobby.online
        for index, name in enumerate(names):
            left = self._count - index
            more = self.text.plural("and one more", "and {count} more", left)
            size = cells(name) + 2
            if line.room < size + (cells(more) if left > 1 else 0):
                line.add(more)
                break
            line.add(name, self.palette.bright if name == self.lobby.you else self.palette.base)
            line.add(", " if left > 1 else "")
        return line.row()

    def _people_panel(self, width: int, height: int, x: int, y: int) -> list[Row]:
        """Who is here, and where; the bots apart."""
        palette, text = self.palette, self.text
        people = in_the_house(text, self.lobby)[: len(self.lobby.online)]
        bots = bots_words(text, self.lobby, None)
        room = height - 2 - bool(bots)
        self.page.hits.append(Hit(x, y, width, height, "people"))
        rows: list[Row] = []
        for one in people[: room if self._count <= room else room - 1]:
            where = text("you") if one.is_you else text("muted") if one.is_muted else one.where
            line = Line(width - 2, palette.base).add(" ")
            line.add(clip(one.name, line.room - cells(where) - 2), palette.bright if one.is_you else palette.base)
            rows.append(line.to(width - 3 - cells(where)).add(where, palette.dim).row())
        if self._count > room:
            more = text.plural("and one more", "and {count} more", self._count - room + 1)
            rows.append(Line(width - 2, palette.dim).add(" ").add(more).row())
        rows += [blank(width - 2, palette.base)] * (room - len(rows))
        if bots:
            rows.append(Line(width - 2, palette.dim).add(" ").add(clip(bots, width - 4)).row())
        title = text.plural("one person here", "{count} people here", self._count)
        return boxed(rows, width, palette.faint, palette.base, title, palette.dim)
