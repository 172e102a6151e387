"""Lessons: each said once, when there is something to see, and never to who does not want them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.lessons import LESSONS, SCORE, due
from client.protocol import LOBBY, Learn, Refusal, Reply, Snapshot, Stage, TableView
from client.tui.screens.lesson import LessonPage
from client.tui.theme import Depth, Look
from engine.cards import Color, card
from engine.moves import Accept, Catch, Challenge, Draw, Keep, Play
from engine.view import Phase, PlayerView, Uno
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.paper import Paper
from tests.client.stage import Stage as Scene
from tests.client.stage import stage


def view(hand: str = "R7 B5 G9 RS B2", **changes: object) -> PlayerView:
    """A position of two."""
    return tables.game(hand, 2, **changes)  # type: ignore[arg-type]  # names of fields


def lesson(game: PlayerView, **changes: object) -> TableView:
    """A lesson's table."""
    return replace(tables.table(game, lesson=True), **changes)  # type: ignore[arg-type]  # names of fields


POSITIONS = {
    "aim": lesson(view(turn=1, legal=())),
    "match": lesson(view()),
    "skip": lesson(view(turn=1, legal=(), top=card("RS"))),
    "reverse": lesson(view(turn=1, legal=(), top=card("GR"), color=Color.GREEN)),
    "draw_two": lesson(view(turn=1, legal=(), top=card("B+2"), color=Color.BLUE)),
    "wild": lesson(view("W R7 B5")),
    "draw": lesson(view("B5 G9", legal=(Draw(),))),
    "keep": lesson(view("B5 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")), Keep()))),
    "uno": lesson(view("R7 B5")),
    "late": lesson(view("B5", turn=1, legal=(), uno=(Uno.OPEN, Uno.NONE))),
    "catch": lesson(view(uno=(Uno.NONE, Uno.OPEN), legal=(*view().legal, Catch(1)))),
    "challenge": lesson(
        view(phase=Phase.RESPOND, top=card("W+4"), color=Color.BLUE, pending=4, source=1, legal=(Accept(), Challenge()))
    ),
}


@pytest.mark.parametrize("name", [one.name for one in LESSONS])
def test_every_lesson_comes_when_its_position_does(name: str) -> None:
    told = {one.name for one in LESSONS} - {name}
    found = due(POSITIONS[name], told)
    assert found is not None
    assert found.name == name
    assert due(POSITIONS[name], {one.name for one in LESSONS}) is None


def test_what_is_left_to_teach_of_a_position_waits_for_the_next_whatever_is_answered_in_between() -> None:
    lines = Paper(lesson(view("W R7 B5", top=card("RS"), discard_count=2)))
    first = [line for line in lines.said if line.startswith("Lesson: ")]
    assert [line.partition(".")[0] for line in first] == ["Lesson: Welcome", "Lesson: Matching"]
    lines.type("play 1")
    told = lines.deliver(Reply(lines.sent[-1].id, Refusal("held", "All waits.")))
    assert told
    assert "Lesson: " not in told
    assert "Lesson: Skip" in lines.become(lesson(view("W R7 B5 G9", top=card("RS"), discard_count=2)))


def test_what_cannot_wait_is_said_first() -> None:
    for name in ("catch", "late", "challenge"):
        found = due(POSITIONS[name], {"aim"})
        assert found is not None
        assert found.name == name


def test_no_other_table_and_no_spectator_is_taught() -> None:
    assert due(replace(POSITIONS["match"], lesson=False), ()) is None
    assert due(replace(POSITIONS["match"], you=None), ()) is None


def test_the_end_explains_the_points() -> None:
    over = replace(tables.match_over(2), lesson=True, stage=Stage.MATCH_OVER)
    assert due(over, ()) is SCORE
    assert due(over, {"score"}) is None


def title(s: Scene) -> str:
    """Which lesson is open."""
    return s.app.top.lesson.name if isinstance(s.app.top, LessonPage) else ""


async def test_a_key_of_the_lobby_asks_for_it() -> None:
    async with stage(None) as s:
        await s.press("e")
        assert s.wire.bodies == [Learn()]
        assert s.wire.sent[0].table == LOBBY


async def test_enter_goes_from_one_to_the_next_and_then_the_table_has_its_keys() -> None:
    async with stage(None) as s:
        await take_seat(s, lesson(view("R7 B5 G9")))
        assert title(s) == "aim"
        await s.press("enter")
        assert title(s) == "match"
        assert s.wire.bodies == []
        await s.press("enter")
        assert title(s) == ""
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


async def take_seat(s: Scene, table: TableView) -> None:
    """The lobby says that the viewer is there now."""
    lobby = s.app.link.lobby
    assert lobby is not None
    s.wire.deliver(Snapshot(LOBBY, 50, replace(lobby, table=table.code)))
    await s.show(table)


async def test_a_key_for_the_cards_is_taken_at_once() -> None:
    async with stage(None) as s:
        await take_seat(s, lesson(view("R7 R5 G9")))
        assert title(s) == "aim"
        await s.press("d")
        assert title(s) == ""
        assert "Draw a card?" in s.status
        await s.press("enter")
        assert s.wire.bodies == [Draw()]


async def test_esc_ends_all_lessons_at_this_table() -> None:
    async with stage(None) as s:
        await take_seat(s, lesson(view()))
        await s.press("escape")
        assert title(s) == ""
        await s.show(POSITIONS["challenge"])
        assert title(s) == ""


async def test_a_question_of_the_game_is_asked_before_anything_is_taught() -> None:
    async with stage(None) as s:
        await take_seat(s, replace(tables.asked_color(), lesson=True))
        assert s.app.top.name == "color"
        await s.press("enter")
        await s.show(POSITIONS["skip"])
        assert title(s) == "aim"


async def test_nothing_is_said_twice_or_over_something_else() -> None:
    async with stage(None) as s:
        await take_seat(s, lesson(view(turn=1, legal=())))
        await s.press("enter", "r")
        await s.show(POSITIONS["draw"])
        assert title(s) == ""
        await s.press("escape")
        await s.show(POSITIONS["draw"])
        assert title(s) == "draw"
        await s.press("enter")
        await s.show(POSITIONS["aim"])
        assert title(s) == ""


async def test_a_lesson_keeps_naming_the_card_it_came_up_for() -> None:
    async with stage(None) as s:
        await take_seat(s, lesson(view(turn=1, legal=())))
        await s.press("enter")
        await s.show(POSITIONS["draw_two"])
        assert title(s) == "draw_two"
        said = next(row for row in s.lines if "the next player draws two" in row)
        await s.show(lesson(view(top=card("G2"), turn=1, legal=())))
        assert title(s) == "draw_two"
        assert said in s.lines


@pytest.mark.parametrize(
    ("file", "name", "size", "look"),
    [
        ("lesson-80x24", "challenge", (80, 24), Look()),
        ("lesson-40x12", "challenge", (40, 12), Look()),
        ("lesson-80x24-ascii", "match", (80, 24), Look(Depth.MONO, unicode=False)),
        ("lesson-60x16", "catch", (60, 16), Look()),
    ],
)
async def test_it_looks_as_it_should(file: str, name: str, size: tuple[int, int], look: Look) -> None:
    async with stage(None, size, look) as s:
        await take_seat(s, lesson(view(turn=1, legal=())))
        while title(s) == "aim":
            await s.press("enter")
        await s.show(POSITIONS[name])
        assert title(s) == name
        assert_golden(file, s.screen)


async def test_what_does_not_fit_above_the_hand_is_said_in_parts() -> None:
    async with stage(None, (40, 12)) as s:
        await take_seat(s, lesson(view("R7 B5 G9")))
        assert "(1 of 2)" in s.screen
        assert "gets rid of all cards" in s.screen
        assert "[R7 ]" in s.screen
        await s.press("enter")
        assert title(s) == "aim"
        assert "(2 of 2)" in s.screen
        assert "and you play on alone." in s.screen
        await s.press("enter")
        assert title(s) == "match"


@pytest.mark.parametrize("name", [one.name for one in (*LESSONS, SCORE)])
async def test_every_lesson_fits_whole_on_the_smallest_screen(name: str) -> None:
    async with stage(None, (40, 12)) as s:
        await take_seat(s, POSITIONS.get(name) or replace(tables.match_over(2), lesson=True))
        for _ in range(2 * len(LESSONS)):
            if title(s) != name:
                await s.press("enter")
        assert title(s) == name
        page = s.app.top
        assert isinstance(page, LessonPage)
        last = page.lesson.sentences[-1].split()[-1]
        for _ in range(page.parts - 1):
            await s.press("enter")
        assert title(s) == name
        assert last in s.screen, s.screen
