"""Turn clocks, and the moment in which a forgotten UNO can be caught (RULES §8.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from client.protocol import (
    Clock,
    Create,
    Leave,
    Notice,
    Noticed,
    Reply,
    Stage,
    Watch,
)
from engine.cards import card
from engine.events import Caught, Drew, Played
from engine.moves import Catch, Draw, Play, Resign, SayUno
from engine.view import Uno
from tests.server.hall import ONE_ROUND, Client, Hall
from tests.server.positions import set_position

FREE: Final = Create(options=ONE_ROUND, seats=2, clock=None)


def act(client: Client) -> None:
    """Do the first thing the game allows."""
    client.do(next(move for move in client.game.legal if not isinstance(move, Resign)))


def test_the_clock_runs_for_the_turn_and_plays_when_it_is_over() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    assert turn.table.clock == Clock(30, 30, turn.link.version)
    cards = len(turn.game.hand)
    hall.pass_time(29.9)
    assert hall.on_turn(people) is turn
    hall.pass_time(0.2)
    notice, drew, *_ = turn.happened()
    assert notice == Noticed(turn.lobby.you, Notice.TIMED_OUT)
    assert isinstance(drew, Drew)
    assert len(turn.game.hand) == cards + 1


def test_a_move_in_time_gives_the_next_player_all_of_his() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    turn = hall.on_turn(people)
    hall.pass_time(29)
    while hall.on_turn(people) is turn:
        act(turn)
    other = hall.on_turn(people)
    assert other.table.clock == Clock(30, 30, other.link.version)
    hall.pass_time(29)
    assert hall.on_turn(people) is other
    assert not any(isinstance(one, Noticed) and one.notice is Notice.TIMED_OUT for one in other.table.log)


def test_calls_and_catches_give_nobody_more_time() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", wish=Create(ONE_ROUND, seats=3))
    set_position(hall, ann, hands=("R1 R2", "R3 R4 R5", "R6 R7 R8"), top="R9")
    ann.do(Play(card("R1")))
    hall.pass_time(20)
    eve.do(Catch(0))
    assert bob.table.clock is not None
    assert bob.table.clock.since < bob.link.version
    hall.pass_time(10)
    assert any(isinstance(one, Noticed) and one.name == "Bob" for one in bob.happened())


def test_a_newcomer_sees_how_much_time_is_left_and_so_does_everybody() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    hall.pass_time(12.5)
    eve = hall.enter("Eve")
    eve.do(Watch(), people[0].table.code)
    assert eve.table.clock == people[0].table.clock == Clock(30, 18, eve.link.version)


def test_a_table_without_a_clock_waits_for_ever_for_who_is_there() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", wish=FREE)
    turn = hall.on_turn(people)
    hall.pass_time(100_000)
    assert hall.on_turn(people) is turn
    assert turn.table.clock is None


def one_card_and_again(hall: Hall) -> tuple[Client, Client]:
    """Ann has played a Skip against Bob, called nothing, and holds one red card on her own turn."""
    ann, bob = hall.open("Ann", "Bob", wish=FREE)
    set_position(hall, ann, hands=("RS R2", "R3 R4 R5"), top="R9")
    ann.do(Play(card("RS")))
    assert ann.game.turn == 0
    assert bob.game.uno[0] is Uno.OPEN
    return ann, bob


def assert_stale(client: Client, id: int) -> None:
    """What he asked for was overtaken, and he is told so."""
    client.pump()
    answer = client.reply_to(id)
    assert answer is not None
    assert answer.refusal is not None
    assert answer.refusal.code == "stale"


def test_a_quick_last_card_waits_until_it_could_have_been_caught() -> None:
    hall = Hall()
    ann, bob = one_card_and_again(hall)
    assert ann.try_to(Play(card("R2"))) is None
    assert ann.code_of(Draw()) == "held"
    hall.pass_time(1.4)
    assert ann.stage() is Stage.PLAYING
    hall.pass_time(0.2)
    assert bob.stage() is Stage.MATCH_OVER
    assert isinstance(ann.taken[-1], Reply)
    assert ann.taken[-1].refusal is None


def test_a_catch_in_that_moment_counts_and_the_move_follows_at_once() -> None:
    hall = Hall()
    ann, bob = one_card_and_again(hall)
    ann.try_to(Play(card("R2")))
    hall.pass_time(0.5)
    bob.do(Catch(0))
    ann.pump()
    caught, played = ann.patches[-2].happened, ann.patches[-1].happened
    assert caught[0] == Caught(0, 1)
    assert isinstance(played[0], Played)
    assert (ann.stage(), len(ann.game.hand)) == (Stage.PLAYING, 4)


def test_a_held_move_that_the_cards_of_a_catch_forbid_is_stale() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=replace(FREE, options=replace(ONE_ROUND, draw_policy="must_if_no_match")))
    set_position(hall, ann, hands=("RS B2", "R3 R4 R5"), top="R9")
    ann.do(Play(card("RS")))
    assert ann.try_to(Draw()) is None, "with a blue card on a red pile she may draw"
    held = ann.link._last_id
    bob.do(Catch(0))
    assert any(isinstance(move, Play) for move in ann.game.legal), "she was caught with a card that fits"
    assert Draw() not in ann.game.legal
    assert_stale(ann, held)
    assert (ann.game.turn, len(ann.game.hand)) == (0, 5)


def test_a_call_in_that_moment_lets_the_move_go() -> None:
    hall = Hall()
    ann, _ = one_card_and_again(hall)
    ann.try_to(Play(card("R2")))
    ann.do(SayUno())
    assert ann.stage() is Stage.MATCH_OVER


def test_an_illegal_move_is_not_held_and_a_late_one_is_not_either() -> None:
    hall = Hall()
    ann, _ = one_card_and_again(hall)
    assert ann.code_of(Play(card("G5"))) == "not_in_hand"
    hall.pass_time(1.6)
    ann.do(Play(card("R2")))
    assert ann.stage() is Stage.MATCH_OVER


def test_who_leaves_with_a_held_move_has_not_made_it() -> None:
    hall = Hall()
    ann, bob = one_card_and_again(hall)
    ann.try_to(Play(card("R2")))
    held = ann.link._last_id
    ann.do(Leave())
    assert_stale(ann, held)
    hall.pass_time(5)
    assert bob.stage() is Stage.MATCH_OVER
    assert bob.game.ranks == (2, 1)
    assert bob.game.top == card("RS")


def test_a_table_that_stops_answers_a_held_move_and_does_not_make_it() -> None:
    hall = Hall()
    ann, bob = one_card_and_again(hall)
    ann.try_to(Play(card("R2")))
    held, table = ann.link._last_id, hall.table(ann.table.code)
    table._break(ZeroDivisionError())
    assert_stale(ann, held)
    hall.pass_time(5)
    assert bob.stage() is Stage.BROKEN
    assert bob.game.top == card("RS")
