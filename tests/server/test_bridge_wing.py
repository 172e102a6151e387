"""One worker as the lobby's process sees it: whom it lets in for it, what it believes, and what is left when it dies."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from server.bridge import down, up
from server.bridge.messages import handed_in
from server.bridge.up import Up
from server.bridge.wing import HANGS, OWED, Manners, Watch, Wing
from server.doors.door import Port, Visit
from server.lobby.people import Person
from server.ssh.crowd import CROWD, Crowd
from server.ssh.gate import FULL, Gate, TurnedAway
from server.ssh.penalties import Offence
from tests.server.bridging import Wire, frame
from tests.server.rig import Note, until

ANN = up.LoggedIn(1, "SHA256:ann", "ann", guest=False, kind="ssh-ed25519")
VISIT = up.Visited(1, 1, "exec", "tables", None, 80, 24, {}, "127.0.0.1", 22)
FAR = "192.0.2.7"


class Scene:
    """A wing whose worker is the test; `doors` are those it opened."""

    def __init__(self, crowd: Crowd) -> None:
        self.gate = Gate(crowd)
        self.doors: list[Note] = []
        self.bans: dict[str, str] = {}
        self.gone: list[str] = []
        self.trips: list[float] = []
        self.now = 0.0
        self.hatch, self.inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.hatch.setblocking(False)
        watch = Watch(lambda wing: None, lambda wing, reason: self.gone.append(reason), self.trips.append)
        manners = Manners(self._choose, lambda person: self.bans.get(person.id, ""))
        self.wing = Wing(manners, watch, self.hatch, lambda: self.now)
        self.wire = Wire()
        self.wing.pipe.connection_made(self.wire)
        self.fails = False
        self.peers: list[socket.socket] = []

    def _choose(self, visit: Visit, port: Port) -> Note:
        assert not self.fails, "a door that fails"
        self.doors.append(Note(visit, port))
        return self.doors[-1]

    def take(self, number: int = 1, address: str = FAR) -> None:
        """A connection is handed over."""
        ours, peer = socket.socketpair()
        self.peers.append(peer)
        assert self.wing.take(number, ours, self.gate.enter(address), address)

    async def say(self, *messages: Up) -> list[down.Down]:
        """The worker says this; what it is told then."""
        self.wing.pipe.data_received(frame(*messages))
        for _ in range(4):
            await asyncio.sleep(0)
        return self.wire.told()


@pytest.fixture
async def scene(request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    one = Scene(getattr(request, "param", CROWD))
    yield one
    for each in (one.hatch, one.inside, *one.peers):
        each.close()


async def test_a_socket_is_handed_over_with_what_is_known_of_it_and_closed_here(scene: Scene) -> None:
    ours, peer = socket.socketpair()
    scene.peers.append(peer)
    assert scene.wing.take(5, ours, scene.gate.enter(FAR), FAR)
    assert ours.fileno() == -1
    about, (file,), _, _ = socket.recv_fds(scene.inside, 1024, 1)
    assert handed_in(about) == down.Handed(5, FAR, FAR, is_spared=False)
    with socket.socket(fileno=file) as theirs:
        peer.send(b"SSH-2.0-")
        assert theirs.recv(100) == b"SSH-2.0-"


async def test_a_worker_that_takes_none_has_none(scene: Scene) -> None:
    ours, peer = socket.socketpair()
    scene.peers += [ours, peer]
    scene.inside.close()
    assert not scene.wing.take(5, ours, scene.gate.enter(FAR), FAR)
    assert ours.fileno() != -1
    assert scene.wing.lines == {}


async def test_who_logged_in_is_received_as_who_he_is_from_where_the_entrance_saw_him(scene: Scene) -> None:
    scene.take()
    assert await scene.say(ANN, VISIT) == [down.Here(1), down.Write(1, b"SHA256:ann|ann|False\n", False)]
    (door,) = scene.doors
    assert door.visit.person == Person("SHA256:ann", "ann", guest=False, source=FAR, kind="ssh-ed25519")
    assert await scene.say(up.Input(1, b"hello"), up.Resize(1, 100, 30)) == [down.Write(1, b"hello", False)]
    assert (bytes(door.heard), door.sizes) == (b"hello", [(100, 30)])
    await scene.say(up.Lost(1), up.Left(1))
    assert door.is_lost
    assert scene.wing.lines == {}
    assert scene.wing.past == 1


@pytest.mark.parametrize("scene", [Crowd(people=0)], indirect=True)
async def test_where_there_are_people_enough_one_more_is_sent_away_and_what_he_asked_for_meanwhile_is_not_done(
    scene: Scene,
) -> None:
    scene.take()
    assert await scene.say(ANN, VISIT, up.Input(1, b"hello")) == [down.Away(1, FULL, is_banned=False)]
    assert scene.doors == []
    assert await scene.say(up.Lost(1), up.Left(1)) == []
    assert scene.gone == []


async def test_who_is_banned_is_sent_away_with_the_sentence(scene: Scene) -> None:
    scene.bans["SHA256:ann"] = "You are banned."
    scene.take()
    assert await scene.say(ANN, VISIT) == [down.Away(1, "You are banned.", is_banned=True)]
    assert scene.gate.turned_away["banned"] == 1
    assert scene.wing.lines[1].person is None
    assert scene.doors == []


async def test_a_place_that_is_to_end_says_so_to_the_worker(scene: Scene) -> None:
    scene.take()
    scene.take(2)
    await scene.say(ANN)
    for line in scene.wing.lines.values():
        line.stop("Enough.")
    await asyncio.sleep(0)
    assert scene.wire.told() == [down.Stop(1, "Enough.", is_stranger=False), down.Stop(2, "Enough.", is_stranger=True)]


async def test_what_strangers_do_wrong_is_on_their_source(scene: Scene) -> None:
    for number in range(1, 5):
        scene.take(number)
        await scene.say(up.Blamed(number, Offence.LATE.value), up.Left(number))
    assert scene.gate.penalties.left(FAR) > 0


@pytest.mark.parametrize(
    "words",
    [
        [VISIT],
        [ANN, ANN],
        [ANN, VISIT, replace(VISIT, visit=2)],
        [ANN, VISIT, up.Lost(1), VISIT],
        [ANN, replace(VISIT, kind="telnet")],
        [ANN, VISIT, up.Do(1, b"")],
        [ANN, VISIT, up.Taken(1, 1000)],
        [replace(ANN, line=9)],
        [up.Blamed(1, "nothing")],
        [up.Left(1), up.Left(1)],
        [up.Pong(77)],
    ],
    ids=["stranger", "twice", "two", "old", "kind", "session", "taken", "line", "offence", "left", "pong"],
)
async def test_a_worker_that_makes_no_sense_is_given_up(scene: Scene, words: list[Up]) -> None:
    scene.take()
    await scene.say(*words)
    assert scene.wire.is_cut
    assert len(scene.gone) == 1
    assert scene.wing.lines == {}


async def test_a_door_that_fails_costs_its_own_visit_only(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    scene.take()
    scene.take(2)
    scene.fails = True
    assert await scene.say(ANN, VISIT) == [down.Abort(1, "its door failed")]
    scene.fails = False
    told = await scene.say(replace(ANN, line=2), replace(VISIT, line=2, visit=2))
    assert told[0] == down.Here(2)
    assert "a visit failed" in caplog.text
    assert await scene.say(up.Input(1, b"late"), up.Lost(1), up.Left(1)) == []
    assert scene.gone == []


@pytest.mark.parametrize("scene", [Crowd(strangers=0, people=3)], indirect=True)
async def test_whoever_a_dead_worker_served_is_gone_and_his_place_free(scene: Scene) -> None:
    for number in (1, 2, 3):
        scene.take(number, "127.0.0.1")
        await scene.say(replace(ANN, line=number), replace(VISIT, line=number, visit=number))
    with pytest.raises(TurnedAway):
        scene.gate.enter("127.0.0.1")
    scene.wing.pipe.connection_lost(None)
    await until(lambda: scene.gone)
    assert [door.is_lost for door in scene.doors] == [True] * 3
    assert scene.gone == ["it hung up"]
    assert scene.wing.past == 3
    assert [scene.gate.enter("127.0.0.1").source for _ in range(3)] == ["127.0.0.1"] * 3
    scene.doors[0].port.write(b"nobody reads it")
    await asyncio.sleep(0)
    assert scene.wire.told() == []


async def test_a_worker_that_answers_is_timed(scene: Scene) -> None:
    scene.wing.ping(1)
    scene.now = 0.25
    await scene.say(up.Pong(1, 1000, 7))
    assert (scene.trips, scene.wing.memory, scene.wing.tasks) == ([0.25], 1000, 7)


async def test_a_worker_that_does_not_answer_is_given_up(scene: Scene) -> None:
    for second in range(int(HANGS) + 1):
        scene.now = float(second)
        scene.wing.ping(second)
    assert scene.gone == []
    scene.now += 1
    scene.wing.ping(100)
    assert scene.gone == ["it hangs"]
    assert scene.wire.is_cut


async def test_a_worker_is_not_given_up_because_the_lobbys_process_stood_still(scene: Scene) -> None:
    for second in range(1, OWED):
        scene.now = 100.0 * second
        scene.wing.ping(second)
    assert scene.gone == []


@pytest.mark.parametrize("scene", [Crowd(burst=100, per_address=100)], indirect=True)
async def test_nobody_is_to_blame_for_the_death_of_the_worker_that_served_him(scene: Scene) -> None:
    for number in range(1, 21):
        scene.take(number)
    await scene.say(ANN)
    scene.wing.pipe.connection_lost(None)
    await until(lambda: scene.gone)
    assert scene.gate.penalties.left(FAR) == 0
    assert scene.gate.turned_away["busy"] == 19
