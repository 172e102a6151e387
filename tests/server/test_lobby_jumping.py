"""Jumping in with one's own second copy: the last card waits until its player could have been caught (RULES §8.9, §17.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from client.protocol import Create, Notice, Noticed, Stage
from engine.cards import card
from engine.events import Caught, Played
from engine.moves import Catch, Draw, Move, Play
from engine.view import Uno
from tests.server.hall import ONE_ROUND, Client, Hall
from tests.server.positions import set_position

JUMPS: Final = Create(options=replace(ONE_ROUND, jump_in=True), seats=3, clock=None)


def answer(client: Client, id: int) -> str:
    """What somebody was told about what he asked for: the code of a refusal, or nothing."""
    client.pump()
    reply = client.reply_to(id)
    assert reply is not None, "no answer yet"
    return reply.refusal.code if reply.refusal else ""


def five_and_five(hall: Hall, wish: Create = JUMPS) -> list[Client]:
    """Ann has played a red five, called nothing, and could jump in with the other on Bob's turn."""
    people = hall.open(*("Ann", "Bob", "Eve")[: wish.seats], wish=wish)
    set_position(hall, people[0], hands=("R5 R5", "R3 R4 G1", "R6 R7 G2")[: wish.seats], top="R9")
    people[0].do(Play(card("R5")))
    assert people[1].game.turn == 1
    assert people[1].game.uno[0] is Uno.OPEN
    return people


def test_jumping_in_with_the_last_card_waits_until_it_could_have_been_caught() -> None:
    hall = Hall()
    ann, bob, _ = five_and_five(hall)
    assert ann.try_to(Play(card("R5"))) is None
    hall.pass_time(1.4)
    assert bob.stage() is Stage.PLAYING
    hall.pass_time(0.2)
    assert (bob.stage(), ann.game.hand) == (Stage.MATCH_OVER, ())


def test_a_catch_before_jumping_in_counts() -> None:
    hall = Hall()
    ann, _, eve = five_and_five(hall)
    assert ann.try_to(Play(card("R5"))) is None
    eve.do(Catch(0))
    ann.pump()
    assert [patch.happened[0] for patch in ann.patches[-2:]] == [Caught(0, 2), Played(0, card("R5"), card("R5").color)]
    assert (ann.stage(), len(ann.game.hand)) == (Stage.PLAYING, ONE_ROUND.uno_penalty)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("move", [Play(card("R3")), Draw()])
def test_jumping_in_is_stale_once_whose_turn_it_is_has_moved(seats: int, move: Move) -> None:
    hall = Hall()
    ann, bob, *_ = five_and_five(hall, replace(JUMPS, seats=seats))
    assert ann.try_to(Play(card("R5"))) is None
    held = ann.link._last_id
    bob.do(move)
    assert answer(ann, held) == "stale"
    assert ann.game.hand == (card("R5"),), "though on her own turn it would fit on what Bob played"


def test_nobodys_time_is_longer_because_another_is_to_jump_in() -> None:
    hall = Hall()
    ann, _, eve = five_and_five(hall, replace(JUMPS, clock=5))
    hall.pass_time(4)
    referee = hall.table(ann.table.code).course.referee
    assert referee is not None
    referee._opened.clear()  # as after a restart: her moment begins anew
    assert ann.try_to(Play(card("R5"))) is None
    held = ann.link._last_id
    hall.pass_time(1.1)
    assert Noticed("Bob", Notice.TIMED_OUT) in eve.table.log
    assert answer(ann, held) == "stale"


def test_two_seats_can_have_a_move_held() -> None:
    hall = Hall()
    ann, bob, _ = five_and_five(hall)
    table = hall.table(ann.table.code)
    referee = table.course.referee
    assert referee is not None
    referee.state = referee.state._replace(uno=(Uno.OPEN, Uno.OPEN, Uno.NONE))  # as when hands moved
    assert [one.try_to(Play(card(word))) for one, word in ((ann, "R5"), (bob, "R3"))] == [None, None]
    held = bob.link._last_id
    hall.pass_time(1.6)
    assert (bob.stage(), ann.game.hand) == (Stage.MATCH_OVER, ()), "hers was held first"
    assert answer(bob, held) == "stale"


def test_where_the_table_itself_catches_nothing_is_held() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob", wish=Create(options=replace(ONE_ROUND, uno_enforcement="automatic"), seats=2))
    set_position(hall, ann, hands=("RS R2", "R3 R4 R5"), top="R9")
    for word in ("RS", "R2"):
        ann.do(Play(card(word)))
    assert len(ann.game.hand) == ONE_ROUND.uno_penalty, "her own next card has closed the window"
