"""`soak`: a server, a crowd, a look at both every few seconds, and what that says in the end."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Final

from tests.bench.load import Answer
from tests.bench.report import percentile
from tests.reliability.record import Row, measured, nothing
from tests.soak.crowds import Crowds
from tests.soak.fit import slope
from tests.soak.server import Page, Server, bound, histogram

LOOK: Final = 5.0
"""Seconds between two looks; fewer in a run of minutes."""
SHORTEST: Final = 1.0
WARM: Final = 600.0
"""Seconds after which a server is warm, or a third of a short run."""
FLAT: Final = 10.0
"""MiB an hour that memory may grow in a run of a few hours at most. In a day it must be a tenth (SECURITY §4)."""
LONG: Final = 3 * 3600.0
"""Seconds from which on a run is measured by the strict bar."""
STRICT: Final = 1.0
LATE: Final = 50.0
"""Milliseconds that the loop may be late for 99 of 100 calls."""
EMPTY: Final = 30.0
"""Seconds in which everything of those who went must be gone."""
LAG: Final = "unotty_loop_lag_seconds"
COMMIT: Final = "unotty_journal_commit_seconds"


@dataclass(frozen=True)
class Look:
    """One sample. `at`: seconds since the crowd began to come; memory in MiB."""

    at: float
    memory: float
    files: int
    tasks: int
    sessions: int
    connections: int
    playing: int
    tables: int
    errors: int
    lag: float | None
    """Milliseconds within which 99 of 100 calls since the last look were late; the metrics' bounds are coarse."""
    keys: int
    p50: float | None
    p99: float | None
    """Milliseconds from key to frame since the last look."""
    client_cpu: float
    """Part of a core that the busier process of the crowd took."""


@dataclass
class Soaked:
    """A whole run."""

    seconds: float
    clients: int
    tables: int
    looks: list[Look]
    rows: list[Row]
    notes: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    screens: list[str] = field(default_factory=list)
    """The last ones on which a key had no effect."""


def between(seconds: float) -> float:
    """Seconds between two looks in a run of so many."""
    return min(LOOK, max(SHORTEST, seconds // 40))


def soak(seconds: float, clients: int, seed: int, tables: int = 0, *, say: Callable[[str], None] = lambda line: None) -> Soaked:
    """Run for so long with so many clients. `tables`: how many they keep open, a sixth as many if 0."""
    tables = tables or max(2, clients // 6)
    with (
        tempfile.TemporaryDirectory(prefix="unotty-soak-") as folder,
        Server(Path(folder), "--max-people", str(clients + 50)) as server,
    ):
        with Crowds(server.port, clients, seed, tables) as crowd:
            watch = _Watch(server, crowd, say)
            watch.run(seconds)
            watch.see_off()
        return watch.told(seconds, clients, tables)


def told_of(look: Look) -> str:
    """A line for whoever waits."""
    return (
        f"{look.at:6.0f} s  {look.memory:6.1f} MiB  {look.files} files  {look.tasks} tasks  {look.sessions} sessions"
        f"  {look.tables} tables ({look.playing} in play)  loop ≤ {look.lag or 0:g} ms"
        f"  key → frame {look.p50 or 0:.1f} / {look.p99 or 0:.1f} ms  crowd {100 * look.client_cpu:.0f} %  {look.errors} errors"
    )


class _Watch:
    def __init__(self, server: Server, crowd: Crowds, say: Callable[[str], None]) -> None:
        self._server, self._crowd, self._say = server, crowd, say
        self._looks: list[Look] = []
        self._keys: list[float] = []
        self._before = server.page()
        self._first = (server.memory, server.files, self._tasks(self._before))
        self._cpu = self._waited = 0.0
        self._end: Answer = {}
        self._after: Page = {}
        self._gone = 0.0
        self._last: tuple[float, int, int] = (0.0, 0, 0)
        self._status = -1

    @staticmethod
    def _tasks(page: Page) -> int:
        return int(page.get(("unotty_tasks", ""), 0))

    def run(self, seconds: float) -> None:
        self._crowd.ask("begin")
        began, cpu, waited = time.monotonic(), self._server.cpu, self._server.waited
        page, due, pause = self._before, began, between(seconds)
        while (left := began + seconds - time.monotonic()) > 0:
            due = max(due + pause, time.monotonic())
            time.sleep(max(0.0, min(due - time.monotonic(), left)))
            page = self._look(time.monotonic() - began, page)
        self._cpu = (self._server.cpu - cpu) / seconds
        self._waited = (self._server.waited - waited) / seconds
        self._after = page

    def _look(self, at: float, before: Page) -> Page:
        told, page = self._crowd.ask("look"), self._server.page()
        if told["broken"]:
            raise RuntimeError(f"the crowd is broken: {told['broken']}")
        keys = told["latencies_ms"]
        self._keys += keys
        stages = {label: int(value) for (name, label), value in page.items() if name == "unotty_tables"}
        look = Look(
            at,
            self._server.memory,
            self._server.files,
            self._tasks(page),
            int(page["unotty_sessions", ""]),
            int(page["unotty_connections", ""]),
            stages.get("playing", 0),
            sum(stages.values()),
            len(self._server.errors),
            1000 * lag if isfinite(lag := bound(histogram(before, LAG), histogram(page, LAG), 0.99)) else None,
            len(keys),
            percentile(keys, 0.5),
            percentile(keys, 0.99),
            told["client_cpu"],
        )
        self._looks.append(look)
        self._say(told_of(look))
        return page

    def see_off(self) -> None:
        """Everybody goes; how long until nothing is left of them, and how the server ends."""
        self._end = self._crowd.ask("end")
        began = time.monotonic()
        while True:
            page = self._server.page()
            self._gone = time.monotonic() - began
            self._last = (self._server.memory, self._server.files, self._tasks(page))
            is_empty = not page["unotty_connections", ""] and self._last[1] <= self._first[1] + 1
            if (is_empty and self._last[2] <= self._first[2]) or self._gone > EMPTY:
                break
            time.sleep(0.05)
        self._status = self._server.stop()

    def told(self, seconds: float, clients: int, tables: int) -> Soaked:
        warm = min(WARM, seconds / 3)
        looks = [look for look in self._looks if look.at > warm]
        grown = slope([look.at / 3600 for look in looks], [look.memory for look in looks])
        counts: dict[str, int] = self._end["counts"]
        errors = self._server.errors
        lags = histogram(self._before, LAG), histogram(self._after, LAG)
        commits = histogram(self._before, COMMIT), histogram(self._after, COMMIT)
        wrong: list[str] = self._end["wrong"]
        stuck, looked = counts.get("stuck tables", 0), counts.get("looks at tables in play", 0)
        back = counts.get("came back to a match", 0)
        limit = FLAT if seconds < LONG else STRICT
        after = self._last
        rows = [
            Row("connected at once, most", max(look.connections for look in self._looks)),
            Row("tables open at once, most", max(look.tables for look in self._looks)),
            Row("moves, those of bots too", self._after["unotty_moves_total", ""] - self._before["unotty_moves_total", ""]),
            Row("connections let in", self._after["unotty_connections_entered_total", ""]),
            Row("connections cut without a word", counts.get("connections cut", 0)),
            Row("programs that came back into the match they were cut from", back),
            Row("of these, without their seat", len(wrong) - stuck, most=0, ripe=back > 0),
            Row("looks at tables in play", looked),
            Row("of these, with no move for 100 s", stuck, most=0, ripe=looked > 0),
            Row("longest that somebody saw a table without a move", self._end["slowest"], "s"),
            nothing("errors in the log", len(errors)),
            Row("warnings in the log", len(self._server.warnings)),
            measured("memory when the crowd had come", looks[0].memory if looks else None, "MiB"),
            measured("memory at the end of it", looks[-1].memory if looks else None, "MiB"),
            measured(
                "memory slope after the warm-up",
                grown.value if isfinite(grown.noise) else None,
                "MiB/h",
                limit,
                noise=grown.noise,
                ripe=seconds >= WARM,
            ),
            measured("event loop late, 99 of 100 within", 1000 * bound(*lags, 0.99), "ms", LATE),
            measured("event loop late, 999 of 1000 within", 1000 * bound(*lags, 0.999), "ms"),
            measured("a move on the disk, 99 of 100 within", 1000 * bound(*commits, 0.99), "ms"),
            Row("keys timed", len(self._keys)),
            Row("key → frame, p50", percentile(self._keys, 0.5), "ms"),
            Row("key → frame, p99", percentile(self._keys, 0.99), "ms"),
            Row("keys without effect in 5 s", counts.get("keys without effect", 0)),
            Row("the server's part of a core", 100 * self._cpu, "%"),
            Row("the server waited for a core that others had", 100 * self._waited, "% of the time"),
            Row(
                "the part of a core of the crowd's busier process, most",
                100 * max(look.client_cpu for look in self._looks),
                "%",
            ),
            Row("all gone: connections, files and tasks as before after", self._gone, "s", EMPTY),
            Row("files more than before", after[1] - self._first[1], most=1),
            Row("tasks more than before", after[2] - self._first[2], most=0),
            Row("memory before, nobody there", self._first[0], "MiB"),
            Row("memory after, nobody there", after[0], "MiB"),
            Row("exit status after SIGTERM, or signal", abs(self._status), most=0),
        ]
        notes = [f"After a warm-up of {warm:.0f} s, {grown.samples} samples of memory, one every {between(seconds):.0f} s."]
        notes += [f"Wrong: {line}" for line in wrong]
        notes += [f"In the log: {line}" for line in (*errors[:5], *self._server.warnings[:5])]
        return Soaked(seconds, clients, tables, self._looks, rows, notes, counts, self._end["screens"])
