"""Scores and open hands: the rows of the round-over and match-over pages."""

from __future__ import annotations

from client.names import place_name, seat_name
from client.play.points import change_of, is_knocked_out, points_are_bad, points_left, points_of, winners
from client.protocol import TableView
from client.teams import partner
from client.text import Text
from client.tui.paint import Line, Row, blank, cells, clip
from client.tui.palette import Palette
from client.tui.parts.aftermath import rating_words
from engine.cards import Card
from engine.view import PlayerView, Status


def progress(line: Line, palette: Palette, score: int, target: int | None, room: int, bad: bool = False) -> None:
    """A bar from nothing to the target, which nobody wants to reach if points are `bad`; nothing where one round decides."""
    if target is None or room < 3:
        return
    full = min(room, score * room // target)
    near = score >= (target * 3 // 4 if bad else target)
    line.add("▮" * full, (palette.warn if bad else palette.accent) if near else palette.good)
    line.add("▯" * (room - full), palette.faint)


def seat_rows(text: Text, palette: Palette, table: TableView, game: PlayerView, seat: int, width: int) -> list[Row]:
    """One seat: name, what the round brought, total and progress; below it the hand, card by card."""
    gain = game.gains[seat] if game.gains else 0
    hand = game.hands[seat] if game.hands else ()
    target = table.options.target_score
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    wide = width >= 60
    line = Line(width, palette.base).add(" ✓ " if chair is not None and chair.ready else "   ", palette.good)
    name = clip(seat_name(text, table.chairs, seat), 16 if wide else 10)
    bad, won = points_are_bad(table.options), seat in winners(table.options, game)
    line.add(name, palette.accent if won else palette.bright).to(20 if wide else 14)
    held = sum(points for _, points in points_of(table, hand))
    if game.status[seat] is Status.LEFT:
        line.add(text("left the match") if wide else text("left"), palette.dim)
    elif is_knocked_out(game, seat) and not gain:
        line.add(text("knocked out"), palette.dim)
    elif seat in game.out_order and table.options.play_on_until_one_left:
        line.add(text("out, {place}", place=place_name(text, game.out_order.index(seat) + 1)), palette.base)
    elif not hand:
        line.add(text("no cards left") if wide else text("out"), palette.base)
    else:
        line.add(points_left(text, held, wide), palette.base)
    line.to(38 if wide else width - 12).add(text.number(f"+{gain}") if gain else "", palette.warn if bad else palette.good)
    line.to(43 if wide else width - 7).add(text.number(f"{game.scores[seat]:>5}"), palette.bright)
    if wide:
        line.add("  ")
        fallen = text("knocked out") if is_knocked_out(game, seat) and gain else ""
        fallen = fallen if cells(fallen) < width - 52 else text("out")
        progress(line, palette, game.scores[seat], target, min(24, width - 52 - (cells(fallen) + 1 if fallen else 0)), bad)
        line.add(f" {fallen}" if fallen else "", palette.warn)
    return [line.row(), *_hand_rows(palette, table, hand, width)]


def _hand_rows(palette: Palette, table: TableView, hand: tuple[Card, ...], width: int) -> list[Row]:
    rows: list[Row] = []
    line = Line(width, palette.base).to(5)
    for card, points in points_of(table, hand):
        size = len(card.text) + len(str(points)) + 4
        if line.room < size:
            rows.append(line.row())
            line = Line(width, palette.base).to(5)
        line.add(f" {card.text} ", palette.card[card.color]).add(f"{points}", palette.dim).add(" ")
    return [*rows, line.row()] if hand else rows


def _mate(text: Text, table: TableView, game: PlayerView, seat: int) -> str:
    """`with Cyril`, where there are teams."""
    mate = partner(table.options, seat)
    return "" if mate is None else text("with {name}", name=seat_name(text, table.chairs, mate))


def rank_rows(text: Text, palette: Palette, table: TableView, game: PlayerView, width: int) -> list[Row]:
    """The final ranking: those of equal rank share a number."""
    ranks = game.ranks or (1,) * game.seats
    best = max(1, *game.scores)
    rows = []
    for seat in sorted(range(game.seats), key=lambda seat: (ranks[seat], seat)):
        first = ranks[seat] == 1
        chair = table.chairs[seat] if seat < len(table.chairs) else None
        line = Line(width, palette.base).add(" ✓ " if chair is not None and chair.ready else "   ", palette.good)
        line.add(text.number(f"{ranks[seat]:>2}. "), palette.accent if first else palette.dim)
        line.add(
            clip(seat_name(text, table.chairs, seat), 16 if width >= 60 else 12), palette.accent if first else palette.bright
        )
        line.to(25 if width >= 60 else 20)
        left = text("left") if game.status[seat] is Status.LEFT else ""
        left = text("knocked out") if is_knocked_out(game, seat) else left or _mate(text, table, game, seat)
        change = change_of(table, seat)
        rated = rating_words(text, change, 13 if width >= 60 else 5) if change is not None else ""
        kept = 15 if width >= 60 else 6
        if table.options.target_score is None:
            hand = game.hands[seat] if game.hands else ()
            held = points_left(text, sum(points for _, points in points_of(table, hand)))
            line.add(held if hand and game.status[seat] is not Status.LEFT else "", palette.base)
        else:
            line.add(text.number(f"{game.scores[seat]:>5}  "), palette.bright)
            room = min(40, width - line.x - cells(left) - 3 - (kept if table.ratings else 0))
            bad = points_are_bad(table.options)
            progress(line, palette, game.scores[seat], max(best, table.options.target_score), room, bad)
        line.add(f" {left}" if left else "", palette.dim)
        if change is not None:
            style = (
                palette.good if change.after > change.before else palette.warn if change.after < change.before else palette.base
            )
            line.to(max(line.x + 1, width - kept)).add(rated, style)
        rows.append(line.row())
        if width >= 60 and game.seats <= 6:
            rows.append(blank(width, palette.base))
    return rows
