"""The order of the hand is remembered: asked of the lobby, and taken from it at every table and in every round."""

from __future__ import annotations

from client.protocol import LOBBY, Patch, Set, Setting
from client.tui.screens.table.page import TablePage
from tests.client import tables
from tests.client.stage import Stage, stage

CARDS = "G7 B5 R9"
BY_COLOR, AS_DRAWN = ["R9", "G7", "B5"], ["G7", "B5", "R9"]


def hand(s: Stage) -> list[str]:
    """The cards as they are shown."""
    page = s.app.base
    assert isinstance(page, TablePage)
    return [card.text for card in page.hand.cards]


def like(s: Stage, value: str) -> None:
    """The lobby tells how this person likes his hand."""
    version = s.app.link.lobby_version
    s.wire.deliver(Patch(LOBBY, version, version + 1, {"settings": (Setting("hand_order", value),)}, ()))


async def test_the_key_orders_the_hand_at_once_and_asks_the_lobby_to_remember_it() -> None:
    async with stage(tables.table(tables.game(CARDS))) as s:
        assert hand(s) == BY_COLOR
        await s.press("s")
        assert hand(s) == AS_DRAWN
        await s.press("s")
        assert hand(s) == BY_COLOR
        assert s.wire.bodies == [Set("hand_order", "drawn"), Set("hand_order", "color")]
        assert {command.table for command in s.wire.sent} == {LOBBY}


async def test_the_next_round_has_the_order_that_is_remembered() -> None:
    async with stage(tables.table(tables.game(CARDS))) as s:
        await s.press("s")
        like(s, "drawn")
        await s.show(tables.round_over())
        await s.show(tables.table(tables.game(CARDS)))
        assert hand(s) == AS_DRAWN
        await s.press("s")
        assert s.wire.bodies[-1] == Set("hand_order", "color")


async def test_an_answer_that_is_on_its_way_does_not_turn_the_hand_back() -> None:
    async with stage(tables.table(tables.game(CARDS))) as s:
        like(s, "color")
        await s.press("s")
        await s.show(tables.table(tables.game(CARDS, turn=1, legal=())))
        assert hand(s) == AS_DRAWN


async def test_another_terminal_of_the_same_person_follows() -> None:
    async with stage(tables.table(tables.game(CARDS))) as s:
        like(s, "drawn")
        await s.pilot.pause()
        assert hand(s) == AS_DRAWN
        like(s, "color")
        await s.pilot.pause()
        assert hand(s) == BY_COLOR
        assert s.wire.bodies == []
