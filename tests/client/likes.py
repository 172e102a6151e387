"""A lobby's memory of how somebody likes things, behind a wire: it tells everything at once and takes every `Set`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from client.protocol import LOBBY, Command, Message, Patch, Set, Setting, Snapshot
from server.lobby.settings import CHOICES
from tests.client.tables import Wire


class Likes:
    """Sits on a wire; `now` is how things are liked."""

    def __init__(self, wire: Wire, **values: str) -> None:
        self._wire = wire
        self._other = wire.answer
        self.now = {name: words[0] for name, words in CHOICES.items()} | {"greeted": "yes"} | values
        self._version = wire.link.lobby_version
        assert wire.link.lobby is not None
        settings = tuple(Setting(*one) for one in self.now.items())
        wire.deliver(Snapshot(LOBBY, self._version, replace(wire.link.lobby, settings=settings)))
        wire.answer = self.answer

    def answer(self, command: Command) -> Sequence[Message]:
        """Remember, and tell."""
        if not isinstance(command.body, Set):
            return self._other(command)
        assert command.body.value in CHOICES[command.body.name]
        self.now[command.body.name] = command.body.value
        return (self._told(),)

    def like(self, **values: str) -> None:
        """Another terminal of the same person changes something."""
        self.now |= values
        self._wire.deliver(self._told())

    def _told(self) -> Patch:
        self._version += 1
        settings = tuple(Setting(*one) for one in self.now.items())
        return Patch(LOBBY, self._version - 1, self._version, {"settings": settings}, ())
