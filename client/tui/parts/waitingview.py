"""The waiting room, painted: chairs, the rules in short, the invite line, what is said."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from rich.style import Style

from client.bidi import quoted
from client.levels import level_name
from client.protocol import Chair, Kind, TableView
from client.rulebook.changes import house_names, rules_line
from client.rulebook.short import in_short
from client.text import Text, later
from client.tui.leaving import way_back
from client.tui.page import Hit
from client.tui.paint import Line, Row, beside, blank, boxed, cells, clip, wrap
from client.tui.palette import Palette
from client.tui.parts.log import log_rows
from client.tui.parts.proof import seal_row
from client.tui.reading import marked
from engine.cards import Color
from engine.options import Options

if TYPE_CHECKING:
    from client.tui.screens.waiting import WaitingPage

ROOMY: Final = (72, 17)
"""From this size of the body on there are panels; below, one line for each thing."""
SPACIOUS: Final = 30
"""Narrower chairs have room for one remark."""
TALKATIVE: Final = 7
"""From so many rows on the talk has a frame of its own."""
COLORS: Final = tuple(Color)


class WaitingPainter:
    """One painting of a table whose match has not begun."""

    def __init__(self, page: WaitingPage, table: TableView) -> None:
        self.page = page
        self.table = table
        self.palette = page.palette
        self.text = page.text

    def body(self, width: int, height: int) -> list[Row]:
        """`height` rows, to be shown from row 1 of the screen on."""
        if width < ROOMY[0] or height < ROOMY[1]:
            return self._tight(width, height)
        base = self.palette.base
        right = width // 2
        facts = self._facts(right - 4)
        count = len(self.table.chairs)
        airy = 2 * count <= max(len(facts) + 1, height // 2)
        inner = min(max(2 * count - 1 if airy else count, len(facts)), height - 8)
        chairs: list[Row] = []
        for index in range(count):
            chairs.append(self._chair(width - right - 2, index, len(chairs) + 2, 1))
            chairs += [blank(width - right - 2, base)] if airy else []
        chairs += [blank(width - right - 2, base)] * (inner - len(chairs))
        notes = [Line(right - 2, base).add(" ").put(row).row() for row in facts[:inner]]
        notes += [blank(right - 2, base)] * (inner - len(notes))
        edge, title = self.palette.faint, rules_line(self.text, self.table.options)
        if not house_names(self.text, self.table.options):
            title = self.text("{rules} rules, in short", rules=title)
        rows = beside(
            boxed(chairs[:inner], width - right, edge, base, self.text("Seats"), self.palette.dim),
            boxed(notes, right, edge, base, title, self.palette.dim),
        )
        rows += [blank(width, base), self._invite(width), self._about_invite(width)]
        rows += [*self._way_back(width), *self._watchers(width)]
        rows += seal_row(self.text, self.palette, self.table, width)
        left = height - len(rows)
        if left < TALKATIVE:
            return rows + log_rows(self.text, self.palette, self.table, width, left, self.page.me)
        talk = log_rows(self.text, self.palette, self.table, width - 4, left - 2, self.page.me)
        return rows + boxed([(*blank(1, base), *row) for row in talk], width, edge, base, self.text("Talk"), self.palette.dim)

    # ── chairs ───────────────────────────────────────────────────────────────────────────────────────────

    def _chair(self, width: int, index: int, y: int, x: int) -> Row:
        palette, text, chair = self.palette, self.text, self.table.chairs[index]
        chosen = index == self.page.chosen and self.page.may_arrange
        self.page.hits.append(Hit(x, y, width, 1, "chair", index))
        return chair_row(text, palette, chair, index, index == self.table.you, index == self.table.host, chosen, width)

    # ── what the table is like ───────────────────────────────────────────────────────────────────────────

    def _facts(self, width: int) -> list[Row]:
        table = self.table
        opening = table.turn_limit, table.public, table.spectators, table.open_hands
        return list(fact_rows(self.text, self.palette, table.options, *opening, width))

    @property
    def invitation(self) -> str:
        """The line to type for whoever wants to come."""
        host = self.page.app.address or self.text("<this host>")
        return quoted(f"ssh -t {host} join {self.table.code}", self.text.rtl)

    def _invite(self, width: int) -> Row:
        palette = self.palette
        line = Line(width, palette.base).add(" ").add(self.text("Invite: "), palette.base)
        return line.add(f" {self.invitation} ", palette.chosen).row()

    def _about_invite(self, width: int) -> Row:
        text = self.text
        if self.page.app.address:
            told = text("Whoever types this line sits down here.")
        else:
            told = text("Whoever types this sits down here; <this host> is the address you came by.")
        return Line(width, self.palette.dim).add(" ").add(told).row()

    def _way_back(self, width: int) -> list[Row]:
        """A guest's own line; the others have their keys."""
        line = way_back(self.page.app)
        if not line or self.table.you is None:
            return []
        told = self.text("To come back (tell nobody): {line}", line=line)
        return [Line(width, self.palette.dim).add(" ").add(part).row() for part in wrap(told, width - 2)]

    def _watchers(self, width: int) -> list[Row]:
        names = self.text.listed(self.table.watchers)
        told = self.text("Watching: {names}", names=names)
        return [Line(width, self.palette.dim).add(" ").add(told).row()] if names else []

    # ── small screens ────────────────────────────────────────────────────────────────────────────────────

    def _tight(self, width: int, height: int) -> list[Row]:
        palette, text, table = self.palette, self.text, self.table
        parts = wrap(self.invitation, width - 2)
        rows = [Line(width, palette.base).add(" ").add(part, palette.accent).row() for part in parts]
        opened = [text("open hands for spectators")] if table.open_hands else []
        facts = [rules_line(text, table.options), *opened, *in_short(text, table.options)]
        rows.append(Line(width, palette.dim).add(" ").add(text.listed(facts)).row())
        count = len(table.chairs)
        across = 1 if count <= height - len(rows) - 2 else 2
        deep = -(-count // across)
        wide = width // across
        for y in range(deep):
            line = Line(width, palette.base)
            for index in range(y, count, deep):
                line.put(self._chair(wide, index, len(rows) + 1, line.x), wide)
            rows.append(line.row())
        if len(rows) + 1 < height:
            rows += seal_row(text, palette, table, width)
        return (rows + log_rows(text, palette, table, width, max(0, height - len(rows)), self.page.me))[:height]


@lru_cache(maxsize=1024)
def chair_row(
    text: Text, palette: Palette, chair: Chair, index: int, is_you: bool, is_host: bool, chosen: bool, width: int
) -> Row:
    """A chair and who sits there; the same for all who look at it from elsewhere."""
    line = Line(width, palette.base).add("▸" if chosen else " ", palette.accent)
    number = f"{index + 1:>2} "
    if chair.kind is Kind.FREE:
        free = text(later("free", "a seat"))
        return line.add(number, palette.dim).add("  ").add(free, palette.chosen if chosen else palette.dim).row()
    every = _marks(text, chair, is_you, is_host, width >= SPACIOUS)
    marks = text.listed(every if width >= SPACIOUS else every[-1:])
    line.add(number, palette.swatch[COLORS[index % 4]]).add("  ")
    style = palette.bright if is_you else palette.base
    room = width - line.x - cells(marks) - 2
    line.add(clip(chair.name, max(4, room)), palette.chosen if chosen else style)
    return line.to(width - cells(marks) - 1).add(marks, palette.dim).row()


def _marks(text: Text, chair: Chair, is_you: bool, is_host: bool, roomy: bool) -> list[str]:
    """What there is to say about who sits there, the most telling last."""
    marks = [text("you")] if is_you else []
    if chair.kind is Kind.BOT:
        marks.append(text("{level} bot", level=level_name(text, chair.level)) if roomy else text("bot"))
    elif chair.kind is Kind.GUEST:
        marks.append(text("guest"))
    if is_host:
        marks.append(text("host"))
    if chair.away:
        marks.append(text("away"))
    return marks


@lru_cache(maxsize=256)
def fact_rows(
    text: Text,
    palette: Palette,
    options: Options,
    limit: int | None,
    public: bool,
    spectators: bool,
    open_hands: bool,
    width: int,
) -> tuple[Row, ...]:
    """What a table is like: its rules in short, its clock, and who may come and look on."""
    lines: list[tuple[str, Style]] = [(line, palette.base) for line in in_short(text, options)]
    clock = (
        text("No turn clock")
        if limit is None
        else text.plural("{count} second for a turn", "{count} seconds for a turn", limit)
    )
    door = text("In the lobby's list") if public else text("Found by its code only")
    lines += [(clock, palette.dim), (door, palette.dim)]
    if not spectators:
        lines.append((text("No spectators"), palette.dim))
    elif open_hands:
        lines.append((text("Spectators see every hand, one round late"), palette.accent))
    rows: list[Row] = []
    for sentence, style in lines:
        for index, part in enumerate(wrap(sentence, width - 2)):
            mark = "· " if index == 0 else "  "
            line = Line(width, palette.base)
            rows.append(marked(line, (mark, palette.faint), (part, style), to=width, rtl=text.rtl).row())
    return tuple(rows)
