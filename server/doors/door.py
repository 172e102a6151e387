"""What one SSH session can be: a `Door` is opened for a `Visit` and speaks through a `Port`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from client.text import Text
from server.lobby.people import Person

ENGLISH: Final = Text()


class Port(Protocol):
    """A door's end of its channel. Every call is safe after the channel is gone, and then does nothing."""

    def write(self, data: bytes) -> None:
        """Send on standard output; never blocks, so look at `backlog` first."""

    def write_error(self, data: bytes) -> None:
        """Send on standard error."""

    def backlog(self) -> int:
        """Bytes written that the client has not taken yet, wherever they wait."""

    def pause_reading(self) -> None:
        """Take no input until `resume_reading`; the client is held back by its window."""

    def resume_reading(self) -> None:
        """Go on where `pause_reading` stopped."""

    def exit(self, status: int) -> None:
        """Flush, tell the exit status (0..255) and close the channel."""

    def abort(self, reason: str) -> None:
        """Cut the connection now; `reason` is for the log."""


class Kind(StrEnum):
    """How a session was asked for (RFC 4254 §6.5)."""

    SHELL = "shell"
    EXEC = "exec"
    SUBSYSTEM = "subsystem"


@dataclass(frozen=True, slots=True)
class Visit:
    """Who comes, and what was asked for."""

    person: Person
    kind: Kind
    words: str = ""
    """The command line of EXEC, the name of SUBSYSTEM."""
    term: str | None = None
    """TERM of the `pty-req`; None when no terminal was asked for."""
    size: tuple[int, int] = (80, 24)
    """Columns and rows, as the client says: unchecked."""
    env: Mapping[str, str] = field(default_factory=dict)
    at: tuple[str, int] = ("localhost", 22)
    """The address and port of ours that the client reached."""
    text: Text = ENGLISH
    """What the visitor reads,"""
    bidi: str = "ours"
    """and who puts its words in order where they run from right to left: the word of his setting."""


class Door(Protocol):
    """One session, from its start to its end. All calls come from the loop, in this order."""

    def open(self) -> None:
        """The session starts."""

    def feed(self, data: bytes) -> None:
        """Input arrived."""

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has another size."""

    def end_input(self) -> None:
        """No more input will come; output may go on."""

    def stop(self, sentence: str) -> None:
        """The server ends the session: leave the terminal clean, say why, exit."""

    def lost(self) -> None:
        """The channel is gone. Nothing can be sent any more."""
