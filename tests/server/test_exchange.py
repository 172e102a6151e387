"""Key exchanges (RFC 4253 §7): machines finish them, so whoever does not, or begins one after the other, is cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_KEXINIT
from asyncssh.packet import Boolean, String

from tests.server.rig import Rig, rig, until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig(tmp_path) as one:
        yield one


def stall_keys(conn: asyncssh.SSHClientConnection) -> None:
    """Ask for new keys, and do not go on."""
    handlers = dict(conn._packet_handlers)
    handlers[MSG_KEXINIT] = lambda *_: None
    conn._packet_handlers = handlers
    conn._send_kexinit()


def ask_in_spite(conn: asyncssh.SSHClientConnection, kind: str) -> None:
    """A global request that wants an answer, sent in the middle of a key exchange."""
    conn._kex_complete = True
    conn.send_packet(MSG_GLOBAL_REQUEST, String(kind), Boolean(True))
    conn._kex_complete = False


# ── the first keys ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-slow\r\n", b"\x00random bytes without an end of the line", b"SSH-2.0-"])
async def test_who_does_not_get_as_far_as_keys_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 0.2)
    async with rig(tmp_path) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(said)
        async with asyncio.timeout(5):
            try:
                await reader.read(-1)
            except ConnectionError:
                pass
        writer.close()
        await until(lambda: house.listener.connections == 0)


class Slow(asyncssh.SSHClient):
    """A person who takes his time at the question."""

    def __init__(self) -> None:
        self.is_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def kbdint_auth_requested(self) -> str:
        return ""

    async def kbdint_challenge_received(self, *_: object) -> list[str]:
        self.is_asked.set()
        await self.may_answer.wait()
        return ["ann"]


async def test_a_person_has_longer_than_his_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 1.0)
    async with rig(tmp_path) as house:
        person = Slow()
        connecting = asyncio.ensure_future(house.connect(client_factory=lambda: person))
        await asyncio.wait_for(person.is_asked.wait(), 5)
        loop = asyncio.get_running_loop()
        late = loop.time() + 1.2
        await until(lambda: loop.time() > late)
        person.may_answer.set()
        conn = await asyncio.wait_for(connecting, 5)
        assert house.listener.connections == 1
        conn.abort()


# ── later ones ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_who_never_finishes_new_keys_is_cut(house: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.EXCHANGE_SECONDS", 0.2)
    conn = await house.guest()
    await conn.create_process("stay", encoding=None)
    await until(lambda: house.doors)
    stall_keys(conn)
    await until(lambda: house.doors[0].is_lost, seconds=5)
    await until(lambda: house.listener.connections == 0)
    conn.abort()


async def test_what_waits_for_new_keys_counts_as_not_taken(house: Rig) -> None:
    conn = await house.guest()
    await conn.create_process("stay", encoding=None)
    await until(lambda: house.doors)
    stall_keys(conn)
    (guard,) = house.listener._guards
    await until(lambda: guard._exchange is not None)
    port = house.doors[0].port
    port.write(bytes(100_000))
    assert port.backlog() >= 100_000
    conn.abort()


async def test_who_asks_and_asks_in_an_unfinished_exchange_is_cut(house: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.KEPT_BACK", 10_000)
    conn = await house.guest()
    (guard,) = house.listener._guards
    stall_keys(conn)
    await until(lambda: guard._exchange is not None)
    for _ in range(500):
        ask_in_spite(conn, "unheard-of@example.org")
    await until(lambda: house.listener.connections == 0, seconds=5)
    conn.abort()


async def test_who_asks_for_new_keys_all_the_time_is_cut(
    house: Rig, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "unotty")
    monkeypatch.setattr("server.ssh.guard.EXCHANGE_BURST", 4)
    conn = await house.guest()

    async def new_keys() -> None:
        conn._send_kexinit()
        conn._kexinit_sent = True
        await until(lambda: conn._kex_complete)

    for _ in range(3):
        await new_keys()
    assert house.listener.connections == 1
    conn._send_kexinit()
    conn._kexinit_sent = True
    await until(lambda: house.listener.connections == 0, seconds=5)
    assert [line for line in caplog.messages if "it asks for new keys all the time" in line]
