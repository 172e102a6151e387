"""Nothing is shown before the journal has it, and a journal that fails stops the table."""

from __future__ import annotations

from functools import reduce

import pytest

from client.protocol import Rematch, Rename, Reply, Say, Snapshot, Stage, Sync
from engine.moves import Draw
from engine.state import evolve, new_match
from tests.server.disk import Disk
from tests.server.hall import ONE_ROUND, Client, Hall


def slow_table() -> tuple[Hall, Disk, list[Client], Client]:
    """Ann and Bob in play, who is on turn, and a disk that is slow from now on."""
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    for one in people:
        one.pump()
    disk.is_slow = True
    return hall, disk, people, turn


def test_the_journal_leads_to_the_position_on_the_table() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob")
    hall.play_out(people)
    for one in people:
        one.do(Rematch())
    first, second = disk.kept
    referee = hall.table(people[0].table.code).course.referee
    assert referee is not None
    assert reduce(evolve, disk.read(second), new_match(ONE_ROUND, 2)) == referee.state
    assert type(disk.read(first)[-1]).__name__ == "MatchEnded"


def test_a_move_is_shown_and_answered_when_it_is_durable_and_not_before() -> None:
    hall, disk, people, turn = slow_table()
    versions = [one.link.version for one in people]
    assert turn.try_to(Draw()) is None
    people[0].try_to(Say("still here"))
    assert [one.link.version for one in people] == versions
    assert not any(one.inbox for one in people)
    disk.writes[-1].finish()
    for one in people:
        one.pump()
    assert [one.link.version for one in people] == [version + 2 for version in versions]
    replies = [one for client in people for one in client.taken if isinstance(one, Reply)]
    assert all(one.refusal is None for one in replies)
    assert hall.on_turn(people)


def test_who_takes_his_seat_to_another_terminal_is_answered_behind_what_it_shows() -> None:
    hall, disk, people, turn = slow_table()
    code = turn.table.code
    hall.enter(turn.person.name).pump()
    turn.pump()
    assert turn.link.table is None
    for one in people:
        if one is not turn:
            one.do(Rename("Somebody"))  # which is written into the table's record
    assert turn.try_to(Sync(), code) is None
    for write in disk.writes:
        write.finish()
    turn.pump()
    assert [type(one) for one in turn.taken[-2:]] == [Snapshot, Reply]


def test_writes_that_finish_out_of_order_are_shown_in_order() -> None:
    hall, disk, people, turn = slow_table()
    turn.try_to(Draw())
    first = disk.writes[-1]
    hall.clock.advance(31)  # the clock plays the next move
    second = disk.writes[-1]
    assert first is not second
    shown = people[0].link.version
    second.finish()
    assert people[0].table.code
    assert people[0].link.version == shown
    first.finish()
    bases = [one.base for one in people[0].patches[-2:]]
    assert bases[1] == bases[0] + 1


def test_a_second_move_before_the_first_is_shown_is_stale() -> None:
    _, disk, _, turn = slow_table()
    turn.try_to(Draw())
    refusal = turn.send("", turn.link.version, Draw())
    assert refusal is not None
    assert refusal.code == "stale"
    disk.writes[-1].finish()


def test_a_table_whose_journal_fails_stops_with_the_last_thing_that_is_safe(caplog: pytest.LogCaptureFixture) -> None:
    _, disk, people, turn = slow_table()
    shown = turn.game
    turn.try_to(Draw())
    disk.writes[-1].finish(OSError("no space left"))
    for one in people:
        one.pump()
    assert [one.stage() for one in people] == [Stage.BROKEN] * 2
    assert turn.game == shown
    assert turn.fresh().game is None
    assert "no space left" in caplog.text
    assert "hand A" not in caplog.text, "it goes on after a restart"


def test_a_journal_that_refuses_at_once_stops_the_table_too() -> None:
    hall, disk, people, turn = slow_table()
    disk.append = lambda *_: 1 // 0  # type: ignore[method-assign,assignment]  # a fault
    assert turn.code_of(Draw()) == "broken"
    assert people[0].stage() is Stage.BROKEN
    assert hall.clock.waiting <= 1
