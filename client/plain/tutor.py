"""The tutor of the line mode: says every lesson once, when the table comes to what it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.lessons import due, words
from client.protocol import TableView

if TYPE_CHECKING:
    from client.plain.session import PlainClient

AT_ONCE: Final = 2
"""Lessons that are said together; more would not be kept in mind."""


class Tutor:
    """One person's lessons, while they are wanted."""

    def __init__(self, client: PlainClient) -> None:
        self._client = client
        self._table = ""
        self._seen: TableView | None = None
        """The view that was followed last: what else is said, such as a refusal, brings no lesson."""
        self._told: set[str] = set()
        self._is_wanted = True

    @property
    def is_teaching(self) -> bool:
        """Is this a table for lessons, and are they wanted?"""
        table = self._client.link.table
        return table is not None and table.lesson and self._is_wanted

    def stop(self) -> None:
        """No more lessons at this table."""
        self._is_wanted = False
        self._client.say(self._client.text("No more lessons here: you play on alone."), self._client.room.prompt())

    def mind(self) -> None:
        """Follow the newest view."""
        table, text = self._client.link.table, self._client.text
        if table is None or table.game is None or table is self._seen:
            return
        self._seen = table
        if table.code != self._table:
            self._table, self._told, self._is_wanted = table.code, set(), True
        for _ in range(AT_ONCE if self._is_wanted else 0):
            lesson = due(table, self._told)
            if lesson is not None:
                self._told.add(lesson.name)
                title = text("Lesson: {title}.", title=text(lesson.title).rstrip("!"))
                self._client.say(title, *words(text, lesson, table.game.top, typed=True))
