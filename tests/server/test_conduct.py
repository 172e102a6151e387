"""Conduct: what counts against somebody and what never does, and how long who is often bad waits for new games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.protocol import AddBot, Back, Create, Join, Leave, Rematch, Remove, Reply, Stage, Start, Vote
from engine.cards import card
from engine.moves import Play
from engine.options import Options
from server.lobby.charter import packed as written
from server.lobby.charter import unpacked as read
from server.lobby.conduct import (
    BEARABLE,
    KEPT,
    LONGEST,
    LOOKED_AT,
    NEWCOMER,
    SHORTEST,
    WEIGHTS,
    Conduct,
    Outcome,
    packed,
    unpacked,
)
from server.lobby.keeping import charter
from tests.server.disk import Disk
from tests.server.hall import Client, Hall
from tests.server.positions import set_position

GOOD, AWAY, LEFT, STALLED, VOTED_OFF = Outcome
OPEN = Create(options=Options(target_score=None), seats=2)
OPEN_3 = Create(options=Options(target_score=None), seats=3)
SLOW = Create(options=Options(target_score=None), seats=2, clock=None)
OUTCOMES = st.lists(st.sampled_from(list(Outcome)), max_size=80)
GAPS = st.integers(0, 200_000)


def outcomes(client: Client) -> str:
    """What is remembered of somebody, a letter each."""
    assert client.session.member is not None
    return "".join(client._hall.lobby.reputation.of(client.session.member.person).outcomes)


def conduct(*seen: Outcome, now: int = 0) -> Conduct:
    """After these, all at one time."""
    one = NEWCOMER
    for outcome in seen:
        one = one.after(outcome, now)
    return one


# ── the reckoning ────────────────────────────────────────────────────────────────────────────────────────


def test_one_bad_match_is_forgiven_and_two_of_five_are_not() -> None:
    assert conduct(LEFT).left(0) == 0
    assert conduct(LEFT, GOOD, GOOD, GOOD, LEFT).left(0) == SHORTEST
    assert conduct(LEFT, GOOD, GOOD, GOOD, GOOD, LEFT).left(0) == 0
    assert conduct(AWAY, AWAY, AWAY).left(0) == 0
    assert conduct(AWAY, AWAY, AWAY, AWAY).left(0) == SHORTEST
    assert conduct(LEFT, AWAY).left(0) == 0
    assert conduct(STALLED, VOTED_OFF).left(0) == SHORTEST


def test_pauses_double_up_to_a_day_and_good_matches_halve_the_next() -> None:
    pauses, one, now = list[int](), conduct(LEFT), 0
    for _ in range(12):
        one = one.after(LEFT, now)
        pauses.append(one.until - now)
        now = one.until
    assert pauses == [300, 600, 1200, 2400, 4800, 9600, 19200, 38400, 76800, 86400, 86400, 86400]
    again = conduct(LEFT, LEFT, LEFT)
    assert again.step == 2
    assert again.after(GOOD, 0).step == 1


@given(st.lists(st.tuples(st.sampled_from(list(Outcome)), GAPS), max_size=80))
def test_a_pause_is_given_for_the_last_five_alone_and_is_never_longer_than_a_day(steps: list[tuple[Outcome, int]]) -> None:
    one, now = NEWCOMER, 1_000_000
    for outcome, gap in steps:
        now += gap
        before = one
        one = one.after(outcome, now)
        weight = sum(WEIGHTS[seen] for seen in one.outcomes[-LOOKED_AT:])
        assert len(one.outcomes) <= KEPT
        assert 0 <= one.left(now) <= LONGEST
        assert one.until >= before.until
        assert (one.until > before.until or one.left(now) > 0) or outcome is GOOD or weight < BEARABLE
        if outcome is GOOD:
            assert one.until == before.until
            assert one.step <= before.step
        if outcome is GOOD or weight < BEARABLE:
            assert one.until == before.until
        assert unpacked(packed(one)) == one
    assert one.left(now + LONGEST) == 0


@given(st.recursive(st.none() | st.integers() | st.text(max_size=8), lambda one: st.lists(one, max_size=4)))
def test_what_cannot_be_read_is_nobodys_fault(kept: object) -> None:
    assert isinstance(unpacked(kept), Conduct)


def test_a_clock_that_was_set_back_makes_no_pause_longer_than_a_day() -> None:
    assert conduct(LEFT, LEFT, now=10**9).left(0) == LONGEST


# ── what tables tell ─────────────────────────────────────────────────────────────────────────────────────


def test_who_plays_to_the_end_is_good_and_who_leaves_before_is_not() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=OPEN_3)
    cid.do(Leave())
    assert outcomes(cid) == "l"
    hall.play_out([ann, bob])
    assert (outcomes(ann), outcomes(bob)) == ("g", "g")
    bob.do(Leave())
    ann.do(Leave())
    assert (outcomes(ann), outcomes(bob), outcomes(cid)) == ("g", "g", "l")


def test_tables_by_code_and_matches_against_bots_alone_count_for_nothing() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(options=OPEN.options, seats=2, public=False))
    bob.do(Leave())
    ann.do(Leave())
    cid = hall.enter("Cid")
    cid.do(Create(options=OPEN.options, seats=2, bots=("easy",), start=True))
    cid.do(Leave())
    assert [outcomes(one) for one in (ann, bob, cid)] == ["", "", ""]


def test_whoever_is_left_with_bots_and_gaps_alone_may_go() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(options=OPEN.options, seats=3, bots=("easy",), clock=None))
    bob.do(Leave())
    assert outcomes(bob) == "l"
    ann.do(Leave())
    assert outcomes(ann) == ""


def test_a_line_that_drops_and_comes_back_is_never_bad() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=SLOW)
    bob.leave()
    hall.pass_time(200)
    assert ann.table.chairs[1].pilot
    bob = hall.enter("Bob")
    hall.play_out([ann, bob])
    assert outcomes(bob) == "g"


def test_who_does_not_come_back_is_away_and_only_if_others_played_on() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=SLOW)
    bob.leave()
    hall.pass_time(61)
    hall.play_out_with_bots([ann])
    assert ann.stage() is Stage.MATCH_OVER
    assert outcomes(ann) == "g"
    assert outcomes(bob) == "a"
    other = Hall()
    ann, bob = other.open("Ann", "Bob", wish=SLOW)
    ann.leave()
    bob.leave()
    other.pass_time(2000)
    assert not other.lobby.tables
    assert (outcomes(ann), outcomes(bob)) == ("", "")


def test_two_turns_that_run_out_while_one_is_there_are_stalling_and_a_dead_line_is_not() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(options=OPEN.options, seats=2, clock=5))
    for _ in range(40):
        if bob.table.chairs[1].pilot:
            break
        if ann.stage() is Stage.PLAYING and ann.game.turn == 0:
            ann.try_to(ann.game.legal[0])
        hall.pass_time(1)
    assert bob.table.chairs[1].pilot
    bob.do(Back())
    hall.play_out([ann, bob])
    assert outcomes(bob) == "s"
    assert outcomes(ann) == "g"
    half_open = Hall()
    ann, bob = half_open.open("Ann", "Bob", wish=Create(options=OPEN.options, seats=2, clock=5))
    for _ in range(40):
        if bob.table.chairs[1].pilot:
            break
        if ann.stage() is Stage.PLAYING and ann.game.turn == 0:
            ann.try_to(ann.game.legal[0])
        half_open.pass_time(1)
    bob.leave()  # that his line was dead is noticed only now
    bob = half_open.enter("Bob")
    half_open.play_out([ann, bob])
    assert outcomes(bob) == "g"


def test_a_restart_is_never_held_against_anybody() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    ann, bob = hall.open("Ann", "Bob", wish=SLOW)
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts)
    again.lobby.restore()
    again.lobby.reopen()
    ann = again.enter("Ann")
    again.pass_time(120)
    assert ann.table.chairs[1].pilot
    again.play_out_with_bots([ann])
    bob = again.enter("Bob")
    assert outcomes(bob) == ""


def test_who_is_voted_off_is_remembered_so() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=OPEN_3)
    ann.do(Vote(2))
    bob.do(Vote(2))
    assert outcomes(cid) == "v"


def test_who_is_voted_off_while_his_line_is_gone_is_not_to_blame_for_the_vote() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=replace(OPEN_3, clock=None))
    cid.leave()
    ann.do(Vote(2))
    bob.do(Vote(2))
    assert outcomes(cid) == ""


def test_who_has_no_more_to_play_is_not_to_blame_for_a_vote() -> None:
    hall = Hall()
    options = Options(score_mode="challenge_uno", target_score=100)
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=Create(options, seats=3, clock=None))
    set_position(hall, ann, hands=("R2", "G1", "B3 W W+4"), top="R9")
    ann.do(Play(card("R2")))
    ann.do(Vote(2))
    bob.do(Vote(2))
    assert outcomes(cid) == "g"


# ── the pause ────────────────────────────────────────────────────────────────────────────────────────────


def quit_twice(hall: Hall, name: str, guest: bool = False, source: str = "") -> Client:
    """Somebody leaves two matches in the middle."""
    client = hall.enter(name, guest, source=source)
    for number in range(2):
        other = hall.enter(f"Other{number}")
        other.do(OPEN)
        client.do(Join(), other.table.code)
        other.do(Start())
        client.do(Leave())
        other.do(Leave())
    return client


def test_who_pauses_is_told_how_long_and_keeps_tables_by_code_and_with_bots() -> None:
    hall = Hall()
    cid = quit_twice(hall, "Cid")
    assert outcomes(cid) == "ll"
    host = hall.enter("Dan")
    host.do(OPEN)
    reply = cid.try_to(Join(), host.table.code)
    assert isinstance(reply, Reply)
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.refusal.facts) == ("paused", {"minutes": "5"})
    assert cid.code_of(Create(seats=4, bots=("easy",))) == "paused"
    cid.do(Create(seats=4, bots=("easy",), start=True))
    cid.do(Leave())
    cid.do(Create(seats=2, public=False))
    cid.do(Leave())
    friend = hall.enter("Eve")
    friend.do(Create(seats=2, public=False))
    cid.do(Join(), friend.table.code)
    cid.do(Leave())
    hall.pass_time(299)
    assert cid.code_of(Join(), host.table.code) == "paused"
    hall.pass_time(2)
    cid.do(Join(), host.table.code)


def test_who_pauses_starts_no_match_with_strangers_at_a_table_he_had_already() -> None:
    hall = Hall()
    cid = quit_twice(hall, "Cid")
    cid.do(Create(options=OPEN.options, seats=4, bots=("easy",), start=True))
    cid.do(Remove(1))
    cid.do(Rematch())
    assert cid.stage() is Stage.WAITING
    for _ in range(3):
        cid.do(AddBot("easy"))
    cid.do(Start())
    for chair in (1, 2, 3):
        cid.do(Remove(chair))
    cid.do(Rematch())
    stranger = hall.enter("Eve")
    stranger.do(Join(), cid.table.code)
    assert cid.code_of(Start()) == "paused"
    hall.pass_time(301)
    cid.do(Start())
    assert stranger.stage() is Stage.PLAYING


def test_a_guests_pause_holds_for_guests_from_his_address_and_for_nobody_else() -> None:
    hall = Hall()
    quit_twice(hall, "Cid", guest=True, source="192.0.2.1").leave()
    assert hall.enter("New", guest=True, source="192.0.2.1").code_of(Create()) == "paused"
    hall.enter("Else", guest=True, source="192.0.2.2").do(Create())
    hall.enter("Key", source="192.0.2.1").do(Create())
    hall.pass_time(86400 + 1)
    later = hall.enter("Later", guest=True, source="192.0.2.1")
    assert outcomes(later) == ""


def test_an_account_keeps_it_and_the_operator_forgives_it() -> None:
    hall = Hall()
    cid = quit_twice(hall, "Cid")
    person = cid.session.member
    assert person is not None
    assert hall.lobby.accounts[person.person.id].conduct.outcomes == (LEFT, LEFT)
    hall.lobby.reputation.forgive(person.person)
    assert hall.lobby.accounts[person.person.id].conduct == NEWCOMER
    cid.do(Create())


# ── boosting ─────────────────────────────────────────────────────────────────────────────────────────────


def begun(hall: Hall, wish: Create, *sources: str) -> tuple[Client, Client]:
    """Ann and Bob, from these addresses, who were just dealt a match."""
    ann, bob = hall.enter("Ann", source=sources[0]), hall.enter("Bob", source=sources[1])
    ann.do(wish)
    bob.do(Join(), ann.table.code)
    ann.do(Start())
    return ann, bob


@pytest.mark.parametrize(("sources", "is_rated"), [(("7", "8"), True), (("7", "7"), False), (("", ""), True)])
def test_a_match_of_two_accounts_from_one_address_is_not_rated(sources: tuple[str, str], is_rated: bool) -> None:
    hall = Hall()
    ann, bob = begun(hall, OPEN, *sources)
    hall.play_out([ann, bob])
    assert bool(ann.table.ratings) is is_rated
    assert ann.table.replay


def test_that_outlives_a_restart() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    begun(hall, SLOW, "7", "7")
    history = hall.lobby.history
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts, history=history)
    again.lobby.restore()
    again.lobby.reopen()
    people = [again.enter("Ann", source="7"), again.enter("Bob", source="8")]
    again.play_out(people)
    assert people[0].table.ratings == ()


def test_a_table_that_waits_again_keeps_nothing_of_it_and_is_the_same_after_a_restart() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    ann, bob = begun(hall, OPEN, "7", "7")
    hall.play_out([ann, bob])
    bob.do(Leave())
    ann.do(Rematch())
    assert ann.stage() is Stage.WAITING
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts)
    again.lobby.restore()
    (kept,) = disk.records.values()
    assert read(kept).is_rated
    assert written(charter(again.lobby.tables[0])) == kept
