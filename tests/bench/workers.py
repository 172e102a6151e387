"""What workers cost and bring: the same load as for one process, with the server on all cores."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench import hosting
from tests.bench.report import Row, middle, percentile


def rows(sessions: int, seconds: float, workers: int) -> Sequence[Row]:
    """One run. The load has a core to itself in the other rows; here it shares one with the server."""
    run = hosting.run_once("tests.bench.server", sessions, seconds, workers)
    group = f"Hosting, {sessions} sessions, ten a table, {workers} workers beside the lobby's process, all cores"
    trips = [trip / 2 for trip in run.trips]

    def row(name: str, value: float | None, unit: str) -> Row:
        return Row(group, name, value, unit)

    return (
        row("memory per session", run.memory, "KiB"),
        row("CPU per connect, all processes", run.connect_cpu, "ms"),
        row("connect → first frame, p50", middle(run.first_frame), "ms"),
        row("CPU per update, all processes", run.update_cpu, "ms"),
        row("all processes together", 100 * run.load, "% of a core"),
        row("key → frame, p50", middle(run.latencies), "ms"),
        row("key → frame, p99", percentile(run.latencies, 0.99), "ms"),
        row("from the lobby's process to a worker, p50", middle(trips), "ms"),
        row("from the lobby's process to a worker, p99", percentile(trips, 0.99), "ms"),
        row("the lobby's loop late, p99", percentile(run.lags, 0.99), "ms"),
        row("clients that lost their connection", run.closed, ""),
        row("all clients cut at once: gone after", run.gone, "s"),
        row("they waited for cores that others had", 100 * run.waited, "%"),
    )
