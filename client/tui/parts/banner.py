"""The sign above the lobby: the game's name as a hand of cards, a greeting, and what one key does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from client.protocol import LobbyView, Stage
from client.text import Text
from client.tui import keys as registry
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, cells, clip, seg
from client.tui.palette import Palette
from engine.cards import Color

SIGN: Final = tuple(zip("UNO!", Color, strict=True))
HEIGHT: Final = 5
WIDTH: Final = 25
"""Of the sign alone."""


@lru_cache(maxsize=16)
def sign(palette: Palette) -> tuple[Row, ...]:
    """Four cards, each lying a little over the one before."""
    rows: list[Row] = []
    for y in range(HEIGHT):
        parts = []
        for index, (letter, color) in enumerate(SIGN):
            last = index == len(SIGN) - 1
            edge, ink = palette.edge[color], palette.card[color]
            if y in (0, HEIGHT - 1):
                left, right = ("╭", "╮") if y == 0 else ("╰", "╯")
                parts.append(seg(left + "─" * 5 + (right if last else ""), edge))
                continue
            body = (f" {letter}   ", f"  {letter}  ", f"   {letter} ")[y - 1] if y != 2 else "     "
            parts += [seg("│", edge), seg(body, ink)]
            if last:
                parts.append(seg("│", edge))
        rows.append(tuple(parts))
    return tuple(rows)


BUTTONS: Final = (("quick", "seat", "new"), ("code", "busiest", "people"), ("past", "leaders", "rules", "settings"))


def banner(page: Page, width: int, y: int, lobby: LobbyView, extra: Sequence[str] = ()) -> list[Row]:
    """`HEIGHT` rows from row `y` of the screen: the sign, a greeting, the buttons."""
    palette, text = page.palette, page.text
    beside = 2 + WIDTH + 3
    room = width - beside - 1
    welcome = clip(text("Welcome, {name}.", name=lobby.you), room) + "   "
    greeting = Line(room, palette.base).add(welcome, palette.bright)
    greeting.put(_buttons(page, max(0, greeting.room), beside + greeting.x, y, ("rename", "learn")))
    summary = Line(room, palette.base).add(clip(" · ".join(_facts(text, lobby)), room), palette.dim).row()
    lines = [greeting.row(), summary]
    lines += [_buttons(page, room, beside, y + 2 + index, names) for index, names in enumerate(BUTTONS)]
    margin = seg("  ", palette.base)
    gap = blank(beside - 2 - WIDTH, palette.base)
    return [(margin, *cards, *gap, *line, *blank(1, palette.base)) for cards, line in zip(sign(palette), lines, strict=True)]


def _facts(text: Text, lobby: LobbyView) -> list[str]:
    playing = sum(line.stage in (Stage.PLAYING, Stage.ROUND_OVER) for line in lobby.tables)
    waiting = sum(line.stage is Stage.WAITING for line in lobby.tables)
    tables = text("All is quiet")
    if playing:
        tables = text.plural("{count} table in play", "{count} tables in play", playing)
        tables += text(", {count} waiting", count=waiting) if waiting else ""
    elif waiting:
        tables = text.plural("{count} table waiting", "{count} tables waiting", waiting)
    count = max(lobby.here, len(lobby.online))
    if count > 1:
        return [tables, text.plural("one person here", "{count} people here", count)]
    return [tables, text("you are the first one here")]


def _buttons(page: Page, room: int, x: int, y: int, names: Sequence[str]) -> Row:
    """As many as have room; they move together before one is left out."""
    palette = page.palette
    line = Line(room, palette.base)
    buttons = [(registry.action(name).shown, page.label(name), name) for name in names]
    sizes = [cells(key) + cells(label) + 1 for key, label, _ in buttons]
    gap = " " * (3 if sum(sizes) + 3 * (len(sizes) - 1) <= room else 2)
    for (key, label, name), size in zip(buttons, sizes, strict=True):
        if size > line.room:
            break
        page.hits.append(Hit(x + line.x, y, size, 1, name))
        line.add(key, palette.key).add(" ").add(label, palette.base)
        if line.room >= len(gap):
            line.add(gap)
    return line.row()
