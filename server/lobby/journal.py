"""The journal as the lobby needs it: matches as rows of events, live tables as records; and one that keeps nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from engine.events import Event


class Durable(Protocol):
    """What `append` returns: it is done when the events are safe, or failed. An `asyncio.Future` is one."""

    def done(self) -> bool:
        """Safe, or failed?"""

    def exception(self) -> BaseException | None:
        """Why it failed; None if the events are safe. Only asked when done."""

    def add_done_callback(self, callback: Callable[[object], object], /) -> None:
        """Call back, in the lobby's own thread, once done."""


class Journal(Protocol):
    """Where accepted events and live tables are kept (DESIGN §4)."""

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> Durable:
        """Keep `events` of a match that has had `version` events before; fails if that is not so."""

    def note(self, table: str, record: bytes | None) -> Durable:
        """Keep a table's own record (`charter`) in place of the one before; None: the table is gone."""

    def read(self, match: str) -> tuple[Event, ...]:
        """Every event of a match, from its beginning. Only at start, before anything is appended."""

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """The live tables' codes and records, the newest record last. Only at start."""

    def quarantine(self, table: str, why: str) -> None:
        """This table could not be restored: keep all of it, offer it no more, and let the operator know."""


class _Done:
    def done(self) -> bool:
        return True

    def exception(self) -> BaseException | None:
        return None

    def add_done_callback(self, callback: Callable[[object], object], /) -> None:
        callback(self)


DONE: Final[Durable] = _Done()


class NullJournal:
    """Keeps nothing and says so at once: matches end with the server."""

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> Durable:
        """Nothing to wait for."""
        return DONE

    def note(self, table: str, record: bytes | None) -> Durable:
        """Nothing to wait for."""
        return DONE

    def read(self, match: str) -> tuple[Event, ...]:
        """Nothing was kept."""
        return ()

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """Nothing was kept."""
        return ()

    def quarantine(self, table: str, why: str) -> None:
        """Nothing was kept."""
