"""What a session costs is counted, and one that takes too much is slowed down and not cut (SECURITY D1)."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from server.ssh import hosting
from server.ssh.meter import SPAN
from server.ssh.toll import LONGEST, SHARE, SHORTEST, Ledger, Toll
from tests.server.hosted import Client

COST = 0.03
"""Seconds of processor time that everything takes here."""
DEAR_READS = 90
"""So often the flooder's clock is read before it stands still: he is in debt by then, and can pay."""
LATE = 2
"""So often the machine may stand still meanwhile; what one session does to another, it does to all three keys of his."""


class Time:
    """Two clocks that go when they are told to."""

    def __init__(self) -> None:
        self.now = self.cpu = 0.0
        self.rests: list[float] = []
        self.toll = Toll(lambda: self.now, lambda: self.cpu)
        self.toll.rest = self.rests.append

    def work(self, seconds: float) -> None:
        with self.toll:
            self.cpu += seconds


def test_a_session_may_take_the_share_of_ten_seconds_at_once_and_no_more() -> None:
    time = Time()
    time.work(SHARE * SPAN)
    assert not time.rests
    time.work(0.02)
    assert time.rests == [pytest.approx(0.02 / SHARE)], "the rest pays it off"
    assert time.toll.is_slowed


def test_a_session_below_its_share_never_rests_however_long_it_stays() -> None:
    time = Time()
    for _ in range(10_000):
        time.work(0.09)
        time.now += 1.0
    assert not time.rests
    assert time.toll.spent == pytest.approx(900)
    assert time.toll.share == pytest.approx(0.09, abs=0.01)


def test_one_that_takes_all_it_can_gets_its_share_in_the_long_run() -> None:
    time = Time()
    while time.now < 600:
        rested = len(time.rests)
        time.work(0.02)
        time.now += 0.02 + sum(time.rests[rested:])
    assert time.toll.spent / 600 == pytest.approx(SHARE, rel=0.05)


def test_a_rest_is_neither_too_short_to_notice_nor_so_long_that_nothing_moves() -> None:
    time = Time()
    time.work(SHARE * SPAN + 0.001)
    time.work(100.0)
    assert time.rests == [SHORTEST, LONGEST]


def test_work_within_work_is_counted_once() -> None:
    time = Time()
    with time.toll:
        time.work(0.2)
        time.cpu += 0.1
    assert time.toll.spent == pytest.approx(0.3)


def test_the_log_is_told_once_who_is_slowed_down(caplog: pytest.LogCaptureFixture) -> None:
    time = Time()
    time.toll.whose = "Greta"
    for _ in range(5):
        time.work(1.0)
    assert [record.getMessage() for record in caplog.records] == [
        "Greta takes more than a tenth of a core: its keys and its screen are slowed down"
    ]


def test_the_ledger_tells_the_dearest_sessions_and_remembers_those_that_were_slowed_down() -> None:
    ledger, times = Ledger(), [Time() for _ in range(4)]
    for cost, time in zip((0.1, 2.0, 0.3, 0.2), times, strict=True):
        ledger.open(time.toll)
        time.work(cost)
    assert ledger.dearest(2) == [times[1].toll, times[2].toll]
    assert ledger.slowed == 1
    ledger.close(times[1].toll)
    assert ledger.dearest(1) == [times[2].toll]
    assert ledger.slowed == 1


async def test_a_flood_of_dear_keys_is_slowed_down_not_cut_and_nobody_else_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    neighbour = Client()
    await neighbour.sees("hello")
    clock = count()
    with monkeypatch.context() as patch:
        patch.setattr(hosting, "Toll", lambda: Toll(cpu=lambda: COST * min(next(clock), DEAR_READS)))
        flooder = Client()
    await flooder.sees("hello")
    loop, before = asyncio.get_running_loop(), flooder.channel.writes
    late: list[float] = []
    for number in range(150):
        flooder.host.feed(b"x")
        due = loop.time() + 0.004
        if number % 50 == 25:
            neighbour.host.feed(b"n")
            assert await neighbour.channel.next_write(1.0)
        else:
            await asyncio.sleep(0.004)
        late.append(loop.time() - due)
    assert flooder.host.toll.is_slowed
    assert flooder.channel.writes - before < 75, "a key was a frame until it had taken its share"
    await neighbour.until(lambda: neighbour.app().typed == "nnn")
    assert sorted(late)[-LATE - 1] < 0.1
    assert not neighbour.host.toll.is_slowed
    await flooder.until(lambda: flooder.app().typed == "x" * 150, seconds=20.0)
    assert not flooder.channel.aborted
    for client in (flooder, neighbour):
        client.host.stop("")
        await client.host.ended()
