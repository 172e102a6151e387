"""The hand as cards in a row: the playable ones stand up, the selected one has a heavy edge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import place_name
from client.text import later
from client.tui.page import Hit
from client.tui.paint import Line, Row, blank, centre, seg
from client.tui.parts.cards import standing
from engine.view import Status

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def card_width(count: int, width: int) -> int:
    """As wide as lets all fit, from 10 cells a card down to 6."""
    return next((wide for wide in (10, 8) if count * wide <= width - 2), 6)


def paint_fan(page: TablePage, width: int, height: int, y: int) -> list[Row]:
    """`height` rows: cards of `height - 1`, one row of which lets the playable ones stand up. `y`: where it is painted."""
    palette, hand = page.palette, page.hand
    wide = card_width(len(hand.cards), width)
    shown = hand.window((width - 2) // wide)
    left = (width - len(shown) * wide) // 2
    columns = []
    for index in shown:
        card = hand.cards[index]
        up = card in page.choices.playable and (hand.new is None or page.choices.on_turn is False or index == hand.new)
        mark = page.text(later("new", "a card"))[: wide - 2] if index == hand.new or index in hand.fresh else ""
        chosen = index == hand.selected
        columns.append(standing(palette, card, wide, height - 1, up=up, chosen=chosen, number=index + 1, mark=mark))
        page.hits.append(Hit(left + (index - shown.start) * wide, y, wide, height, "card", index))
        if chosen:
            page.card_spot = (left + (index - shown.start) * wide, y)
    if not columns:
        return _no_hand(page, width, height)
    rows = []
    before, after = shown.start > 0, shown.stop < len(hand.cards)
    for row in range(height):
        line = Line(width, palette.base)
        middle = row == height // 2
        line.add("◂" if before and middle else " ", palette.accent).to(left)
        parts = [segment for column in columns for segment in column[row]]
        line.parts += parts
        line.x += len(shown) * wide
        line.to(width - 1)
        line.parts.append(seg("▸" if after and middle else " ", palette.accent))
        line.x += 1
        rows.append(line.row())
    return rows


def _no_hand(page: TablePage, width: int, height: int) -> list[Row]:
    """Where the hand was: in which place its owner came in, while the others play on."""
    palette, text, game = page.palette, page.text, page.game
    rows = [blank(width, palette.base)] * height
    if game is None or not height or game.viewer < 0 or not game.is_playing:
        return rows
    if game.viewer in game.out_order:
        place = place_name(text, game.out_order.index(game.viewer) + 1)
        words = text("You are out: {place}.", place=place), text("The others play on until one of them is left.")
    elif game.status[game.viewer] is Status.OUT:
        words = text("You are out of the match."), text("The others play on without you; stay and watch.")
    else:
        return rows
    for y, (line, style) in enumerate(zip(words, (palette.accent, palette.dim), strict=True), max(0, height // 2 - 1)):
        if y < height:
            rows[y] = (seg(centre(line, width), style),)
    return rows


def range_words(page: TablePage, width: int) -> str:
    """`3–14 of 25`, empty while all cards are shown."""
    hand = page.hand
    shown = hand.window((width - 2) // card_width(len(hand.cards), width))
    if len(shown) == len(hand.cards):
        return ""
    return page.text("{first}–{last} of {count}", first=shown.start + 1, last=shown.stop, count=len(hand.cards))
