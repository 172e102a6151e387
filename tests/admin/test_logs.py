"""The log: one JSON object a line for programs, lines for people, and no control character of anybody's in either."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

import pytest

from server.logs import LONGEST, JsonFormatter, TextFormatter, facts


def record(
    message: str, *arguments: object, fault: BaseException | None = None, extra: Mapping[str, object] = {}
) -> logging.LogRecord:
    info = (type(fault), fault, fault.__traceback__) if fault else None
    one = logging.LogRecord("unotty.ssh", logging.INFO, "x.py", 1, message, arguments, info)
    one.__dict__.update(extra)
    one.created = 1_700_000_000.25
    return one


def failed() -> ValueError:
    hand = "R5 W+4"  # a variable, which must not be told
    try:
        raise ValueError("no such thing")
    except ValueError as fault:
        assert hand
        return fault


def test_a_record_is_one_object_on_one_line() -> None:
    line = JsonFormatter().format(
        record("%s is turned away\n%d", "203.0.113.7", 3, extra=facts(address="203.0.113.7", reason="full"))
    )
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.250Z",
        "level": "info",
        "logger": "unotty.ssh",
        "event": "203.0.113.7 is turned away\n3",
        "fields": {"address": "203.0.113.7", "reason": "full"},
    }


def test_a_fault_has_its_trace_and_no_variable() -> None:
    line = JsonFormatter().format(record("it failed", fault=failed()))
    told = json.loads(line)
    assert "W+4" not in line
    assert "ValueError: no such thing" in told["trace"]
    assert told["fields"] == {}


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_nobody_writes_control_characters_into_the_log(formatter: logging.Formatter) -> None:
    line = formatter.format(record("%s came", "ann\x1b[2J\r\x9b31m\x00\u202e"))
    told = json.loads(line)["event"] if isinstance(formatter, JsonFormatter) else line
    assert told.isprintable()
    assert "\\x1b[2J\\x0d\\x9b31m\\x00\\x202e came" in told


def test_a_record_has_an_end() -> None:
    assert len(JsonFormatter().format(record("x" * 100_000))) < LONGEST + 300


def test_people_read_the_time_the_level_and_the_words() -> None:
    assert TextFormatter().format(record("%s connects", "ann")).endswith(" INFO unotty.ssh: ann connects")
