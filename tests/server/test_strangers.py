"""Peers that are no clients: they begin and never end, speak out of turn, or do not hear that it is over (CASES group 3)."""

from __future__ import annotations

import asyncio
import logging
import socket
import weakref
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import asyncssh
import pytest
from asyncssh.constants import (
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_REQUEST,
    MSG_GLOBAL_REQUEST,
    MSG_SERVICE_ACCEPT,
    MSG_USERAUTH_REQUEST,
    MSG_USERAUTH_SUCCESS,
)
from asyncssh.packet import Boolean, String, UInt32

from tests.attack.flow import kexinit, plain
from tests.server.rig import Rig, rig, until
from tests.server.test_listener import shell

MSG_USERAUTH_INFO_RESPONSE: Final = 61
"""RFC 4256 §5."""
HELLO: Final = b"SSH-2.0-raw\r\n"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig(tmp_path) as one:
        yield one


class Raw:
    """A socket and what was read from it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self._writer = reader, writer

    @classmethod
    async def open(cls, house: Rig) -> Raw:
        """Connect."""
        return cls(*await asyncio.open_connection("127.0.0.1", house.port))

    def send(self, data: bytes) -> bool:
        """Send; False: the server has hung up."""
        if self._writer.is_closing() or self.reader.at_eof():
            return False
        self._writer.write(data)
        return True

    async def to_the_end(self, seconds: float = 5) -> None:
        """Until the server hangs up."""
        async with asyncio.timeout(seconds):
            try:
                await self.reader.read(-1)
            except ConnectionError:
                pass
        self._writer.close()


# ── that never come to the point (3-06) ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("said", [HELLO + kexinit(), HELLO + kexinit()[:-5]], ids=["after KEXINIT", "within KEXINIT"])
async def test_who_stops_in_the_handshake_is_closed_at_the_deadline_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """CASES 3-06."""
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 1.0)  # they must all be in before it is over
    async with rig(tmp_path) as house:
        peers = [await Raw.open(house) for _ in range(20)]
        await until(lambda: house.listener.connections == len(peers))
        left = [weakref.ref(guard) for guard in house.listener._guards]
        for peer in peers:
            assert peer.send(said)
        await asyncio.gather(*(peer.to_the_end() for peer in peers))
        await until(lambda: house.listener.connections == 0)
        await until(lambda: all(guard() is None for guard in left))


async def test_a_byte_now_and_then_buys_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES 3-06: a drip of bytes is no handshake."""
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 0.3)
    async with rig(tmp_path) as house:
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0
        peer = await Raw.open(house)
        for byte in HELLO + kexinit():
            if not peer.send(bytes([byte])):
                break
            sent += 1
            await asyncio.sleep(0.02)
        await peer.to_the_end()
        assert 0.3 <= loop.time() - began < 5
        assert sent < len(HELLO + kexinit())
        await until(lambda: house.listener.connections == 0)
        assert house.doors == []


# ── that speak out of turn (3-15) ────────────────────────────────────────────────────────────────────────────

OPEN: Final = String("session") + UInt32(0) + UInt32(2**20) + UInt32(2**15)
EARLY: Final = {
    "a channel": (MSG_CHANNEL_OPEN, OPEN),
    "a command": (MSG_CHANNEL_REQUEST, UInt32(0) + String("exec") + Boolean(True) + String("quick")),
    "input": (MSG_CHANNEL_DATA, UInt32(0) + String("x")),
    "a forwarding": (MSG_GLOBAL_REQUEST, String("tcpip-forward") + Boolean(True) + String("") + UInt32(0)),
    "its own success": (MSG_USERAUTH_SUCCESS, b""),
    "a login": (MSG_USERAUTH_REQUEST, String("guest") + String("ssh-connection") + String("none")),
    "an answer that nobody asked for": (MSG_USERAUTH_INFO_RESPONSE, UInt32(1) + String("ann")),
    "a service": (MSG_SERVICE_ACCEPT, String("ssh-connection")),
}


@pytest.mark.parametrize("name", EARLY)
@pytest.mark.parametrize("before", [b"", kexinit()], ids=["first", "after KEXINIT"])
async def test_before_there_are_keys_nothing_but_their_exchange_is_heard(
    house: Rig, name: str, before: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """CASES 3-15, with a client made by hand."""
    caplog.set_level(logging.INFO, "unotty")
    number, payload = EARLY[name]
    peer = await Raw.open(house)
    assert peer.send(HELLO + before + plain(bytes([number]) + payload))
    await peer.to_the_end()
    await until(lambda: house.listener.connections == 0)
    assert house.doors == []
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) <= 1
    assert all(line.isprintable() for line in lines)
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("name", sorted(EARLY.keys() - {"a login", "an answer that nobody asked for"}))
async def test_before_the_login_is_over_whoever_speaks_of_anything_else_is_cut(house: Rig, name: str) -> None:
    """CASES 3-15: behind the keys, in the middle of the login."""

    class Early(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.conn = conn

        async def public_key_auth_requested(self) -> None:
            number, payload = EARLY[name]
            self.conn._auth_complete = True  # or the library itself would keep this back
            self.conn.send_packet(number, payload)
            self.conn._auth_complete = False
            await asyncio.Event().wait()

    with pytest.raises(asyncssh.DisconnectError, match=r"[Uu]nexpected|not permitted|Invalid"):
        await house.connect(client_factory=Early, preferred_auth="publickey")
    await until(lambda: house.listener.connections == 0)
    assert house.doors == []


# ── that do not hear the end (3-25) ──────────────────────────────────────────────────────────────────────────


async def deaf(house: Rig) -> asyncssh.SSHClientConnection:
    """A client in a session, that takes nothing any more, with more waiting for it than any buffer holds."""
    conn = await house.guest()
    before = len(house.doors)
    await shell(conn, window=0xFFFFFFFF)
    await until(lambda: len(house.doors) > before)
    transport = conn._transport
    assert transport is not None
    transport.pause_reading()
    for _ in range(400):
        house.doors[-1].port.write(bytes(32 * 1024))
    return conn


@pytest.mark.parametrize("way", ["exit", "disconnect", "stop"])
async def test_an_end_that_a_client_does_not_take_comes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """CASES 3-25: a close that would wait for ever is cut at its deadline."""
    monkeypatch.setattr("server.ssh.session.CLOSE_SECONDS", 0.2)
    monkeypatch.setattr("server.ssh.listener.STOP_SECONDS", 0.2)
    async with rig(tmp_path) as house:
        conn = await deaf(house)
        if way == "exit":
            house.doors[0].port.exit(0)
        elif way == "disconnect":
            (guard,) = house.listener._guards
            guard.conn.disconnect(asyncssh.DISC_BY_APPLICATION, "Goodbye")
        else:
            await asyncio.wait_for(house.listener.stop("Good night."), 5)
        await until(lambda: house.listener.connections == 0, seconds=5)
        assert house.doors[0].is_lost
        conn.abort()


async def test_a_client_that_ends_its_input_and_never_closes_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES 3-25: it sends EOF, and ignores ours."""
    monkeypatch.setattr("server.ssh.session.CLOSE_SECONDS", 0.1)
    async with rig(tmp_path) as house:
        conn = await house.guest()
        chan, _ = await shell(conn)
        await until(lambda: house.doors)
        chan.process_packet = lambda *_: True  # type: ignore[method-assign]  # deaf to EOF and close
        chan.write_eof()
        await until(lambda: house.listener.connections == 0, seconds=5)
        assert house.doors[0].is_lost


async def test_a_connection_that_dies_without_a_word_leaves_nothing(house: Rig) -> None:
    peer = socket.create_connection(("127.0.0.1", house.port))
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    peer.sendall(HELLO + kexinit()[:40])
    await until(lambda: house.listener.connections == 1)
    peer.close()  # a reset, not an end
    await until(lambda: house.listener.connections == 0)
