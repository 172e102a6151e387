"""A journal in memory, as slow and as full as a test wants it."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import Event


class Slow:
    """A write that is done when the test says so."""

    def __init__(self) -> None:
        self._done = False
        self._fault: BaseException | None = None
        self._callbacks: list[Callable[[object], object]] = []

    def done(self) -> bool:
        """Has `finish` been called?"""
        return self._done

    def exception(self) -> BaseException | None:
        """What `finish` was given."""
        return self._fault

    def add_done_callback(self, callback: Callable[[object], object], /) -> None:
        """Call on `finish`."""
        self._callbacks.append(callback)

    def finish(self, fault: BaseException | None = None) -> None:
        """The disk has answered."""
        self._done, self._fault = True, fault
        for callback in self._callbacks:
            callback(self)


class Disk:
    """A journal in memory that checks the fence and answers late while `is_slow`."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Event]] = {}
        self.records: dict[str, bytes] = {}
        self.set_apart: dict[str, str] = {}
        self.writes: list[Slow] = []
        self.is_slow = False

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> Slow:
        """Keep."""
        log = self.kept.setdefault(match, [])
        assert version == len(log), "not the next version"
        log.extend(events)
        return self._write()

    def note(self, table: str, record: bytes | None) -> Slow:
        """Keep, or drop."""
        if record is None:
            self.records.pop(table)
        else:
            self.records.pop(table, None)
            self.records[table] = record
        return self._write()

    def _write(self) -> Slow:
        write = Slow()
        self.writes.append(write)
        if not self.is_slow:
            write.finish()
        return write

    def read(self, match: str) -> tuple[Event, ...]:
        """What was kept."""
        return tuple(self.kept.get(match, ()))

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """Which live tables, the newest record last."""
        return tuple(self.records.items())

    def quarantine(self, table: str, why: str) -> None:
        """Offer it no more."""
        self.set_apart[table] = why
        del self.records[table]
