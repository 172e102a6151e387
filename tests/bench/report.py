"""The bench's one table: what was measured, what it may cost, and what others need for it."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median


@dataclass(frozen=True)
class Row:
    """One line. `measured` is a number in `unit`; `budget` the most (or with `at_least` the least) it may be."""

    group: str
    name: str
    measured: float | None
    unit: str
    budget: float | None = None
    at_least: bool = False
    reference: str = ""

    @property
    def verdict(self) -> str:
        """`met`, `MISSED`, or nothing where there is no budget."""
        if self.measured is None:
            return "not measured"
        if self.budget is None:
            return ""
        met = self.measured >= self.budget if self.at_least else self.measured <= self.budget
        return "met" if met else "**missed**"


def number(value: float | None) -> str:
    """Three figures that count, thousands apart."""
    if value is None:
        return "–"
    if value and abs(value) < 0.1:
        return f"{value:.3f}"
    if abs(value) < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if abs(value) < 100 else f"{value:,.0f}".replace(",", " ")


def table(rows: Iterable[Row]) -> str:
    """The rows as a markdown table."""
    lines = ["| | measured | budget | | reference |", "| --- | ---: | ---: | --- | --- |"]
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines.append(f"| **{group}** | | | | |")
        limit = "" if row.budget is None else f"{'≥' if row.at_least else '≤'} {number(row.budget)}"
        lines.append(f"| {row.name} | {number(row.measured)} {row.unit} | {limit} | {row.verdict} | {row.reference} |")
    return "\n".join(lines)


def machine() -> str:
    """Where and when: what a reader must know to compare."""
    processor = platform.processor() or platform.machine()
    try:
        described = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.split(":", 1)[1].strip() for line in described if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{now}, {os.cpu_count()} × {processor}, Python {platform.python_version()}, load average at the start {load}"


def percentile(values: Iterable[float], part: float) -> float | None:
    """The value below which `part` of all lie; None without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else None


def middle(values: Iterable[float]) -> float | None:
    """The median; None without values."""
    kept = list(values)
    return median(kept) if kept else None


def best_pinned(core: int) -> Callable[[], None]:
    """For a child process: run on this core only, where there is more than one."""

    def pin() -> None:
        if hasattr(os, "sched_setaffinity"):
            cores = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {cores[core % len(cores)]})

    return pin
