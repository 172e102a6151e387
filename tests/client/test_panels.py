"""What is laid over the table looks as it did: answers, pickers, offers, and what those see who only watch."""

from __future__ import annotations

import pytest

from client.tui.theme import Depth, Look
from tests.client.golden import assert_golden
from tests.client.scenes import SCENES
from tests.client.stage import stage

ASCII = Look(Depth.MONO, unicode=False)
BIG, SMALL, TINY, WIDE = (80, 24), (60, 16), (40, 12), (160, 50)


@pytest.mark.parametrize(
    ("scene", "keys", "size", "look"),
    [
        ("skip", "", BIG, Look()),
        ("skip", "tab", BIG, Look()),
        ("skip", "a", SMALL, ASCII),
        ("skip", "", TINY, Look()),
        ("no_skip", "", BIG, Look()),
        ("stack", "tab", BIG, Look()),
        ("stack", "", WIDE, Look()),
        ("both_answers10", "x", BIG, Look()),
        ("jump", "j", BIG, Look()),
        ("jump", "", WIDE, Look()),
        ("all_wild10", "7 enter", BIG, Look()),
        ("all_wild10", "7 enter", TINY, ASCII),
        ("all_wild10", "8 enter right", WIDE, Look()),
        ("all_wild", "8 enter", SMALL, Look()),
        ("gentle_swap", "end enter left", BIG, Look()),
        ("seven", "home right enter", BIG, Look()),
        ("seven", "home", TINY, Look()),
        ("accusable", "c", BIG, Look()),
        ("asked_color", "", BIG, Look()),
        ("asked_color", "g", TINY, ASCII),
        ("placed", "", WIDE, Look()),
        ("placed", "", BIG, ASCII),
        ("teams", "", BIG, ASCII),
        ("teams_watched", "", BIG, Look()),
        ("teams_watched", "", SMALL, Look()),
        ("knocked_out", "", BIG, Look()),
        ("knocked_out_round", "", BIG, Look()),
        ("knocked_out_round", "", TINY, ASCII),
    ],
)
async def test_what_lies_over_the_table_looks_as_it_did(scene: str, keys: str, size: tuple[int, int], look: Look) -> None:
    async with stage(SCENES[scene](), size, look) as s:
        await s.press(*keys.split())
        name = "-".join([scene.replace("_", "-"), *keys.split(), f"{size[0]}x{size[1]}", *(["ascii"] if look is ASCII else [])])
        assert_golden(f"over-{name}", s.screen)


@pytest.mark.parametrize("scene", ["skip", "stack", "all_wild", "all_wild10", "seven", "asked_color"])
@pytest.mark.parametrize("size", [SMALL, BIG, WIDE])
async def test_whoever_is_asked_sees_his_own_line_whole(scene: str, size: tuple[int, int]) -> None:
    view = SCENES[scene]()
    assert view is not None
    async with stage(view, size) as s:
        await s.press("end", "left", "left", "enter")
        line = next(line for line in s.lines if line.startswith(" ▸ Ada  "))
        assert ("points" in line) == (view.options.target_score is not None)
        assert "by colour" in line


async def test_a_picker_leaves_the_log_beside_the_table_alone() -> None:
    async with stage(SCENES["all_wild10"](), WIDE) as s:
        await s.press("8", "enter")
        assert "Swap hands with whom?" in s.screen
        assert {line[116] for line in s.lines[1:-2]} == {"│"}


async def test_a_target_picker_says_what_comes_of_each_choice() -> None:
    async with stage(SCENES["all_wild"]()) as s:
        await s.press("8", "enter")
        assert s.status.startswith("You get Bo's 7 cards for your 8.")
        await s.press("right")
        assert s.status.startswith("You get Cyril's only card for your 8.")
        await s.press("escape", "7", "enter")
        assert s.status.startswith("Bo draws 2 cards, and holds 9 then.")


async def test_who_is_knocked_out_is_told_that_nobody_waits_for_him() -> None:
    async with stage(SCENES["knocked_out_round"]()) as s:
        assert s.status == "You are knocked out and only watch now; the next round does not wait for you."
        assert "ready" not in s.footer
        await s.press("enter")
        assert s.wire.bodies == []
