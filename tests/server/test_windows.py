"""Clients open their windows (RFC 4254 §5.2) as wide and acknowledge as late as they like: who reads gets everything."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import asyncssh
import pytest

from client.protocol import Refusal, Reply
from server.config import Config
from server.house import House
from server.ssh import driver
from server.ssh.environment import scrub
from server.ssh.listener import Listener
from tests.server.rig import until
from tests.server.robot import Robot

scrub()
MUCH = 2**21 + 2**18
"""More than two MiB: asyncssh's window by default, of which it acknowledges nothing before half is used."""
WIDEST = 2**32 - 1
REDRAW = b"\x0c"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    yield one
    await one.close("The test is over.")


async def connect(house: House) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", house.port, username="guest", known_hosts=None, client_keys=None, agent_path=None, config=None
    )


class Reader(asyncssh.SSHClientSession[bytes]):
    """Counts what comes."""

    def __init__(self) -> None:
        self.received = 0
        self.is_closed = False

    async def more(self, count: int = 1) -> None:
        """Wait for so many bytes more."""
        enough = self.received + count
        await until(lambda: self.received >= enough, seconds=5)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.received += len(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens may be asked for as often as one likes."""
    monkeypatch.setattr(driver, "RESIZE_STEP", 0.0)


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("window", [2**21, WIDEST])
async def test_screens_reach_whoever_reads_whatever_the_window(house: House, window: int) -> None:
    async with await connect(house) as conn:
        chan, reader = await conn.create_session(
            Reader, term_type="xterm-256color", term_size=(200, 60), encoding=None, window=window
        )
        assert isinstance(reader, Reader)
        await until(lambda: reader.received)
        while reader.received < MUCH:
            chan.write(REDRAW)
            await reader.more()
        assert not reader.is_closed


def at_least(robot: Robot, count: int) -> Callable[[], bool]:
    """Has it received so much?"""
    return lambda: robot.received >= count


@pytest.mark.parametrize("frames", [True, False], ids=["msgpack", "json"])
async def test_messages_reach_every_program_that_reads(house: House, frames: bool) -> None:
    async with await connect(house) as conn:
        robot = await Robot.open(conn, frames)
        await robot.until(lambda: robot.link.lobby)
        (session,) = house.lobby._sessions
        while robot.received < MUCH:
            for _ in range(20):
                session.send(Reply(0, Refusal("closed", "x" * 1000)))
            await robot.until(at_least(robot, robot.received + 20_000), seconds=5)


@pytest.mark.usefixtures("fast")
@pytest.mark.parametrize("window", [2**16, WIDEST])
async def test_who_stops_reading_is_kept_little_for_and_cut(house: House, window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.STALL_SECONDS", 1.0)
    monkeypatch.setattr(driver, "STALL_LIMIT", 1.0)
    conn = await connect(house)
    chan, _ = await conn.create_session(Reader, term_type="xterm-256color", term_size=(200, 60), encoding=None, window=window)
    await until(lambda: house.lobby._sessions)
    assert isinstance(house.listener, Listener)
    (guard,) = house.listener._guards
    transport = conn._transport
    assert transport is not None
    transport.pause_reading()
    most = 0

    def is_cut() -> bool:
        nonlocal most
        chan.write(REDRAW)
        most = max(most, guard.unsent)
        return house.listener.connections == 0

    await until(is_cut)
    assert most < 2 * driver.HIGH_WATER
    conn.abort()
