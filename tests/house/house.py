"""`House`: one life of the server after another on the same disk, in the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final

from client.protocol import Stage
from server.lobby.opening import Limits
from tests.clock import Seeds
from tests.house.disk import Disk
from tests.house.kind import Kind
from tests.house.laws import check_restored, written
from tests.house.ledger import Ledger
from tests.house.life import Life
from tests.house.registry import Registry
from tests.house.time import Time
from tests.sim.laws import check

LIMITS: Final = Limits(tables_each=3, tables_per_source=100, chat=((6, 3.0),), acts=((30, 10.0),))
DOWN: Final = (0.5, 2.0, 30.0, 400.0)
"""Seconds until a server that is gone is started again."""


class House:
    """`life` is None while the server is down."""

    def __init__(self, kind: Kind, counts: Counter[str], cut: Callable[[], None]) -> None:
        """`cut` ends every connection, when the process is gone."""
        self.time = Time()
        self.disk = Disk(kind.stream("disk"))
        self.ledger = Ledger(self.disk)
        self.counts = counts
        self.registry = Registry()
        self.life: Life | None = None
        self._cut, self._fate = cut, kind.stream("fate")
        self._seeds = Seeds(kind.seed << 32 | kind.number)
        self._accounts = 0
        self._expected: dict[str, dict[str, object]] = {}
        """The tables as they were when the server was stopped in good order."""

    def boot(self) -> None:
        """Start the server: everything is as the disk has it."""
        life = Life(self.disk, self.time, self.ledger, self._fate.uniform(0, 1e6), LIMITS, self._seeds, self._fresh_id)
        check_restored(life.lobby, self.ledger)
        found = {one.code: written(one) for one in life.lobby.tables}
        for code, kept in self._expected.items():
            check(found.get(code) == kept, "a stop that was asked for loses nothing", code)
        self._expected = {}
        self.life = life
        life.open()

    def _fresh_id(self) -> str:
        self._accounts += 1
        return sha256(f"account {self._accounts}".encode()).hexdigest()[:16]

    def crash(self) -> None:
        """The process is gone, this instant."""
        life, self.life = self.life, None
        if life is not None:
            life.end()
            self._cut()
            self.ledger.crash()
            self.registry.check(self.disk.connection)
            self.time.later(self._fate.choice(DOWN), self.boot)

    def stop(self) -> None:
        """The operator ends the server; it is started again."""
        if self.life is not None:
            self.life.lobby.stop()
            self.time.later(self._fate.uniform(0.0, 3.0), partial(self._stop, self.life))

    def _stop(self, life: Life) -> None:
        if self.life is life:
            if self.disk.answers:
                self._expected = {one.code: written(one) for one in life.lobby.tables if not one._tools.is_lesson}
            life.writer.stop()
            self.crash()

    @property
    def waits_for_nobody(self) -> bool:
        """Is there a match that must come to its end although nobody does anything?"""
        return self.life is not None and any(
            one.wish.clock and one.wish.options.target_score is None and one.stage in (Stage.PLAYING, Stage.ROUND_OVER)
            for one in self.life.lobby.tables
        )
