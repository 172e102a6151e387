"""The turn clock on the title bar."""

from __future__ import annotations

from client.play.clock import clock_words
from client.text import Text
from client.tui.paint import Line
from client.tui.palette import Palette

BAR = 8


def paint_clock(line: Line, palette: Palette, text: Text, left: int, limit: int) -> None:
    """`0:24 ▮▮▮▮▮▮▯▯` on the title bar."""
    full = -(-left * BAR // limit) if limit else 0
    style = palette.warn if left <= 5 else palette.bar_accent
    line.add(text.number(clock_words(left)), style).add(" ", palette.bar)
    line.add("▮" * full, palette.bar_accent).add("▯" * (BAR - full), palette.bar_dim)
