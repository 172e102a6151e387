"""One session on a real line: its end waits for whoever reads, and its door gets no input while it wants none."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.doors.door import Port, Visit
from server.doors.outlet import HIGH_WATER
from server.ssh.doorman import Doorman
from tests.server.rig import Note, Rig, client_environment, rig, ssh_line, until
from tests.server.test_listener import shell

WINDOW = 64 * 1024
PIECE = 32 * 1024
MUCH = 2**21
SOON = 0.5
"""Seconds for a client that does not close its channel, here."""


class Said(Note):
    """A door that says much at once, and is through."""

    def __init__(self, visit: Visit, port: Port, much: int) -> None:
        super().__init__(visit, port)
        self._much = much

    def open(self) -> None:
        self.port.write(bytes(self._much))
        self.port.exit(0)


class Held(Note):
    """A door that wants no input."""

    def open(self) -> None:
        self.port.pause_reading()
        super().open()


@asynccontextmanager
async def saying(home: Path, much: int) -> AsyncIterator[Rig]:
    """A house whose doors say so much."""
    async with rig(home, lambda visit, port: Said(visit, port, much)) as one:
        yield one


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.session.CLOSE_SECONDS", SOON)


async def passed(seconds: float) -> None:
    """So much time."""
    loop = asyncio.get_running_loop()
    later = loop.time() + seconds
    await until(lambda: loop.time() >= later)


def nobody_in(house: Rig) -> Callable[[], bool]:
    """Has everybody gone?"""
    return lambda: house.listener.connections == 0


async def test_whoever_reads_slowly_gets_the_last_byte_and_the_status(tmp_path: Path) -> None:
    """For longer than a client may take that does not close its channel."""
    async with saying(tmp_path, MUCH) as house, await house.guest() as conn:
        process = await conn.create_process(term_type="xterm", encoding=None, window=WINDOW)
        got, began = 0, asyncio.get_running_loop().time()
        while piece := await process.stdout.read(PIECE):
            got += len(piece)
            await passed(3 * SOON * PIECE / MUCH)
        await process.wait_closed()
        assert (got, process.exit_status) == (MUCH, 0)
        assert asyncio.get_running_loop().time() - began > 2 * SOON


async def test_a_pager_may_leave_what_openssh_holds_for_it_where_it_is(tmp_path: Path) -> None:
    """OpenSSH has taken everything, and closes the channel only when all of that is out of its hands."""
    async with saying(tmp_path, MUCH // 2) as house:
        pager = await asyncio.create_subprocess_exec(
            *ssh_line(house.port, house.home), "guest@127.0.0.1", "replay",
            env=client_environment(house.home), limit=1024, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        await until(lambda: house.listener.logged_in)
        await passed(4 * SOON)
        out, err = await asyncio.wait_for(pager.communicate(), 20)
        assert (pager.returncode, len(out), err) == (0, MUCH // 2, b"")


async def endless(house: Rig) -> None:
    """A command is through, and whoever reads what it said never is."""
    chan, session = await shell(await house.guest(), command="replay", term_type=None)
    await until(session.has_begun)
    chan.process_packet = lambda *_: True  # type: ignore[method-assign]  # deaf to the close
    house.doors[0].port.exit(0)


async def test_a_reader_who_never_ends_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.session.END_SECONDS", 3 * SOON)
    async with rig(tmp_path) as house:
        await endless(house)
        await passed(2 * SOON)
        assert not nobody_in(house)()
        await until(nobody_in(house), seconds=10)


async def test_whom_the_server_sends_away_has_no_time_to_read(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        await endless(house)
        (guard,) = house.listener._guards
        owner = guard.conn.get_owner()
        assert isinstance(owner, Doorman)
        owner.stop("You are banned.")
        assert not nobody_in(house)()
        await until(nobody_in(house), seconds=10)


async def test_whoever_takes_nothing_of_much_is_cut(tmp_path: Path) -> None:
    async with saying(tmp_path, HIGH_WATER + 2 * WINDOW) as house:
        conn = await house.guest()
        process = await conn.create_process("replay", encoding=None, window=WINDOW)
        process.channel.pause_reading()
        await until(nobody_in(house), seconds=10)


async def test_a_door_that_wants_no_input_from_the_start_gets_none_until_it_does(tmp_path: Path) -> None:
    doors: list[Held] = []

    def choose(visit: Visit, port: Port) -> Held:
        doors.append(Held(visit, port))
        return doors[-1]

    async with rig(tmp_path, choose) as house, await house.guest() as conn:
        chan, session = await shell(conn)
        await until(session.has_begun)
        chan.write(b"early")
        chan.change_terminal_size(100, 30)
        await until(lambda: doors[0].sizes)
        assert doors[0].heard == b""
        doors[0].port.resume_reading()
        await until(lambda: doors[0].heard == b"early")
