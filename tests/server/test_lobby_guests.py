"""Guests and their codes: the way back to the same seat for a while, for nobody else, and never to be read by others."""

from __future__ import annotations

import logging
import re
from dataclasses import asdict
from typing import Final

import pytest

from client import wire
from client.protocol import Create, Join, Kind, Leave, Notice, Noticed, Stage, Start, Watch
from engine.options import Options
from server.lobby.autopilot import AWAY
from server.lobby.caretaker import GRACE
from server.lobby.codes import ALPHABET
from server.lobby.guests import LENGTH, PREFIX, TOO_MANY, TRIES, WRONG, Unknown, code_of, new_id
from server.lobby.people import Person
from tests.server.disk import Disk
from tests.server.hall import Client, Hall

LONG: Final = Options(target_score=5000)
COUNT, WINDOW = TRIES


def come_back(hall: Hall, code: str, source: str = "") -> Client:
    """Somebody types `back CODE`."""
    return hall.let_in(hall.lobby.guests.recognise(code, source))


def with_guest(hall: Hall, start: bool = True) -> tuple[Client, Client]:
    """Ann, and Gus who has no key, at a table for three."""
    ann, gus = hall.enter("Ann"), hall.enter("Gus", guest=True)
    ann.do(Create(LONG, seats=3, clock=None))
    gus.do(Join(), ann.table.code)
    if start:
        ann.do(Start())
    return ann, gus


def test_a_code_is_ten_letters_and_digits_that_are_easy_to_read_out() -> None:
    ids = {new_id() for _ in range(50)}
    assert len(ids) == 50
    assert all(re.fullmatch(f"{PREFIX}[{ALPHABET}]{{{LENGTH}}}", id_) for id_ in ids)
    assert code_of(Person("SHA256:abc", "Ann", guest=False)) == ""


def test_only_the_guest_himself_is_told_his_code() -> None:
    hall = Hall()
    ann, gus = with_guest(hall)
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), ann.table.code)
    code = gus.lobby.resume
    assert PREFIX + code == gus.person.id
    assert ann.lobby.resume == zoe.lobby.resume == ""
    gus.leave()
    hall.pass_time(AWAY + 5)
    come_back(hall, code)
    hall.pass_time(GRACE)
    for one in (ann, zoe):
        for message in one.taken:
            assert code not in wire.to_json(message).decode()
            assert code not in str(asdict(message))


@pytest.mark.parametrize("typed", [str, str.lower, lambda code: f" {code} "])
def test_the_code_brings_the_same_guest_back_to_the_same_hand(typed: type[str]) -> None:
    hall = Hall()
    ann, gus = with_guest(hall)
    name, hand, seat = gus.lobby.you, gus.game.hand, gus.table.you
    gus.leave()
    hall.pass_time(AWAY - 1)
    again = come_back(hall, typed(gus.lobby.resume))
    assert (again.lobby.you, again.game.hand, again.table.you) == (name, hand, seat)
    assert again.lobby.resume == gus.lobby.resume
    assert ann.table.log[-1] == Noticed(name, Notice.BACK)


def test_after_a_minute_the_autopilot_plays_and_the_code_takes_the_seat_back() -> None:
    hall = Hall()
    ann, gus = with_guest(hall)
    gus.leave()
    hall.pass_time(GRACE - 1)
    assert (ann.table.chairs[1].away, ann.table.chairs[1].pilot) == (True, True)
    come_back(hall, gus.lobby.resume)
    assert (ann.table.chairs[1].away, ann.table.chairs[1].pilot) == (False, False)
    hall.pass_time(GRACE)
    assert ann.table.chairs[1].kind is Kind.GUEST
    assert ann.stage() is Stage.PLAYING


def test_after_five_minutes_the_code_is_old_and_the_seat_given_up() -> None:
    hall = Hall()
    ann, gus = with_guest(hall)
    gus.leave()
    hall.pass_time(GRACE)
    assert ann.stage() is Stage.MATCH_OVER
    with pytest.raises(Unknown, match=re.escape(WRONG)):
        come_back(hall, gus.lobby.resume)


def test_a_guests_chair_before_the_match_is_kept_for_a_minute() -> None:
    hall = Hall()
    ann, gus = with_guest(hall, start=False)
    gus.leave()
    hall.pass_time(59)
    assert come_back(hall, gus.lobby.resume).table.you == 1
    hall.clients[-1].leave()
    hall.pass_time(60)
    assert ann.table.chairs[1].kind is Kind.FREE
    with pytest.raises(Unknown):
        come_back(hall, gus.lobby.resume)


def test_a_line_that_only_seems_to_be_there_is_told_and_the_newest_has_the_seat() -> None:
    hall = Hall()
    _, gus = with_guest(hall)
    hand = gus.game.hand
    again = come_back(hall, gus.lobby.resume)
    assert again.game.hand == hand
    assert gus.lobby.table is None
    assert gus.told == ["elsewhere"]


def test_who_left_on_purpose_does_not_come_back() -> None:
    hall = Hall()
    _, gus = with_guest(hall)
    code = gus.lobby.resume
    gus.do(Leave())
    gus.leave()
    with pytest.raises(Unknown):
        come_back(hall, code)


def test_a_name_or_a_key_is_no_code() -> None:
    hall = Hall()
    ann, _ = with_guest(hall)
    for word in ("", "Ann", "Gus", ann.person.id, ann.table.code):
        with pytest.raises(Unknown):
            hall.lobby.guests.recognise(word, word)


def test_wrong_codes_from_this_machine_lock_out_nobody_who_comes_by_a_proxy_on_it() -> None:
    hall = Hall()
    _, gus = with_guest(hall)
    gus.leave()
    for _ in range(2 * COUNT):
        with pytest.raises(Unknown, match=re.escape(WRONG)):
            come_back(hall, "CCCCCCCCCC")
    assert come_back(hall, gus.lobby.resume).lobby.you == gus.lobby.you


def test_a_source_may_try_five_wrong_codes_in_ten_minutes() -> None:
    hall = Hall()
    _, gus = with_guest(hall)
    code, hand = gus.lobby.resume, gus.game.hand
    for number in range(COUNT):
        hall.pass_time(1)
        with pytest.raises(Unknown, match=re.escape(WRONG)):
            come_back(hall, f"NOPE{number}", "10.0.0.1")
    with pytest.raises(Unknown, match=re.escape(TOO_MANY)):
        come_back(hall, code, "10.0.0.1")
    assert come_back(hall, code, "10.0.0.2").game.hand == hand
    hall.pass_time(WINDOW - COUNT)
    with pytest.raises(Unknown, match=re.escape(TOO_MANY)):
        come_back(hall, code, "10.0.0.1")
    hall.pass_time(1)
    assert come_back(hall, code, "10.0.0.1").table.you == 1


def test_right_codes_are_not_counted() -> None:
    hall = Hall()
    _, gus = with_guest(hall)
    for _ in range(2 * COUNT):
        assert come_back(hall, gus.lobby.resume, "10.0.0.1").lobby.you == gus.lobby.you


def test_codes_are_not_written_to_the_log_when_a_table_breaks(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    hall = Hall()
    ann, gus = with_guest(hall)
    table = hall.table(ann.table.code)

    def break_down() -> None:
        raise ArithmeticError(table.code)

    table._by_timer(break_down)
    gus.leave()
    hall.pass_time(GRACE)
    assert table.is_broken
    assert "stopped" in caplog.text
    assert gus.lobby.resume not in caplog.text
    assert gus.person.id not in caplog.text


def test_the_code_is_good_after_a_restart_and_the_autopilot_waits_its_minute_again() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    ann, gus = hall.enter("Ann"), hall.enter("Gus", guest=True)
    ann.do(Create(LONG, seats=2, clock=None))
    gus.do(Join(), ann.table.code)
    ann.do(Start())
    name, hand, code = gus.lobby.you, gus.game.hand, gus.lobby.resume
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts)
    again.lobby.restore()
    again.lobby.reopen()
    again.pass_time(AWAY - 1)
    back = come_back(again, code)
    assert (back.lobby.you, back.game.hand) == (name, hand)
    assert not any(chair.pilot for chair in back.table.chairs)
    again.pass_time(1)
    assert [chair.pilot for chair in back.table.chairs] == [True, False], "Ann is still away"
    back.leave()
    again.pass_time(GRACE)
    with pytest.raises(Unknown):
        come_back(again, code)
