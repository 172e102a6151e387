"""What the status line and the key row say: answers that do not outstay their time, keys that work."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from client.protocol import Leave, Ready, Say, TableView
from client.tui.app import NOTICE
from engine.cards import Color, card
from engine.moves import Catch, ChooseColor, Play
from engine.options import Options
from engine.view import Phase
from tests.client import tables
from tests.client.lobbies import room
from tests.client.stage import stage


async def test_an_answer_goes_away_when_the_turn_comes() -> None:
    async with stage(tables.table(tables.game(turn=1, legal=()))) as s:
        await s.press("question_mark", "escape", "u")
        assert s.status == "There is no UNO to call now."
        await s.show(tables.table(tables.game(turn=1, legal=()), watchers=()))
        assert s.status == "There is no UNO to call now.", "nothing happened that it could be in the way of"
        await s.show(tables.table(tables.game()))
        assert s.status == "Your turn: Enter plays red 7."


async def test_an_answer_goes_away_when_somebody_can_be_caught() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("u")
        await s.show(tables.catchable())
        assert s.status == "Cyril has one card and did not call UNO: c catches!"


async def test_an_answer_fades_by_itself_and_leaves_no_timer() -> None:
    async with stage(tables.table(tables.game(), clock=None)) as s:
        await s.press("u")
        timer = s.app._hushing
        assert timer is not None
        assert 0 < timer.when() - asyncio.get_running_loop().time() <= NOTICE
        s.app._fade()
        assert s.status == "Your turn: Enter plays red 7."
        assert timer.cancelled()
        assert s.app._hushing is None


@pytest.mark.parametrize("view", [tables.table(tables.game()), room(), tables.round_over(), tables.match_over()])
async def test_while_a_line_is_typed_the_key_row_says_what_ends_it(view: TableView) -> None:
    async with stage(view) as s:
        await s.press("t", "h")
        assert s.footer == "Enter say  Esc never mind  Ctrl+Q leave"
        await s.pilot.click(offset=(s.footer.index("never") + 1, 23))
        await s.pilot.pause()
        assert "say" not in s.footer
        assert s.wire.bodies == []
        await s.press("t", "h")
        await s.pilot.click(offset=(3, 23))
        await s.pilot.pause()
        assert s.wire.bodies == [Say("h")]


async def test_the_second_half_of_a_double_enter_is_not_meant_for_the_page() -> None:
    async with stage(tables.round_over()) as s:
        await s.press("t", "h", "enter", "enter")
        assert s.wire.bodies == [Say("h")]
        s.now[0] += 0.5
        await s.press("enter")
        assert s.wire.bodies == [Say("h"), Ready()]


async def test_escape_leads_from_the_last_hands_to_the_ranking() -> None:
    async with stage(tables.match_over()) as s:
        await s.press("v")
        assert "Esc ranking" in s.footer
        await s.press("escape")
        assert "Esc lobby" in s.footer
        assert s.app.is_running
        assert s.wire.bodies == []


@pytest.mark.parametrize(
    "view",
    [
        tables.table(tables.game("", viewer=-1, turn=1, legal=())),
        room(),
        tables.round_over(),
        tables.match_over(),
    ],
)
async def test_a_spectator_goes_back_to_the_lobby_unasked(view: TableView) -> None:
    async with stage(replace(view, you=None)) as s:
        assert "Esc lobby" in s.footer
        await s.press("escape")
        assert s.wire.bodies == [Leave()]


async def test_the_engines_question_waits_until_whoever_is_to_be_caught_is_chosen() -> None:
    view = tables.game(turn=1, legal=(Catch(2), Catch(3)))
    options = Options(false_catch_penalty=1)
    async with stage(tables.table(view, options=options)) as s:
        await s.press("c")
        assert "Catch whom?" in s.screen
        legal = (*(ChooseColor(color) for color in Color), Catch(2), Catch(3))
        asked = tables.game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal)
        await s.show(tables.table(asked, options=options))
        assert "Catch whom?" in s.screen
        await s.press("enter")
        assert "Which colour?" in s.screen
        await s.press("b", "enter")
        assert s.wire.bodies == [Catch(2), ChooseColor(Color.BLUE)]


async def test_a_picker_that_closes_by_itself_makes_room_for_the_engines_question() -> None:
    view = tables.game(turn=1, legal=(Catch(2), Catch(3)))
    async with stage(tables.table(view, options=Options(false_catch_penalty=1))) as s:
        await s.press("c")
        legal = tuple(ChooseColor(color) for color in Color)
        await s.show(tables.table(tables.game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal)))
        assert "Catch whom?" not in s.screen
        assert "Which colour?" in s.screen


async def test_a_said_line_keeps_no_other_key_from_its_work() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", "h", "enter", "left", "right", "enter")
        assert s.wire.bodies == [Say("h"), Play(card("R7"))]
