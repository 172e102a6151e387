"""What a worker says of the connections that it was handed: the end of each comes last, whatever asyncssh says after it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import pytest

from server.bridge import down, up
from server.bridge.frames import PREFIX, rows_in
from server.bridge.messages import handed_over, up_in
from server.bridge.porter import RemotePlace
from server.bridge.worker import AT_ONCE, Worker
from server.lobby.people import Person
from server.ssh.penalties import Offence
from tests.server.bridging import Wire, frame

ANN = Person("SHA256:ann", "ann", guest=False, source="192.0.2.7", kind="ssh-ed25519")


class Doors:
    """A listener that only takes."""

    place: RemotePlace

    def admit(self, peer: socket.socket, place: RemotePlace, address: str) -> None:
        peer.close()
        self.place = place


@pytest.mark.parametrize("last", [lambda place: place.blame(Offence.GARBAGE), lambda place: place.introduce(ANN)])
async def test_nothing_is_said_of_a_connection_after_its_end(
    last: Callable[[RemotePlace], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    hatch, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours, peer = socket.socketpair()
    inside.setblocking(False)
    with hatch, inside, ours, peer:
        worker, doors, wire = Worker(inside), Doors(), Wire()
        worker._watchdog.stop()
        worker.pipe.connection_made(wire)
        monkeypatch.setattr(worker, "_listener", doors)
        socket.send_fds(hatch, [handed_over(down.Handed(1, "192.0.2.7", "192.0.2.7", is_spared=False))], [ours.fileno()])
        worker._take()
        doors.place.blame(Offence.LATE)
        doors.place.leave()
        last(doors.place)
        await asyncio.sleep(0)
        told = [up_in(row) for frame in wire.written for row in rows_in(frame[PREFIX:])]
        assert told == [up.Blamed(1, Offence.LATE.value), up.Left(1)]


async def test_a_connection_that_is_to_end_is_found_behind_however_many_are_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hatch, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours, peer = socket.socketpair()
    inside.setblocking(False)
    last = 3 * AT_ONCE
    with hatch, inside, ours, peer:
        worker, doors = Worker(inside), Doors()
        worker._watchdog.stop()
        worker.pipe.connection_made(Wire())
        monkeypatch.setattr(worker, "_listener", doors)
        for number in range(1, last + 1):
            about = handed_over(down.Handed(number, "192.0.2.7", "192.0.2.7", is_spared=False))
            socket.send_fds(hatch, [about], [ours.fileno()])
        worker.pipe.data_received(frame(down.Stop(last, "Enough.", is_stranger=True)))
        await asyncio.sleep(0)
        assert (doors.place.line, doors.place._is_cut) == (last, True)
