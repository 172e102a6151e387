"""Small boxes over the table: the answer to a Wild Draw Four, and the hand a challenge revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import card_name, seat_name
from client.protocol import TableView
from client.tui.page import Hit
from client.tui.paint import Line, Row, blank, boxed, cells, wrap
from client.tui.parts.cards import face
from engine.view import Phase, PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def answer_panel(page: TablePage, table: TableView, game: PlayerView, width: int, x: int, y: int) -> list[Row]:
    """Accept or challenge, with what each may cost; empty while there is nothing to answer. `x`, `y`: where it goes."""
    if game.phase is not Phase.RESPOND or not page.choices.on_turn or not page.choices.can("accept"):
        return []
    text, palette, pending = page.text, page.palette, game.pending
    source = seat_name(text, table.chairs, game.source) if game.source is not None else ""
    told = text("{name} played {card} on you.", name=source, card=card_name(text, game.top))
    if game.source is None:
        told = text("The first card is {card}.", card=card_name(text, game.top))
    wide = width >= 60
    loss = text("draw {count} cards, lose the turn") if wide else text("draw {count}")
    offers = [("accept", "a", text("accept"), loss.format(count=pending))]
    if page.choices.can("challenge"):
        gain = text("right: {name} draws {count}, you play on") if wide else text("right: they draw {count}")
        fine = text("wrong: you draw {count}, lose the turn") if wide else text("wrong: you draw {count}")
        right = gain.format(count=pending, name=source)
        wrong = fine.format(count=pending + 2)
        offers += [("challenge", "x", text("challenge"), right), ("challenge", "", "", wrong)]
    column = max(cells(word) for _, _, word, _ in offers) + 5
    inner = min(width - 2, max(cells(told) + 4, max(cells(cost) for *_, cost in offers) + column + 3))
    body = [Line(inner, palette.panel).add("  ").add(told).row()] if wide else []
    for row, (action, key, word, cost) in enumerate(offers, len(body) + 1):
        line = Line(inner, palette.panel)
        armed = page.armed == action and bool(key)
        line.add("▸ " if armed else "  ", palette.panel_key).add(key, palette.panel_key).to(4)
        line.add(word, palette.chosen if armed else palette.panel).to(column + 1).add(cost, palette.panel)
        body.append(line.row())
        page.hits.append(Hit(x, y + row, inner + 2, 1, "confirm" if page.armed == action else action))
    return boxed(body, inner + 2, palette.panel_edge, palette.panel, text("{count} cards for you", count=pending))


def reveal_panel(page: TablePage, table: TableView, game: PlayerView, width: int) -> list[Row]:
    """The hand shown to the challenger, who alone has it in the view; empty otherwise."""
    if game.reveal is None:
        return []
    text, palette = page.text, page.palette
    name = seat_name(text, table.chairs, game.reveal.seat)
    title = text("{name}'s hand, shown to you alone", name=name)
    shown = sorted(game.reveal.cards, key=lambda card: card.code)
    fits = (width - 4) // 6
    inner = min(width - 2, max(cells(title) + 4, min(len(shown), fits) * 6 + 2))
    rows: list[Row] = []
    if len(shown) <= fits:
        faces = [face(palette, card, 6, 3) for card in shown]
        rows = [Line(inner, palette.base).add(" ").put(sum((one[y] for one in faces), ())).row() for y in range(3)]
    else:
        words = wrap(" ".join(card.text for card in shown), inner - 2)
        rows = [Line(inner, palette.base).add(" ").add(line, palette.bright).row() for line in words]
    if not rows:
        rows = [blank(inner, palette.base)]
    return boxed(rows, inner + 2, palette.panel_edge, palette.base, title)
