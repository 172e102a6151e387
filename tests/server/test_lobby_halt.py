"""While nothing can be kept every table stands still and says so; then it goes on. A server that ends changes nothing more."""

from __future__ import annotations

import pytest

from client.protocol import AddBot, Create, Join, Leave, Rename, Say, Start, Sync, Watch
from engine.moves import Draw
from server.lobby.autopilot import AWAY
from server.lobby.caretaker import EXPECTING, GRACE
from tests.server.disk import Disk
from tests.server.hall import ONE_ROUND, Hall
from tests.server.test_lobby_restart import back, restarted


def test_moves_are_refused_and_people_told_until_it_is_over() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    hall.lobby.halt()
    assert all(one.lobby.saving for one in people)
    assert turn.code_of(Draw()) == "saving"
    assert hall.enter("Cid").code_of(Create()) == "saving"
    turn.do(Sync())
    turn.do(Say("still here"))
    hall.lobby.go_on()
    assert not any(one.lobby.saving for one in people)
    turn.do(Draw())


def test_no_time_runs_out_meanwhile_and_what_is_open_has_its_whole_time_after() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    hall.pass_time(25)
    hall.lobby.halt()
    hall.pass_time(600)
    assert hall.on_turn(people) is turn
    hall.lobby.go_on()
    hall.pass_time(25)
    assert hall.on_turn(people) is turn
    hall.pass_time(6)
    assert hall.on_turn(people) is not turn


def test_bots_wait_and_go_on() -> None:
    hall = Hall()
    (ann,) = hall.open("Ann", wish=Create(options=ONE_ROUND, seats=2, bots=("easy",), clock=None), start=False)
    ann.do(Start())
    while ann.game.turn == ann.table.you:
        ann.try_to(ann.game.legal[0])
    shown = ann.link.version
    hall.lobby.halt()
    hall.pass_time(30)
    assert ann.link.version == shown
    hall.lobby.go_on()
    hall.pass_time(10)
    assert ann.link.version > shown + 1


def test_a_table_that_watches_can_be_left_in_a_halt() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    cid = hall.enter("Cid")
    cid.do(Watch(), people[0].table.code)
    hall.lobby.halt()
    cid.do(Leave())
    assert cid.lobby.table is None
    cid.do(Watch(), people[0].table.code)
    assert cid.table.watchers == ("Cid",)


@pytest.mark.parametrize("is_waiting", [True, False])
def test_after_the_end_nothing_changes_and_all_is_found_as_it_was(is_waiting: bool) -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", wish=Create(options=ONE_ROUND, seats=3), start=False)
    people[0].do(AddBot())
    if not is_waiting:
        people[0].do(Start())
    cards = [one.table.game for one in people]
    records = dict(disk.records)
    hall.lobby.stop()
    assert people[0].code_of(Rename("Eve")) == "stopping"
    for one in people:
        one.leave()
    hall.pass_time(3600)
    hall.lobby.go_on()
    assert disk.records == records
    assert [one.table.game for one in back(restarted(hall, disk), people)] == cards


def test_a_table_that_everybody_leaves_in_a_halt_waits_for_them_once_it_is_over() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    hall.lobby.halt()
    for one in people:
        one.leave()
    hall.pass_time(2 * EXPECTING)
    assert len(hall.lobby.tables) == 1
    hall.lobby.go_on()
    hall.pass_time(EXPECTING - 1)
    assert [hall.enter(one.person.name).table.you for one in people] == [0, 1]


def test_no_patience_with_who_is_away_runs_out_in_a_halt() -> None:
    hall = Hall()
    ann, gus = hall.enter("Ann"), hall.enter("Gus", guest=True)
    ann.do(Create(seats=2, clock=None))
    gus.do(Join(), ann.table.code)
    ann.do(Start())
    gus.leave()
    hall.pass_time(AWAY - 1)
    hall.lobby.halt()
    hall.pass_time(2 * GRACE)
    hall.lobby.go_on()
    hall.pass_time(AWAY - 1)
    before = ann.table.chairs[1]
    hall.pass_time(GRACE - AWAY)
    assert (before.pilot, ann.table.chairs[1].pilot) == (False, True)
    hall.pass_time(1)
    assert not hall.lobby.tables[0].seats[1].is_held
