"""The guard gives asyncssh little at a time, so that nobody waits for all that one peer sends at once (SECURITY D1)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import asyncssh
import pytest
from asyncssh.constants import MSG_IGNORE
from asyncssh.packet import String

from server.ssh.berth import Berth
from server.ssh.connection import Connection
from server.ssh.gate import Gate
from server.ssh.guard import SLICE, Guard
from server.ssh.notes import Notes
from tests.server.rig import rig, until


class Wire(asyncio.Transport):
    """A transport that notes whether it is read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read, self.is_closed = True, False
        self.waiting = 0

    def pause_reading(self) -> None:
        assert self.is_read, "paused twice"
        self.is_read = False

    def resume_reading(self) -> None:
        assert not self.is_read, "resumed twice"
        self.is_read = True

    def is_held(self) -> bool:
        return not self.is_read

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def get_write_buffer_size(self) -> int:
        return self.waiting


class Hears:
    """What a guard needs of asyncssh's side of a connection."""

    kept_back = written = 0

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.has_ended = self.is_cut = False

    def set_extra_info(self, **about: object) -> None: ...

    def connection_made(self, transport: asyncio.BaseTransport) -> None: ...

    def connection_lost(self, exc: Exception | None) -> None: ...

    def data_received(self, data: bytes) -> None:
        self.pieces.append(data)

    def eof_received(self) -> None:
        self.has_ended = True

    def abort(self) -> None:
        self.is_cut = True


def guarded() -> tuple[Guard, Hears, Wire]:
    """A guard between nothing and nothing."""
    loop, hears, wire = asyncio.get_running_loop(), Hears(), Wire()
    place: Berth = Gate().enter("127.0.0.1")
    guard = Guard(place, "127.0.0.1", lambda: cast(Connection, hears), lambda guard: None, Notes(loop), loop.time)
    guard.connection_made(wire)
    return guard, hears, wire


async def test_much_that_arrives_at_once_is_heard_in_order_and_others_have_their_turn_in_between() -> None:
    guard, hears, wire = guarded()
    said = bytes(range(256)) * (10 * SLICE // 256) + b"end"
    turns: list[int] = []
    guard.data_received(said)
    while wire.is_held():
        turns.append(len(hears.pieces))
        await asyncio.sleep(0)
    assert b"".join(hears.pieces) == said
    assert max(map(len, hears.pieces)) == SLICE
    assert turns == [*range(1, 11)]
    guard.connection_lost(None)


async def test_a_peer_over_its_budget_is_not_read_until_it_has_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.INGRESS_BURST", 1000)
    monkeypatch.setattr("server.ssh.guard.INGRESS_RATE", 2_000)
    guard, hears, wire = guarded()
    loop = asyncio.get_running_loop()
    guard.data_received(bytes(1000))
    assert wire.is_read
    began = loop.time()
    guard.data_received(bytes(900))
    await until(lambda: sum(map(len, hears.pieces)) == 1900)
    assert wire.is_held(), "all is heard, and not paid for"
    await until(lambda: wire.is_read)
    assert loop.time() - began >= 0.4
    guard.connection_lost(None)


async def test_the_end_is_told_after_all_that_came_before_it() -> None:
    guard, hears, wire = guarded()
    guard.data_received(bytes(3 * SLICE))
    assert guard.eof_received(), "the transport stays open for what is not heard yet"
    assert not hears.has_ended
    await until(lambda: wire.is_closed)
    assert (hears.has_ended, len(hears.pieces)) == (True, 3)
    guard.connection_lost(None)


async def test_nothing_is_heard_after_the_connection_is_lost() -> None:
    guard, hears, _ = guarded()
    guard.data_received(bytes(5 * SLICE))
    guard.connection_lost(None)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(hears.pieces) == 1


async def test_a_thousand_tiny_packets_in_one_read_hold_up_nobody_for_long(tmp_path: Path) -> None:
    """They are of one byte each, and cost as much as big ones."""
    async with rig(tmp_path) as house, await house.guest() as conn:
        assert isinstance(conn, asyncssh.SSHClientConnection)
        for _ in range(2000):
            conn.send_packet(MSG_IGNORE, String(b""))
        (guard,) = house.listener._guards
        taken: list[float] = []
        give = guard.conn.data_received

        def timed(data: bytes, datatype: asyncssh.DataType = None) -> None:
            began = asyncio.get_running_loop().time()
            give(data, datatype)
            taken.append(asyncio.get_running_loop().time() - began)

        guard.conn.data_received = timed  # type: ignore[method-assign]
        assert (await conn.run("exit", encoding=None)).exit_status == 7
        assert len(taken) > 20
        assert sorted(taken)[len(taken) // 2] < 0.02


async def test_nothing_is_heard_after_the_connection_was_given_up() -> None:
    guard, hears, wire = guarded()
    guard.data_received(bytes(3 * SLICE))
    wire.close()
    for _ in range(5):
        await asyncio.sleep(0)
    assert len(hears.pieces) == 1
    guard.connection_lost(None)


async def test_a_slow_reader_is_not_cut_though_more_comes_than_he_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.STALL_SECONDS", 0.2)
    monkeypatch.setattr("server.ssh.guard.LOOK", 0.02)
    guard, hears, wire = guarded()
    loop = asyncio.get_running_loop()
    hears.written = wire.waiting = 100_000
    guard.pause_writing()
    later = loop.time() + 0.6

    def takes() -> bool:
        hears.written += 20
        wire.waiting += 10
        return loop.time() > later

    await until(takes)
    assert not hears.is_cut
    await until(lambda: hears.is_cut)
    guard.connection_lost(None)


async def test_what_is_written_to_a_peer_is_counted(tmp_path: Path) -> None:
    async with rig(tmp_path) as house, await house.guest() as conn:
        (guard,) = house.listener._guards
        before = guard.conn.written
        process = await conn.create_process(encoding=None)
        await until(lambda: house.doors)
        house.doors[0].port.write(bytes(100_000))
        await process.stdout.readexactly(100_000)
        assert 100_000 < guard.conn.written - before < 110_000
        assert guard.conn._options is house.listener._options, "no name has options of its own, which a thread would make"
