"""The table at 40×12 and more: one line per thing, and everything can still be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.names import seat_name
from client.play.clock import clock_words
from client.play.middle import middle_of
from client.protocol import TableView
from client.teams import partner
from client.text import later
from client.tui.chrome import ballot, footer, shout, spoken, status_line
from client.tui.keys import action
from client.tui.page import Hit
from client.tui.paint import Line, Row, cells, clip
from client.tui.parts.around import around
from client.tui.parts.board import middle_line
from client.tui.parts.seats import SeatFace, name_style, seat_face
from client.tui.screens.table.common import lay_panels, score_words
from client.tui.screens.table.prompt import prompt, whose_turn
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage

WIDTH: Final = 40
HEIGHT: Final = 12
SEAT: Final = 13
CARD: Final = 5


def paint(page: TablePage, table: TableView, game: PlayerView, width: int, height: int) -> list[Row]:
    """Every row of the screen."""
    own, *sides = around(game)
    others = [seat for side in sides for seat in side]
    watching = game.viewer < 0
    faces = [seat_face(page.text, table, game, seat, page.aimed) for seat in ([own, *others] if watching else others)]
    middle = middle_line(page.palette, page.text, middle_of(game, table.options), width)
    page.hits.append(Hit(0, 1, width, 1, "pile"))
    rows = [_title(page, table, game, width), middle, *_seats(page, faces, width)]
    if page.votes:
        asked = spoken(ballot(page), width - 2)
        rows.append(Line(width, page.palette.bar).add(" ").add(asked, page.palette.bar_accent).row())
    log = height - len(rows) - (2 if watching else 5)
    page.told = range(len(rows), len(rows) + log)
    rows += page.log.rows(table, width, log, page.me)
    if not watching:
        rows.append(_own(page, table, game, seat_face(page.text, table, game, own), width))
        y = len(rows)
        rows += _hand(page, width, y)
        lay_panels(page, table, game, rows, y - 2, 0, range(2))
    return [*rows, status_line(page, width, prompt(page, table, game)), footer(page, width, height - 1, page.actions())]


def _title(page: TablePage, table: TableView, game: PlayerView, width: int) -> Row:
    palette = page.palette
    clock = page.countdown.left(page.app.now()) if page.ticks else None
    line = Line(width, palette.bar).add(f" {table.code} ", palette.bar_dim)
    halted = shout(page) if page.lobby is not None and page.lobby.saving else ()
    line.add(spoken(halted or whose_turn(page.text, table, game), width - line.x - 7), palette.bar_accent)
    if not halted and page.lobby is not None and page.lobby.notice:
        more = page.text("{key}: news", key=action("help").shown)  # Translators: the operator's words are in the help
        line.add(f"  {more}" if cells(more) + 2 <= width - line.x - 7 else "", palette.bar_dim)
    if clock:
        line.to(width - 5).add(page.text.number(clock_words(clock[0])), palette.bar_accent)
    return line.row()


def _seats(page: TablePage, faces: list[SeatFace], width: int) -> list[Row]:
    """As many a row as fit: turn mark, name, number of cards, `U` for UNO."""
    palette = page.palette
    each = width // SEAT
    rows = []
    for first in range(0, len(faces), each):
        line = Line(width, palette.base)
        for index, face in enumerate(faces[first : first + each]):
            line.to(index * SEAT).add("▸" if face.turn else " ", palette.accent)
            line.add(clip(face.name, SEAT - 6), name_style(palette, face)).to(index * SEAT + SEAT - 5)
            if face.gone:
                line.add(face.place or "  –", palette.dim)
            else:
                line.add(page.text.number(f"{face.cards:>3}"), palette.warn if face.cards == 1 else palette.bright)
            if face.uno:
                line.add("U", palette.uno)
            elif face.flown:
                line.add("◉", palette.dim)
        rows.append(line.row())
    return rows


def _own(page: TablePage, table: TableView, game: PlayerView, face: SeatFace, width: int) -> Row:
    palette, text, hand = page.palette, page.text, page.hand
    line = Line(width, palette.base).add("▸" if face.turn else " ", palette.accent)
    line.add(clip(face.name, 10), palette.accent if face.turn else palette.bright)
    line.add(text.number(f" {face.cards} "), palette.bright).add(score_words(text, table, game, face), palette.dim)
    if face.place:
        line.add(" ").add(face.place, palette.accent)
    if face.uno or page.riding:
        line.add(" ").add(text("UNO"), palette.uno)
    mate = partner(table.options, game.viewer)
    if mate is not None:
        line.add(" ").add(text("with {name}", name=seat_name(text, table.chairs, mate)), palette.dim)
    shown = hand.window(width // CARD)
    if len(shown) < len(hand.cards):
        words = text("{first}–{last} of {count}", first=shown.start + 1, last=shown.stop, count=len(hand.cards))
        line.to(max(line.x + 1, width - len(words) - 1)).add(words, palette.bright)
    return line.row()


def _hand(page: TablePage, width: int, y: int) -> list[Row]:
    """Cards as words, the selected one in brackets; below each playable one an arrow, and `new` where one was drawn."""
    palette, hand = page.palette, page.hand
    upper, lower = Line(width, palette.base), Line(width, palette.base)
    new = page.text(later("new", "a card"))[:3]
    for place, index in enumerate(hand.window(width // CARD)):
        card = hand.cards[index]
        up, chosen = card in page.choices.playable, index == hand.selected
        style = (palette.card if up else palette.card_low)[card.color]
        x = place * CARD
        upper.to(x).add("[" if chosen else " ", palette.chosen_edge).add(f"{card.text:<3}", style)
        upper.add("]" if chosen else " ", palette.chosen_edge)
        mark = new if index == hand.new or index in hand.fresh else ""
        lower.to(x + (0 if up and mark else 1)).add((f"▴{mark}" if mark else " ▴ ") if up else mark, palette.accent)
        page.hits.append(Hit(x, y, CARD, 2, "card", index))
        if chosen:
            page.card_spot = (x, y)
    return [upper.row(), lower.row()]
