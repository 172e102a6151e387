"""The autopilot: when it comes, how it plays, and that it is gone the moment its person is back (EXPERIENCE §7, CASES 1-44)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pytest

from client.protocol import Back, Create, Leave, Notice, Noticed, Ready, Say, Stage, Start, Verb
from engine.bots.memory import Memory
from engine.cards import card
from engine.moves import Draw, Move, Pass, Play, Resign
from engine.options import Options
from engine.view import Phase, PlayerView
from server.lobby import bots
from server.lobby.autopilot import AWAY, LEVEL, MISSED
from server.lobby.bots import QUICKEST, SLOWEST
from server.lobby.course import REST
from tests.server.hall import Client, Hall, any_move
from tests.server.positions import set_position

LONG: Final = Options(target_score=5000)
CLOCK: Final = 10
TIMED: Final = Create(LONG, seats=2, clock=CLOCK)
FREE: Final = Create(LONG, seats=2, clock=None)


@dataclass
class Brain:
    """Draws whatever comes, and writes down what it was shown."""

    asked: list[tuple[str, PlayerView]] = field(default_factory=list)

    def __call__(self, level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        self.asked.append((level, view))
        return any_move(level, view, options, 0, memory)


def notices(client: Client, name: str) -> list[Notice]:
    """What the log says about somebody, oldest first."""
    return [one.notice for one in client.table.log if isinstance(one, Noticed) and one.name == name]


def is_flown(client: Client) -> bool:
    """Does the autopilot play the second chair?"""
    return client.table.chairs[1].pilot


def act(client: Client) -> None:
    """Do the first thing the game allows."""
    client.do(next(move for move in client.game.legal if not isinstance(move, Resign)))


def idle_until_flown(hall: Hall, ann: Client, bob: Client, turns: int = MISSED) -> None:
    """Ann plays whenever she can, Bob does nothing until so many of his turns ran out."""
    for _ in range(200):
        if notices(ann, "Bob").count(Notice.TIMED_OUT) >= turns and is_flown(ann):
            return
        if ann.game.turn == ann.table.you:
            act(ann)
        hall.pass_time(0.5)
    raise AssertionError("it never came")


def until_bobs_turn(hall: Hall, ann: Client) -> None:
    """Ann plays until it is Bob's turn."""
    while ann.game.turn == ann.table.you:
        act(ann)
        hall.pass_time(0)


def test_it_comes_after_a_minute_without_a_connection_and_not_before() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    until_bobs_turn(hall, ann)
    bob.leave()
    hall.pass_time(AWAY - 0.5)
    assert not is_flown(ann)
    before = ann.game
    hall.pass_time(0.5)
    assert (ann.table.chairs[1].away, is_flown(ann)) == (True, True)
    assert notices(ann, "Bob")[-2:] == [Notice.AWAY, Notice.PILOT]
    hall.pass_time(QUICKEST - 0.1)
    assert ann.game == before
    hall.pass_time(SLOWEST)
    assert ann.game != before


def test_it_is_a_normal_bot_that_sees_what_the_seat_sees() -> None:
    brain = Brain()
    hall = Hall(choose=brain)
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    until_bobs_turn(hall, ann)
    hand = bob.game.hand
    bob.leave()
    hall.pass_time(AWAY + SLOWEST)
    level, view = brain.asked[0]
    assert (level, view.viewer, view.hand, view.hands) == (LEVEL, 1, hand, None)
    assert Notice.TIMED_OUT not in notices(ann, "Bob")


def test_two_missed_turns_in_a_row_bring_it_though_the_person_is_connected() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    idle_until_flown(hall, ann, bob)
    assert notices(ann, "Bob").count(Notice.TIMED_OUT) >= MISSED
    assert (bob.table.chairs[1].away, is_flown(bob)) == (False, True)
    assert bob.fresh() == bob.table
    until_bobs_turn(hall, ann)
    hall.pass_time(2 * (SLOWEST + 0.1))
    assert notices(ann, "Bob")[-1] is Notice.PILOT, "it is quicker than the clock"


def test_one_turn_of_several_decisions_is_missed_once() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    set_position(hall, ann, hands=("R1 R2 R3", "B4 B5 B6"), top="R9")
    ann.do(Play(card("R1")))
    hall.pass_time(CLOCK + 0.1)
    assert bob.game.phase is Phase.DRAWN_CARD, "a red 0, which fits"
    hall.pass_time(CLOCK)
    assert notices(ann, "Bob").count(Notice.TIMED_OUT) == 2
    assert ann.game.turn == ann.table.you
    assert not is_flown(ann)


def test_a_move_between_two_missed_turns_makes_them_two_single_ones() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    for count in range(4):
        until_bobs_turn(hall, ann)
        while ann.game.turn != ann.table.you:
            if count % 2:
                act(bob)
            else:
                hall.pass_time(CLOCK + 0.1)
    assert notices(ann, "Bob").count(Notice.TIMED_OUT) >= 2
    assert Notice.PILOT not in notices(ann, "Bob")


@pytest.mark.parametrize("body", [Back(), Pass()])
def test_asking_for_what_does_nothing_is_no_turn_in_time(body: Verb | Move) -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    for _ in range(2 * MISSED):  # a turn may have two decisions
        until_bobs_turn(hall, ann)
        bob.try_to(body)
        hall.pass_time(CLOCK + 0.1)
        if is_flown(ann):
            return
    raise AssertionError("it never came")


def test_turns_of_which_the_first_decision_alone_came_in_time_are_missed() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    for _ in range(MISSED):
        assert not is_flown(ann)
        set_position(hall, ann, hands=("R1 R2 R3", "B4 B5 B6"), top="R9")
        ann.do(Play(card("R1")))
        bob.do(Draw())
        assert bob.game.phase is Phase.DRAWN_CARD, "a red 0, which fits"
        hall.pass_time(CLOCK + 0.1)
    assert is_flown(ann)


@pytest.mark.parametrize("body", [Back(), Draw()])
def test_any_move_takes_the_seat_back_and_no_timer_of_the_autopilot_plays_for_the_person(body: Verb | Move) -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    idle_until_flown(hall, ann, bob)
    until_bobs_turn(hall, ann)
    hall.pass_time(QUICKEST - 0.2)  # it is thinking
    bob.do(body)
    assert not is_flown(bob)
    assert Notice.BACK in notices(ann, "Bob")[-2:]
    until_bobs_turn(hall, ann)
    before = bob.game
    hall.pass_time(CLOCK - 1)
    assert bob.game == before
    hall.pass_time(1.1)
    assert notices(ann, "Bob")[-1] is Notice.TIMED_OUT
    assert not is_flown(bob), "the turns it missed before count no longer"


def test_a_refused_move_takes_it_back_too_and_talk_does_not() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    idle_until_flown(hall, ann, bob)
    bob.do(Say("one moment"))
    assert is_flown(bob)
    bob.code_of(Pass())
    assert not is_flown(bob)
    assert bob.fresh() == bob.table


def test_a_new_connection_takes_it_back_and_the_old_one_is_told() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    idle_until_flown(hall, ann, bob)
    again = hall.enter("Bob")
    hall.pass_time(0)
    assert bob.told == ["elsewhere"]
    assert not is_flown(again)
    assert notices(ann, "Bob")[-1] is Notice.BACK
    again.leave()
    bob.leave()
    hall.pass_time(AWAY + 1)
    assert is_flown(ann)
    back = hall.enter("Bob")
    assert (back.table.chairs[1].away, is_flown(back)) == (False, False)
    assert notices(ann, "Bob")[-1] is Notice.BACK


def test_a_move_of_the_autopilot_that_is_held_is_not_made_for_who_came_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LONGER", 0.0)  # else it waits by itself until nothing needs to be held

    def play(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        return next((move for move in view.legal if isinstance(move, Play)), None)

    hall = Hall(choose=play)
    bob, ann = hall.open("Bob", "Ann", wish=FREE)
    set_position(hall, bob, hands=("RS R2", "R3 R4 R5"), top="R9")
    bob.leave()
    hall.pass_time(AWAY)
    for _ in range(60):  # it plays the Skip, calls nothing, and its last card is held for a moment
        hall.pass_time(0.1)
        if hall.table(ann.table.code).course._held:
            break
    else:
        raise AssertionError("nothing was held")
    again = hall.enter("Bob")
    hall.pass_time(5)
    assert again.stage() is Stage.PLAYING
    assert again.game.hand == (card("R2"),)


def test_between_rounds_a_seat_it_plays_is_ready_and_an_idle_table_waits_for_its_rest() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    idle_until_flown(hall, ann, bob)
    set_position(hall, ann, hands=("R1", "R3 R4 R5"), top="R9")
    ann.do(Play(card("R1")))
    hall.pass_time(2)
    assert ann.stage() is Stage.ROUND_OVER
    assert (ann.table.chairs[0].ready, ann.table.chairs[1].ready) == (False, True)
    assert is_flown(ann)
    ann.do(Ready())
    assert ann.stage() is Stage.PLAYING
    assert is_flown(ann)


def test_nobody_deals_for_people_who_are_all_flown_before_the_rest_is_over() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TIMED)
    hall.pass_time(6 * CLOCK)
    assert [chair.pilot for chair in ann.table.chairs] == [True, True]
    while ann.stage() is Stage.PLAYING:
        hall.pass_time(0.5)
    hall.pass_time(REST - 1)
    assert ann.stage() is Stage.ROUND_OVER
    bob.do(Ready())
    assert not is_flown(bob)
    assert bob.stage() is Stage.PLAYING, "Ann's seat counts as ready"


def test_it_does_not_stay_after_the_match_nor_on_a_seat_that_was_given_up() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(LONG, seats=3, clock=None))
    bob.leave()
    hall.pass_time(AWAY + 1)
    assert is_flown(ann)
    eve.do(Leave())
    ann.do(Leave())
    hall.pass_time(1)
    bob = hall.enter("Bob")
    assert bob.stage() is Stage.MATCH_OVER
    assert not any(chair.pilot for chair in bob.table.chairs)
    bob.do(Leave())
    hall.pass_time(1)
    assert hall.clock.waiting == 0


def test_it_is_not_on_a_chair_of_a_table_that_waits() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(LONG, seats=3), start=False)
    bob.leave()
    hall.pass_time(AWAY - 1)
    assert not is_flown(ann)
    ann.do(Start())
    hall.pass_time(2)
    assert is_flown(ann), "a minute without a connection, whenever it began"
