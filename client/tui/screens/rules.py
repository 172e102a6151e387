"""The rules: a book for every rule set, opened above the lobby or the table, which goes on below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.rulebook.sets import offered, rules_name
from client.tui.chrome import Prompt, framed
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, beside, blank, clip
from client.tui.parts.bookview import Book, bound, chapter_key
from client.tui.parts.tabs import tabs
from engine.options import Options
from engine.rules.presets import PRESETS

if TYPE_CHECKING:
    from client.tui.app import UnoApp

CONTENTS: Final = 20
"""Width of the table of contents."""
BROAD: Final = 72
"""From this width on it is shown."""
LONGEST: Final = 76
"""Longer lines are hard to read."""
SPREAD: Final = 132
"""From this width on two columns stand side by side, as in a book."""
LOW: Final = 20
"""Lower screens get smaller cards."""


HOUSE: Final = "house"
"""The book of all house rules, beside those of the rule sets."""


class RulesPage(Page):
    """Chapters that scroll. At a table the book of that table lies open, with the table's own options in it.

    `planned` are the options of a table that is not open yet.
    """

    name = "rules"

    def __init__(self, app: UnoApp, planned: Options | None = None) -> None:
        super().__init__(app)
        self.planned = planned
        self.names = (*offered(), HOUSE)
        own = self.own
        self.chosen = own.rules if own is not None else self.names[0]
        if self.chosen not in self.names:
            self.names = (self.chosen, *self.names)
        self.first = 0
        """The row of the book at the top of the screen."""
        self._room = 1
        self._book: Book | None = None

    @property
    def own(self) -> Options | None:
        """The options of the table that this book was opened for."""
        return self.planned if self.planned is not None else self.table.options if self.table is not None else None

    @property
    def options(self) -> Options | None:
        """Those of the table, if it plays the chosen rule set, else those of the rule set; None: of no table at all."""
        own = self.own
        if self.chosen == HOUSE:
            return None
        return own if own is not None and own.rules == self.chosen else PRESETS[self.chosen]

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        return ("back", "more", "up", "down", "section", "tips")

    def label(self, action: str) -> str:
        """What the arrows do here."""
        if action == "more":
            return self.text("rules")
        return self.text("read on") if action == "down" else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Scroll, jump, or take another book."""
        end = len(self._book.rows) if self._book else 0
        steps = {"up": -1, "down": 1, "page_up": 1 - self._room, "page_down": self._room - 1, "top": -end, "bottom": end}
        match action:
            case _ if action in steps:
                self.first += steps[action]
            case "less" | "more":
                step = 1 if action == "more" else -1
                self._take((self.names.index(self.chosen) + step) % len(self.names))
            case "take":
                self._take(argument)
            case "section" | "number":
                self._jump(argument - 1)
            case "chapter":
                self._jump(argument)
            case "tips":
                self._jump(-1)
            case _:
                return False
        self.first = max(0, min(self.first, end - self._room))
        return True

    def scroll(self, step: int) -> bool:
        """The wheel turns three rows."""
        return self.act("up" if step < 0 else "down") and self.act("up" if step < 0 else "down")

    def _take(self, index: int) -> None:
        self.chosen, self.first = self.names[index], 0

    def _jump(self, index: int) -> None:
        if self._book is not None and index < len(self._book.chapters):
            self.first = self._book.chapters[index].start

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """Rule sets above, contents on the left, the text."""
        palette, base = self.palette, self.palette.base
        broad = width >= BROAD
        left = CONTENTS + 2 if broad else 1
        columns = 2 if width >= SPREAD else 1
        used = min((width - left - 1) // columns - 2 * (columns - 1), LONGEST)
        book = self._book = bound(palette, self.text, self.options, used, height < LOW or not broad)
        tall = height - 5
        room = self._room = tall * columns
        self.first = max(0, min(self.first, len(book.rows) - room))
        blocks = [self._contents(book, tall) if broad else [blank(left, base)] * tall]
        for column in range(columns):
            start = self.first + column * tall
            shown = list(book.rows[start : start + tall])
            gap = blank(3 if column < columns - 1 else width - left - columns * (used + 3) + 3, base)
            blocks.append([(*row, *gap) for row in shown] + [(*blank(used, base), *gap)] * (tall - len(shown)))
        names = [self._title(name) for name in self.names]
        body = [tabs(self, names, self.names.index(self.chosen), width, 1), blank(width, base), *beside(*blocks)]
        title = self.text("Rules: {name}", name=self._title(self.chosen))
        return framed(self, width, height, title, body, right=self._news(book, room), prompt=self._prompt())

    def _title(self, name: str) -> str:
        return self.text("House rules") if name == HOUSE else rules_name(self.text, name)

    def _news(self, book: Book, room: int) -> str:
        table = self.table
        game = table.game if table is not None else None
        if table is not None and game is not None and game.is_playing and table.you is not None and game.turn == table.you:
            return self.text("It is your turn!")
        hidden = len(book.rows) - room
        return f"{100 * self.first // hidden if hidden > 0 else 100}%"

    def _prompt(self) -> Prompt:
        table = self.table
        if table is not None and table.options.rules == self.chosen:
            long = self.text("The rules of this table, {code}. It goes on while you read.", code=table.code)
            return long, self.text("The rules of table {code}.", code=table.code)
        return self.text("PgUp and PgDn turn the pages.")

    def _contents(self, book: Book, room: int) -> list[Row]:
        palette = self.palette
        here = book.chapter_at(self.first)
        rows: list[Row] = []
        for index, chapter in enumerate(book.chapters[:room]):
            key = chapter_key(index + 1, chapter.section) or " "
            line = Line(CONTENTS, palette.base).add(" ▸" if index == here else "  ", palette.accent)
            line.add(key, palette.key).add(" ")
            line.add(clip(chapter.section.short, line.room), palette.bright if index == here else palette.dim)
            rows.append((*line.row(), *blank(2, palette.base)))
            self.hits.append(Hit(0, 3 + index, CONTENTS, 1, "chapter", index))
        return rows + [blank(CONTENTS + 2, palette.base)] * (room - len(rows))
