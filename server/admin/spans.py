"""Spans of time as operators write them: `90s`, `5m`, `12h`, `7d`."""

from __future__ import annotations

import re
from typing import Final

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
LONGEST: Final = 10 * 365 * UNITS["d"]
_SPAN: Final = re.compile(r"([0-9]{1,9})([smhdw])")


def seconds_in(text: str) -> int:
    """Seconds of a span. Raises ValueError with a sentence."""
    found = _SPAN.fullmatch(text.strip().lower())
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"{text!r} is not a span of time: write one like 90s, 5m, 12h or 7d, of at most ten years.")
    return seconds


def span_of(seconds: int) -> str:
    """The same in the largest unit that loses nothing."""
    unit = next(unit for unit in reversed(UNITS) if seconds % UNITS[unit] == 0)
    return f"{seconds // UNITS[unit]}{unit}"
