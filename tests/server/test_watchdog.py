"""Who stands in everybody's way is named in the log, and nothing of what he has in hand (CASES 3-30)."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from pathlib import Path

import pytest
import uvloop

from server.config import Config
from server.house import House
from server.ssh.environment import scrub
from server.watchdog import Watchdog
from tests.server.rig import PATIENCE

scrub()


class Reports:
    """What a watchdog says; `said` is set with the first word."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.said = threading.Event()

    def hear(self, line: str) -> None:
        self.lines.append(line)
        self.said.set()


def hog(until: threading.Event) -> None:
    """Blocks the loop, with a secret in hand."""
    secret = "wild-draw-four"  # noqa: F841  # a canary: it must not be told
    assert until.wait(PATIENCE)


async def stand_still() -> list[str]:
    """Let the loop be blocked until the watchdog says so, and then live."""
    reports = Reports()
    watchdog = Watchdog(reports.hear, standstill=0.05, beat=0.01)
    await asyncio.sleep(0)
    hog(reports.said)
    await asyncio.sleep(0)
    watchdog.stop()
    return reports.lines


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_who_blocks_the_loop_is_named_by_file_line_and_function_and_nothing_else(loop: object) -> None:
    """3-30."""
    with asyncio.Runner(loop_factory=loop) as runner:  # type: ignore[arg-type]  # one of two factories
        (line,) = runner.run(stand_still())
    assert re.match(r"the loop has stood still for \d\.\d s at ", line)
    assert re.search(rf"tests/server/{Path(__file__).name}:\d+ hog < tests/server/{Path(__file__).name}:\d+ stand_still", line)
    assert "wild" not in line
    assert line.isprintable()
    assert len(line) < 1000


async def test_a_loop_that_lives_is_not_written_about() -> None:
    reports = Reports()
    watchdog = Watchdog(reports.hear, standstill=5, beat=0.01)
    for _ in range(20):
        await asyncio.sleep(0.005)
    watchdog.stop()
    assert reports.lines == []


async def test_one_standstill_is_one_line_and_the_next_ones_wait_a_while() -> None:
    reports = Reports()
    watchdog = Watchdog(reports.hear, standstill=0.05, beat=0.01, pause=60)
    hog(reports.said)
    await asyncio.sleep(0.02)
    reports.said.clear()
    reports.said.wait(0.2)
    watchdog.stop()
    assert len(reports.lines) == 1


async def test_a_house_has_a_watchdog_while_it_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("server.operation.Watchdog", lambda: Watchdog(standstill=0.05, beat=0.01))
    written, others = threading.Event(), set(threading.enumerate())

    class Listening(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.set()

    listening = Listening()
    logger = logging.getLogger("unotty.watchdog")
    logger.addHandler(listening)
    try:
        house = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
        hog(written)
        await house.close("The test is over.")
    finally:
        logger.removeHandler(listening)
    assert "stood still" in next(record.getMessage() for record in caplog.records if record.name == logger.name)
    assert "watchdog" not in {thread.name for thread in set(threading.enumerate()) - others}
