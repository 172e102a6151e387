"""A few sentences in the middle of an empty page: the first says how things are, the others what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.tui.paint import Line, Row, blank, centre, wrap
from client.tui.palette import Palette

LONGEST: Final = 64
"""Cells of a line; longer ones are hard to read."""


def sentences(palette: Palette, told: Sequence[str], width: int, height: int) -> list[Row]:
    """At most `height` rows; an empty one between two sentences if there is room."""
    parts = [wrap(sentence, min(width - 4, LONGEST)) for sentence in told]
    apart = sum(map(len, parts)) + len(parts) - 1 <= height
    rows: list[Row] = []
    for number, lines in enumerate(parts):
        rows += [blank(width, palette.base)] if apart and rows else []
        style = palette.dim if number else palette.bright
        rows += [Line(width, palette.base).add(centre(line, width), style).row() for line in lines]
    return ([blank(width, palette.base)] * max(0, (height - len(rows)) // 2) + rows)[:height]
