"""The entrance on real sockets: who comes in, who is told why not, and what the port survives."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path

import asyncssh
import pytest
import uvloop

from server.config import Config, bind
from server.house import House
from server.ssh import entrance, farewell
from server.ssh.crowd import Crowd
from server.ssh.entrance import AT_ONCE, Entrance
from server.ssh.farewell import parting
from server.ssh.gate import BUSY, FULL, GUESTS, HASTY, OUTDONE, PUNISHED, Gate, Place
from server.ssh.notes import Notes
from server.ssh.penalties import Offence
from tests.server.rig import Rig, rig, until
from tests.server.test_proxy import LOCAL, header, spoken_for

STRANGERS = Crowd(spared=(), burst=1000)
"""Loopback counts as anywhere else."""
LOCALHOST = (ip_network("127.0.0.0/8"),)
VERSION = b"SSH-2.0-UNO\r\n"
LOOPS = pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
Loop = Callable[[], asyncio.AbstractEventLoop]


async def knock(house: Rig, said: bytes = b"") -> bytes:
    """What somebody hears, until the end, who says this much."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    writer.write(said)
    try:
        return await asyncio.wait_for(reader.read(-1), 5)
    except ConnectionError:
        return b"(reset)"
    finally:
        writer.close()


# ── limits at the port ───────────────────────────────────────────────────────────────────────────────────────


async def test_who_comes_too_fast_is_told_so_and_who_waits_is_let_in(tmp_path: Path) -> None:
    async with rig(tmp_path, crowd=Crowd(spared=(), burst=3, rate=5)) as house:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.close()
        assert await knock(house) == parting(HASTY)
        clear = asyncio.get_running_loop().time() + 0.25
        await until(lambda: asyncio.get_running_loop().time() > clear)
        assert (await house.ssh("exit")).status == 7


async def test_the_fifth_guest_from_an_address_is_told_to_bring_a_key_and_with_one_is_let_in(tmp_path: Path) -> None:
    async with rig(tmp_path, crowd=STRANGERS) as house:
        guests = [await house.guest() for _ in range(4)]
        told = await house.ssh("exit")
        assert told.status == 255
        assert b"unotty has 4 guests from your address already: come with an SSH key" in told.err
        async with await house.connect(client_keys=[asyncssh.generate_private_key("ssh-ed25519")]) as conn:
            assert (await conn.run("exit", encoding=None)).exit_status == 7
        assert house.gate.turned_away == {"guests": 1}
        guests.pop().abort()
        await until(lambda: house.listener.connections == 3)
        assert (await house.ssh("exit")).status == 7
        for conn in guests:
            conn.abort()


async def test_the_newest_connection_of_a_key_is_let_in_and_the_oldest_is_told(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with rig(tmp_path, crowd=STRANGERS) as house:
        conns = [await house.connect(client_keys=[key]) for _ in range(3)]
        process = await conns[0].create_process(encoding=None)
        await until(lambda: house.doors)
        conns.append(await house.connect(client_keys=[key]))
        said = await asyncio.wait_for(process.stdout.read(-1), 5)
        assert said.endswith(OUTDONE.format(count=3).encode())
        await until(lambda: house.listener.connections == 3)
        assert (await conns[3].run("exit", encoding=None)).exit_status == 7
        assert house.gate.turned_away == {"outdone": 1}
        for conn in conns:
            conn.abort()


async def test_who_keeps_sending_garbage_is_shut_out_and_who_is_in_stays_in(tmp_path: Path) -> None:
    async with rig(tmp_path, crowd=STRANGERS) as house, await house.guest() as conn:
        for _ in range(6):  # a fifth is not enough: time passes between them
            await knock(house, b"GET / HTTP/1.1\r\n\r\n")
            await until(lambda: house.listener.connections == 1)
        sentence = (await knock(house)).partition(b"\r\n")[0].decode()
        seconds = sentence.removeprefix(PUNISHED.partition("{")[0]).split()[0]
        assert (sentence, 10 <= int(seconds) <= 18) == (PUNISHED.format(seconds=seconds), True)
        told = await house.ssh("exit")
        assert (told.status, b"too many failed connections" in told.err) == (255, True)
        assert house.gate.turned_away == {"punished": 2}
        assert (await conn.run("exit", encoding=None)).exit_status == 7


def is_open(house: Rig, count: int) -> bool:
    """Are so many connections open?"""
    return house.listener.connections == count


async def blames(house: Rig, monkeypatch: pytest.MonkeyPatch) -> list[Offence]:
    """What those who come from now on will have been blamed for."""
    found: list[Offence] = []
    monkeypatch.setattr(house.gate.penalties, "add", lambda source, offence: found.append(offence))
    return found


async def test_each_way_to_fail_is_blamed_once_and_a_login_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.guard.HANDSHAKE_SECONDS", 0.5)
    async with rig(tmp_path, crowd=STRANGERS) as house:
        found = await blames(house, monkeypatch)
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.close()
        await until(lambda: found == [Offence.LEFT])
        await knock(house, b"nonsense\r\n" * 2000)
        await until(lambda: found[1:] == [Offence.GARBAGE])
        assert VERSION in await knock(house, b"SSH-2.0-late\r\n")
        await until(lambda: found[2:] == [Offence.LATE])
        weak = [asyncssh.generate_private_key("ssh-rsa", key_size=1024) for _ in range(34)]
        with pytest.raises((asyncssh.Error, OSError)):
            await house.connect(client_keys=weak, preferred_auth="publickey")
        await until(lambda: found[3:] == [Offence.FAILED])
        async with await house.guest() as conn:
            await conn.run("exit", encoding=None)
        await until(lambda: house.listener.connections == 0)
        assert len(found) == 4


async def test_strangers_are_dropped_by_chance_before_there_is_no_room(tmp_path: Path) -> None:
    async with rig(tmp_path, crowd=Crowd(spared=(), burst=100, strangers=4)) as house:
        throws = iter([0.0, 0.999, 0.999, 0.999])
        house.gate._startups._chance = lambda: next(throws)
        writers = [(await asyncio.open_connection("127.0.0.1", house.port))[1]]
        await until(lambda: house.listener.connections == 1)
        assert await knock(house) == parting(BUSY)
        for count in (2, 3, 4):
            writers.append((await asyncio.open_connection("127.0.0.1", house.port))[1])
            await until(partial(is_open, house, count))
        assert await knock(house) == parting(BUSY)
        assert house.gate.turned_away == {"busy": 2}
        for writer in writers:
            writer.close()


# ── who is turned away ───────────────────────────────────────────────────────────────────────────────────────


async def test_what_a_client_sent_before_it_was_turned_away_does_not_cost_it_the_sentence(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        house.gate._banned = lambda address: "You are banned."
        for _ in range(20):
            assert await knock(house, b"SSH-2.0-early\r\n" + bytes(2000)) == parting("You are banned.")


async def test_peers_that_are_turned_away_hold_nothing_for_long_and_never_too_many_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(farewell, "MOST", 5)
    monkeypatch.setattr(farewell, "SECONDS", 0.3)
    async with rig(tmp_path) as house:
        house.gate._banned = lambda address: "You are banned."
        held = [(await asyncio.open_connection("127.0.0.1", house.port)) for _ in range(30)]
        for reader, _ in held:
            assert await asyncio.wait_for(reader.read(-1), 5) == parting("You are banned.")
        assert len(house.entrance._farewells) <= 5
        await until(lambda: len(house.entrance._farewells) == 0)
        assert house.listener.connections == 0
        for _, writer in held:
            writer.close()


async def test_a_peer_that_talks_on_after_its_farewell_is_closed(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        house.gate._banned = lambda address: "You are banned."
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        await until(lambda: len(house.entrance._farewells) == 1)
        writer.write(bytes(2_000_000))
        await until(lambda: len(house.entrance._farewells) == 0, seconds=1.5)
        writer.close()


# ── the system's troubles ────────────────────────────────────────────────────────────────────────────────────


class Troubled(socket.socket):
    """A listening socket for which accept(2) fails as told."""

    troubles: list[int]
    asked = 0

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        self.asked += 1
        if self.troubles and (trouble := self.troubles.pop(0)):
            raise OSError(trouble, "as told")
        return super().accept()


async def troubled(troubles: list[int]) -> tuple[Entrance, Troubled, list[str], Gate]:
    """An entrance whose socket has troubles (0: none, once), and the addresses that came in."""
    (plain,) = bind("127.0.0.1", 0)
    one = Troubled(fileno=plain.detach())
    one.setblocking(False)
    one.troubles = troubles
    came: list[str] = []

    def admit(peer: socket.socket, place: Place, address: str) -> None:
        came.append(address)
        place.leave()
        peer.close()

    gate = Gate()
    door = Entrance(gate, admit, Notes(asyncio.get_running_loop()))
    door.open([one])
    return door, one, came, gate


@pytest.mark.parametrize("trouble", [errno.ECONNABORTED, errno.EPROTO, errno.EPERM, errno.ENETDOWN])
async def test_a_connection_that_failed_before_it_was_taken_concerns_no_other(
    trouble: int, caplog: pytest.LogCaptureFixture
) -> None:
    door, one, came, _ = await troubled([trouble] * 3)
    _, writer = await asyncio.open_connection(*one.getsockname())
    await until(lambda: came == ["127.0.0.1"])
    assert not caplog.records
    writer.close()
    door.close()


@pytest.mark.parametrize("trouble", [errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM])
async def test_when_the_system_is_short_one_is_told_and_the_others_come_in_later(
    trouble: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(entrance, "REST", 0.05)
    door, one, came, gate = await troubled([trouble, 0, trouble, trouble])
    reader, told = await asyncio.open_connection(*one.getsockname())
    _, writer = await asyncio.open_connection(*one.getsockname())
    assert await asyncio.wait_for(reader.read(-1), 5) == parting(FULL)
    await until(lambda: came == ["127.0.0.1"])
    assert one.asked <= 8
    assert [record.getMessage() for record in caplog.records] == ["no connection can be taken: as told"]
    assert gate.turned_away == {"full": 1}
    writer.close()
    told.close()
    door.close()
    assert one.fileno() == -1


async def test_a_burst_is_taken_a_few_at_a_turn_of_the_loop() -> None:
    door, one, came, _ = await troubled([])
    name = one.getsockname()
    peers = [socket.create_connection(name) for _ in range(60)]
    seen: list[int] = []
    while len(came) < 60:
        seen.append(len(came))
        await asyncio.sleep(0)
    assert all(after - before <= AT_ONCE for before, after in zip(seen, [*seen[1:], 60], strict=True))
    for peer in peers:
        peer.close()
    door.close()


async def test_a_connection_that_cannot_be_served_gives_its_place_back(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        ours, theirs = socket.socketpair()
        place = house.gate.enter("203.0.113.7")
        closed = ours.dup()
        closed.close()
        house.listener.admit(closed, place, "203.0.113.7")
        await until(lambda: house.listener.connections == 0)
        assert house.gate._all == 0
        ours.close()
        theirs.close()


# ── behind a proxy ───────────────────────────────────────────────────────────────────────────────────────────


async def through(house: Rig, said: bytes, **options: object) -> asyncssh.SSHClientConnection:
    """A guest who comes through a proxy that says this."""
    sock = socket.create_connection(("127.0.0.1", house.port))
    sock.sendall(said)
    return await asyncssh.connect(sock=sock, username="guest", known_hosts=None, config=None, client_keys=None, **options)


def proxied(address: str) -> bytes:
    """What a proxy says of this client."""
    return spoken_for(ip_address(address))


async def come_through(home: Path) -> None:
    """Two people behind a proxy, and a third whose network is banned."""
    async with rig(home, proxies=LOCALHOST) as house:
        house.gate._banned = lambda address: "You are banned." if address == "198.51.100.1" else ""
        async with await through(house, proxied("203.0.113.7")) as ann, await through(house, proxied("2001:db8::1")) as bo:
            for conn in (ann, bo):
                assert (await conn.run("exit", encoding=None)).exit_status == 7
            assert [door.visit.person.source for door in house.doors] == ["203.0.113.7", "2001:db8::/64"]
            assert house.gate._sources == {"203.0.113.7": 1, "2001:db8::/64": 1}
            assert house.listener.expel(lambda address, person: address == "203.0.113.7", "Go.") == 1
            await asyncio.wait_for(ann.wait_closed(), 5)
        with pytest.raises((asyncssh.Error, OSError)):
            await through(house, proxied("198.51.100.1"))
        assert house.gate.turned_away == {"banned": 1}


@LOOPS
def test_everything_counts_by_the_address_that_a_trusted_proxy_tells(tmp_path: Path, loop: Loop) -> None:
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(come_through(tmp_path))


async def test_the_header_may_come_in_pieces_or_with_the_first_ssh_bytes(tmp_path: Path) -> None:
    async with rig(tmp_path, proxies=LOCALHOST) as house:
        assert (await knock_slowly(house, proxied("203.0.113.7"))).startswith(VERSION)
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(proxied("203.0.113.7") + b"SSH-2.0-x\r\n")
        assert await reader.readline() == VERSION
        assert len(await reader.readexactly(100)) == 100
        writer.close()


async def knock_slowly(house: Rig, said: bytes) -> bytes:
    """What a proxy hears first that says this byte by byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    for byte in said:
        writer.write(bytes((byte,)))
        await asyncio.sleep(0)
    heard = await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    return heard


async def test_an_address_of_this_machine_that_a_proxy_tells_is_not_spared(tmp_path: Path) -> None:
    async with rig(tmp_path, proxies=LOCALHOST, crowd=Crowd(per_address=1)) as house:
        conn = await through(house, proxied("127.0.0.1"))
        await conn.run("exit", encoding=None)
        assert house.doors[0].visit.person.source == "127.0.0.1"
        assert b"1 connections from your address" in await knock(house, proxied("127.0.0.1"))
        conn.abort()


async def test_a_proxy_that_looks_whether_we_live_is_answered(tmp_path: Path) -> None:
    async with rig(tmp_path, proxies=LOCALHOST) as house:
        for _ in range(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.write(header(b"", LOCAL, 0))
            assert await asyncio.wait_for(reader.readline(), 5) == VERSION
            writer.close()
        assert not house.gate.turned_away


@pytest.mark.parametrize("said", [b"PROXY TCP4 203.0.113.7 127.0.0.1 1 2\r\n", b"SSH-2.0-x\r\n", header(bytes(300))])
async def test_a_trusted_proxy_without_a_header_we_take_is_refused(
    tmp_path: Path, said: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "unotty")
    async with rig(tmp_path, proxies=LOCALHOST) as house:
        assert await knock(house, said) in (b"", b"(reset)")
        assert (house.gate.turned_away, house.gate.entered) == ({"unproxied": 1}, 0)
    assert "127.0.0.1 is a proxy, and is turned away: it" in caplog.records[0].getMessage()


async def test_a_proxy_that_says_nothing_is_closed_in_time_and_so_is_one_that_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrance, "HEADER_SECONDS", 0.2)
    async with rig(tmp_path, proxies=LOCALHOST) as house:
        assert await knock(house, proxied("203.0.113.7")[:20]) in (b"", b"(reset)")
        _, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.close()
        await until(lambda: house.gate.turned_away == {"unproxied": 2})
        await until(lambda: not house.entrance._introduced)


async def test_only_so_many_may_wait_for_their_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "HEADERS", 2)
    async with rig(tmp_path, proxies=LOCALHOST) as house:
        silent = [(await asyncio.open_connection("127.0.0.1", house.port))[1] for _ in range(2)]
        await until(lambda: len(house.entrance._introduced) == 2)
        assert await knock(house) == parting(FULL)
        for writer in silent:
            writer.close()


async def test_a_header_from_anybody_else_is_garbage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with rig(tmp_path, proxies=(ip_network("192.0.2.0/24"),), crowd=STRANGERS) as house:
        found = await blames(house, monkeypatch)
        await knock(house, proxied("203.0.113.7") + b"SSH-2.0-x\r\n")
        await until(lambda: found == [Offence.GARBAGE])
        assert house.doors == []


# ── with workers ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_same_limits_hold_where_workers_serve(tmp_path: Path) -> None:
    crowd = replace(STRANGERS, guests_per_address=2)
    config = Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys", crowd=crowd, proxies=LOCALHOST, workers=1)
    house = await House.open(config)
    gate, key = house.entrance.gate, asyncssh.generate_private_key("ssh-ed25519")
    try:
        guests = [await behind(house, "203.0.113.7") for _ in range(2)]
        third = Leaving()
        await (await behind(house, "203.0.113.7", client=third)).wait_closed()
        assert GUESTS.format(count=2) in str(third.fault)
        mine = [await behind(house, "203.0.113.7", key) for _ in range(4)]
        await asyncio.wait_for(mine[0].wait_closed(), 10)
        told = await mine[3].run("version", encoding=None)
        assert told.exit_status == 0
        assert gate.turned_away == {"guests": 1, "outdone": 1}
        for _ in range(6):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.write(proxied("198.51.100.9") + b"GET / HTTP/1.1\r\n\r\n")
            await asyncio.wait_for(reader.read(-1), 10)
            writer.close()
        await until(lambda: gate.penalties.left("198.51.100.9"))
        assert gate.penalties.left("203.0.113.7") == 0
        for conn in (*guests, *mine):
            conn.abort()
        await until(lambda: house.listener.connections == 0)
        assert (gate._all, gate._sources, gate._guests, gate._keys) == (0, {}, {}, {})
    finally:
        await house.close("The test is over.")


class Leaving(asyncssh.SSHClient):
    """Remembers how its connection ended."""

    fault: Exception | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.fault = exc


async def behind(
    house: House, address: str, key: asyncssh.SSHKey | None = None, client: Leaving | None = None
) -> asyncssh.SSHClientConnection:
    """Somebody at this address comes to a house through a proxy, with this key or as a guest."""
    sock = socket.create_connection(("127.0.0.1", house.port))
    sock.sendall(proxied(address))
    keys = None if key is None else [key]
    name = "guest" if key is None else "ann"
    return await asyncssh.connect(
        sock=sock,
        username=name,
        known_hosts=None,
        config=None,
        client_keys=keys,
        agent_path=None,
        client_factory=lambda: client or Leaving(),
    )
