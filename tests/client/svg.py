"""Strips as an SVG picture, every character at its own cell, so that a picture shows what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

WIDTH: Final = 9
HEIGHT: Final = 18
_BASIC: Final = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)]
_BRIGHT: Final = [
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
]
THEME: Final = TerminalTheme((0, 0, 0), (229, 229, 229), _BASIC, _BRIGHT)
"""xterm's own sixteen colours."""


def _hex(color: Color | None, foreground: bool) -> str:
    theme = THEME
    if color is None or color.is_default:
        triplet = theme.foreground_color if foreground else theme.background_color
    else:
        triplet = color.get_truecolor(theme, foreground)
    return triplet.hex


def _cell(style: Style | None) -> tuple[str, str, str]:
    """(ink, ground, attributes)."""
    style = style or Style.null()
    ink, ground = _hex(style.color, True), _hex(style.bgcolor, False)
    if style.reverse:
        ink, ground = ground, ink
    extra = ' font-weight="bold"' if style.bold else ""
    return ink, ground, extra + (' text-decoration="underline"' if style.underline else "")


def picture(strips: Iterable[Strip], width: int) -> str:
    """An SVG of lines of `width` cells."""
    rects, texts = [], []
    count = 0
    for y, strip in enumerate(strips):
        count, x = y + 1, 0
        for segment in strip:
            ink, ground, extra = _cell(segment.style)
            cells = cell_len(segment.text)
            left, top = x * WIDTH, y * HEIGHT
            rects.append(f'<rect x="{left}" y="{top}" width="{cells * WIDTH}" height="{HEIGHT}" fill="{ground}"/>')
            for character in segment.text:
                if character != " ":
                    place = f'x="{x * WIDTH}" y="{top + 14}" fill="{ink}"{extra}'
                    texts.append(f"<text {place}>{escape(character)}</text>")
                x += cell_len(character)
    size = f'width="{width * WIDTH}" height="{count * HEIGHT}"'
    font = 'font-family="DejaVu Sans Mono, monospace" font-size="15"'
    body = "".join(rects + texts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} shape-rendering="crispEdges">{body}</svg>'
