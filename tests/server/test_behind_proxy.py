"""Behind a proxy: whom it speaks for is believed where it is trusted, also where workers serve."""

from __future__ import annotations

import asyncio
import logging
import socket
from dataclasses import replace
from ipaddress import ip_address, ip_network
from pathlib import Path

import asyncssh
import pytest

from server.config import Config
from server.house import House
from server.ssh import entrance
from server.ssh.crowd import Crowd
from server.ssh.farewell import parting
from server.ssh.gate import FULL, GUESTS
from server.ssh.penalties import Offence
from tests.server.rig import Rig, rig, until
from tests.server.test_entrance import LOOPS, STRANGERS, VERSION, Loop, blames, knock
from tests.server.test_proxy import LOCAL, header, spoken_for

LOCALHOST = (ip_network("127.0.0.0/8"),)


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
