"""Every screen in every layout, in colour, without, and in ASCII, as it looked when a person last approved of it.

`tests/golden/screens/SCENE.txt` has for each layout the characters, and the styles in full colour, without colour and (at
80×24) in sixteen as runs of letters: `4.12a3b` is four cells of the ground, twelve of `a`, three of `b`. A legend ends it.
"""

from __future__ import annotations

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from client.bidi import Bidi, shown
from client.play.likings import LANGUAGES
from client.tui.paint import to_ascii
from client.tui.theme import Depth, Look
from tests.client.golden import assert_golden
from tests.client.scenes import PAGES, SCENES
from tests.client.scenes import scene as on
from tests.client.swatches import Swatches, text

WIDE, BIG, SMALL, TINY = (160, 50), (80, 24), (60, 16), (40, 12)
LOOKS = {"colour": Look(), "sixteen colours": Look(Depth.ANSI16), "mono": Look(Depth.MONO)}
ASCII = Look(Depth.MONO, unicode=False)


async def painted(scene: str, size: tuple[int, int], look: Look) -> tuple[list[Strip], Style]:
    """A scene, and its ground."""
    async with on(scene, size, look) as s:
        return s.app.canvas.render_lines(s.app.canvas.size.region), s.app.palette.base


def in_ascii(strip: Strip) -> str:
    """A row as it must read in ASCII: Persian is called by another name there, for it has no letters of its own."""
    name, plain = LANGUAGES["fa"]
    drawn = shown(name, Bidi.OURS, True)
    assert len(drawn) == len(plain)
    return "".join(one.text for one in to_ascii(tuple(Segment(one.text.replace(drawn, plain)) for one in strip)))


@pytest.mark.parametrize("scene", [*SCENES, *PAGES])
async def test_a_screen_looks_as_it_did_in_every_layout_and_look(scene: str) -> None:
    """`UPDATE_GOLDEN=1 pytest` rewrites the files; a person reads the difference.

    CASES 2-23: in ASCII it is the same screen in other characters, cell by cell, so that one look approves of both.
    """
    parts, swatches = [], Swatches()
    for size in (WIDE, BIG, SMALL, TINY):
        looks = {name: look for name, look in LOOKS.items() if size == BIG or look.depth is not Depth.ANSI16}
        screens = {name: await painted(scene, size, look) for name, look in looks.items()}
        mono, _ = screens["mono"]
        parts.append(f"═══ {size[0]}x{size[1]} ═══\n{text(mono)}")
        for name, (screen, ground) in screens.items():
            assert text(screen) == text(mono), "colours change no character"
            parts.append(f"─── {name} ───\n{swatches.rows(screen, ground)}")
        plain, _ = await painted(scene, size, ASCII)
        assert [strip.text for strip in plain] == [in_ascii(strip) for strip in mono]
        assert text(plain).isascii()
    assert_golden(f"screens/{scene.replace('_', '-')}", "".join([*parts, "═══ legend ═══\n", swatches.legend]))
