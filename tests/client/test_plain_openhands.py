"""Open hands in lines: who looks on steps through the round before the running one, and nobody else does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.plain.openhands import AHEAD
from client.protocol import REPLAY, Create, Refusal, Replay, ReplayView, Reply, Seek, Snapshot, Stage
from engine.events import Rotated
from engine.options import Options
from tests.client import pasts, tables
from tests.client.lobbies import room
from tests.client.paper import Paper
from tests.client.reader import Reader
from tests.client.tables import game, table
from tests.client.test_plain_company import Hall

LENGTH = 5
SEATS = ("Ada", "Bo", "Cyril", "Dmitri")


def watched(number: int = 2, stage: Stage = Stage.PLAYING) -> Paper:
    """Somebody who looks on at a table with open hands, in its round of this number."""
    view = replace(game("", viewer=-1), round=number, turn=1, legal=())
    return Paper(table(view, stage, you=None, open_hands=True, clock=None))


def position(number: int, round_: int = 1) -> ReplayView:
    """A position of the round before."""
    view = pasts.replay("K7QX", number)
    return replace(view, length=LENGTH, rounds=(0,), game=replace(view.game, round=round_), ratings=())


def show(paper: Paper, view: ReplayView) -> list[str]:
    """The answer to what was asked last, and what is said then."""
    paper.deliver(Snapshot(REPLAY + view.id, 1, view), Reply(paper.sent[-1].id))
    return list(paper.said)


def begun() -> Paper:
    """Somebody who has heard the deal."""
    paper = watched()
    paper.type("open")
    show(paper, position(0))
    return paper


def test_open_begins_with_the_deal_and_every_hand() -> None:
    paper = watched()
    assert "Type open to hear the round before this one, every hand open." in paper.said
    assert paper.type("open") == ""
    assert paper.bodies == [Replay("K7QX")]
    said = show(paper, position(0))
    assert said[0] == "Round 1 of table K7QX, every hand open. The deal, and 4 moves."
    assert [line.split(" holds ")[0] for line in said if " holds " in line] == list(SEATS)
    assert "Ada holds red 7, yellow 2, green 7, blue 5, Wild." in said
    assert said[-1] == "Type open for the next move, open back, open end, open hands, or open and a number."


def test_each_open_is_the_next_move_with_the_hands_it_changed() -> None:
    paper = begun()
    paper.type("open")
    assert paper.last() == Seek(1)
    said = show(paper, position(1))
    assert said[0].startswith("Round 1, move 1: ")
    assert len([line for line in said if " holds " in line]) == 1
    paper.type("open")
    assert paper.last() == Seek(2)


def test_a_drawn_card_is_named() -> None:
    paper = begun()
    paper.type("open 2")
    drew = next(number for number in range(1, LENGTH) if "Drew" in str(position(number).happened))
    assert "Drawn: " in " ".join(show(paper, position(drew)))


def test_when_all_hands_move_all_are_told() -> None:
    paper = begun()
    paper.type("open")
    said = show(paper, replace(position(1), happened=(Rotated(),)))
    assert [line.split(" holds ")[0] for line in said[1:]] == list(SEATS)


@pytest.mark.parametrize(
    ("typed", "sought"),
    [("open 4", 4), ("open 0", 0), ("open back", 2), ("open b", 2), ("open END", 4), ("v", 4)],
)
def test_there_is_a_way_to_every_move(typed: str, sought: int) -> None:
    paper = begun()
    paper.type("open 3")
    show(paper, position(3))
    paper.type(typed)
    assert paper.last() == Seek(sought)


def test_all_hands_are_told_on_demand_and_nothing_is_asked_for() -> None:
    paper = begun()
    paper.type("open hands")
    assert [line.split(" holds ")[0] for line in paper.said] == list(SEATS)
    assert len(paper.sent) == 1


@pytest.mark.parametrize("typed", ["open 5", "open sesame", "open -1"])
def test_what_is_no_move_is_refused_in_words(typed: str) -> None:
    paper = begun()
    assert paper.type(typed) == "A number from 0 to 4, please."
    assert len(paper.sent) == 1


def test_the_end_is_told_and_nothing_begins_again_by_itself() -> None:
    paper = begun()
    paper.type("open end")
    assert show(paper, position(4))[-1] == "The end of the round: type open deal to hear it again."
    assert paper.type("open") == "The end of the round: type open deal to hear it again."
    paper.type("open deal")
    assert paper.last() == Replay("K7QX")


def test_after_its_end_open_goes_on_to_a_round_that_has_ended_since() -> None:
    paper = begun()
    paper.become(table(replace(game("", viewer=-1), round=3, turn=1, legal=()), you=None, open_hands=True, clock=None))
    paper.type("open end")
    assert show(paper, position(4))[-1] == "The end of the round: type open for the one after it."
    paper.type("open")
    assert paper.last() == Replay("K7QX")
    assert show(paper, position(0, 2))[0].startswith("Round 2 of table K7QX")


def test_steps_typed_ahead_are_made_one_after_the_other() -> None:
    paper = watched()
    paper.type("open", "open", "open")
    assert paper.bodies == [Replay("K7QX")]
    show(paper, position(0))
    assert paper.last() == Seek(1)
    show(paper, position(1))
    assert paper.last() == Seek(2)
    assert show(paper, position(2))[0].startswith("Round 1, move 2: ")
    assert len(paper.sent) == 3


def test_of_too_many_steps_typed_ahead_the_first_are_made() -> None:
    paper = begun()
    paper.type("open 3", *[f"open {number % 2}" for number in range(AHEAD)], *["open back"] * 5)
    sought = []
    for _ in range(AHEAD + 1):
        sought.append(paper.last())
        show(paper, position(3))
    assert sought == [Seek(3), *[Seek(number % 2) for number in range(AHEAD)]]
    assert paper.last() == sought[-1]


def test_a_refusal_is_told_and_the_next_open_begins_anew() -> None:
    paper = begun()
    paper.type("open", "open")
    sentence = "No finished match is open here: open one first."
    assert paper.answer(Refusal("no_replay", sentence)) == sentence
    paper.type("open")
    assert paper.last() == Replay("K7QX")


def test_one_that_was_only_too_fast_goes_on_where_it_was() -> None:
    paper = begun()
    paper.type("open")
    paper.answer(Refusal("slow_down", "That was a bit fast; wait a moment."))
    paper.type("open")
    assert paper.last() == Seek(1)


def test_in_the_first_round_there_is_nothing_to_open_yet() -> None:
    paper = watched(1)
    assert "Type open" not in paper.text
    assert paper.type("open") == "No round is over yet: its hands are open when the next one is dealt."
    assert "open [" not in paper.type("help")
    assert paper.sent == []


@pytest.mark.parametrize("view", [table(game(), open_hands=True), table(game("", viewer=-1), you=None)])
def test_whoever_plays_and_where_no_hands_are_open_it_is_said_why(view: object) -> None:
    paper = Paper(view)  # type: ignore[arg-type]  # a table
    assert paper.type("open") == "Open hands are for spectators, where the table allows it."
    assert "open [" not in paper.type("help")
    assert paper.sent == []


def test_help_offers_it_to_who_looks_on() -> None:
    paper = watched()
    assert "open [NUMBER|back|end|hands|deal]" in paper.type("help")
    assert "every hand open" in paper.type("help open")


def test_after_a_round_it_is_the_round_that_has_just_ended() -> None:
    paper = Paper(replace(tables.round_over(), you=None, open_hands=True))
    assert paper.text.endswith("Type open to hear the round, every hand open.")
    paper.type("open")
    assert paper.last() == Replay("K7QX")


def test_the_waiting_room_tells_everybody_of_open_hands() -> None:
    assert "Spectators see every hand, one round late." in Paper(room(3, open_hands=True)).text
    assert "every hand" not in Paper(room(3)).text


def test_a_round_is_heard_from_its_deal_to_its_end_while_the_next_one_runs() -> None:
    hall = Hall()
    ada = hall.come("Ada")
    wish = Create(Options(target_score=2000), seats=3, bots=("easy", "easy"), clock=None, start=True, open_hands=True)
    ada.client.send(wish)
    ada.wait(0.0)
    zoe: Reader = hall.come("Zoe", "watch", ada.table.code)
    ada.play()
    hall.hear()
    ada.type("ready")
    hall.hear()
    assert zoe.table.stage is Stage.PLAYING
    told: list[str] = []
    zoe.type("open")
    while not zoe.fresh[-1].startswith("The end of the round"):
        told += zoe.fresh
        zoe.type("open")
        hall.clock.advance(0.02)
    told += zoe.fresh
    replay = zoe.guest.link.replay
    assert replay is not None
    assert replay.game.round == 1
    moves = [line for line in told if line.startswith("Round 1, move ")]
    assert len(moves) == replay.length - 1
    assert [line for line in moves if line.endswith(":")] == [], "every move has something to tell"
    assert "Ada holds" in " ".join(told)
    assert "wins the round" in " ".join(told) or "win the round" in " ".join(told)
    ada.type("open")
    assert ada.said == "Open hands are for spectators, where the table allows it."
    zoe.check()
