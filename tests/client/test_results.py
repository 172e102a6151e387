"""The pages after a round and after a match: Enter waits until the result was seen, and every mark says what it means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Ready, Rematch, Stage, TableView
from client.tui.screens.round_over import SETTLING, HandsPage
from engine.view import Phase
from tests.client import pasts, tables
from tests.client.scenes import SCENES
from tests.client.stage import stage

RESULTS = [(tables.round_over, Ready, "ready"), (tables.match_over, Rematch, "rematch")]


@pytest.mark.parametrize(("over", "verb", "label"), RESULTS, ids=["round", "match"])
async def test_an_enter_meant_for_the_cards_does_not_take_the_result_away(over: object, verb: type, label: str) -> None:
    assert callable(over)
    async with stage(tables.table(tables.game())) as s:
        await s.show(over())
        page = s.app.base
        assert isinstance(page, HandsPage)
        is_due = page.ticks
        await s.press("enter", "enter")
        assert s.wire.bodies == []
        assert f"Enter {label}" not in s.footer
        assert "Enter" not in s.status
        s.now[0] += SETTLING
        assert (is_due, page.ticks) == (True, False), "it is painted anew when Enter is offered"
        await s.press("down")
        assert f"Enter {label}" in s.footer
        assert "Enter" in s.status
        await s.press("enter")
        assert [type(body) for body in s.wire.bodies] == [verb]


@pytest.mark.parametrize(("over", "verb", "label"), RESULTS, ids=["round", "match"])
async def test_who_comes_to_a_result_may_go_on_at_once(over: object, verb: type, label: str) -> None:
    assert callable(over)
    async with stage(over()) as s:
        assert f"Enter {label}" in s.footer
        await s.press("enter")
        assert [type(body) for body in s.wire.bodies] == [verb]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_marks_of_a_match_that_is_over_are_explained_where_there_are_any(size: tuple[int, int]) -> None:
    rated = pasts.rated_match()
    async with stage(rated, size) as s:
        assert "✓  2. Cyril" in s.screen
        assert "✓ would play again" in s.screen
        assert "? provisional" in s.screen
    settled = tuple(replace(change, games=30) for change in rated.ratings)
    alone = tuple(replace(chair, ready=False) for chair in rated.chairs)
    async with stage(replace(rated, ratings=settled, chairs=alone), size) as s:
        assert "✓" not in s.screen
        assert "provisional" not in s.screen
        assert "p shows it again" in s.screen


def of_one_round(view: TableView) -> TableView:
    """The same table, where one round decides."""
    assert view.game is not None
    game = replace(view.game, scores=(0,) * view.game.seats)
    return replace(view, game=game, options=replace(view.options, target_score=None))


@pytest.mark.parametrize("size", [(160, 50), (80, 24), (60, 16), (40, 12)])
@pytest.mark.parametrize("scene", ["table", "teams", "teams_watched"])
async def test_where_one_round_decides_nobody_is_said_to_have_points(scene: str, size: tuple[int, int]) -> None:
    view = SCENES[scene]()
    assert view is not None
    async with stage(view, size) as s:
        assert any(word in s.screen for word in ("pts", "points", "us 1", "team A 1"))
    async with stage(of_one_round(view), size) as s:
        assert not any(word in s.screen for word in ("pts", " 0 point", "us 0", "team A 0"))
        assert "R3" in s.screen


async def test_a_card_just_drawn_that_can_be_played_has_both_marks_on_the_smallest_screen() -> None:
    async with stage(tables.table(tables.game("B5 G7 Y2")), (40, 12)) as s:
        await s.show(tables.table(tables.game("B5 G7 Y2 R9 B1")))
        assert s.lines[-4].split() == ["R9", "[Y2", "]", "G7", "B1", "B5"]
        assert s.lines[-3].split() == ["▴new", "new"]


async def test_a_result_too_long_for_the_smallest_screen_says_which_part_of_it_is_shown() -> None:
    async with stage(tables.round_over(), (40, 12)) as s:
        assert s.lines[0].endswith("1–9 of 10")
        await s.press("down")
        assert s.lines[0].endswith("2–10 of 10")
    ten = tables.round_over(10)
    assert ten.game is not None
    ranked = replace(ten.game, phase=Phase.MATCH_OVER, scores=tuple(range(520, 420, -10)), ranks=tuple(range(1, 11)))
    async with stage(replace(ten, stage=Stage.MATCH_OVER, game=ranked), (40, 12)) as s:
        assert s.lines[0].endswith("1–9 of 13")
        await s.press("down", "down")
        assert s.lines[0].endswith("3–11 of 13")
    async with stage(tables.match_over(), (40, 12)) as s:
        assert s.lines[0] == " UNO  Table K7QX  the match is over"
