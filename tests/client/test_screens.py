"""Every screen at every size and look: complete, exact, in the characters and colours it may use."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.strip import Strip

from client.protocol import Stage
from client.tui.app import UnoApp
from client.tui.theme import Depth, Look
from tests.client import tables
from tests.client.scenes import SCENES
from tests.client.scenes import scene as on
from tests.client.stage import stage

SIZES = [(80, 24), (40, 12), (60, 16), (79, 23), (110, 30), (160, 50), (500, 200)]
ART = set("─│╭╮╰╯━┃┏┓┗┛┣┫╺╸┻╋←→↑↓–…·░▮▯▸◂▴▾⊘⇄✓×◉")
"""The shapes we draw. Lines, arrows and dashes may be two cells wide in an East Asian legacy setting; whoever has
one chooses ASCII. Everything else is narrow by the standard."""


def strips(app: UnoApp) -> list[Strip]:
    return app.canvas.render_lines(app.canvas.size.region)


@pytest.mark.parametrize("scene", SCENES)
async def test_every_row_is_as_wide_as_the_screen(scene: str) -> None:
    for width, height in SIZES:
        async with on(scene, (width, height)) as s:
            widths = [sum(cell_len(segment.text) for segment in strip) for strip in strips(s.app)]
            assert widths == [width] * height


@pytest.mark.parametrize("scene", SCENES)
async def test_only_known_shapes_are_drawn(scene: str) -> None:
    """CASES 2-21: none of our own is ambiguous in width but lines, arrows and dashes."""
    async with on(scene) as s:
        drawn = {c for c in s.screen if not c.isascii()} - set("".join(tables.NAMES))
        assert drawn <= ART
        assert not any(unicodedata.east_asian_width(c) in "WF" for c in drawn)


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
async def test_ascii_draws_no_byte_above_127(scene: str, size: tuple[int, int]) -> None:
    async with on(scene, size, Look(Depth.MONO, unicode=False)) as s:
        assert s.screen.isascii()


@pytest.mark.parametrize("scene", SCENES)
async def test_mono_uses_no_colour(scene: str) -> None:
    """CASES 2-19."""
    async with on(scene, look=Look(Depth.MONO)) as s:
        styles = [segment.style for strip in strips(s.app) for segment in strip if segment.style]
        assert [style for style in styles if style.color is not None or style.bgcolor is not None] == []


async def test_sixteen_colours_use_the_terminals_own_sixteen() -> None:
    async with stage(tables.full_table(), look=Look(Depth.ANSI16)) as s:
        styles = [segment.style for strip in strips(s.app) for segment in strip if segment.style]
        colors = [color for style in styles for color in (style.color, style.bgcolor) if color and not color.is_default]
        assert {color.number for color in colors} <= set(range(16))


async def test_one_look_at_the_full_table_answers_everything() -> None:
    """CASES 2-12."""
    async with stage(tables.full_table()) as s:
        screen = s.screen
        for name in tables.NAMES:
            assert name in screen
        assert "Your turn" in s.lines[0]
        assert "0:24" in s.lines[0]
        assert "R  RED" in screen
        assert "red or 3" in screen
        assert "clockwise" in screen
        assert "▸▸" in screen
        assert "▸ Ada  25 " in screen
        assert "Cyril  UNO" in screen
        assert "499 pts dealer" in screen
        assert "250 pts away" in screen
        assert "1–13 of 25" in screen
        assert "! Cyril calls UNO!" in screen
        assert s.footer.startswith("Enter play  d draw")
        assert s.footer.endswith("? help  Ctrl+Q leave")


async def test_direction_is_drawn_the_other_way_round() -> None:
    async with stage(tables.table(tables.game(direction=-1))) as s:
        assert "counter-clockwise" in s.screen
        assert "◂◂" in s.lines[4]


async def test_a_small_screen_names_the_size_it_needs_and_only_leaving_works() -> None:
    """CASES 2-13."""
    async with stage(tables.table(tables.game()), (20, 5)) as s:
        assert " ".join(s.screen.split()) == "need 40×12, have 20×5"
        await s.press("d", "enter", "t", "question_mark", "enter")
        assert s.wire.bodies == []
        await s.press("ctrl+q")
        assert "Leave?" in s.screen
        await s.press("escape")
        assert "need 40×12" in s.screen
        await s.press("ctrl+c", "ctrl+c")
        assert s.app.return_value is not None


async def test_nothing_is_promised_to_who_leaves_and_nothing_untrue_said_of_a_fault() -> None:
    async with stage(None) as s:
        await s.press("ctrl+q")
        assert "You are in the lobby." in s.screen
        assert "wait for you" not in s.screen
    async with stage(replace(tables.table(tables.game()), stage=Stage.BROKEN)) as s:
        assert "because of a fault" in s.screen
        assert "rating" not in s.screen


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (39, 12), (40, 11)])
async def test_the_smallest_screens_break_nothing(size: tuple[int, int]) -> None:
    """CASES 2-13."""
    async with stage(tables.full_table(), size) as s:
        await s.press("ctrl+q", "x")
        await s.pilot.resize_terminal(80, 24)
        await s.pilot.pause()
        assert "Leave?" in s.screen


@pytest.mark.parametrize("scene", SCENES)
async def test_help_lists_the_keys_of_the_page_below(scene: str) -> None:
    """CASES 2-08."""
    async with on(scene) as s:
        below = s.app.top.name
        if s.app.top.floats:
            return
        await s.press("question_mark")
        assert s.lines[0].startswith(" UNO  Keys")
        await s.press("escape")
        assert s.app.top.name == below


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
@pytest.mark.parametrize("keys", [(), ("o",)], ids=["lobby", "settings"])
async def test_help_between_games_tells_what_is_typed_after_ssh(keys: tuple[str, ...], size: tuple[int, int]) -> None:
    async with stage(None, size, address="-p 2222 localhost") as s:
        await s.press(*keys, "question_mark", "end")
        told = " ".join(line.strip() for line in s.lines)
        assert "ssh -p 2222 localhost help lists more" in told
        assert "another key of yours" in told


@pytest.mark.parametrize("scene", ["answer", "stack", "nothing_to_stack", "both_answers", "both_answers10", "jump"])
@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24), (120, 32)])
async def test_no_panel_hides_what_lies_on_the_pile_or_whose_turn_it_is(scene: str, size: tuple[int, int]) -> None:
    view = SCENES[scene]()
    assert view is not None
    assert view.game is not None
    async with stage(view, size) as s:
        assert view.game.top.text in s.screen
        assert view.game.color is not None
        assert view.game.color.value.upper() in s.screen
        assert "turn" in s.lines[0]
        if view.game.pending:
            assert "4 pending" in s.screen or "4 cards for you" in s.screen
