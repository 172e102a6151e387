"""A client's end: numbering, the newest views, gaps."""

from __future__ import annotations

from dataclasses import replace

from client.link import Link
from client.protocol import (
    LOBBY,
    Command,
    Create,
    Join,
    LobbyView,
    Message,
    Notice,
    Noticed,
    Patch,
    Refusal,
    Reply,
    Say,
    Snapshot,
    Stage,
    Sync,
    TableView,
)
from engine.moves import Draw
from engine.options import Options

AT_HOME = LobbyView("Ann", (), ("Ann",), None)
SEATED = LobbyView("Ann", (), ("Ann",), "K7QX")
TABLE = TableView("K7QX", Stage.WAITING, Options(), (), 0, 0, (), True, None, None)
HELLO = Noticed("Bob", Notice.JOINED)


class Wire:
    """A link, what it sent and what its listener heard."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.heard: list[Message] = []
        self.link = Link(self.sent.append)
        self.forget = self.link.subscribe(self.heard.append)

    def at_table(self) -> Wire:
        """The lobby at version 3, the table at 10."""
        self.link.deliver(Snapshot(LOBBY, 3, SEATED))
        self.link.deliver(Snapshot("K7QX", 10, TABLE))
        return self


def test_commands_are_numbered_from_one_and_carry_the_version_seen() -> None:
    wire = Wire().at_table()
    assert [wire.link.request(Draw()), wire.link.request(Say("hi")), wire.link.request(Sync(), LOBBY)] == [1, 2, 3]
    assert wire.sent == [
        Command(1, "K7QX", 10, Draw()),
        Command(2, "K7QX", 10, Say("hi")),
        Command(3, LOBBY, 3, Sync()),
    ]


def test_a_new_table_is_asked_of_the_lobby() -> None:
    wire = Wire().at_table()
    wire.link.request(Create())
    wire.link.request(Join(), "ABCD")
    assert [(one.table, one.version) for one in wire.sent] == [("", 3), ("ABCD", 3)]


def test_listeners_hear_of_a_message_after_the_views_know_it() -> None:
    seen: list[tuple[int, Stage | None]] = []
    wire = Wire().at_table()
    wire.link.subscribe(lambda _: seen.append((wire.link.version, wire.link.table.stage if wire.link.table else None)))
    wire.link.deliver(Patch("K7QX", 10, 11, {"stage": Stage.PLAYING}, (HELLO,)))
    assert seen == [(11, Stage.PLAYING)]
    assert wire.link.table is not None
    assert wire.link.table.log == (HELLO,)


def test_a_reply_changes_no_view() -> None:
    wire = Wire().at_table()
    reply = Reply(4, Refusal("stale", "The table has moved on."))
    wire.link.deliver(reply)
    assert wire.heard[-1] == reply
    assert (wire.link.table, wire.link.lobby) == (TABLE, SEATED)


def test_a_gap_asks_once_for_the_whole_and_waits_for_it() -> None:
    wire = Wire().at_table()
    wire.heard.clear()
    for version in (12, 13, 14):
        wire.link.deliver(Patch("K7QX", version - 1, version, {"stage": Stage.PLAYING}, (HELLO,)))
    assert [(one.table, one.body) for one in wire.sent] == [("K7QX", Sync())]
    assert (wire.link.table, wire.link.version, wire.heard) == (TABLE, 10, [])
    wire.link.deliver(Snapshot("K7QX", 14, TABLE))
    wire.link.deliver(Patch("K7QX", 14, 15, {"stage": Stage.PLAYING}, ()))
    assert wire.link.version == 15
    wire.link.deliver(Patch("K7QX", 16, 17, {}, ()))
    assert len(wire.sent) == 2


def test_a_gap_in_the_lobby_is_mended_too() -> None:
    wire = Wire()
    wire.link.deliver(Patch(LOBBY, 5, 6, {"online": ("Ann", "Bob")}, ()))
    assert [(one.table, one.body) for one in wire.sent] == [(LOBBY, Sync())]
    wire.link.deliver(Snapshot(LOBBY, 6, AT_HOME))
    wire.link.deliver(Patch(LOBBY, 6, 7, {"online": ("Ann", "Bob")}, ()))
    assert wire.link.lobby is not None
    assert wire.link.lobby.online == ("Ann", "Bob")


def test_what_is_older_than_the_view_is_no_gap() -> None:
    wire = Wire().at_table()
    wire.link.deliver(Patch("K7QX", 8, 9, {"stage": Stage.BROKEN}, ()))
    assert wire.sent == []
    assert wire.link.table == TABLE


def test_the_table_is_forgotten_when_the_lobby_says_so() -> None:
    wire = Wire().at_table()
    wire.link.deliver(Patch(LOBBY, 3, 4, {"table": None}, ()))
    assert (wire.link.table, wire.link.version) == (None, 0)
    wire.link.deliver(Patch("K7QX", 10, 11, {"stage": Stage.PLAYING}, ()))
    assert (wire.link.table, wire.sent) == (None, [])


def test_another_tables_patches_are_not_mixed_in() -> None:
    wire = Wire().at_table()
    wire.link.deliver(Patch("ABCD", 10, 11, {"stage": Stage.PLAYING}, ()))
    assert wire.link.table == TABLE
    wire.link.deliver(Patch(LOBBY, 3, 4, {"table": "ABCD"}, ()))
    assert wire.link.table is None


def test_who_stopped_listening_hears_nothing_more() -> None:
    wire = Wire()
    wire.forget()
    wire.link.deliver(Snapshot(LOBBY, 1, AT_HOME))
    assert wire.heard == []


def test_a_listener_may_ask_and_unsubscribe_while_it_is_told() -> None:
    wire = Wire()

    def once(_: Message) -> None:
        stop()
        wire.link.request(Sync(), LOBBY)

    stop = wire.link.subscribe(once)
    wire.link.deliver(Snapshot(LOBBY, 1, AT_HOME))
    wire.link.deliver(Snapshot(LOBBY, 2, AT_HOME))
    assert len(wire.sent) == 1


def test_a_table_that_is_shown_late_to_who_has_left_it_is_not_shown() -> None:
    wire = Wire()
    wire.link.deliver(Snapshot(LOBBY, 3, AT_HOME))
    wire.link.deliver(Snapshot("K7QX", 10, TABLE))
    assert (wire.link.table, wire.link.version) == (None, 0)
    wire.link.deliver(Patch(LOBBY, 3, 4, {"table": "K7QX"}, ()))
    wire.link.deliver(Snapshot("K7QX", 11, TABLE))
    assert (wire.link.table, wire.link.version) == (TABLE, 11)


def test_a_table_that_was_left_does_not_come_before_the_one_that_is_shown() -> None:
    wire = Wire().at_table()
    wire.link.deliver(Snapshot("ABCD", 7, replace(TABLE, code="ABCD")))
    assert wire.link.table == TABLE
    assert wire.link.version == 10
    assert len(wire.heard) == 2
