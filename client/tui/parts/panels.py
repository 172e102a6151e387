"""Small boxes over the table: the answer to a draw card, a chance to jump in, the hand a challenge revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from client.names import card_name, seat_name
from client.play.choices import next_player
from client.play.middle import matching, middle_of
from client.play.verdict import guilty, in_order, is_vain, question, verdict
from client.protocol import TableView
from client.text import Text
from client.tui.keys import action
from client.tui.page import Hit
from client.tui.paint import Line, Row, blank, boxed, cells, length, overlay, wrap
from client.tui.parts.cards import face
from engine.cards import Kind
from engine.view import Phase, PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


LEAST: Final = 44
"""So wide, an answer covers the middle of the smallest ring as a whole."""


class Panel(NamedTuple):
    """A box, and what a click on some of its rows does."""

    rows: list[Row]
    does: dict[int, str] = {}

    def lay(
        self, page: TablePage, rows: list[Row], x: int, bottom: int, top: int, clear: range, told: range = range(0)
    ) -> None:
        """Put it over rows, right above row `bottom` of them, but not over those that must stay `clear`.

        `top` rows of the screen come before the first of them. `told`: rows of the screen that hold
        sentences, of which none is to be left in part.
        """
        y = bottom - len(self.rows)
        if y < clear.stop:
            y = 0 if len(self.rows) <= clear.start else clear.stop
        for row in range(max(y, told.start - top), min(y + len(self.rows), told.stop - top)):
            rows[row] = blank(length(rows[row]), page.palette.base)
        overlay(rows, self.rows, x, y)
        page.hits += [Hit(x, y + top + row, length(self.rows[0]), 1, action) for row, action in self.does.items()]


def answer_panel(page: TablePage, table: TableView, game: PlayerView, width: int, brief: bool) -> Panel | None:
    """What to answer with, and what each may cost; None while there is nothing to answer. `brief`: in few rows."""
    if game.phase is not Phase.RESPOND or not page.choices.on_turn or not page.choices.can("accept"):
        return None
    text, palette, pending = page.text, page.palette, game.pending
    source = seat_name(text, table.chairs, game.source) if game.source is not None else ""
    told = text("{name} played {card} on you.", name=source, card=card_name(text, game.top))
    if game.source is None:
        told = text("The first card is {card}.", card=card_name(text, game.top))
    wide = not brief
    if page.choices.can("challenge") and game.source is not None:
        told = question(text, table, game) or told
    loss = _loss(text, pending, wide) if pending else text("lose the turn")
    offers = [("accept", "a", text("accept"), loss)]
    if table.options.stacking != "none" or not pending:
        offers = [*_stack_offer(page, table, game, wide), *offers]
    if page.choices.can("challenge"):
        costs = {"name": source, "count": pending, "more": pending + 2}
        if is_vain(table, game):
            offers.append(("challenge", "x", text("challenge"), _loss(text, pending + 2, wide)))
        elif wide:
            right = text("right: {name} draws {count}, you play on", **costs)
            wrong = text("wrong: you draw {more}, lose the turn", **costs)
            offers += [("challenge", "x", text("challenge"), right), ("challenge", "", "", wrong)]
        else:
            offers.append(("challenge", "x", text("challenge"), text("they draw {count}, or you {more}", **costs)))
    key_room = max(cells(key) for _, key, _, _ in offers)
    column = max(cells(word) for _, _, word, _ in offers) + key_room + 4
    least = LEAST if wide else width - 2
    inner = min(width - 2, max(cells(told) + 4, max(cells(cost) for *_, cost in offers) + column + 3, least))
    body = [Line(inner, palette.panel).add("  ").add(told).row()] if wide else []
    clicks = {}
    for row, (does, key, word, cost) in enumerate(offers, len(body) + 1):
        line = Line(inner, palette.panel)
        armed = bool(key) and (page.armed == does or (does == "confirm" and not page.armed))
        line.add("▸ " if armed else "  ", palette.panel_key).add(key, palette.panel_key).to(key_room + 3)
        line.add(word, palette.chosen if armed else palette.panel).to(column + 1).add(cost, palette.panel)
        body.append(line.row())
        if does:
            clicks[row] = "confirm" if page.armed == does else does
    title = text.plural("a card for you", "{count} cards for you", pending) if pending else text("Your turn is to be skipped")
    return Panel(boxed(body, inner + 2, palette.panel_edge, palette.panel, title), clicks)


def _loss(text: Text, count: int, wide: bool) -> str:
    """What it costs to draw so many cards."""
    if wide:
        return text.plural("draw a card, lose the turn", "draw {count} cards, lose the turn", count)
    return text("draw {count}", count=count)


def _stack_offer(page: TablePage, table: TableView, game: PlayerView, wide: bool) -> list[tuple[str, str, str, str]]:
    """What stacking would do, or that there is nothing to stack: `(action, key, word, what follows)`."""
    text, card = page.text, page.hand.card
    if not game.pending:
        return [_skip_offer(page, table, game, wide)]
    if card is not None and card in page.choices.playable:
        name = seat_name(text, table.chairs, next_player(game, game.direction))
        total = game.pending + (4 if card.kind is Kind.WILD_DRAW_FOUR else 2)
        faces = text("{card}: {name} faces {count}", card=card.text, name=name, count=total)
        return [("confirm", action("confirm").shown, text("stack"), faces)]
    if page.choices.playable:
        cards = " ".join(dict.fromkeys(one.text for one in page.hand.cards if one in page.choices.playable))
        words = text("select {cards} and press Enter", cards=cards) if wide else text("select {cards}", cards=cards)
        return [("next", action("next").shown, text("stack"), words)]
    if not wide:
        return []
    fits = matching(text, middle_of(game, table.options))
    return [("", "", text("stack"), text("you hold nothing to stack: it takes {fits}", fits=fits))]


def _skip_offer(page: TablePage, table: TableView, game: PlayerView, wide: bool) -> tuple[str, str, str, str]:
    """What answering a Skip would do, in the same form."""
    text, card = page.text, page.hand.card
    if card is not None and card in page.choices.playable:
        name = seat_name(text, table.chairs, next_player(game, game.direction))
        return "confirm", action("confirm").shown, text("answer"), text("{card}: {name} is next", card=card.text, name=name)
    if page.choices.playable:
        cards = " ".join(dict.fromkeys(one.text for one in page.hand.cards if one in page.choices.playable))
        words = text("select {cards} and press Enter", cards=cards) if wide else text("select {cards}", cards=cards)
        return "next", action("next").shown, text("answer"), words
    return "", "", text("answer"), text("you hold no Skip")


def jump_panel(page: TablePage, game: PlayerView, width: int) -> Panel | None:
    """The offer to jump in; None while there is none."""
    if not page.choices.can("jump"):
        return None
    text, palette = page.text, page.palette
    armed = page.armed == "jump"
    key, told = action("jump").shown, text("plays {card} out of turn", card=game.top.text)
    if armed:
        key, told = action("confirm").shown, text("plays {card} now!", card=game.top.text)
    title = text("Jump in?")
    inner = width - 2 if width < 60 else max(cells(title) + 4, cells(key) + cells(told) + 5)
    line = Line(inner, palette.panel).add(" ▸ " if armed else "   ", palette.panel_key).add(key, palette.panel_key)
    box = boxed([line.add(" ").add(told).row()], inner + 2, palette.panel_edge, palette.panel, title)
    return Panel(box, dict.fromkeys(range(3), "confirm" if armed else "jump"))


def reveal_panel(page: TablePage, table: TableView, game: PlayerView, width: int, brief: bool) -> Panel | None:
    """The verdict, and the hand shown to the challenger, who alone has it in the view; None otherwise. `brief`: in words."""
    if game.reveal is None:
        return None
    text, palette = page.text, page.palette
    title, marked = verdict(text, table, game.reveal), guilty(table, game.reveal)
    shown = in_order(game.reveal)
    fits = (width - 4) // 6
    inner = min(width - 2, max(cells(title) + 4, min(len(shown), fits) * 6 + 2, 24))
    if len(shown) <= fits and not brief:
        faces = [face(palette, card, 6, 3) for card in shown]
        rows = [Line(inner, palette.base).add(" ").put(sum((one[y] for one in faces), ())).row() for y in range(3)]
        if marked:
            marks = "".join("  ▴▴  " if card in marked else " " * 6 for card in shown)
            rows.append(Line(inner, palette.warn).add(" ").add(marks).row())
    else:
        words = wrap(" ".join(card.text for card in shown), inner - 2)
        rows = [Line(inner, palette.base).add(" ").add(line, palette.bright).row() for line in words]
    if not marked and not brief:
        rows.append(Line(inner, palette.dim).add(" ").add(text("shown to you alone")).row())
    return Panel(boxed(rows, inner + 2, palette.panel_edge, palette.base, title))
