"""The middle of the table, drawn: the ring that shows the direction, the two piles, and the colour that counts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rich.style import Style

from client.names import color_name
from client.play.middle import Middle, matching
from client.text import Text
from client.tui.paint import Line, Row, blank, cells, centre, clip, seg, wrap
from client.tui.palette import Palette
from client.tui.parts.cards import back, face

_WORDS: Final = 14
"""Cells beside the piles for what is said of them."""


@lru_cache(maxsize=512)
def ring(palette: Palette, text: Text, middle: Middle, width: int, height: int) -> tuple[Row, ...]:
    """The whole middle, `height` rows of `width`: a ring in the colour that counts, arrows along it, piles inside."""
    line = palette.ink[middle.color] if middle.color else palette.bright
    clockwise = middle.direction > 0
    inner = inside(palette, text, middle, width - 2, height - 2)
    rows: list[Row] = [(seg("╭" + _flat(width - 2, "▸▸" if clockwise else "◂◂") + "╮", line),)]
    for y, row in enumerate(inner):
        arrow = y % 3 == 1
        left = ("▴" if clockwise else "▾") if arrow else "│"
        right = ("▾" if clockwise else "▴") if arrow else "│"
        rows.append((seg(left, line), *row, seg(right, line)))
    name = f" {text('clockwise') if clockwise else text('counter-clockwise')} "
    rows.append((seg("╰" + _flat(width - 2, "◂◂" if clockwise else "▸▸", name) + "╯", line),))
    return tuple(rows)


def _flat(width: int, arrow: str, name: str = "") -> str:
    """A horizontal side: arrows a quarter from each end, a name (or more arrows) in the middle."""
    middle = name or arrow
    quarter = max(1, width // 5)
    between = width - 2 * quarter - 2 * len(arrow) - cells(middle)
    if between < 2:
        return centre(arrow, width).replace(" ", "─")
    left = "─" * quarter + arrow + "─" * (between // 2)
    return left + middle + "─" * (between - between // 2) + arrow + "─" * quarter


def middle_line(palette: Palette, text: Text, middle: Middle, width: int) -> Row:
    """The middle as one row: direction, top card, the colour that counts, what fits, cards left to draw."""
    line = Line(width, palette.base).add(" ")
    arrows = "▸▸▸" if middle.direction > 0 else "◂◂◂"
    line.add(arrows, palette.ink[middle.color] if middle.color else palette.bright).add(" ")
    line.add(f" {middle.top.text} ", palette.card[middle.top.color]).add("  ")
    if middle.color is not None:
        line.add(f" {middle.color.letter} {color_name(text, middle.color).upper()} ", palette.swatch[middle.color]).add("  ")
    if middle.pending:
        line.add(text("{count} to draw", count=middle.pending), palette.warn).add("  ")
    fits = matching(text, middle)
    if cells(fits) <= line.room:
        line.add(fits, palette.dim)
    left = text("{count} left", count=middle.draw_count)
    if cells(left) + 3 <= line.room:
        line.to(width - cells(left) - 1).add(left, palette.dim)
    return line.row()


class Piles(NamedTuple):
    """How high and wide a pile is; the cells between two things; where the first pile begins."""

    tall: int
    wide: int
    gap: int
    left: int
    above: int


def piles(width: int, height: int) -> Piles:
    """Their places within a ring's inside."""
    tall = min(height - 1, 11)
    wide = min(11 + 2 * max(0, (tall - 5) // 2), max(9, (width - 18) // 2))
    gap = max(1, min(4, (width - 2 * wide - _WORDS) // 4))
    return Piles(tall, wide, gap, max(0, (width - 2 * wide - _WORDS - 2 * gap) // 2), (height - tall - 1) // 2)


def inside(palette: Palette, text: Text, middle: Middle, width: int, height: int) -> list[Row]:
    """The two piles side by side and the colour that counts."""
    tall, wide, gap, left, above = piles(width, height)
    draw = back(palette, wide, tall, middle.draw_count == 0)
    top = face(palette, middle.top, wide, tall, named=middle.color)
    facts = _facts(palette, text, middle, _WORDS, tall + 1)
    counts = (text("{count} left", count=middle.draw_count), text("{count} played", count=middle.discard_count))
    rows: list[Row] = []
    for y in range(tall + 1):
        line = Line(width, palette.base).to(left)
        if y < tall:
            line.put(draw[y], wide).to(left + wide + gap).put(top[y], wide)
        else:
            line.add(centre(clip(counts[0], wide + gap - 1), wide), palette.dim).to(left + wide + gap)
            line.add(centre(clip(counts[1], wide + gap - 1), wide), palette.dim)
        rows.append(line.to(left + 2 * wide + 2 * gap).put(facts[y]).row())
    empty = blank(width, palette.base)
    return [empty] * above + rows + [empty] * (height - tall - 1 - above)


def _facts(palette: Palette, text: Text, middle: Middle, width: int, height: int) -> list[Row]:
    """The colour as patch, word and letter; what fits on it; what is pending."""
    rows: list[Row] = []
    if middle.color is not None:
        style: Style = palette.swatch[middle.color]
        word = f"{middle.color.letter}  {color_name(text, middle.color).upper()}"
        rows += [(seg(" " * width, style),), (seg(centre(word, width), style),), (seg(" " * width, style),)]
    elif middle.any_card:
        rows += [Line(width, palette.bright).add(line).row() for line in wrap(text("ANY CARD FITS"), width)]
        rows += [Line(width, palette.dim).add(line).row() for line in wrap(text("there is no colour to match"), width)]
    else:
        rows.append(Line(width, palette.bright).add(text("no colour yet")).row())
    if middle.pending:
        rows.append(Line(width, palette.warn).add(centre(text("{count} to draw", count=middle.pending), width)).row())
    if not middle.any_card:
        rows += [Line(width, palette.dim).add(centre(line, width)).row() for line in wrap(matching(text, middle), width)]
    rows = rows[:height]
    above = (height - len(rows)) // 2
    return [blank(width, palette.base)] * above + rows + [blank(width, palette.base)] * (height - len(rows) - above)
