"""What can be measured of a running house, and how it is written down: Prometheus' text format, version 0.0.4.

Written by hand because there is little of it: a library would bring a registry of the whole process and a server of its own.
"""

from __future__ import annotations

import asyncio
import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from contextvars import Context
from itertools import accumulate
from typing import Final, NamedTuple

from engine.events import Event
from server.lobby.clock import Clock
from server.lobby.journal import Durable, Journal

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
COMMIT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0)
LAG_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
LOOK: Final = 0.25
"""Seconds between two looks at how late the loop is."""


class Sample(NamedTuple):
    """One number: what is put behind the metric's name, what it is told apart by, and its value."""

    suffix: str
    labels: Mapping[str, str]
    value: float


class Metric(NamedTuple):
    """One metric. `kind` is `counter`, `gauge` or `histogram`."""

    name: str
    kind: str
    help: str
    samples: tuple[Sample, ...]


def gauge(name: str, help: str, value: float) -> Metric:
    """A number that goes up and down."""
    return Metric(name, "gauge", help, (Sample("", {}, value),))


def gauges(name: str, help: str, label: str, values: Mapping[str, float]) -> Metric:
    """The same for several things of a kind."""
    return Metric(name, "gauge", help, _by(label, values))


def counter(name: str, help: str, value: float) -> Metric:
    """A number that only grows."""
    return Metric(name, "counter", help, (Sample("", {}, value),))


def counters(name: str, help: str, label: str, values: Mapping[str, float]) -> Metric:
    """The same for several things of a kind."""
    return Metric(name, "counter", help, _by(label, values))


def _by(label: str, values: Mapping[str, float]) -> tuple[Sample, ...]:
    return tuple(Sample("", {label: key}, values[key]) for key in sorted(values))


class Histogram:
    """How often a value fell under each of some bounds (ascending), and the sum of all."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        """Count one value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    def metric(self, name: str, help: str) -> Metric:
        """As it stands."""
        ends = [*(f"{bound:g}" for bound in self._bounds), "+Inf"]
        totals = list(accumulate(self._counts))
        buckets = [Sample("_bucket", {"le": end}, total) for end, total in zip(ends, totals, strict=True)]
        return Metric(name, "histogram", help, (*buckets, Sample("_sum", {}, self._sum), Sample("_count", {}, totals[-1])))


def exposition(metrics: Iterable[Metric]) -> str:
    """The text that Prometheus reads."""
    return "".join(f"{line}\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {_escaped(metric.help)}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for suffix, labels, value in metric.samples:
        told = ",".join(f'{key}="{_escaped(text, quote=True)}"' for key, text in labels.items())
        yield f"{metric.name}{suffix}{{{told}}} {value:.10g}" if told else f"{metric.name}{suffix} {value:.10g}"


def _escaped(text: str, quote: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace('"', '\\"') if quote else text


class TimedJournal:
    """A journal that measures another: `seconds` from handing something over until it is safe."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self.seconds = Histogram(COMMIT_BUCKETS)
        self._journal, self._clock = journal, clock

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> Durable:
        """See `Journal`."""
        return self._timed(self._journal.append(match, version, events))

    def note(self, table: str, record: bytes | None) -> Durable:
        """See `Journal`."""
        return self._timed(self._journal.note(table, record))

    def read(self, match: str) -> tuple[Event, ...]:
        """See `Journal`."""
        return self._journal.read(match)

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """See `Journal`."""
        return self._journal.tables()

    def quarantine(self, table: str, why: str) -> None:
        """See `Journal`."""
        self._journal.quarantine(table, why)

    def _timed(self, durable: Durable) -> Durable:
        began = self._clock.now()
        durable.add_done_callback(lambda _: self.seconds.observe(self._clock.now() - began))
        return durable


class Lag:
    """How late the running loop makes its calls, looked at four times a second until `stop`."""

    def __init__(self) -> None:
        self.seconds = Histogram(LAG_BUCKETS)
        self._loop = asyncio.get_running_loop()
        self._order()

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _order(self) -> None:
        self._due = self._loop.time() + LOOK
        self._timer = self._loop.call_at(self._due, self._look, context=Context())

    def _look(self) -> None:
        self.seconds.observe(max(0.0, self._loop.time() - self._due))
        self._order()


def resident() -> int:
    """Bytes of memory this process has; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
