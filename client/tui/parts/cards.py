"""Card faces: rounded boxes with the colour's letter and the value on them, so that colour is never needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.style import Style

from client.tui.paint import Line, Row, centre, seg
from client.tui.palette import Palette
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


@lru_cache(maxsize=4096)
def face(
    palette: Palette, card: Card, width: int, height: int, *, low: bool = False, named: Color | None = None
) -> tuple[Row, ...]:
    """A card lying or standing: `low` dims what cannot be played, `named` is the colour a wild on the pile was given."""
    edges, faces = (palette.edge_low, palette.card_low) if low else (palette.edge, palette.card)
    return _boxed(palette, card, width, height, edges[named or card.color], faces[card.color], "╭─╮│╰╯", "", "")


@lru_cache(maxsize=8192)
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
    pad = 1 if width >= 6 else 0
    line = Line(width, style)
    if y == 0:
        return line.to(pad).add(card.text).row()
    if y == deep - 1:
        return line.to(width - pad - len(card.text)).add(card.text).row()
    if y == deep // 2:
        if (card.is_wild and card.kind is Kind.WILD) or (card.is_wild and width <= 4):
            line.to((width - 4) // 2)
            for color in Color:
                line.add(color.letter, palette.swatch[color])
            return line.row()
        return line.add(centre(_SYMBOLS.get(card.kind, ""), width)).row()
    return line.row()


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
