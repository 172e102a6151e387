"""The Linux console draws the glyphs of a PC's old font and boxes for everything else: our screens must do with those."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.ssh.glyphs import cells
from server.ssh.terminal import Glyphs

ROOT = Path(__file__).parent.parent.parent
FONT = set(bytes(range(128, 256)).decode("cp437")) | set("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼")
OURS = sorted(
    {
        letter
        for path in (ROOT / "client" / "tui").rglob("*.py")
        for letter in path.read_text()
        if not (letter.isascii() or letter.isalpha())
    }
)


@pytest.mark.parametrize("letter", OURS)
def test_every_shape_our_screens_use_has_one_in_the_consoles_font(letter: str) -> None:
    drawn = cells(letter, Glyphs.CONSOLE)
    assert len(drawn) == 1
    assert drawn[0].isascii() or drawn[0] in FONT


def test_a_heavy_frame_does_not_look_like_a_light_one() -> None:
    assert cells("┏━┓┃┗┛", Glyphs.CONSOLE) != cells("╭─╮│╰╯", Glyphs.CONSOLE) == "┌─┐│└┘"
