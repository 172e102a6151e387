"""Both ends of one visit: the port of a door that is in another process, and the envoy where the door should be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import LOBBY, LobbyView, Snapshot
from client.wire import pack
from server.bridge import down, up
from server.bridge.down import Down
from server.bridge.far import UNDER_WAY, FarPort
from server.bridge.frames import LONGEST_DATA, Garbled
from server.bridge.mail import Mail
from server.bridge.remote import Envoy, Speaker
from server.bridge.up import Up
from server.doors.commands import Answer
from server.doors.door import Kind, Visit
from server.doors.outlet import HIGH_WATER
from server.lobby.people import Person
from tests.server.rig import Note, until

ANN = Person("SHA256:ann", "ann", guest=False)


class Channel:
    """A port that keeps what is written until it is taken."""

    def __init__(self) -> None:
        self.written, self.errors, self.waiting = bytearray(), bytearray(), 0
        self.calls: list[object] = []

    def write(self, data: bytes) -> None:
        self.written += data
        self.waiting += len(data)

    def write_error(self, data: bytes) -> None:
        self.errors += data

    def backlog(self) -> int:
        return self.waiting

    def pause_reading(self) -> None:
        self.calls.append("pause")

    def resume_reading(self) -> None:
        self.calls.append("resume")

    def exit(self, status: int) -> None:
        self.calls.append(status)

    def abort(self, reason: str) -> None:
        self.calls.append(reason)


class Span:
    """One visit, with both its ends in this process; `opened` is the door over there."""

    def __init__(self, visit: Visit) -> None:
        self.channel = Channel()
        self.down: list[Down] = []
        self.up: list[Up] = []
        self.is_over = False
        self.port = FarPort(7, self._down)
        self.envoy = Envoy(1, 7, visit, self.channel, self._up, Mail(), self._end)

    def _down(self, message: Down) -> None:
        self.down.append(message)
        if not isinstance(message, down.Hello | down.Away | down.Stop | down.Ping | down.End):
            self.envoy.hear(message)

    def _up(self, message: Up) -> None:
        self.up.append(message)
        if isinstance(message, up.Lost):
            self.port.lost()
        elif isinstance(message, up.Input | up.Resize | up.EndInput | up.StopDoor | up.Taken):
            self.port.hear(message)

    def _end(self) -> None:
        self.is_over = True


def visit(words: str = "") -> Visit:
    return Visit(ANN, Kind.EXEC, words, None, (80, 24), {"LANG": "lt_LT.UTF-8"}, ("127.0.0.1", 22))


def span(words: str = "") -> tuple[Span, Note]:
    """A visit that was asked for, and the door it will get over there."""
    one = Span(visit(words))
    one.envoy.open()
    return one, Note(visit(words), one.port)


def test_what_is_asked_for_is_told_and_no_input_taken_before_the_answer() -> None:
    one, _ = span("tables --json")
    assert one.up == [up.Visited(1, 7, "exec", "tables --json", None, 80, 24, {"LANG": "lt_LT.UTF-8"}, "127.0.0.1", 22)]
    assert one.channel.calls == ["pause"]


async def test_what_came_before_the_answer_waits_for_the_door() -> None:
    one, door = span()
    one.envoy.feed(b"early")
    one.envoy.resize(100, 30)
    one.envoy.resize(120, 40)
    assert len(one.up) == 1
    one.port.open(door)
    one.envoy.feed(b" and late")
    assert bytes(door.heard) == b"early and late"
    assert door.sizes == [(120, 40)]
    assert one.channel.calls == ["pause", "resume"]


async def test_a_door_over_there_hears_all_that_happens_to_its_channel() -> None:
    one, door = span()
    one.port.open(door)
    one.envoy.feed(b"x" * (LONGEST_DATA + 1))
    one.envoy.stop("Enough.")
    assert bytes(one.channel.written).endswith(b"Enough.")
    assert one.channel.calls == ["pause", "resume", 0]
    one.channel.waiting = 0
    one.envoy.lost()
    assert one.is_over
    assert door.is_lost
    assert len(door.heard) == LONGEST_DATA + 1


def test_a_visit_that_is_lost_before_it_has_a_door_opens_none() -> None:
    one, door = span()
    one.envoy.lost()
    assert one.up[-1] == up.Lost(7)
    assert not door.is_lost
    one.port.write(b"nobody reads it")
    assert one.down == []


def test_a_visit_is_over_for_both_sides_also_if_its_door_fails_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(door: Speaker) -> None:
        raise RuntimeError("a fault of ours")

    one, door = span()
    one.port.open(door)
    monkeypatch.setattr(Speaker, "lost", fail)
    with pytest.raises(RuntimeError, match="a fault of ours"):
        one.envoy.lost()
    assert (one.is_over, door.is_lost) == (True, True)


async def test_a_door_over_there_may_write_any_amount_and_it_is_under_way_a_part_at_a_time() -> None:
    one, _ = span()
    text = "x" * (5 * UNDER_WAY)
    one.port.open(Answer(one.port, visit(), text))
    assert UNDER_WAY <= len(one.channel.written) < 2 * UNDER_WAY
    assert one.port.backlog() == len(text) + 1
    assert one.channel.calls == ["pause", "resume"]

    def take() -> bool:
        one.channel.waiting = max(0, one.channel.waiting - HIGH_WATER)
        return 0 in one.channel.calls

    await until(take)
    assert bytes(one.channel.written).decode() == text + "\n"
    await until(lambda: take() and one.port.backlog() == 0)


def test_nobody_takes_what_was_not_written() -> None:
    one, door = span()
    one.port.open(door)
    with pytest.raises(Garbled):
        one.port.hear(up.Taken(7, 10_000))


@pytest.mark.parametrize("told", [up.Do(7, b""), up.Disconnect(7)])
def test_a_door_that_is_here_has_no_session_over_there(told: up.OfVisit) -> None:
    one, door = span()
    one.port.open(door)
    with pytest.raises(Garbled):
        one.port.hear(told)


async def test_whose_door_is_over_there_is_told_when_that_process_is_gone() -> None:
    one, door = span()
    one.port.open(door)
    one.envoy.orphaned("It is gone.")
    assert one.channel.errors == b"It is gone.\r\n"
    assert one.channel.calls[-1] == 1


def test_a_visit_has_one_door() -> None:
    one, door = span()
    one.port.open(door)
    with pytest.raises(Garbled):
        one.envoy.hear(down.Here(7))


WISH = down.Screens(7, "lobby", "", "host", plain=True, language="lt", bidi="ours")
SEEN = pack(Snapshot(LOBBY, 1, LobbyView("ann", (), ("ann",), None)))


async def test_screens_are_opened_when_all_is_there_that_the_lobby_says_at_once() -> None:
    one, _ = span()
    one.envoy.feed(b"help\n")
    one.envoy.hear(WISH)
    one.envoy.hear(down.Tell(7, SEEN))
    assert one.channel.calls == ["pause"]
    one.envoy.hear(down.Begin(7))
    assert one.channel.calls == ["pause", "resume"]
    await until(lambda: b"tables" in one.channel.written)
    told = one.channel.written.decode()
    assert "Sveiki" in told.split("\n")[0]
    one.envoy.lost()
    assert one.up[-2:] == [up.Disconnect(7), up.Lost(7)]


async def test_a_door_that_fails_costs_its_own_session_only(caplog: pytest.LogCaptureFixture) -> None:
    one, _ = span()
    for message in (WISH, down.Begin(7)):
        one.envoy.hear(message)
    one.envoy.hear(down.Tell(7, b"\xc1"))
    assert one.channel.calls[-1] == "its door failed"
    assert "a session failed" in caplog.text


@pytest.mark.parametrize("before", [[], [replace(WISH, language="tlh")]], ids=["nothing", "no language"])
def test_what_cannot_be_opened_is_garbled(before: list[down.Screens]) -> None:
    one, _ = span()
    for message in before:
        one.envoy.hear(message)
    with pytest.raises(Garbled):
        one.envoy.hear(down.Begin(7))
