"""What a table is handed: time, chance, the journal and the bots' brain; and what it may ask of the lobby around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from client.protocol import Command
from server.lobby.bots import Choose
from server.lobby.clock import Clock
from server.lobby.conduct import Outcome
from server.lobby.history import History
from server.lobby.journal import Journal
from server.lobby.people import Member, Person, Session


class Tools(NamedTuple):
    """Everything that tests replace."""

    clock: Clock
    journal: Journal
    seed: Callable[[], bytes]
    """A fresh seed of 32 bytes at every call."""
    choose: Choose
    history: History
    played: Callable[[str], None] = lambda person: None
    """To be told who finished a match, by his person's id."""
    is_kept: Callable[[str], bool] = lambda person: True
    """Is this the id of somebody whose account is kept? Nobody else is rated or listed."""
    is_lesson: bool = False
    """Does the table teach (`server.lobby.lesson`)?"""
    behaved: Callable[[Person, Outcome], None] = lambda person, outcome: None
    """To be told how a match among strangers ended for somebody."""
    check_pause: Callable[[Person], None] = lambda person: None
    """May he begin something with strangers? Raises `Refused`: `paused`."""
    is_draining: Callable[[], bool] = lambda: False
    """Will the server stop soon, so that nothing new is dealt?"""


class House(Protocol):
    """The lobby, as a table sees it."""

    def handle(self, session: Session, command: Command) -> None:
        """Do what a session asks for: bots speak to their table like everybody else."""

    def placed(self, session: Session) -> None:
        """`session.at` has changed."""

    def unseated(self, member: Member) -> None:
        """A person no longer has a seat."""

    def changed(self) -> None:
        """The list of tables may have changed."""

    def closed(self, code: str) -> None:
        """A table is over and gone."""
