"""CASES 2-10: from every screen, box and line of typing, Ctrl+C, Ctrl+D and Ctrl+Q lead to the question whether to leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import LOBBY, Leave, Snapshot, TableView
from client.tui.dialogs import Question
from tests.client.lobbies import room
from tests.client.scenes import SCENES
from tests.client.scenes import scene as on
from tests.client.stage import stage
from tests.client.tables import game, match_over, table

LEAVE = ("ctrl+c", "ctrl+d", "ctrl+q")
WAYS = [
    *((scene, ()) for scene in SCENES),
    *(("full", keys) for keys in [("t",), ("t", "h", "i"), ("question_mark",), ("r",), ("g",), ("d",), ("end", "enter")]),
    *(("lobby", keys) for keys in [("n",), ("j",), ("y",), ("r",), ("question_mark",), ("slash",)]),
    *(("seven", keys) for keys in [("home", "enter"), ("home", "right", "enter")]),
    ("accusable", ("c",)),
    ("both_answers10", ("x",)),
    ("round", ("question_mark",)),
    ("match", ("t",)),
]


@pytest.mark.parametrize(("scene", "keys"), WAYS, ids=lambda value: value if isinstance(value, str) else " ".join(value))
async def test_every_key_that_means_leave_asks_and_the_second_one_leaves(scene: str, keys: tuple[str, ...]) -> None:
    for key in LEAVE:
        async with on(scene) as s:
            await s.press(*keys)
            below = s.app.top
            await s.press(key)
            assert "Leave?" in s.screen
            await s.press("escape")
            assert "Leave?" not in s.screen
            assert s.app.top is below, "and what was open is open again"
            await s.press(key, key)
            assert s.app.return_value is not None


@pytest.mark.parametrize("key", LEAVE)
@pytest.mark.parametrize("size", [(1, 1), (20, 5), (39, 12)])
async def test_so_they_do_on_a_screen_that_is_too_small(key: str, size: tuple[int, int]) -> None:
    """CASES 2-13: nothing else has an effect there."""
    async with on("full", size) as s:
        await s.press("d", "enter", "3", "t", "x", key)
        assert s.wire.bodies == []
        await s.press(key)
        assert s.app.return_value is not None


@pytest.mark.parametrize("scene", ["lobby", "full", "match"])
async def test_the_question_answers_the_key_for_help_it_offers(scene: str) -> None:
    async with on(scene) as s:
        await s.press("ctrl+q")
        question = s.app.top
        assert "? help" in s.footer
        await s.press("question_mark")
        assert s.app.top.name == "help"
        await s.press("escape")
        assert s.app.top is question


async def test_help_on_a_question_lists_what_its_keys_do_there_and_no_others() -> None:
    async with on("full") as s:
        await s.press("ctrl+q", "question_mark")
        told = [line.split(maxsplit=1) for line in s.lines[1:] if line[2:3].strip()]
        assert told[:5] == [["Enter", "choose"], ["Esc", "back"], ["↑", "up"], ["↓", "down"], ["1-9", "select"]]
        assert [key for key, _ in told[5:7]] == ["Ctrl+L", "Ctrl+Q"]
        assert not any(words in s.screen for words in ("selected card", "card's number", "Settings:", "rules of this"))


@pytest.mark.parametrize("language", ["en", "fa", "sr", "lt"])
async def test_a_guest_on_the_smallest_screen_sees_every_way_out_and_the_whole_way_back(language: str) -> None:
    async with stage(table(game()), (40, 12), likes={"language": language}, address="-p 44599 localhost") as s:
        lobby = s.app.link.lobby
        assert lobby is not None
        s.wire.deliver(Snapshot(LOBBY, 9, replace(lobby, you="~guest", resume="QCXY9YQRNN")))
        await s.press("ctrl+q")
        question = s.app.top
        assert isinstance(question, Question)
        assert "ssh -t -p 44599 localhost back" in s.screen
        assert "QCXY9YQRNN" in s.screen
        answers = [hit for hit in question.hits if hit.action == "answer"]
        assert [hit.argument for hit in answers] == [0, 1, 2]
        assert all(0 < hit.y < 12 for hit in answers)


@pytest.mark.parametrize("before", [room(), match_over()], ids=["waiting", "match over"])
async def test_the_question_says_what_is_true_when_the_cards_are_dealt_meanwhile(before: TableView) -> None:
    async with stage(before) as s:
        await s.press("ctrl+q", "down")
        assert "becomes free" in s.screen
        await s.show(table(game()))
        assert "becomes free" not in s.screen
        assert "ends the match for you" in s.screen
        await s.press("enter")
        assert s.wire.bodies == [], "whoever had chosen to leave the table stays"
        assert "Leave?" not in s.screen


async def test_keys_on_their_way_when_the_cards_are_dealt_give_up_no_seat() -> None:
    async with stage(room()) as s:
        await s.press("ctrl+q")
        await s.show(table(game()))
        await s.press("down", "enter")
        assert s.wire.bodies == []
        assert "ends the match for you" in s.screen
        s.now[0] += 2
        await s.press("enter")
        assert s.wire.bodies == [Leave()]


async def test_the_question_stays_as_it_is_while_it_is_true() -> None:
    async with stage(table(game())) as s:
        await s.press("ctrl+q", "down")
        await s.show(table(game(turn=1, legal=())))
        await s.press("enter")
        assert s.wire.bodies == [Leave()]


async def test_asked_twice_it_means_yes_after_a_deal_and_in_another_language_too() -> None:
    async with stage(room()) as s:
        await s.press("ctrl+q")
        await s.show(table(game()))
        s.likes.like(language="lt")
        await s.pilot.pause()
        await s.press("ctrl+q")
        assert s.app.return_value is not None
