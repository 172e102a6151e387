"""The lobby over the bridge and the lobby itself: whoever plays over there sees, byte for byte, what he would see here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from client.protocol import LOBBY, Command, Create, Join, Message, Patch, Reply, Say, Stage, Start, Sync, Watch
from client.wire import LONGEST_FRAME, pack
from engine.moves import Draw
from server.bridge import down, up
from server.bridge.down import Down
from server.bridge.far import FarPort, Lent
from server.bridge.frames import packed, rows_in
from server.bridge.mail import Mail
from server.bridge.messages import down_in, row_of, up_in
from server.bridge.remote import RemoteLobby
from server.bridge.up import Up
from server.doors.door import Kind, Visit
from server.doors.screens import Booking
from server.lobby.lobby import Lobby
from server.lobby.people import Person, Session
from tests.server.hall import ONE_ROUND, Client, Hall

WISH = Create(options=ONE_ROUND, seats=3)


def over(message: Down | Up) -> list[Any]:
    """A message's row, once it has been bytes."""
    (row,) = rows_in(packed(row_of(message)))
    return row


class Across:
    """Stands in for a lobby whose sessions all come over a bridge; whatever else it is asked, the lobby itself answers."""

    def __init__(self, lobby: Lobby, mail: Mail) -> None:
        self._lobby, self._mail = lobby, mail
        self._remotes: dict[Session, RemoteLobby] = {}
        self.aborted: list[str] = []

    def connect(
        self, person: Person, deliver: Callable[[Message], None], close: Callable[[str], None] = lambda sentence: None
    ) -> Session:
        def say_up(message: Up) -> None:
            told = up_in(over(message))
            assert isinstance(told, up.Do | up.Disconnect)
            port.hear(told)

        def say_down(message: Down) -> None:
            told = down_in(over(message))
            if isinstance(told, down.Tell):
                remote.tell(told.message)
            elif isinstance(told, down.Close):
                remote.close(told.sentence)
            elif isinstance(told, down.Abort):
                self.aborted.append(told.reason)

        number = len(self._remotes)
        remote, port = RemoteLobby(number, say_up, self._mail), FarPort(number, say_down)
        port.open(Lent(port, self._lobby, Visit(person, Kind.SHELL), Booking("lobby", "", "", plain=False)))
        session = remote.connect(person, deliver, close)
        self._remotes[session] = remote
        return session

    def disconnect(self, session: Session) -> None:
        self._remotes[session].disconnect(session)

    def handle(self, session: Session, command: Command) -> None:
        self._remotes[session].handle(session, command)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lobby, name)


def halls(seed: int) -> tuple[Hall, Hall]:
    """The same lobby twice: to be spoken to here, and over a bridge."""
    here, there = Hall(seed), Hall(seed)
    there.lobby = Across(there.lobby, Mail())  # type: ignore[assignment]  # as far as clients are concerned, it is one
    return here, there


def evening(hall: Hall) -> list[Client]:
    """A match with a bot, somebody who looks on twice, talk, refusals, a lost line and a lost count."""
    ann, bo = hall.open("ann", "bo", wish=WISH, start=False)
    code = ann.table.code
    watchers = [hall.enter("cy"), hall.enter("dee")]
    for one in watchers:
        one.do(Watch(), code)
    ann.do(Start())
    assert ann.code_of(Start())
    watchers[0].do(Say("\u202ehello, \N{PLAYING CARD BLACK JOKER}"))
    bo.send(code, 1, Draw())
    bo.leave()
    hall.pass_time(1)
    again = hall.enter("bo")
    assert again.table.you == 1
    watchers[1].do(Sync())
    hall.play_out([ann, again])
    watchers[0].leave()
    hall.pass_time(300)
    return hall.clients


@settings(max_examples=5)
@given(st.integers(0, 1000))
def test_a_whole_evening_is_the_same_over_the_bridge_byte_for_byte(seed: int) -> None:
    here, there = halls(seed)
    told_here = [[pack(one) for one in client.taken] for client in evening(here)]
    told_there = [[pack(one) for one in client.taken] for client in evening(there)]
    assert sum(map(len, told_here)) > 100
    assert told_there == told_here


def test_messages_come_out_as_the_very_values_that_went_in() -> None:
    here, there = halls(3)
    assert [one.taken for one in evening(there)] == [one.taken for one in evening(here)]


def test_whoever_looks_on_gets_the_message_that_was_read_for_the_one_before_him() -> None:
    _, there = halls(1)
    ann, bo = there.open("ann", "bo", wish=WISH, start=False)
    watchers = [there.enter(name) for name in ("cy", "dee")]
    for one in watchers:
        one.do(Watch(), ann.table.code)
    ann.do(Start())
    first, second = [watcher.patches[-1] for watcher in watchers]
    assert first is second
    assert bo.patches[-1] is not first


def test_whoever_follows_the_lobby_gets_the_change_that_was_read_for_the_one_before_him() -> None:
    mail, told = Mail(), []
    for base in (0, 1, 127, 128, 70_000, 2**40):
        for steps in (1, 2):
            patch = Patch(LOBBY, base, base + steps, {"here": 3, "online": ("ann", "bo")}, ())
            told.append(mail.read(pack(patch)))
            assert told[-1] == patch
    patch = Patch(LOBBY, 9, 10, {"here": 4}, ())
    first, second = mail.read(pack(patch)), mail.read(pack(replace(patch, base=10, version=11)))
    assert (first, second) == (patch, replace(patch, base=10, version=11))
    assert isinstance(first, Patch)
    assert isinstance(second, Patch)
    assert first.changes is second.changes


def test_a_message_that_is_too_long_costs_its_own_session_only() -> None:
    _, there = halls(1)
    ann, bo = there.enter("ann"), there.enter("bo")
    (first, *_) = there.lobby._lobby.board._sessions  # type: ignore[attr-defined]  # the stand-in's
    first.send(Reply(0, table="x" * (LONGEST_FRAME + 1)))
    assert there.lobby.aborted == ["a message to it is too long"]  # type: ignore[attr-defined]
    bo.do(Create(seats=2))
    there.pass_time(2)
    assert ann.lobby.tables[0].host == "bo"


def test_the_lobby_ends_a_session_over_the_bridge() -> None:
    _, there = halls(1)
    told: list[str] = []
    session = there.lobby.connect(Person("ann", "ann", False), lambda message: None, told.append)
    (member,) = there.lobby.members
    member.sessions[0].close("Out.")
    assert told == ["Out."]
    there.lobby.disconnect(session)
    assert there.lobby.members == ()


def test_a_command_that_makes_no_sense_is_answered_and_nothing_else() -> None:
    hall = Hall()
    told: list[Down] = []
    port = FarPort(1, told.append)
    lent = Lent(port, hall.lobby, Visit(Person("ann", "ann", False), Kind.SHELL), Booking("lobby", "", "", False))
    port.open(lent)
    told.clear()
    port.hear(up.Do(1, b"\x94\x07\x00\x00\xff"))
    (answer,) = told
    assert isinstance(answer, down.Tell)
    reply = Mail().read(answer.message)
    assert isinstance(reply, Reply)
    assert (reply.id, reply.refusal and reply.refusal.code) == (7, "malformed")
    lent.lost()
    port.hear(up.Do(1, pack(Command(8, "", 0, WISH))))
    assert hall.lobby.tables == ()


def test_a_hand_goes_to_its_end() -> None:
    _, there = halls(2)
    ann, bo = there.open("ann", "bo", wish=Create(options=ONE_ROUND, seats=2))
    there.play_out([ann, bo])
    assert ann.table.stage is Stage.MATCH_OVER
    cy = there.enter("cy")
    cy.do(Create(seats=2))
    assert ann.ask(Join(), cy.table.code) is not None
