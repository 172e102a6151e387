"""A game goes on while its connection does something else: new keys from both sides, forwardings that are refused."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from client.protocol import Create, Sync
from server.doors.reception import Reception
from server.lobby.lobby import Lobby
from server.ssh.environment import scrub
from server.ssh.guard import Guard
from tests.server.rig import PATIENCE, Rig, client_environment, rig, ssh_line
from tests.server.robot import Robot
from tests.server.test_listener import free_port
from tests.server.test_wire_doors import ONE_HAND, Hurried, is_over

scrub()
VIEWS: Final = 20


@asynccontextmanager
async def playing(one: Rig, home: Path, flags: Sequence[str], frames: bool) -> AsyncIterator[Robot]:
    """A real ssh with these flags carries a program that plays against bots, until the hand is over."""
    words = ["-s", "guest@127.0.0.1", "unotty"] if frames else ["guest@127.0.0.1", "bot"]
    process = await asyncio.create_subprocess_exec(
        *ssh_line(one.port, home, flags), *words, env=client_environment(home),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True, limit=2**20,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    robot = Robot(process.stdout, process.stdin, process.wait, frames=frames, plays=True)
    await robot.until(lambda: robot.link.lobby)
    yield robot
    await is_over(robot)
    robot.close()
    assert await robot.ended() == 0


@pytest.mark.parametrize("frames", [True, False], ids=["msgpack", "json"])
@pytest.mark.parametrize("asks", ["server", "both"])
async def test_new_keys_all_the_time_lose_no_frame_and_double_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frames: bool, asks: str
) -> None:
    """CASES 3-23: a gap would make the client ask for the whole view, a double one would not fit."""
    begun: list[Guard] = []
    monkeypatch.setattr("server.ssh.guard.EXCHANGE_BURST", 1000)
    real = Guard.exchange_begins

    def note(guard: Guard) -> None:
        begun.append(guard)
        real(guard)

    monkeypatch.setattr(Guard, "exchange_begins", note)
    lobby = Lobby(Hurried(asyncio.get_running_loop()))
    flags = ["-oRekeyLimit=16K"] if asks == "both" else []
    async with rig(tmp_path, Reception(lobby).choose, rekey_bytes=1500) as one, playing(one, tmp_path, flags, frames) as robot:
        assert await robot.do(Create(options=ONE_HAND, seats=4, bots=("easy",) * 3, clock=None, start=True)) is None
        for _ in range(VIEWS):
            assert await robot.do(Sync()) is None
    assert len(begun) > 5
    assert robot.asked.count(Sync) == VIEWS


async def test_a_game_goes_on_while_forwardings_are_asked_for_and_refused(tmp_path: Path) -> None:
    """CASES 3-21: all that ssh can ask for at once, then a try to go through each that it opened on its own side."""
    lobby = Lobby(Hurried(asyncio.get_running_loop()))
    async with rig(tmp_path, Reception(lobby).choose) as one:
        local, socks, remote, path = free_port(), free_port(), free_port(), tmp_path / "through"
        inside = f"127.0.0.1:{one.port}"
        flags = ["-L", f"{local}:{inside}", "-L", f"{path}:{inside}", "-L", f"{path}2:/run/x", "-D", str(socks)]
        flags += ["-R", f"{remote}:{inside}", "-R", f"{tmp_path}/back:{inside}", "-A", "-X"]
        async with playing(one, tmp_path, flags, frames=False) as robot:
            assert await robot.do(Create(options=ONE_HAND, seats=4, bots=("easy",) * 3, clock=None, start=True)) is None
            for where in (local, str(path), f"{path}2"):
                assert await through(where) == b""
            assert await through(socks, b"\x05\x01\x00", b"\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x16") == b"\x05\x00"
            with socket.socket() as back:
                assert back.connect_ex(("127.0.0.1", remote)) != 0
            assert not (tmp_path / "back").exists()
            assert await robot.do(Sync()) is None
        assert lobby.counts.moves > 0


async def through(where: int | str, *said: bytes) -> bytes:
    """Connect to what ssh listens on here; what comes out of it, until it closes, after the answer to each thing said."""
    unix = isinstance(where, str)
    opening = asyncio.open_unix_connection(where) if isinstance(where, str) else asyncio.open_connection("127.0.0.1", where)
    reader, writer = await opening
    heard = b""
    async with asyncio.timeout(PATIENCE):
        for data in said:
            writer.write(data)
            heard += await reader.read(100)
        rest = await reader.read(-1)
    writer.close()
    assert unix or b"SSH" not in heard + rest, "nothing behind it was reached"
    return heard + rest
