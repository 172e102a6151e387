"""The log: lines for people, or one JSON object a line for programs; and the rule that nothing secret comes into it.

Log calls say what happened in words and may add `extra=facts(…)`. Hands, seeds, resume codes and what a client sent are never
handed to a log call at all; `tests/admin/test_canary.py` plays with canaries to hold that.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Final

FORMATS: Final = ("text", "json")
OURS: Final = ("unotty", "server")
"""The loggers above all of ours; of libraries only warnings are told."""
LONGEST: Final = 8 * 1024
"""Characters of the words of one record, and of its trace; the rest is left out."""
Fact = str | int | float | bool | None


def facts(**fields: Fact) -> dict[str, object]:
    """What a record tells besides its words, as `extra` of a log call."""
    return {"facts": fields}


def configure(form: str = "text", verbose: bool = False) -> None:
    """Send the log of this process to standard error, in one of FORMATS; `verbose`: with every connection."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    for name in OURS:
        logging.getLogger(name).setLevel(logging.DEBUG if verbose else logging.INFO)


def configuration() -> tuple[str, bool]:
    """How `configure` was called, for another process of ours that is to log alike."""
    form = "json" if any(isinstance(one.formatter, JsonFormatter) for one in logging.getLogger().handlers) else "text"
    return form, logging.getLogger(OURS[0]).isEnabledFor(logging.DEBUG)


class TextFormatter(logging.Formatter):
    """For people; a record keeps to its line as far as it can, and control characters are shown, not sent."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        return _shown(super().format(record))


class JsonFormatter(logging.Formatter):
    """For programs: `time` (UTC), `level`, `logger`, `event` (in words), `fields`; of a fault also its `trace`."""

    def format(self, record: logging.LogRecord) -> str:
        """See logging.Formatter."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _shown(record.getMessage())[:LONGEST],
            "fields": getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["trace"] = _shown("".join(traceback.format_exception(record.exc_info[1])))[-LONGEST:]
        return json.dumps(line, ensure_ascii=True)


def _shown(text: str) -> str:
    return "".join(char if char == "\n" or char.isprintable() else f"\\x{ord(char):02x}" for char in text)
