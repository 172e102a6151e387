"""Voting on screens and in lines: who is asked, with which keys, and what the others are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.play.votes import accusable, is_asked, may_vote, vote_words
from client.protocol import Ballot, Chair, Kind, TableView, Vote
from client.text import Text
from tests.client.golden import assert_golden
from tests.client.lobbies import busy, room, show
from tests.client.stage import stage
from tests.client.tables import game, round_over, table
from tests.client.test_plain_company import Hall, code_of

OPEN = Ballot(2, 1, (0, 1), (1,), (), 2)
PEOPLE = tuple(Chair(Kind.PERSON, name) for name in ("Ada", "Bo", "Cyril", "Dmitri"))


def voting(view: TableView, ballot: Ballot = OPEN) -> TableView:
    """A table of people with an open vote."""
    return replace(view, chairs=PEOPLE[: len(view.chairs)], vote=ballot)


def test_who_may_vote_is_asked_until_he_has() -> None:
    asked = voting(table(game()))
    assert is_asked(asked)
    assert vote_words(Text("en"), asked)[0] == "Take Cyril off the table? y: yes, n: no (1 of 2)"
    done = voting(asked, replace(OPEN, no=(0,)))
    assert may_vote(done)
    assert not is_asked(done)
    assert vote_words(Text("en"), done) == ("Vote on taking Cyril off the table: 1 of 2", "Vote on Cyril: 1 of 2")
    accused = voting(asked, replace(OPEN, chair=0, voters=(1, 2)))
    assert not may_vote(accused)
    assert vote_words(Text("en"), accused)[0] == "The others vote on taking you off the table: 1 of 2"
    assert not may_vote(replace(asked, you=None))
    assert vote_words(Text("en"), table(game())) == ()


def test_a_vote_can_be_called_on_people_with_seats_if_there_are_three() -> None:
    view = replace(table(game()), chairs=PEOPLE)
    assert accusable(view) == {"Bo": 1, "Cyril": 2, "Dmitri": 3}
    assert accusable(replace(view, you=None)) == accusable(voting(view)) == {}
    bots = (PEOPLE[0], PEOPLE[1], Chair(Kind.BOT, "Nova", "easy"), Chair(Kind.BOT, "Rex", "easy"))
    assert accusable(replace(view, chairs=bots)) == {}
    assert view.game is not None
    gone = replace(view, game=replace(view.game, left_order=(2,)))
    assert accusable(gone) == {"Bo": 1, "Dmitri": 3}


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
async def test_everybody_who_may_vote_sees_the_question_and_two_keys_answer_it(size: tuple[int, int]) -> None:
    async with stage(voting(table(game())), size) as s:
        await show(s, replace(busy(), table="K7QX"))
        assert "Cyril off" in "\n".join(s.lines[:4])
        assert "y" in s.footer.split()
        assert_golden(f"vote-{size[0]}x{size[1]}", s.screen)
        await s.press("y")
        assert s.wire.bodies[-1] == Vote(2, True)
        await s.press("n")
        assert s.wire.bodies[-1] == Vote(2, False)


async def test_the_question_stands_in_the_waiting_room_and_between_rounds_too() -> None:
    for view in (room(), round_over()):
        async with stage(voting(view)) as s:
            await show(s, replace(busy(), table="K7QX"))
            assert "Take Cyril off the table?" in s.lines[0]
            await s.press("y")
            assert s.wire.bodies[-1] == Vote(2, True)


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
@pytest.mark.parametrize("keys", [("end", "enter"), ("ctrl+q",), ("t",)], ids=["colour", "question", "line"])
async def test_the_title_names_the_keys_only_while_they_answer_it(keys: tuple[str, ...], size: tuple[int, int]) -> None:
    async with stage(voting(table(game())), size) as s:
        await show(s, replace(busy(), table="K7QX"))
        await s.press(*keys)
        told = "\n".join(s.lines[:4])
        if size[1] > 12 or keys != ("ctrl+q",):  # there the question covers it
            assert "Cyril" in told
            assert "1 of 2" in told
        assert not any(words in told for words in ("y: yes", "y or n", "y/n"))
        await s.press("escape")
        assert "Cyril off" in "\n".join(s.lines[:4])


async def test_without_a_vote_the_keys_say_so_and_do_nothing() -> None:
    async with stage(replace(table(game()), chairs=PEOPLE)) as s:
        await s.press("y")
        assert s.status == "There is no vote for you to answer."
        assert not [one for one in s.wire.bodies if isinstance(one, Vote)]


async def test_a_vote_is_called_among_the_people_and_asks_first() -> None:
    async with stage(replace(table(game()), chairs=PEOPLE)) as s:
        await show(s, replace(busy(), table="K7QX", muted=()))
        await s.press("m", "down", "down")
        assert "x calls a vote to take Cyril off the table" in s.screen
        await s.press("x")
        assert "Two thirds of the people at the table must agree." in s.screen
        await s.press("enter")
        assert not [one for one in s.wire.bodies if isinstance(one, Vote)]
        await s.press("x", "down", "enter")
        assert s.wire.bodies[-1] == Vote(2, True)


def test_in_lines_a_vote_is_called_asked_and_answered_by_words() -> None:
    hall = Hall()
    ada = hall.come("Ada")
    ada.type("new classic 4 0 500", "")
    bo, cyd = (hall.come(name, "join", ada.table.code) for name in ("Bo", "Cyd"))
    hall.hear()
    assert ada.type("vote nobody") == ["Whom? Bo or Cyd."]
    assert ada.type("vote no") == ["Whom? Bo or Cyd."]
    told = ada.type("vote cyd")
    assert told == ["You call a vote. Shall Cyd go off the table?"]
    hall.hear()
    assert bo.told[-1] == "Ada calls a vote. Shall Cyd go off the table? Type vote yes or vote no."
    assert cyd.told[-1].startswith("Ada calls a vote. The others vote on taking you off the table.")
    assert bo.type("vote") == ["Vote on taking Cyd off the table: 1 of 2. Type vote yes or vote no."]
    assert cyd.type("vote yes") == ["The others vote on taking you off the table: 1 of 2."]
    bo.fresh.clear()
    assert "Cyd was voted off the table." in " ".join(bo.type("vote yes"))
    hall.hear()
    assert any("voted you off" in line for line in cyd.told)
    assert code_of(ada) == ada.table.code
