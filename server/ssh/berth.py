"""`Berth`: a connection's place, as whoever serves the connection needs it, also where the gate is in another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.ssh.penalties import Offence


def unheld(sentence: str) -> None:
    """The end of a place that nobody holds, yet or any more."""


class Berth(Protocol):
    """See `server.ssh.gate.Place` for each."""

    source: str
    is_spared: bool
    end: Callable[[str], None]

    def log_in(self, key: str) -> None:
        """The stranger is a person now. Raises TurnedAway."""

    def refuse(self, reason: str) -> None:
        """Somebody who has logged in is not let in all the same."""

    def blame(self, offence: Offence) -> None:
        """The stranger does something wrong."""

    def leave(self) -> None:
        """Give the place back, once."""
