"""The entrance on real sockets: who comes in, who is told why not, and what the port survives."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncssh
import pytest
import uvloop

from server.config import bind
from server.ssh import entrance, farewell
from server.ssh.crowd import Crowd
from server.ssh.entrance import AT_ONCE, Entrance
from server.ssh.farewell import parting
from server.ssh.gate import BUSY, FULL, HASTY, OUTDONE, PUNISHED, Gate, Place
from server.ssh.notes import Notes
from server.ssh.penalties import Offence
from tests.server.rig import Rig, rig, until

STRANGERS = Crowd(spared=(), burst=1000)
"""Loopback counts as anywhere else."""
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
    async with rig(tmp_path, crowd=Crowd(spared=(), burst=3, rate=2)) as house:
        for _ in range(3):
            _, writer = await asyncio.open_connection("127.0.0.1", house.port)
            writer.close()
        assert await knock(house) == parting(HASTY)
        clear = asyncio.get_running_loop().time() + 0.6
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
