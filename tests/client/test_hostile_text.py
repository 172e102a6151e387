"""Names and chat that attack the screen: they stay text, in their cells."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from client.protocol import Said, Stage
from client.usertext import clean
from tests.client import tables
from tests.client.stage import stage

NAMES = [
    "[red]x[/]",
    "[/nope]",
    "[@click=app.exit]free[/]",
    "{name}",
    "{0.__class__}",
    "%s%n",
    "漢字漢字漢字漢字漢字漢字",
    "e" + "\u0301" * 2 + "xyz",
    "a" * 60,
    "شطرنج‌باز",
    *(clean(typed, 16) for typed in ("e" + "\u0301" * 40, "👨\u200d👩\u200d👧", "⛑\ufe0f", "\u202egnp.x", "a\u2066b\u2069")),
    "한국어",
    "",
]
"""As they come through the one door for what is typed, or as they never do: CASES 2-21, 2-22."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12), (120, 32)])
async def test_names_and_chat_are_shown_as_text_in_their_cells(name: str, size: tuple[int, int]) -> None:
    for scene in (
        tables.table(tables.game()),
        tables.challenged(),
        tables.revealed(),
        tables.round_over(),
        tables.match_over(),
    ):
        chairs = tuple(replace(chair, name=name) if seat else chair for seat, chair in enumerate(scene.chairs))
        view = replace(scene, chairs=chairs, log=(*scene.log, Said(name, name * 3, False)))
        async with stage(view, size) as s:
            rows = s.app.canvas.render_lines(s.app.canvas.size.region)
            assert {sum(cell_len(segment.text) for segment in strip) for strip in rows} == {size[0]}
            if name and cell_len(name) <= 7 and view.stage is Stage.PLAYING:
                assert name in s.screen


async def test_a_template_in_chat_is_not_filled_in() -> None:
    view = tables.table(tables.game())
    async with stage(replace(view, log=(Said("{words}", "{name} [b]hi[/b]", False),))) as s:
        assert '" {words}: {name} [b]hi[/b]' in s.screen


async def test_controls_of_direction_in_a_name_turn_nothing_around() -> None:
    """CASES 2-22."""
    view = tables.table(tables.game())
    name = clean("\u202egnp.x", 16)
    chairs = tuple(replace(chair, name=name) if seat == 1 else chair for seat, chair in enumerate(view.chairs))
    async with stage(replace(view, chairs=chairs)) as s:
        assert "gnp.x" in s.screen
        assert not any("\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069" for character in s.screen)
