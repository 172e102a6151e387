"""A lesson's box above the table, and the tutor who opens it when there is something to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from client.lessons import Lesson, due, words
from client.protocol import Stage
from client.tui.page import Hit, Page
from client.tui.paint import Row, blank, boxed
from client.tui.reading import paragraph

if TYPE_CHECKING:
    from client.tui.app import UnoApp

WIDEST: Final = 64
BELOW: Final = 7
"""Rows that are left to others: the box's edges, the title, and the hand, the sentence and the keys at the bottom."""
HAND: Final = 2
"""So many of them are the hand's, on the smallest screen."""


def in_parts(sentences: list[list[Row]], room: int) -> list[list[Row]]:
    """Sentences, each some rows, in as few parts of at most `room` rows as keep them whole; a longer one is a part alone."""
    parts: list[list[Row]] = [[]]
    for rows in sentences:
        if parts[-1] and len(parts[-1]) + len(rows) > room:
            parts.append([])
        parts[-1] += rows
    return parts


class LessonPage(Page):
    """Above the table, the hand in sight. Enter goes on, Esc ends the lessons; any other key is the table's again.

    What does not fit above the hand is said in parts.
    """

    name = "lesson"
    floats = True
    passing = True
    yields: ClassVar[bool] = True

    def __init__(self, app: UnoApp, lesson: Lesson) -> None:
        super().__init__(app)
        self.lesson = lesson
        self.part, self.parts = 0, 1
        """Which part is told, and how many the size of the screen makes of it."""
        game = self.table.game if self.table is not None else None
        self._top = game.top if game is not None else None

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("confirm", "back")

    def label(self, action: str) -> str:
        """What they do."""
        labels = {"confirm": self.text("go on"), "back": self.text("stop")}
        return labels.get(action) or super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Go on, or be left alone."""
        match action:
            case "confirm" if self.part < self.parts - 1:
                self.part += 1
            case "confirm":
                self.app.close(self)
                self.app.tutor.mind()
            case "back":
                self.app.tutor.stop()
                self.app.close(self)
            case _:
                return False
        return True

    def float_over(self, rows: list[Row], width: int, height: int) -> None:
        """The box, below the title: what is said about a hand leaves it in sight."""
        palette = self.palette
        if self._top is None:
            return
        inner = min(WIDEST, width - 2)
        rtl = self.text.rtl
        told = words(self.text, self.lesson, self._top)
        room = height - (BELOW if self.table is not None and self.table.stage is Stage.PLAYING else BELOW - HAND)
        parts = in_parts([paragraph(sentence, inner, palette.panel, 1, rtl) for sentence in told], room)
        self.parts, self.part = len(parts), min(self.part, len(parts) - 1)
        body = parts[self.part]
        if height > 14 and len(body) < 6:
            body = [blank(inner, palette.panel), *body, blank(inner, palette.panel)]
        title = self.text(self.lesson.title)
        if self.parts > 1:
            title = self.text("{title} ({part} of {count})", title=title, part=self.part + 1, count=self.parts)
        box = boxed(body, inner + 2, palette.panel_edge, palette.panel, title)
        x = (width - inner - 2) // 2
        self.hits.append(Hit(x, 1, inner + 2, len(box), "confirm"))
        self.lay(rows, box, x, 1)


class Tutor:
    """Says every lesson once, while somebody wants them."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._table = ""
        self._told: set[str] = set()
        self._is_wanted = True

    def stop(self) -> None:
        """No more lessons at this table."""
        self._is_wanted = False

    def mind(self) -> None:
        """Follow the newest view; nothing is said above another page."""
        app, table = self._app, self._app.link.table
        if table is None or not table.lesson:
            self._table = ""
            return
        if table.code != self._table:
            self._table, self._told, self._is_wanted = table.code, set(), True
        lesson = due(table, self._told) if self._is_wanted and app.top is app.base and app.base.entry is None else None
        if lesson is not None:
            self._told.add(lesson.name)
            app.open(LessonPage(app, lesson))
