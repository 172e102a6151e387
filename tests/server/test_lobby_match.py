"""Leaving a match, the next round, and the next match."""

from __future__ import annotations

from typing import Final

from client.protocol import (
    AddBot,
    Clock,
    Create,
    Join,
    Kind,
    Leave,
    Notice,
    Noticed,
    Ready,
    Rematch,
    Remove,
    Stage,
    Start,
    Watch,
)
from engine.cards import Color, card
from engine.events import MatchEnded, SeatLeft
from engine.moves import ChooseColor, NextRound, Play, Resign
from engine.options import Options
from engine.view import Phase, Status
from server.lobby.course import REST
from server.lobby.matches import Finished
from tests.server.hall import ONE_ROUND, Client, Hall
from tests.server.positions import set_position

FREE: Final = Create(options=ONE_ROUND, seats=2, clock=None)


def act(client: Client) -> None:
    """Do the first thing the game allows."""
    client.do(next(move for move in client.game.legal if not isinstance(move, Resign)))


def test_who_leaves_on_his_own_turn_holds_up_nobody() -> None:
    """CASES 1-16."""
    hall = Hall()
    people = hall.open("Ann", "Bob", "Eve")
    turn = hall.on_turn(people)
    rest = [one for one in people if one is not turn]
    name = turn.lobby.you
    hall.pass_time(25)
    turn.do(Leave())
    for one in rest:
        assert one.happened()[0] == Noticed(name, Notice.LEFT)
        assert isinstance(one.happened()[1], SeatLeft)
    follower = hall.on_turn(rest)
    assert follower.table.clock == Clock(30, 30, follower.link.version)
    assert turn.lobby.table is None
    act(follower)


def test_a_gap_keeps_its_name_for_the_log_and_takes_nobody() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve")
    bob.do(Leave())
    assert ann.table.chairs[1].name == "Bob"
    assert bob.code_of(Join(), ann.table.code) == "started"
    bob.do(Watch(), ann.table.code)
    assert bob.game.hand == ()
    assert eve.table.watchers == ("Bob",)


def test_the_victim_of_a_draw_four_who_leaves_takes_the_penalty_with_him() -> None:
    """CASES 1-24."""
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(ONE_ROUND, seats=3, clock=None))
    set_position(hall, ann, hands=("W+4 R2 R3", "R4 R5 R6", "G7 R8 R1"), top="Y9")
    ann.do(Play(card("W+4")))
    ann.do(ChooseColor(Color.GREEN))
    assert bob.game.phase is Phase.RESPOND
    bob.do(Leave())
    assert (eve.game.turn, eve.game.phase, eve.game.pending, eve.game.color) == (2, Phase.AWAIT_PLAY, 0, Color.GREEN)
    assert len(eve.game.hand) == 3
    eve.do(Play(card("G7")))


def test_the_last_one_left_has_won_and_may_wait_for_others() -> None:
    """CASES 1-17."""
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    bob.do(Resign())
    assert ann.stage() is Stage.MATCH_OVER
    assert isinstance(ann.happened()[-1], MatchEnded)
    assert ann.game.ranks == (1, 2)
    ann.do(Rematch())
    assert (ann.stage(), ann.table.game) == (Stage.WAITING, None)
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.FREE]
    bob.do(Join(), ann.table.code)
    ann.do(Start())
    assert bob.stage() is Stage.PLAYING


def test_a_bot_can_be_sent_away_in_mid_match_but_a_person_cannot() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(ONE_ROUND, 4, clock=None), start=False)
    ann.do(AddBot())
    ann.do(Start())
    assert ann.code_of(Remove(1)) == "started"
    ann.do(Remove(2))
    assert any(isinstance(one, SeatLeft) and one.seat == 2 for one in ann.happened())
    assert bob.told == []


def test_a_chair_that_got_another_number_is_not_emptied_by_a_late_command() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(ONE_ROUND, 4, clock=None))
    bob.do(Leave())
    eve.do(Resign())
    assert ann.stage() is Stage.MATCH_OVER
    ida = hall.enter("Ida")
    ann.do(Rematch())
    ida.do(Join(), ann.table.code)
    ann.do(AddBot())
    seen = ann.link.version
    ida.do(Leave())
    ann.do(Start())
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.BOT]
    late = ann.send("", seen, Remove(1))
    assert late is not None
    assert late.code == "stale"
    ann.do(Remove(1))


def round_over(hall: Hall, *names: str, clock: int | None = None) -> list[Client]:
    """A match to 500 after its first round; the first one won it."""
    people = hall.open(*names, wish=Create(Options(), seats=len(names), clock=clock))
    hands = ("R2",) + ("R3 R4 W",) * (len(names) - 1)
    set_position(hall, people[0], hands=hands, top="R9")
    people[0].do(Play(card("R2")))
    for one in people:
        assert one.stage() is Stage.ROUND_OVER
    return people


def test_the_next_round_comes_when_every_person_is_ready() -> None:
    hall = Hall()
    ann, bob = round_over(hall, "Ann", "Bob")
    assert ann.game.hands is not None
    ann.do(Ready())
    ann.do(NextRound())
    assert bob.table.chairs[0].ready
    assert Noticed("Ann", Notice.READY) in bob.table.log
    assert ann.code_of(Rematch()) == "wrong_stage"
    bob.do(NextRound())
    assert (ann.stage(), ann.game.round) == (Stage.PLAYING, 2)
    assert "game.hands" in ann.patches[-1].changes
    assert not any(chair.ready for chair in ann.table.chairs)
    assert bob.code_of(Ready()) == "wrong_stage"


def test_bots_are_ready_at_once_and_the_absent_hold_up_nobody() -> None:
    hall = Hall()
    ann, bob = round_over(hall, "Ann", "Bob")
    ann.do(Ready())
    assert ann.stage() is Stage.ROUND_OVER
    bob.leave()
    assert ann.stage() is Stage.PLAYING


def test_who_is_knocked_out_holds_up_nobody_until_only_such_people_are_left() -> None:
    hall = Hall()
    options = Options(score_mode="challenge_uno", target_score=100)
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(options, seats=4, bots=("easy",), clock=None))
    set_position(hall, ann, hands=("R2", "G1", "R3 B1", "B3 W W+4"), top="R9")
    ann.do(Play(card("R2")))
    assert ann.game.status == (Status.IN, Status.IN, Status.IN, Status.OUT)
    assert [chair.ready for chair in ann.table.chairs] == [False, True, False, True]
    eve.do(Ready())
    assert Noticed("Eve", Notice.READY) not in ann.table.log
    ann.do(Ready())
    assert ann.stage() is Stage.ROUND_OVER
    bob.leave()
    assert eve.stage() is Stage.PLAYING
    set_position(hall, ann, hands=("R2", "G1", "R3 B1", ""), top="R9")
    ann.do(Play(card("R2")))
    ann.leave()
    assert not eve.table.chairs[3].ready, "the round waits for whoever is left to see it"
    eve.do(Ready())
    assert eve.stage() is Stage.PLAYING


def test_nobody_deals_to_an_empty_room() -> None:
    hall = Hall()
    ann, bob = round_over(hall, "Ann", "Bob", clock=30)
    ann.leave()
    bob.leave()
    hall.pass_time(300)
    ann = hall.enter("Ann")
    assert ann.stage() is Stage.ROUND_OVER
    ann.do(Ready())
    assert ann.stage() is Stage.PLAYING


def test_with_a_clock_the_next_round_does_not_wait_for_dreamers() -> None:
    hall = Hall()
    ann, bob = round_over(hall, "Ann", "Bob", clock=30)
    assert ann.table.clock == Clock(REST, REST, ann.link.version)
    hall.pass_time(REST - 1)
    assert ann.stage() is Stage.ROUND_OVER
    hall.pass_time(1)
    assert bob.stage() is Stage.PLAYING


def test_a_rematch_is_with_the_people_who_want_it() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", "Eve", "Zoe")
    ann, bob, eve, zoe = people
    hall.play_out(people)
    bob.do(Leave())
    ann.do(Rematch())
    zoe.leave()
    assert ann.stage() is Stage.MATCH_OVER
    assert ann.code_of(Ready()) == "wrong_stage"
    eve.do(Rematch())
    assert ann.stage() is Stage.PLAYING
    assert [chair.name for chair in ann.table.chairs] == ["Ann", "Eve"]
    assert (ann.table.you, eve.table.you) == (0, 1)
    assert (ann.game.round, ann.game.scores, ann.game.ranks) == (1, (0, 0), None)
    assert hall.enter("Zoe").lobby.table is None


def test_who_was_ready_for_a_round_when_the_last_other_left_has_won_and_sees_it() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(options=Options(target_score=500), seats=2, clock=None))
    hall.play_out([ann, bob], Stage.ROUND_OVER)
    ann.do(Ready())
    bob.do(Leave())
    assert ann.stage() is Stage.MATCH_OVER
    assert not ann.table.chairs[0].ready
    kept = hall.lobby.history.recall(f"{ann.table.code}-{hall.clock.START}-1")
    assert isinstance(kept, Finished)
    assert kept.match.id == ann.table.replay
    ann.do(Rematch())
    assert ann.stage() is Stage.WAITING


def test_every_match_has_its_own_deal() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    first = people[0].game.hand
    hall.play_out(people)
    for one in people:
        one.do(Rematch())
    assert people[0].game.hand != first
