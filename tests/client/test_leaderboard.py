"""The leaderboard: one rule set at a time, the viewer's own line in sight, and what it takes to be listed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Command, Message, Reply, Snapshot, Top, TopLine, TopView
from client.tui.screens.leaderboard import LeaderboardPage
from client.tui.theme import Depth, Look
from tests.client import lobbies, pasts, tables
from tests.client.golden import assert_golden
from tests.client.scenes import scene
from tests.client.stage import stage

ASCII = Look(Depth.MONO, unicode=False)


@pytest.mark.parametrize(
    ("name", "size", "look", "keys"),
    [
        ("leaderboard-80x24", (80, 24), Look(), ()),
        ("leaderboard-80x24-ascii", (80, 24), ASCII, ()),
        ("leaderboard-60x16", (60, 16), Look(), ()),
        ("leaderboard-40x12", (40, 12), Look(), ()),
        ("leaderboard-160x50", (160, 50), Look(), ()),
        ("leaderboard-empty-80x24", (80, 24), Look(), ("tab",)),
        ("leaderboard-empty-40x12", (40, 12), Look(), ("left",)),
    ],
)
async def test_a_leaderboard_looks_as_it_did(name: str, size: tuple[int, int], look: Look, keys: tuple[str, ...]) -> None:
    async with scene("leaderboard", size, look) as s:
        for key in keys:
            await s.press(key)
        assert_golden(name, s.screen)


async def test_the_viewers_own_line_is_marked_and_in_sight() -> None:
    async with scene("leaderboard") as s:
        own = next(row for row in s.lines if row.startswith(" ▸"))
        assert own.split() == ["▸", "31", "Ada", "(you)", "1483", "14"]
        await s.press("home")
        assert [row.split()[:2] for row in s.lines[4:6]] == [["1", "Ada"], ["2", "Bo"]]
        await s.press("end")
        assert "23–40 of 40" in s.lines[0]


async def test_who_is_too_far_down_to_be_listed_stands_below_the_list() -> None:
    async with stage(None) as s:
        s.wire.answer = lambda command: told(command, pasts.top("classic", 200))
        await s.press("l")
        assert s.lines[-4].strip() == "…"
        assert s.lines[-3].split() == ["▸", "143", "Ada", "(you)", "1204", "9"]
        assert s.status.startswith("You are number 143 with 1204.")


async def test_newcomers_have_a_question_mark_and_no_rank() -> None:
    you = TopLine(0, "Ada", 1540, 2)
    async with stage(None) as s:
        s.wire.answer = lambda command: told(command, TopView("classic", (you,), you))
        await s.press("l")
        assert s.lines[4].split() == ["▸", "–", "Ada", "(you)", "1540?", "2"]
        assert s.status == "1540? until you played 3 more matches."


@pytest.mark.parametrize(("guest", "sentence"), [(False, "You are not rated yet"), (True, "Guests have no rating")])
async def test_who_is_not_rated_is_told_how_one_is(guest: bool, sentence: str) -> None:
    async with stage(None) as s:
        if guest:
            await lobbies.show(s, lobbies.crowd(you="~visitor"))
        s.wire.answer = lambda command: told(command, pasts.top("classic", None))
        await s.press("l")
        assert s.status.startswith(sentence)


async def test_keys_and_clicks_go_through_the_rule_sets_and_each_is_asked_for_once() -> None:
    async with scene("leaderboard") as s:
        await s.press("right", "tab", "l", "space", "right", "left", "h")
        asked = [body.rules for body in s.wire.bodies if isinstance(body, Top)]
        assert asked == ["classic", "all_wild", "official", "stacking", "mattel"]
        assert s.lines[0].startswith(" UNO  Leaderboard: Stacking")
        await s.pilot.click(offset=(s.lines[1].index("Official"), 1))
        await s.pilot.pause()
        assert s.lines[0].startswith(" UNO  Leaderboard: Official")


async def test_a_late_answer_about_another_rule_set_is_kept_apart() -> None:
    async with scene("leaderboard") as s:
        s.wire.answer = lambda command: ()
        await s.press("right")
        assert "One moment" in s.status
        s.wire.deliver(Snapshot("top:classic", 9, replace(pasts.top("classic"), you=None)))
        await s.pilot.pause()
        assert "One moment" in s.status


async def test_at_a_table_its_own_rule_set_comes_first() -> None:
    async with stage(tables.two_left()) as s:
        s.app.open(LeaderboardPage(s.app))
        await s.pilot.pause()
        assert s.lines[0].startswith(" UNO  Leaderboard: Stacking")


def told(command: Command, view: TopView) -> tuple[Message, ...]:
    """The answer with this leaderboard."""
    return Snapshot("top:classic", 1, view), Reply(command.id)
