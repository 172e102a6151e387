"""Being away and coming back, several terminals, guests, and tables that nobody is at any more."""

from __future__ import annotations

from typing import Final

import pytest

from client.protocol import (
    Clock,
    Create,
    Join,
    Kind,
    Leave,
    Notice,
    Noticed,
    Patch,
    Say,
    Snapshot,
    Stage,
    Start,
    Sync,
    Verb,
    Watch,
)
from engine.events import Drew, SeatLeft
from engine.moves import Draw
from engine.options import Options
from server.lobby.caretaker import AWAY, EMPTY, EXPECTING, GRACE
from tests.server.hall import ONE_ROUND, Client, Hall

LONG: Final = Create(Options(target_score=5000), seats=2, clock=None)


def break_in_a_timer(hall: Hall, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the table's next time-out move fail."""
    monkeypatch.setattr(hall.table(code).course.referee, "time_out", lambda: 1 // 0)


def test_a_table_that_stops_while_everybody_is_away_is_closed_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    code = people[0].table.code
    break_in_a_timer(hall, code, monkeypatch)
    for one in people:
        one.leave()
    hall.pass_time(31)
    assert hall.table(code).is_broken
    hall.pass_time(EXPECTING + 1)
    assert hall.lobby.board.lines() == ()
    assert hall.enter("Bob").lobby.table is None
    assert hall.clock.waiting <= 1


def test_a_table_of_bots_that_stops_is_closed_at_once() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(LONG.options, seats=3, bots=("easy", "easy"), start=True))
    code = ann.table.code
    ann.do(Leave())
    assert [line.code for line in hall.lobby.board.lines()] == [code]
    hall.table(code)._break(ZeroDivisionError())
    assert hall.lobby.board.lines() == ()


def notices(client: Client, name: str) -> list[Notice]:
    """What the log says about somebody, oldest first."""
    return [one.notice for one in client.table.log if isinstance(one, Noticed) and one.name == name]


def test_who_loses_his_connection_keeps_his_seat_and_finds_his_hand_again() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    hand = bob.game.hand
    bob.leave()
    assert ann.table.chairs[1].away
    assert notices(ann, "Bob")[-1] is Notice.AWAY
    hall.pass_time(10)
    again = hall.enter("Bob")
    kinds = [(type(one), getattr(one, "topic", "")) for one in again.taken]
    assert kinds[:3] == [(Snapshot, "lobby"), (Patch, "lobby"), (Snapshot, ann.table.code)]
    assert (again.table.you, again.game.hand) == (1, hand)
    assert notices(ann, "Bob")[-1] is Notice.BACK
    assert [chair.away for chair in ann.table.chairs] == [False, False]
    assert again.table.clock == ann.table.clock == Clock(30, 20, again.link.version)


def test_who_was_away_sees_what_who_stayed_sees() -> None:
    """CASES 3-28: the log of the time between included."""
    hall = Hall()
    people = hall.open("Ann", "Bob", "Eve")
    stayed = hall.enter("Zoe")
    stayed.do(Watch(), people[0].table.code)
    people[2].leave()
    for _ in range(12):
        turn = next((one for one in people[:2] if one.game.turn == one.table.you), None)
        if turn is not None:
            turn.do(Draw() if Draw() in turn.game.legal else turn.game.legal[0])
        hall.pass_time(31)
    people[0].do(Say("welcome back"))
    eve = hall.enter("Eve")
    drew = [one for one in eve.table.log if isinstance(one, Drew)]
    assert drew
    assert all((one.cards is not None) == (one.seat == 2) for one in drew)
    people[0].do(Say("you missed a lot"))
    for one in (*people[:2], eve, stayed):
        assert one.fresh() == one.table


def test_the_newest_terminal_has_the_seat_and_the_older_one_is_told() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob")
    hand = ann.game.hand
    second = hall.enter("Ann")
    assert second.game.hand == hand
    assert ann.lobby.table is None
    assert ann.told == ["elsewhere"]
    assert ann.code_of(Draw()) == "not_there"
    assert second.table.log[-1] != Noticed("Ann", Notice.BACK)
    ann.do(Join(), second.table.code)
    assert ann.game.hand == hand
    assert second.lobby.table is None
    assert second.told == ["elsewhere"]


@pytest.mark.parametrize("verb", [Join(), Watch(), Sync()])
@pytest.mark.parametrize("public", [True, False])
def test_the_older_terminal_sees_where_its_seat_is_and_takes_it_over(verb: Verb, public: bool) -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob", wish=Create(options=ONE_ROUND, seats=2, public=public))
    second, other = hall.enter("Ann"), hall.enter("Eve")
    code, hand = second.table.code, second.game.hand
    assert (ann.lobby.table, ann.lobby.seat) == (None, code)
    assert [line.code for line in ann.lobby.tables] == [code]
    assert other.lobby.seat is None
    assert [line.code for line in other.lobby.tables] == ([code] if public else [])
    ann.do(verb, code)
    assert (ann.lobby.table, ann.game.hand) == (code, hand)
    assert (second.lobby.table, second.lobby.seat) == (None, code)
    ann.do(Leave())
    hall.pass_time(1)
    assert ann.lobby.seat is second.lobby.seat is None


def test_who_leaves_has_no_seat_from_that_moment_on() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob")
    ann.do(Leave())
    assert ann.lobby.seat is None


def test_a_host_whose_line_dropped_gets_the_role_back_and_one_who_left_does_not() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve")
    ann.leave()
    assert bob.table.host == 1
    ann = hall.enter("Ann")
    assert bob.table.host == 0
    assert notices(bob, "Ann")[-1:] == [Notice.BACK]
    assert Notice.HOST not in [*notices(bob, "Ann"), *notices(bob, "Bob")], "whoever stands in for a moment is not told of"
    ann.do(Leave())
    assert bob.table.host == 1
    assert notices(bob, "Bob")[-1:] == [Notice.HOST]
    bob.leave()
    assert eve.table.host == 2
    hall.enter("Bob")
    assert eve.table.host == 1


def test_a_host_is_told_of_once_the_absence_of_the_one_before_has_lasted() -> None:
    hall = Hall()
    ann, bob, _ = hall.open("Ann", "Bob", "Eve", start=False)
    ann.leave()
    assert bob.table.host == bob.table.you
    assert Notice.HOST not in notices(bob, "Bob")
    hall.pass_time(AWAY)
    assert notices(bob, "Bob").count(Notice.HOST) == 1


def test_who_plays_on_one_terminal_sits_nowhere_else_with_another() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    hall.enter("Ann")
    eve = hall.enter("Eve")
    eve.do(Create())
    assert ann.code_of(Create()) == ann.code_of(Join(), eve.table.code) == "already_seated"
    ann.do(Watch(), eve.table.code)
    assert ann.code_of(Join(), bob.table.code) == "at_a_table"


def test_the_seat_goes_to_the_terminal_that_is_left() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    second = hall.enter("Ann")
    second.leave()
    assert ann.game.hand
    assert not bob.table.chairs[0].away
    ann.leave()
    assert bob.table.chairs[0].away


def test_a_guests_seat_in_a_match_is_given_up_when_his_code_is_old() -> None:
    hall = Hall()
    ann, bob = hall.enter("Ann"), hall.enter("Bob", guest=True)
    ann.do(Create(ONE_ROUND, seats=2, bots=(), clock=None))
    bob.do(Join(), ann.table.code)
    ann.do(Start())
    assert ann.table.chairs[1].kind is Kind.GUEST
    bob.leave()
    assert hall.enter("Bob", guest=True).lobby.you == "~Bob-2"
    hall.pass_time(GRACE - 1)
    assert ann.stage() is Stage.PLAYING
    hall.pass_time(1)
    assert ann.stage() is Stage.MATCH_OVER
    assert any(isinstance(one, SeatLeft) for one in ann.table.log)
    assert hall.enter("Bob", guest=True).lobby.you == "~Bob"


def test_a_waiting_chair_is_kept_for_a_minute_a_guests_too() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(seats=3), start=False)
    gus = hall.enter("Gus", guest=True)
    gus.do(Join(), ann.table.code)
    gus.leave()
    bob.leave()
    hall.pass_time(AWAY - 1)
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.PERSON, Kind.GUEST]
    back = hall.enter("Bob")
    assert back.table.you == 1
    hall.pass_time(1)
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.PERSON, Kind.FREE]
    back.leave()
    hall.pass_time(AWAY)
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.FREE, Kind.FREE]
    assert hall.enter("Bob").lobby.table is None


def test_a_match_without_people_waits_for_them_and_ends_in_the_end() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=LONG)
    code = ann.table.code
    ann.leave()
    bob.leave()
    hall.pass_time(EXPECTING - 1)
    assert hall.enter("Ann").table.code == code
    hall.clients[-1].leave()
    hall.pass_time(EXPECTING)
    hall.pass_time(1)
    assert hall.lobby.board.lines() == ()
    assert hall.clock.waiting == 0
    assert hall.enter("Ann").lobby.table is None


def test_bots_do_not_play_on_alone_for_long() -> None:
    """CASES 1-17."""
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(Options(target_score=5000), bots=("easy",) * 3, start=True))
    table = hall.table(ann.table.code)
    ann.do(Leave())
    hall.pass_time(EMPTY - 1)
    before = table.showing.version
    assert before > 10
    hall.pass_time(2)
    assert hall.lobby.board.lines() == ()
    hall.pass_time(1)
    assert hall.clock.waiting == 0


def test_a_spectator_keeps_a_table_of_bots_going() -> None:
    hall = Hall()
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create(Options(target_score=5000), bots=("easy",) * 3, start=True))
    eve.do(Watch(), ann.table.code)
    ann.do(Leave())
    hall.pass_time(EMPTY * 3)
    assert eve.stage() in (Stage.PLAYING, Stage.ROUND_OVER)
    eve.leave()
    hall.pass_time(EMPTY + 1)
    assert hall.lobby.board.lines() == ()


def test_bots_that_somebody_looks_at_play_on_after_a_round() -> None:
    hall = Hall()
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create(Options(target_score=5000), bots=("easy",) * 3, start=True, clock=None))
    eve.do(Watch(), ann.table.code)
    ann.do(Leave())
    for _ in range(2000):
        hall.pass_time(2)
        if eve.game.round > 1:
            break
    assert eve.game.round == 2


def test_a_table_is_open_as_long_as_somebody_looks_on() -> None:
    hall = Hall()
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create())
    eve.do(Watch(), ann.table.code)
    ann.do(Leave())
    assert [chair.kind for chair in eve.table.chairs] == [Kind.FREE] * 4
    eve.do(Leave())
    hall.pass_time(1)
    assert hall.lobby.board.lines() == eve.lobby.tables == ()


def test_a_second_goodbye_of_one_connection_changes_nothing() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    bob.leave()
    heard = len(ann.taken) + len(ann.inbox)
    bob.leave()
    assert len(ann.taken) + len(ann.inbox) == heard


def test_watchers_alone_do_not_keep_a_table_whose_players_have_gone() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    cid = hall.enter("Cid")
    cid.do(Watch(), people[0].table.code)
    for one in people:
        one.leave()
    hall.pass_time(14 * 60)
    assert cid.table.stage is Stage.PLAYING or cid.table.stage is Stage.MATCH_OVER
    hall.pass_time(2 * 60)
    assert cid.told[-1] == "closed"
    assert hall.lobby.board.lines() == ()
