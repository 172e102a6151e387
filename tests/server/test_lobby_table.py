"""Moves and their versions, talk, and what happens when something breaks."""

from __future__ import annotations

import logging
from typing import Final

import pytest

from client.protocol import (
    Command,
    Create,
    Leave,
    Notice,
    Noticed,
    Said,
    Say,
    Stage,
    Sync,
    Watch,
)
from engine.cards import Color, card
from engine.events import Caught
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw, Keep, Play, Resign, SayUno
from engine.view import Uno
from server.lobby.opening import Limits
from tests.server.hall import ONE_ROUND, Client, Hall
from tests.server.positions import set_position

FREE: Final = Create(options=ONE_ROUND, seats=2, clock=None)


def act(client: Client) -> None:
    """Do the first thing the game allows."""
    client.do(next(move for move in client.game.legal if not isinstance(move, Resign)))


def test_a_move_is_one_step_for_everybody_and_the_answer_comes_after_it() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    before = [one.link.version for one in people if one.table]
    turn = hall.on_turn(people)
    turn.do(Draw())
    for one in people:
        one.pump()
    assert [one.link.version for one in people] == [version + 1 for version in before]
    assert turn.taken[-2] is turn.patches[-1]


def test_who_acts_is_shown_it_before_the_others() -> None:
    hall, order = Hall(), list[str]()
    people = hall.open("Ann", "Bob", "Cleo", "Dan")
    for one in people:
        one.session._deliver = lambda message, name=one.person.name: order.append(name)  # type: ignore[misc]  # a listener's place
    for actor in people:
        order.clear()
        hall.lobby.handle(actor.session, Command(7, actor.table.code, actor.link.version, Say("hello")))
        others = [one.person.name for one in people if one is not actor]
        assert order == [actor.person.name, *others, actor.person.name], "the last one is his answer"


def test_a_double_press_plays_no_second_card() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    set_position(hall, ann, hands=("R1 R2 R3 G5", "R4 R5 R6 Y8"), top="R9")
    seen = ann.link.version
    assert ann.send("", seen, Play(card("R1"))) is None
    late = ann.send("", seen, Play(card("R2")))
    assert late is not None
    assert late.code == "stale"
    assert [one.game.top for one in (ann, bob)] == [card("R1")] * 2


def test_a_move_from_the_future_is_no_better() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    refusal = hall.on_turn(people).send("", 10_000, Draw())
    assert refusal is not None
    assert refusal.code == "stale"


def test_talk_and_comings_make_no_move_stale() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    seen = turn.link.version
    people[1 - people.index(turn)].do(Say("hurry up"))
    hall.enter("Eve").do(Watch(), turn.table.code)
    assert turn.send("", seen, Draw()) is None


def test_a_catch_makes_a_move_stale_only_for_who_drew() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(ONE_ROUND, seats=3, clock=None))
    set_position(hall, ann, hands=("R1 R2", "R3 R4 R5", "R6 R7 R8"), top="R9")
    ann.do(Play(card("R1")))
    bob.pump()
    seen = bob.link.version
    eve.do(Catch(0))
    assert ann.happened()[0] == Caught(0, 2)
    assert bob.send("", seen, Play(card("R3"))) is None


def test_a_late_call_needs_no_exact_version() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    set_position(hall, ann, hands=("R1 R2", "R3 R4 R5"), top="R9")
    seen = ann.link.version
    ann.do(Play(card("R1")))
    assert ann.send("", seen, SayUno()) is None
    assert bob.game.uno[0] is Uno.SAFE
    refusal = bob.send("", seen, Catch(0))
    assert refusal is not None
    assert refusal.code == "not_catchable"


def test_a_refused_move_publishes_nothing() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    set_position(hall, ann, hands=("R1 G2", "R3 R4"), top="R9")
    before = ann.link.version, len(bob.taken)
    assert ann.code_of(Play(card("G2"))) == "not_playable"
    assert bob.code_of(Draw()) == "not_your_turn"
    assert ann.code_of(Challenge()) == ann.code_of(Keep()) == ann.code_of(ChooseColor(Color.RED)) == "wrong_phase"
    bob.pump()
    assert (ann.link.version, len(bob.taken) - 1) == before


def test_a_gap_is_mended_by_a_snapshot() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    hall.on_turn(people).do(Say("one"))
    lost = people[1]
    lost.pump()
    people[0].do(Say("two"))
    lost.inbox.popleft()
    people[0].do(Say("three"))
    lost.pump()
    assert lost.link.version == people[0].link.version
    assert [one.text for one in lost.table.log if isinstance(one, Said)] == ["one", "two", "three"]


def test_players_are_heard_by_all_and_spectators_among_themselves() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    eve, zoe = hall.enter("Eve"), hall.enter("Zoe")
    for one in (eve, zoe):
        one.do(Watch(), ann.table.code)
    eve.do(Say("she has a +4"))
    ann.do(Say("hello"))
    assert [one for one in zoe.table.log if isinstance(one, Said)] == [
        Said("Eve", "she has a +4", True),
        Said("Ann", "hello", False),
    ]
    assert [one for one in bob.table.log if isinstance(one, Said)] == [Said("Ann", "hello", False)]
    assert bob.fresh() == bob.table


def test_what_people_say_is_made_safe_and_short() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    ann.do(Say("  \x1b[2Jhi\r\n\u202eyou\u200b  " + "漢" * 500))
    said = bob.table.log[-1]
    assert isinstance(said, Said)
    assert said.text == "[2Jhi you " + "漢" * 95
    assert ann.code_of(Say("\u200b\x07 ")) == "nothing_said"


def test_chatter_is_slowed_down() -> None:
    hall = Hall(limits=Limits())
    ann, _ = hall.open("Ann", "Bob")
    codes = []
    for _ in range(40):
        refusal = ann.ask(Say("x"))
        codes.append(refusal.code if refusal else "")
        hall.pass_time(1)
    assert codes[:4] == ["", "", "", ""]
    assert codes.count("") == 20
    assert set(codes) == {"", "slow_down"}


def test_a_fault_at_one_table_stops_that_table_alone(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall()
    people, others = hall.open("Ann", "Bob"), hall.open("Eve", "Zoe")
    ann, bob = people
    code = ann.table.code
    hall.enter("Ida").do(Watch(), code)

    def fall(*_: object) -> None:
        raise ZeroDivisionError("Ann holds R5")

    referee = hall.table(code).course.referee
    monkeypatch.setattr(referee, "apply", fall)
    with caplog.at_level(logging.ERROR):
        assert hall.on_turn(people).code_of(Draw()) == "broken"
    for client in hall.clients:
        client.pump()
    assert [one.table.stage for one in (ann, bob)] == [Stage.BROKEN] * 2
    assert ann.table.game is not None
    assert caplog.records[-1].exc_info is not None
    assert code in caplog.text
    assert ann.code_of(Say("what now?")) == bob.code_of(Draw()) == "broken"
    assert "R5" not in str([one.taken for one in people][-1][-1])
    ann.do(Sync())
    act(hall.on_turn(others))
    ann.do(Leave())
    ann.do(Create())
    bob.leave()
    hall.clients[4].do(Leave())
    hall.pass_time(1)
    assert code not in {line.code for line in hall.lobby.board.lines()}


def test_a_fault_in_a_timer_stops_the_table_and_not_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    people, others = hall.open("Ann", "Bob"), hall.open("Eve", "Zoe")
    monkeypatch.setattr(hall.table(people[0].table.code).course.referee, "time_out", lambda: 1 // 0)
    slow = hall.on_turn(others)
    hall.pass_time(31)
    assert people[0].stage() is Stage.BROKEN
    assert any(isinstance(one, Noticed) and one.notice is Notice.TIMED_OUT for one in slow.table.log)
    people[0].leave()
    back = hall.enter("Ann")
    assert back.lobby.table is None


def test_the_hand_of_a_challenge_is_for_the_challenger_and_for_one_moment() -> None:
    """CASES 1-28."""
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(ONE_ROUND, seats=3, clock=None))
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), ann.table.code)
    set_position(hall, ann, hands=("W+4 R2 R3", "R4 R5 R6", "G7 R8 R1"), top="R9")
    ann.do(Play(card("W+4"), color=Color.GREEN))
    bob.do(Challenge())
    shown = bob.game.reveal
    assert shown is not None
    assert (shown.seat, shown.cards) == (0, (card("R2"), card("R3")))
    assert bob.fresh() == bob.table
    for other in (ann, eve, zoe):
        assert other.game.reveal is None
        assert all(getattr(one, "cards", None) is None for one in other.happened() if type(one).__name__ == "Challenged")
        assert other.fresh() == other.table
    bob.do(Draw())
    assert bob.game.reveal is None
    assert "game.reveal" in bob.patches[-1].changes


def test_accepting_counts_the_cards_once() -> None:
    """CASES 1-29."""
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    set_position(hall, ann, hands=("W+4 R2 R3", "R4 R5 R6"), top="Y9")
    ann.do(Play(card("W+4"), color=Color.GREEN))
    bob.do(Accept())
    assert (len(bob.game.hand), bob.game.turn) == (7, 0)
