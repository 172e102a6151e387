"""`Front`: as much of the lobby as whoever plays in it needs, wherever the lobby is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from client.protocol import Command, Message
from server.lobby.people import Person, Session


class Front(Protocol):
    """The lobby itself, or what stands in for it in another process. See `Lobby` for each."""

    def connect(
        self, person: Person, deliver: Callable[[Message], None], close: Callable[[str], None] = lambda sentence: None
    ) -> Session:
        """Somebody is here."""

    def disconnect(self, session: Session) -> None:
        """A connection ended."""

    def handle(self, session: Session, command: Command) -> None:
        """Do what a session asks for."""

    def wall(self) -> float:
        """Seconds since the epoch."""
