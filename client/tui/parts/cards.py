"""Card faces: rounded boxes with the colour's letter and the value on them, so that colour is never needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.style import Style

from client.tui.paint import Line, Row, centre, seg
from client.tui.palette import Palette
from client.tui.parts.figures import figure
from engine.cards import Card, Color, Kind

_SYMBOLS: Final = {
    Kind.SKIP: "⊘",
    Kind.REVERSE: "⇄",
    Kind.DRAW_TWO: "+2",
    Kind.WILD_DRAW_FOUR: "+4",
    Kind.WILD_REVERSE: "⇄",
    Kind.WILD_SKIP: "⊘",
    Kind.WILD_SKIP_TWO: "⊘⊘",
    Kind.WILD_TARGETED_DRAW_TWO: "→+2",
    Kind.WILD_FORCED_SWAP: "←→",
    Kind.WILD_DRAW_TWO: "+2",
}
_ALL_WILD: Final = frozenset(_SYMBOLS) - {Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO, Kind.WILD_DRAW_FOUR}
"""Where there is no room for the four colours and a symbol, these show the symbol: it is what tells them apart."""


@lru_cache(maxsize=4096)
def face(
    palette: Palette, card: Card, width: int, height: int, *, low: bool = False, named: Color | None = None
) -> tuple[Row, ...]:
    """A card lying or standing: `low` dims what cannot be played, `named` is the colour a wild on the pile was given."""
    edges, faces = (palette.edge_low, palette.card_low) if low else (palette.edge, palette.card)
    return _boxed(palette, card, width, height, edges[named or card.color], faces[card.color], "╭─╮│╰╯", "", "")


@lru_cache(maxsize=2048)
def standing(
    palette: Palette, card: Card, width: int, height: int, *, up: bool, chosen: bool, number: int, mark: str
) -> tuple[Row, ...]:
    """A card of the hand, `height + 1` rows: a playable one stands one row higher, a chosen one has a heavy edge.

    `number` is printed in the lower edge, `mark` ("new") in the upper one.
    """
    edges, faces = (palette.edge, palette.card) if up else (palette.edge_low, palette.card_low)
    edge = palette.chosen_edge if chosen else edges[card.color]
    lines = "┏━┓┃┗┛" if chosen else "╭─╮│╰╯"
    rows = _boxed(palette, card, width, height, edge, faces[card.color], lines, mark, str(number))
    empty = (seg(" " * width, palette.base),)
    below = (seg(centre("▴", width), palette.accent),) if chosen else empty
    return (*rows, below) if up else (empty, *rows)


def _boxed(
    palette: Palette, card: Card, width: int, height: int, edge: Style, inside: Style, lines: str, mark: str, number: str
) -> tuple[Row, ...]:
    left_up, flat, right_up, side, left_down, right_down = tuple(lines)
    inner, deep = width - 2, height - 2
    wall = seg(side, edge)
    rows: list[Row] = [(seg(left_up + centre(mark, inner).replace(" ", flat) + right_up, edge),)]
    for y in range(deep):
        rows.append((wall, *_inside(palette, card, inner, y, deep, inside), wall))
    rows.append((seg(left_down + centre(number, inner).replace(" ", flat) + right_down, edge),))
    return tuple(rows)


def _inside(palette: Palette, card: Card, width: int, y: int, deep: int, style: Style) -> Row:
    """One row of a face: the card's text in two corners, a figure, symbol or the four colours in the middle."""
    shape = _shape(card, width, deep)
    pad = 1 if width >= 6 and (shape is None or deep >= 5) else 0
    line = Line(width, style)
    if y == 0:
        line.to(pad).add(card.text)
    top = (deep - 3) // 2
    if card.is_wild and deep > 2 and y == deep // 2 and (deep > 3 or card.kind not in _ALL_WILD):
        step = 1 if width < 8 else 2
        line.to((width - 3 * step - 1) // 2)
        for color in Color:
            line.add(color.letter, palette.swatch[color]).add(" " * (step - 1) if color is not Color.BLUE else "")
    elif shape is not None:
        if top <= y < top + 3:
            line.to((width - len(shape[0])) // 2).add(shape[y - top].rstrip())
    elif y == (deep // 2 - 1 if card.is_wild and deep > 3 else deep // 2) and 0 < y < deep - 1:
        symbol = _SYMBOLS.get(card.kind, "")
        line.to((width - len(symbol)) // 2).add(symbol)
    if y == deep - 1 and deep > 1:
        line.to(width - pad - len(card.text)).add(card.text)
    return line.row()


def _shape(card: Card, width: int, deep: int) -> tuple[str, str, str] | None:
    """The large figure, where it fits between the corners or beside them."""
    shape = figure(card.kind)
    if shape is None:
        return None
    between = deep >= 5 and width >= len(shape[0])
    beside = deep >= 3 and width >= len(shape[0]) + 2 * len(card.text) + 2
    return shape if between or beside else None


@lru_cache(maxsize=64)
def back(palette: Palette, width: int, height: int, empty: bool) -> tuple[Row, ...]:
    """The draw pile: a card face down, or its outline when nothing is left to draw."""
    inner = width - 2
    pattern = " " if empty else "░"
    rows: list[Row] = [(seg(f"╭{'─' * inner}╮", palette.dim),)]
    for y in range(height - 2):
        word = " UNO " if y == (height - 2) // 2 and not empty and inner >= 5 else ""
        fill = pattern * ((inner - len(word)) // 2)
        body = fill + word + pattern * (inner - len(word) - len(fill))
        rows.append((seg("│", palette.dim), seg(body, palette.back), seg("│", palette.dim)))
    rows.append((seg(f"╰{'─' * inner}╯", palette.dim),))
    return tuple(rows)
