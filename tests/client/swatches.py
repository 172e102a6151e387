"""A painted screen written down: its characters, and its styles as runs of letters with a legend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from string import ascii_letters

from rich.style import Style
from textual.strip import Strip


class Swatches:
    """Letters for styles, in the order in which they are met; `.` is the ground."""

    def __init__(self) -> None:
        self._letters: dict[str, str] = {}

    def letter(self, told: str) -> str:
        """The letter of a style."""
        return self._letters.setdefault(told, ascii_letters[len(self._letters)])

    def row(self, strip: Strip, ground: str) -> str:
        """`4.12a3b`: how many cells of which style, from the left; the ground at the right end is left out."""
        cells = ((_told(segment.style), segment.cell_length) for segment in strip)
        runs = [(told, sum(count for _, count in run)) for told, run in groupby(cells, key=lambda cell: cell[0])]
        if runs and runs[-1][0] == ground:
            runs.pop()
        return "".join(f"{count}{'.' if told == ground else self.letter(told)}" for told, count in runs)

    def rows(self, strips: Sequence[Strip], ground: Style) -> str:
        """Every row that is not ground alone, by its number."""
        runs = ((y, self.row(strip, _told(ground))) for y, strip in enumerate(strips))
        return "".join(f"{y:>2} {run}\n" for y, run in runs if run)

    @property
    def legend(self) -> str:
        """What each letter stands for."""
        return "".join(f"{letter}  {told}\n" for told, letter in self._letters.items())


def _told(style: Style | None) -> str:
    return str(style or "none")


def text(strips: Sequence[Strip]) -> str:
    """The characters, without blanks at the right."""
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)
