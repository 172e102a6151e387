"""The line mode on views made by hand: what is said of them, and what typed lines send."""

from __future__ import annotations

from dataclasses import replace

from client.changes import diff
from client.link import Link
from client.plain.session import PlainClient
from client.protocol import (
    LOBBY,
    Body,
    Command,
    Happening,
    LobbyView,
    Message,
    Patch,
    Refusal,
    Reply,
    Setting,
    Snapshot,
    TableView,
)

HOME = LobbyView("Ada", (), ("Ada", "Bo"), "K7QX", settings=(Setting("hand_order", "color"), Setting("language", "auto")))


class Paper:
    """One client. `said` is everything since the last thing that was done to it."""

    def __init__(self, view: TableView | None = None, lobby: LobbyView = HOME, language: str = "en") -> None:
        self.sent: list[Command] = []
        self.said: list[str] = []
        self.ended = ""
        self.time = 0.0
        self.link = Link(self.sent.append)
        self.client = PlainClient(
            self.link, language, self.said.append, self._end, address="uno.example.org", now=lambda: self.time, wall=lambda: 0.0
        )
        self._version = 1
        lobby = lobby if view is not None else replace(lobby, table=None)
        self.link.deliver(Snapshot(LOBBY, 1, lobby))
        if view is not None:
            self.link.deliver(Snapshot(view.code, 1, view))
        self.client.settle()

    def _end(self, sentence: str) -> None:
        self.ended = sentence

    @property
    def text(self) -> str:
        """All that was said, in one piece."""
        return " ".join(self.said)

    @property
    def bodies(self) -> list[Body]:
        """What was asked for."""
        return [command.body for command in self.sent]

    def deliver(self, *messages: Message) -> str:
        """Messages that come together."""
        self.said.clear()
        for message in messages:
            self.link.deliver(message)
        self.client.settle()
        return self.text

    def become(self, view: TableView, *happened: Happening) -> str:
        """The table changes."""
        old = self.link.table
        assert old is not None
        view = replace(view, log=old.log)
        self._version += 1
        return self.deliver(Patch(view.code, self._version - 1, self._version, diff(old, view), happened))

    def type(self, *lines: str) -> str:
        """Lines, one after the other; what was said to the last one."""
        for line in lines:
            self.said.clear()
            self.client.hear(line)
        return self.text

    def last(self) -> Body:
        """What was asked for last."""
        return self.sent[-1].body

    def answer(self, refusal: Refusal | None = None) -> str:
        """The answer to what was asked last."""
        return self.deliver(Reply(self.sent[-1].id, refusal))
