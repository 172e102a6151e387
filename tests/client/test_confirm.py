"""Confirming a card before it is played, for those who like it."""

from __future__ import annotations

from dataclasses import replace

from client.tui.screens.table.page import TablePage
from engine.cards import card
from engine.moves import Play, SayUno
from tests.client import tables
from tests.client.stage import Stage, stage

ON = {"confirm": "on"}


def page(s: Stage) -> TablePage:
    """The table."""
    assert isinstance(s.app.base, TablePage)
    return s.app.base


async def test_the_first_enter_asks_and_the_second_plays() -> None:
    async with stage(tables.table(tables.game("R7 B5 G9")), likes=ON) as s:
        await s.press("enter")
        assert s.wire.bodies == []
        assert s.status == "Play red 7? Enter plays it, Esc puts it back."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


async def test_it_is_short_where_there_is_little_room() -> None:
    async with stage(tables.table(tables.game("R7 B5 G9")), (40, 12), likes=ON) as s:
        await s.press("enter")
        assert s.status == "Play R7? Enter yes, Esc no."


async def test_esc_another_card_or_another_position_takes_it_back() -> None:
    async with stage(tables.table(tables.game("R7 R5 G9")), likes=ON) as s:
        await s.press("enter", "escape", "enter")
        assert page(s).picked == card("R5"), "cards of one colour lie in order"
        await s.press("right")
        assert page(s).picked is None
        await s.press("enter")
        assert page(s).picked == card("R7")
        await s.show(tables.table(tables.game("R7 R5 G9", turn=1, legal=())))
        assert page(s).picked is None
        assert s.wire.bodies == []


async def test_uno_may_be_called_between_the_two() -> None:
    view = tables.game("R7 G9")
    legal = (*view.legal, SayUno())
    async with stage(tables.table(replace(view, legal=legal)), likes=ON) as s:
        await s.press("enter")
        assert s.status == "Play red 7? Enter plays it, u first to call UNO; Esc puts it back."
        await s.press("u")
        assert s.status == "Play red 7 and call UNO? Enter plays it, Esc puts it back."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"), uno=True)]


async def test_uno_is_reminded_of_where_there_is_little_room() -> None:
    view = tables.game("R7 G9")
    async with stage(tables.table(replace(view, legal=(*view.legal, SayUno()))), (40, 12), likes=ON) as s:
        await s.press("enter")
        assert s.status == "Play R7? Enter yes, u first: UNO!"
        await s.press("u")
        assert s.status == "R7 and UNO? Enter yes, Esc no."


async def test_a_wild_asks_for_its_colour_and_for_nothing_else() -> None:
    async with stage(tables.table(tables.game("W B5")), likes=ON) as s:
        await s.press("end", "enter")
        assert s.app.top.name == "color"
        await s.press("enter")
        assert [type(body) for body in s.wire.bodies] == [Play]


async def test_nothing_is_asked_of_who_did_not_ask_for_it() -> None:
    async with stage(tables.table(tables.game("R7 B5 G9"))) as s:
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]
