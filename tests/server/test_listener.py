"""What the port answers to honest clients, to odd ones and to attackers."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import asyncssh
import pytest
import uvloop
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_CHANNEL_OPEN_CONFIRMATION, MSG_CHANNEL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from server.ssh import doorman, listener
from server.ssh.limits import MIN_PACKET, SESSION_BURST
from server.ssh.profiles import BALANCED
from tests.server.rig import Rig, client_environment, rig, ssh_line, until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig(tmp_path) as one:
        yield one


class Quietly(asyncssh.SSHClientSession[bytes]):
    """A client's session that writes down what it gets."""

    def __init__(self) -> None:
        self.got = bytearray()
        self.status: int | None = None
        self.is_closed = False

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.got += data

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True

    def has_begun(self) -> bool:
        return bool(self.got) or self.is_closed

    def has_ended(self) -> bool:
        return self.is_closed


async def shell(conn: asyncssh.SSHClientConnection, **options: Any) -> tuple[asyncssh.SSHClientChannel[bytes], Quietly]:
    """A session with a terminal."""
    settled: dict[str, Any] = {"term_type": "xterm", "term_size": (80, 24), "encoding": None, **options}
    chan, session = await conn.create_session(Quietly, **settled)
    assert isinstance(session, Quietly)
    return chan, session


def request(chan: asyncssh.SSHClientChannel[bytes], kind: str, *args: bytes, reply: bool = False) -> None:
    """A channel request of the test's own making (RFC 4254 §5.4)."""
    chan.send_packet(MSG_CHANNEL_REQUEST, String(kind), Boolean(reply), *args)


async def echoes(chan: asyncssh.SSHClientChannel[bytes], session: Quietly, word: bytes = b"still here") -> None:
    """Does the session go on?"""
    chan.write(word)
    await until(lambda: word in session.got)


# ── what is spoken ───────────────────────────────────────────────────────────────────────────────────────────


async def first_packets(port: int) -> tuple[bytes, dict[str, list[str]]]:
    """The server's version line and the lists of its KEXINIT (RFC 4253 §7.1)."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    version = await reader.readline()
    writer.write(b"SSH-2.0-test\r\n")
    length = int.from_bytes(await reader.readexactly(4), "big")
    packet = await reader.readexactly(length)
    writer.close()
    payload, lists = packet[18:], []
    for _ in range(8):
        size = int.from_bytes(payload[:4], "big")
        lists.append(payload[4 : 4 + size].decode().split(","))
        payload = payload[4 + size :]
    names = ("kex", "host key", "cipher in", "cipher out", "mac in", "mac out", "compression in", "compression out")
    return version, dict(zip(names, lists, strict=True))


async def test_only_good_algorithms_are_offered(house: Rig) -> None:
    version, offer = await first_packets(house.port)
    assert version == b"SSH-2.0-UNO\r\n"
    assert offer["kex"][:2] == list(BALANCED.kex)
    assert set(offer["kex"][2:]) <= {"ext-info-s", "kex-strict-s-v00@openssh.com"}
    assert "kex-strict-s-v00@openssh.com" in offer["kex"]
    assert offer["host key"] == ["ssh-ed25519"]
    assert offer["cipher in"] == offer["cipher out"] == list(BALANCED.ciphers)
    assert offer["mac in"] == offer["mac out"] == list(BALANCED.macs)
    assert offer["compression in"] == offer["compression out"] == ["none"]


async def test_the_pinned_asyncssh_has_what_is_leaned_on(monkeypatch: pytest.MonkeyPatch) -> None:
    listener.check_asyncssh()
    monkeypatch.delattr(asyncssh.SSHServerChannel, "_process_env_request")
    with pytest.raises(RuntimeError, match="lacks _process_env_request; unotty needs the pinned version"):
        listener.check_asyncssh()


async def test_the_client_learns_the_host_keys_for_a_later_change(house: Rig) -> None:
    learnt: list[list[asyncssh.SSHKey]] = []
    known = f"[127.0.0.1]:{house.port} {house.host_key.export_public_key().decode()}"
    hosts = asyncssh.import_known_hosts(known)
    async with await house.guest(known_hosts=hosts, server_host_keys_handler=lambda *keys: learnt.extend(keys)):
        await until(lambda: learnt)
    added, removed, retained, revoked = learnt
    assert (added, removed, revoked) == ([], [], [])
    assert [key.get_fingerprint() for key in retained] == [house.host_key.get_fingerprint()]


# ── garbage ──────────────────────────────────────────────────────────────────────────────────────────────────

GARBAGE = {
    "http": b"GET / HTTP/1.1\r\nHost: uno\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    "random": os.urandom(5000),
    "one endless line": b"A" * 200_000,
    "many lines": b"\x1b[2J\n" * 100_000,
    "a wild length": b"SSH-2.0-x\r\n" + b"\xff" * 64,
    "not a packet": b"SSH-2.0-x\r\n" + bytes(200),
    "nul": bytes(100),
    "version in latin-1": b"SSH-2.0-caf\xe9\r\n",
}


@pytest.mark.parametrize("name", GARBAGE)
async def test_garbage_is_closed_at_once_with_one_short_line(house: Rig, name: str, caplog: pytest.LogCaptureFixture) -> None:
    """CASES 3-07."""
    caplog.set_level(logging.INFO, "unotty")
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(GARBAGE[name])
    async with asyncio.timeout(5):
        try:
            writer.write_eof() if name == "nul" else None
            await reader.read(-1)
        except ConnectionError:
            pass
    writer.close()
    await until(lambda: house.listener.connections == 0)
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) <= 1
    assert all(line.isprintable() and len(line) < 200 for line in lines)
    assert not any(record.exc_info for record in caplog.records)
    assert house.doors == []


async def test_a_client_that_never_finishes_its_login_is_closed_at_the_deadline(tmp_path: Path) -> None:
    async with rig(tmp_path, login_timeout=0.2) as house:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"SSH-2.0-slow\r\n")
        async with asyncio.timeout(5):
            await reader.read(-1)
        writer.close()
        await until(lambda: house.listener.connections == 0)


async def test_log_lines_about_strangers_are_rationed(house: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "unotty")
    for _ in range(60):
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"nonsense\n")
        writer.close()
    await until(lambda: house.listener.connections == 0)
    assert 1 <= len(caplog.records) <= 30


async def test_log_lines_about_those_who_are_cut_are_rationed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 0.1)
    caplog.set_level(logging.INFO, "unotty")
    async with rig(tmp_path) as house:
        writers = [(await asyncio.open_connection("127.0.0.1", house.port))[1] for _ in range(60)]
        await until(lambda: house.listener.connections == 0)
        for writer in writers:
            writer.close()
    assert 1 <= len(caplog.records) <= 30


# ── channels and requests ────────────────────────────────────────────────────────────────────────────────────


async def test_one_session_at_a_time(house: Rig) -> None:
    async with await house.guest() as conn:
        chan, session = await shell(conn)
        for _ in range(5):
            with pytest.raises(asyncssh.ChannelOpenError):
                await shell(conn)
        await echoes(chan, session)
        chan.close()
        await until(lambda: house.doors[0].is_lost)
        _, again = await shell(conn)
        await until(lambda: again.got)
    assert len(house.doors) == 2


async def test_sessions_one_after_the_other_without_end_are_refused(house: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorman, "SESSION_RATE", 0.001)
    async with await house.guest() as conn, await house.guest() as other:
        await shell(other)
        for number in range(SESSION_BURST):
            told = await conn.run("exit", encoding=None)
            assert told.exit_status == 7
            await until(lambda: house.doors[-1].is_lost)
            assert house.listener.ended == number + 1
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.run("exit", encoding=None)
        assert len(house.doors) == SESSION_BURST + 1
    await until(lambda: house.listener.connections == 0)
    assert house.listener.ended == SESSION_BURST + 1
    (await house.guest()).abort()
    await until(lambda: house.listener.ended > SESSION_BURST + 1)
    assert house.listener.ended == SESSION_BURST + 2, "one without a session counts as one"


async def test_odd_requests_are_refused_and_the_session_goes_on(house: Rig) -> None:
    """CASES 3-22."""
    async with await house.guest() as conn:
        chan, session = await shell(conn)
        pty = (String("vt100"), UInt32(10), UInt32(10), UInt32(0), UInt32(0), String(b""))
        for kind, args in (
            ("pty-req", pty),
            ("shell", ()),
            ("exec", (String("ls"),)),
            ("subsystem", (String("sftp"),)),
            ("break", (UInt32(100),)),
            ("unheard-of@example.org", (String("x"),)),
            ("x11-req", (Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00"), UInt32(0))),
            ("auth-agent-req@openssh.com", ()),
            ("env", (String("PATH"), String("/tmp"))),
        ):
            waiter = chan._make_request(kind.encode(), *args)
            assert await asyncio.wait_for(waiter, 5) is False, kind
        await echoes(chan, session)
    assert len(house.doors) == 1


async def test_what_a_client_says_of_its_environment_stays_its_own(house: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """CASES 3-10."""
    caplog.set_level(logging.DEBUG)
    before = dict(os.environ)
    env = {"LANG": "lt_LT.UTF-8", "LC_ALL": "C", "NO_COLOR": "1", "PATH": "/x", "TEXTUAL_FPS": "1", "PYTHONPATH": "/x"}
    odd = {"LC_CTYPE": "\x1b]0;x\x07", "COLUMNS": "7", "TERM": "a\x1bb"}
    async with await house.guest() as conn:
        await shell(conn, env={**env, **odd})
        await until(lambda: house.doors)
    assert dict(house.doors[0].visit.env) == {"LANG": "lt_LT.UTF-8", "LC_ALL": "C", "NO_COLOR": "1"}
    assert dict(os.environ) == before
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("unotty", "server"))]
    assert not any("\x1b" in line or "LANG" in line or "/x" in line for line in ours)


async def test_a_flood_of_environment_is_neither_kept_nor_fatal(house: Rig) -> None:
    async with await house.guest() as conn:
        chan, session = await shell(conn)
        for number in range(200):
            request(chan, "env", String(f"LC_{number}"), String("x" * 200))
        await echoes(chan, session)
    assert len(house.doors[0].visit.env) <= 40


async def test_a_client_that_wants_tiny_packets_is_sent_away(house: Rig) -> None:
    for size, welcome in ((1, False), (MIN_PACKET - 1, False), (MIN_PACKET, True)):
        async with await house.guest() as conn:
            try:
                _, session = await shell(conn, max_pktsize=size)
                await until(session.has_begun)
                assert bool(session.got) == welcome
            except asyncssh.Error:
                assert not welcome
    assert len(house.doors) == 1


async def test_input_and_sizes_reach_the_door(house: Rig) -> None:
    async with await house.guest() as conn:
        chan, session = await shell(conn, term_size=(100, 40))
        chan.change_terminal_size(90, 30)
        await echoes(chan, session, b"\x00\xff\x1b[A")
        chan.write_eof()
        await until(lambda: session.status is not None)
    door = house.doors[0]
    assert (door.visit.term, door.visit.size, door.sizes) == ("xterm", (100, 40), [(90, 30)])
    assert door.heard == b"\x00\xff\x1b[A"
    assert session.status == 0


# ── forwarding ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_every_kind_of_forwarding_is_refused_and_the_session_goes_on(house: Rig, tmp_path: Path) -> None:
    """CASES 3-21."""
    async with await house.guest() as conn:
        chan, session = await shell(conn)
        for attempt in (
            lambda: conn.create_connection(asyncssh.SSHTCPSession, "127.0.0.1", house.port),
            lambda: conn.create_unix_connection(asyncssh.SSHUNIXSession, "/tmp/x"),
            lambda: conn.create_tun(asyncssh.SSHTunTapSession),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await attempt()
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("127.0.0.1", 0, "127.0.0.1", house.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_path(str(tmp_path / "sock"), "/tmp/x")
        await echoes(chan, session)
    assert not (tmp_path / "sock").exists()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.mark.parametrize("kind", ["-L", "-R", "-D", "-X", "-A", "-Y"])
async def test_openssh_asks_for_a_forwarding_and_plays_on_without(house: Rig, kind: str) -> None:
    """CASES 3-21."""
    port = free_port()
    wish = {"-L": [f"{port}:127.0.0.1:{house.port}"], "-R": [f"{port}:127.0.0.1:{house.port}"], "-D": [str(port)]}
    told = await house.ssh("exit", flags=[kind, *wish.get(kind, [])])
    assert told.status == 7
    with socket.socket() as one:
        assert one.connect_ex(("127.0.0.1", port)) != 0


async def test_openssh_cannot_go_through_to_another_host(house: Rig) -> None:
    """CASES 3-21."""
    told = await house.ssh(flags=["-W", f"127.0.0.1:{house.port}"])
    assert told.status == 255
    assert b"forwarding failed" in told.err
    assert house.doors == []


# ── those that send or take too much, or too little ──────────────────────────────────────────────────────────


async def test_of_a_flood_the_others_feel_nothing(house: Rig) -> None:
    async with await house.guest() as loud, await house.guest() as calm:
        chan, session = await shell(calm)
        for _ in range(2000):
            loud.send_packet(MSG_IGNORE, String(b"x" * 1000))
        start = time.monotonic()
        await echoes(chan, session)
        assert time.monotonic() - start < 2


async def test_after_a_big_paste_the_keys_answer_again_in_seconds(house: Rig) -> None:
    async with await house.guest() as conn:
        chan, session = await shell(conn)
        start = time.monotonic()
        chan.write(b"x" * 200_000)
        await echoes(chan, session)
        assert time.monotonic() - start < 5


async def stop_reading(home: Path) -> None:
    """A client opens a window of 4 GiB, and takes nothing."""
    async with rig(home) as house:
        conn = await house.guest()
        await shell(conn, window=0xFFFFFFFF)
        await until(lambda: house.doors)
        transport = conn._transport
        assert transport is not None
        transport.pause_reading()
        door = house.doors[0]
        for _ in range(400):
            door.port.write(bytes(64 * 1024))
        assert door.port.backlog() > 2**20
        await until(lambda: door.is_lost)
        await until(lambda: house.listener.connections == 0)
        conn.abort()


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_a_client_that_stops_reading_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    monkeypatch.setattr("server.ssh.guard.STALL_SECONDS", 0.3)
    monkeypatch.setattr("server.ssh.guard.LOOK", 0.05)
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(stop_reading(tmp_path))


async def test_the_backlog_counts_what_a_client_has_not_taken_by_its_window(house: Rig) -> None:
    async with await house.guest() as conn:
        chan, _ = await shell(conn, window=64 * 1024)
        await until(lambda: house.doors)
        chan.pause_reading()
        port = house.doors[0].port
        assert port.backlog() < 1000
        for _ in range(10):
            port.write(bytes(100_000))
        await until(lambda: port.backlog() >= 10**6 - 64 * 1024)
        chan.resume_reading()
        await until(lambda: port.backlog() < 64 * 1024)


async def test_a_connection_without_a_session_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.doorman.SESSION_WAIT", 0.1)
    async with rig(tmp_path) as house:
        conn = await house.guest()
        await asyncio.wait_for(conn.wait_closed(), 5)


async def test_a_channel_for_which_nothing_is_asked_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with rig(tmp_path) as house, await house.guest() as conn:
        monkeypatch.setattr("server.ssh.session.SESSION_WAIT", 0.5)
        conn._packet_handlers = {**conn._packet_handlers, MSG_CHANNEL_OPEN_CONFIRMATION: lambda *_: None}
        conn.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(77), UInt32(2**16), UInt32(2**15))
        (guard,) = house.listener._guards
        owner = guard.conn.get_owner()
        assert isinstance(owner, doorman.Doorman)
        await until(lambda: owner.session)
        await until(lambda: owner.session is None, seconds=5)
    assert house.doors == []


async def test_a_session_may_go_on_for_longer_than_it_may_wait_for_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.ssh.session.SESSION_WAIT", 0.5)
    async with rig(tmp_path) as house, await house.guest() as conn:
        chan, session = await shell(conn)
        loop = asyncio.get_running_loop()
        later = loop.time() + 0.7
        await until(lambda: loop.time() > later)
        await echoes(chan, session)


async def test_a_channel_that_the_client_never_closes_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES 3-25."""
    monkeypatch.setattr("server.ssh.session.CLOSE_SECONDS", 0.1)
    async with rig(tmp_path) as house:
        conn = await house.guest()
        chan, _ = await shell(conn)
        await until(lambda: house.doors)
        chan.process_packet = lambda *_: True  # type: ignore[method-assign]  # deaf to the close
        house.doors[0].port.exit(3)
        await until(lambda: house.listener.connections == 0)


# ── the end ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_killed_client_is_gone_in_two_seconds(house: Rig) -> None:
    process = await asyncio.create_subprocess_exec(
        *ssh_line(house.port, house.home), "-tt", "guest@127.0.0.1",
        env=client_environment(house.home), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    await until(lambda: house.doors)
    process.send_signal(signal.SIGKILL)
    await until(lambda: house.doors[0].is_lost, seconds=2)
    await until(lambda: house.listener.connections == 0, seconds=2)
    await process.wait()


async def test_stopping_tells_every_session_why_and_refuses_newcomers(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        conns = [await house.guest() for _ in range(3)]
        sessions = [(await shell(conn))[1] for conn in conns]
        await until(lambda: len(house.doors) == 3)
        silent = await asyncio.open_connection("127.0.0.1", house.port)
        house.entrance.close()
        await house.listener.stop("Good night.")
        for session in sessions:
            await until(session.has_ended)
            assert session.got.endswith(b"Good night.")
            assert session.status == 0
        assert house.listener.connections == 0
        with pytest.raises(OSError):
            await asyncio.open_connection("127.0.0.1", house.port)
        silent[1].close()


async def test_a_session_survives_its_client_asking_for_new_keys_all_the_time(house: Rig) -> None:
    told = await house.ssh(flags=["-oRekeyLimit=16K"], stdin=os.urandom(100_000))
    assert told.status == 0
    assert len(told.out) >= 100_000
