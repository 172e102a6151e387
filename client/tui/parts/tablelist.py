"""The lobby's list of tables: which are shown, in what order, in which columns, and which one is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from client.play.tables import is_open, stage_words
from client.protocol import Stage, TableLine
from client.rulebook.changes import house_names, rules_line
from client.rulebook.sets import rules_name
from client.text import Text, later
from client.tui.paint import cells


def chairs_words(line: TableLine, bar: bool) -> str:
    """`3/4`, after a bar of chairs where there is room."""
    count = f"{line.seated}/{line.seats}"
    if not bar:
        return count
    return f"{'▮' * line.seated}{'▯' * (line.seats - line.seated)}".ljust(10) + " " + count


def rules_words(text: Text, line: TableLine, room: int) -> str:
    """`Classic, stacking, jump-in`; where that is too long, `Classic +2`: two changes."""
    whole = rules_line(text, line.options)
    changes = len(house_names(text, line.options))
    name = rules_name(text, line.rules)
    return whole if cells(whole) <= room and changes else f"{name} {text.number(f'+{changes}')}" if changes else name


class Column(NamedTuple):
    """A heading; what the tables are sorted by under it; its width, and the least width of a list that shows it."""

    name: str
    heading: str
    key: Callable[[TableLine], tuple[object, ...]]
    width: int
    least: int = 0
    narrow: int = 0
    """Its width in a list of less than `ROOMY` cells; 0: the same."""
    wide: int = 0
    """Its width in a list of `SPACIOUS` cells and more; 0: the same."""


MIDDLE: Final = 50
ROOMY: Final = 72
SPACIOUS: Final = 100

COLUMNS: Final = (
    Column("code", later("Table"), lambda t: (t.code,), 5, narrow=5),
    Column("rules", later("Rules"), lambda t: (t.rules, t.code), 13, narrow=10, wide=40),
    Column("stage", later("Stage"), lambda t: (not is_open(t), t.stage is not Stage.WAITING, -t.opened, t.code), 13, narrow=12),
    Column("chairs", later("Seats", "heading"), lambda t: (t.seated - t.seats, -t.seats, t.code), 16, narrow=6),
    Column("watchers", later("Watch"), lambda t: (-t.watchers, t.code), 5, MIDDLE),
    Column("age", later("Age"), lambda t: (-t.opened, t.code), 6, MIDDLE),
    Column("host", later("Host"), lambda t: (t.host.lstrip("~").casefold(), t.code), 0, 60),
)
"""The last one takes what room is left."""
DEFAULT_ORDER: Final = "stage"


class Placed(NamedTuple):
    """A column as it stands on this screen."""

    column: Column
    x: int
    width: int


def placed(width: int) -> list[Placed]:
    """The columns that a list of this width shows, and where."""
    out: list[Placed] = []
    x = 0
    for column in COLUMNS:
        if width >= column.least:
            size = column.narrow if width < ROOMY else column.wide if width >= SPACIOUS else 0
            size = size or column.width or max(4, width - x)
            out.append(Placed(column, x, min(size, width - x)))
            x += size + 1
    return out


class TableList:
    """Order, filter and selection. The selection is a table's code, so it stays with that table while lists change."""

    def __init__(self) -> None:
        self.order = DEFAULT_ORDER
        self.code = ""
        self.first = 0
        """The first line shown."""
        self.visible = tuple(column.name for column in COLUMNS)
        """The columns that were shown last."""
        self._index = 0

    def next_order(self) -> None:
        """Sort by the column after the present one, of those that are to be seen."""
        names = [column.name for column in COLUMNS if column.name in self.visible or column.name == self.order]
        self.order = names[(names.index(self.order) + 1) % len(names)]

    def shown(self, text: Text, lines: Sequence[TableLine], wanted: str, own: str | None = None) -> list[TableLine]:
        """The tables that have `wanted` in their code, rules, stage or host, in order; the viewer's `own` comes first."""
        word = wanted.strip().casefold()
        key = next(column.key for column in COLUMNS if column.name == self.order)
        kept = [line for line in lines if not word or word in _words(text, line)]
        return sorted(kept, key=lambda line: (line.code != own, key(line)))

    def selected(self, shown: Sequence[TableLine]) -> int:
        """The selected line; where its table has gone, the one that took its place. -1: there is none."""
        if not shown:
            return -1
        index = next((index for index, line in enumerate(shown) if line.code == self.code), None)
        self._index = min(self._index, len(shown) - 1) if index is None else index
        self.code = shown[self._index].code
        return self._index

    def select(self, shown: Sequence[TableLine], index: int) -> None:
        """Move the selection, as far as there are tables."""
        if shown:
            self._index = max(0, min(index, len(shown) - 1))
            self.code = shown[self._index].code

    def window(self, count: int, index: int, room: int) -> range:
        """Which lines are on the screen, so that the selected one is."""
        if index >= 0:
            self.first = max(min(self.first, index), index - room + 1)
        self.first = max(0, min(self.first, count - room))
        return range(self.first, min(count, self.first + room))


def _words(text: Text, line: TableLine) -> str:
    return f"{line.code} {rules_line(text, line.options)} {stage_words(text, line)} {line.host}".casefold()
