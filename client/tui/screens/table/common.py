"""Rows that every layout of the table has: title, the viewer's own line, the boxes laid over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.protocol import TableView
from client.tui.paint import Line, Row, cells, length, overlay
from client.tui.parts.clock import paint_clock
from client.tui.parts.fan import range_words
from client.tui.parts.panels import answer_panel, reveal_panel
from client.tui.parts.seats import SeatFace, count_bar
from client.tui.screens.table.prompt import whose_turn
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def title(page: TablePage, table: TableView, game: PlayerView, width: int) -> Row:
    text, palette = page.text, page.palette
    target = table.options.target_score
    until = text("to {points}", points=target) if target else text("one hand")
    turn = whose_turn(text, table, game)
    clock = page.countdown.left(page.app.now()) if page.ticks else None
    line = Line(width, palette.bar).add(" UNO ", palette.bar_accent).add(text(" join {code}", code=table.code), palette.bar)
    right = cells(turn) + (16 if clock else 1)
    number = text("round {number}", number=game.round)
    for words in (f"  {table.options.rules}, {until}", f"  {number}"):
        if cells(words) + right + 1 <= line.room:
            line.add(words, palette.bar_dim)
    line.to(width - right).add(turn, palette.bar_accent)
    if clock:
        line.add("  ")
        paint_clock(line, palette, *clock)
    return line.row()


def own_line(page: TablePage, face: SeatFace, width: int) -> Row:
    """The viewer's seat (a spectator's: the first one), and what part of the hand is shown."""
    text, palette = page.text, page.palette
    line = Line(width, palette.base).add(" ▸ " if face.turn else "   ", palette.accent)
    line.add(face.name, palette.accent if face.turn else palette.bright)
    line.add(f"  {face.cards} ", palette.warn if face.cards == 1 else palette.bright)
    count_bar(line, palette, face.cards, 12)
    line.add("  ").add(text.plural("{count} point", "{count} points", face.score), palette.dim)
    for tag in face.tags:
        line.add(f"  {tag}", palette.dim)
    if face.uno or page.riding:
        line.add("  ").add(f" {text('UNO')} ", palette.uno)
    order = text("by colour") if page.hand.by_color else text("as drawn")
    shown = range_words(page, width)
    if len(page.hand.cards) > 1:
        words = f"{shown}  {order}" if shown else order
        line.to(max(line.x + 1, width - cells(words) - 1))
        line.add(shown, palette.bright).add("  " if shown else "").add(order, palette.dim)
    return line.row()


def lay_panels(page: TablePage, table: TableView, game: PlayerView, rows: list[Row], width: int, bottom: int) -> None:
    """Lay what must be answered, or was revealed, above the viewer's line."""
    box = reveal_panel(page, table, game, width - 4)
    if box:
        overlay(rows, box, (width - length(box[0])) // 2, bottom - 1 - len(box))
    size = len(answer_panel(page, table, game, width, 0, 0))
    if size:
        x = max(0, min(4, width - 56))
        box = answer_panel(page, table, game, width, x, bottom - size)
        overlay(rows, box, x, bottom - 1 - size)
