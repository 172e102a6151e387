"""`Row` and `Record`: what a part of the reliability run measured, kept as JSON; verdicts are always worked out, never kept."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Final, Self

FOLDER: Final = Path(__file__).parent.parent.parent / "build" / "reliability"
"""Where records are kept; git does not look there."""
UNENDED: Final = "it was begun and did not end"


class Verdict(StrEnum):
    """What a figure says about its bar."""

    MET = "met"
    MISSED = "**missed**"
    OPEN = "not shown"
    """The noise is wider than what is left to the bar, or the run was too short: a longer one may tell."""
    NONE = ""
    """It has no bar."""


@dataclass(frozen=True)
class Row:
    """A figure. `most`: what it may be at most, or with `at_least` must be; None: it is only told.

    `noise`: how far off it may be on either side. A figure of None could not be measured, which misses any bar.
    """

    name: str
    value: float | None
    unit: str = ""
    most: float | None = None
    at_least: bool = False
    noise: float | None = None
    ripe: bool = True
    """Was the run long enough to judge?"""

    @property
    def verdict(self) -> Verdict:
        """Worked out from the figures."""
        if self.most is None:
            return Verdict.NONE
        if not self.ripe:
            return Verdict.OPEN
        if self.value is None:
            return Verdict.MISSED
        noise = self.noise or 0.0
        sign = -1.0 if self.at_least else 1.0
        if sign * (self.value - self.most) + noise <= 0:
            return Verdict.MET
        return Verdict.MISSED if sign * (self.value - self.most) - noise > 0 or not noise else Verdict.OPEN


@dataclass(frozen=True)
class Record:
    """One part's run. Empty `rows`: it broke off, and `fault` says how."""

    part: str
    seed: int
    command: str
    """What repeats it."""
    began: str
    """UTC, `2026-01-31 12:00`."""
    seconds: float
    commit: str
    ended_on: str
    """The commit at the end: another one if somebody committed meanwhile."""
    dirty: int
    """Files that differed from the commit, at the beginning or the end."""
    machine: Mapping[str, str]
    load: float
    """The machine's load average at the beginning: what others did on it."""
    amount: float
    """How much was wanted, in the part's own unit."""
    size: str
    """How much was done, in words with figures."""
    rows: Sequence[Row] = ()
    notes: Sequence[str] = ()
    """What was found wrong, and whatever else must be said of this run."""
    fault: str = ""
    heads: Sequence[str] = ()
    lines: Sequence[Sequence[str | float | None]] = ()
    """A table of particulars, where a part has some, and the heads of its columns."""

    @property
    def verdict(self) -> Verdict:
        """Of all bars together."""
        found = {row.verdict for row in self.rows}
        if self.fault or not self.rows or Verdict.MISSED in found:
            return Verdict.MISSED
        return Verdict.OPEN if Verdict.OPEN in found else Verdict.MET

    def as_json(self) -> str:
        """One object."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """As `as_json` wrote it. Raises ValueError, TypeError."""
        raw = json.loads(text)
        tuples = {name: tuple(raw[name]) for name in ("notes", "heads")}
        rows, lines = tuple(Row(**row) for row in raw["rows"]), tuple(map(tuple, raw["lines"]))
        return cls(**{**raw, **tuples, "rows": rows, "lines": lines})

    def keep(self, folder: Path = FOLDER) -> None:
        """Write it down in place of the last one of this part."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.part}.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(self.as_json(), encoding="utf-8")
        fresh.replace(path)


def kept(folder: Path = FOLDER) -> dict[str, Record]:
    """The newest record of each part that was ever run here."""
    return {path.stem: Record.from_json(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def measured(
    name: str, value: float | None, unit: str = "", most: float | None = None, *, noise: float | None = None, ripe: bool = True
) -> Row:
    """A row whose figure may be infinite or missing: then it could not be measured."""
    if value is None or not isfinite(value):
        return Row(name, None, unit, most, ripe=ripe)
    return Row(name, value, unit, most, noise=noise if noise is not None and isfinite(noise) else None, ripe=ripe)


def nothing(name: str, count: int) -> Row:
    """Something of which there must be none."""
    return Row(name, count, most=0)
