"""The end of what a door says: it waits for a client that takes it, however slowly, and not for one that does not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from server.doors.outlet import HIGH_WATER, LOOK, Outlet
from tests.server.rig import until

PIECE = 1000
LOOKS = 12
"""More than pass until who takes nothing is late."""


class Behind:
    """A port of a client that is behind: at every look it has taken `takes` bytes more."""

    def __init__(self, under_way: int, takes: int) -> None:
        self._under_way, self._takes = under_way, takes
        self.looks = 0
        self.written = bytearray()
        self.ending: int | str | None = None

    def write(self, data: bytes) -> None:
        self.written += data

    def write_error(self, data: bytes) -> None: ...

    def backlog(self) -> int:
        self.looks += 1
        self._under_way -= self._takes
        return self._under_way

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def exit(self, status: int) -> None:
        self.ending = status

    def abort(self, reason: str) -> None:
        self.ending = reason


def ending(port: Behind) -> Outlet[bytes]:
    """An outlet with one thing to say before its end."""

    def joined(told: Sequence[bytes]) -> bytes:
        return b"".join(told)

    outlet = Outlet[bytes](port, joined, 10)
    outlet.put(b"goodbye")
    outlet.end(3)
    return outlet


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.outlet.TAKE_SECONDS", LOOKS * LOOK / 4)


async def test_a_client_that_takes_nothing_of_its_end_is_cut() -> None:
    port = Behind(HIGH_WATER + 1, takes=0)
    ending(port)
    await until(lambda: port.ending is not None)
    assert (port.ending, bytes(port.written)) == ("it does not take its end", b"")


async def test_a_client_that_takes_its_end_slowly_gets_all_of_it() -> None:
    port = Behind(HIGH_WATER + LOOKS * PIECE, takes=PIECE)
    ending(port)
    await until(lambda: port.ending is not None)
    assert (port.ending, bytes(port.written)) == (3, b"goodbye")
    assert port.looks >= LOOKS


async def test_a_client_that_takes_a_byte_now_and_then_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.outlet.END_SECONDS", LOOKS * LOOK)
    port = Behind(2 * HIGH_WATER, takes=1)
    ending(port)
    await until(lambda: port.ending is not None)
    assert port.ending == "it does not take its end"
    assert port.looks > LOOKS // 2


async def test_nobody_is_cut_who_is_gone() -> None:
    port = Behind(HIGH_WATER + 1, takes=0)
    ending(port).drop()
    loop = asyncio.get_running_loop()
    later = loop.time() + LOOKS * LOOK
    await until(lambda: loop.time() > later)
    assert port.ending is None
