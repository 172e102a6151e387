"""Rows that every layout of the table has: title, the viewer's own line, the boxes laid over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import seat_name
from client.protocol import TableView
from client.rulebook.changes import house_names
from client.rulebook.sets import rules_name
from client.teams import partner
from client.text import Text
from client.tui.chrome import shouted
from client.tui.paint import Line, Row, cells, length
from client.tui.palette import Palette
from client.tui.parts.clock import paint_clock
from client.tui.parts.fan import range_words
from client.tui.parts.panels import answer_panel, jump_panel, reveal_panel
from client.tui.parts.seats import BETWEEN, SeatFace, count_bar
from client.tui.screens.table.prompt import whose_turn
from engine.options import Options
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def title(page: TablePage, table: TableView, game: PlayerView, width: int) -> Row:
    text, palette = page.text, page.palette
    turn = whose_turn(text, table, game)
    clock = page.countdown.left(page.app.now()) if page.ticks else None
    line = Line(width, palette.bar).add(" UNO ", palette.bar_accent)
    right = cells(turn) + (16 if clock else 1)
    if words := shouted(page, max(0, line.room - right - 2)):
        line.add(" ").add(words, palette.bar_accent)
    else:
        _facts(line, palette, text, table, game, right)
    line.to(width - right).add(turn, palette.bar_accent)
    if clock:
        line.add("  ")
        paint_clock(line, palette, text, *clock)
    return line.row()


def _facts(line: Line, palette: Palette, text: Text, table: TableView, game: PlayerView, right: int) -> None:
    """Which table, which rules, which round: as much as leaves `right` cells."""
    line.add(text(" Table {code}", code=table.code), palette.bar)
    number = text("round {number}", number=game.round)
    opened = (text("open hands"),) if table.open_hands else ()
    names = rules_name(text, table.options.rules), *house_names(text, table.options), *opened
    aim = aim_words(text, table.options)
    rules = f"  {text.listed((*names, aim))}", f"  {text.listed((names[0], aim))}"
    used = cells(number) + 2
    line.add(next((words for words in rules if cells(words) + used + right + 1 <= line.room), ""), palette.bar_dim)
    if used + right + 1 <= line.room:
        line.add(f"  {number}", palette.bar_dim)


def aim_words(text: Text, options: Options) -> str:
    """`to 500`, `one round`: what ends the match."""
    if options.target_score is None:
        return text.plural("one round", "{count} rounds", 1)
    match options.score_mode:
        case "lowest_wins":
            return text("to {points}, fewest wins", points=options.target_score)
        case "challenge_uno":
            return text("{points} and out", points=options.target_score)
    return text("to {points}", points=options.target_score)


def team_scores(text: Text, table: TableView, game: PlayerView) -> str:
    """`us 120, them 45`; empty without teams, and where one round decides."""
    if not table.options.teams_2v2 or table.options.target_score is None:
        return ""
    own = max(game.viewer, 0)
    scores = {"first": game.scores[own], "second": game.scores[(own + 1) % game.seats]}
    if game.viewer < 0:
        return text("team A {first}, team B {second}", **scores)
    return text("us {first}, them {second}", **scores)


def score_words(text: Text, table: TableView, game: PlayerView, face: SeatFace) -> str:
    """`120 points`, or those of the teams; empty where one round decides."""
    alone = text.plural("{count} point", "{count} points", face.score) if face.score is not None else ""
    return team_scores(text, table, game) or alone


def own_line(page: TablePage, table: TableView, game: PlayerView, face: SeatFace, width: int) -> Row:
    """The viewer's seat (a spectator's: the first one), and what part of the hand is shown."""
    text, palette = page.text, page.palette
    line = Line(width, palette.base).add(" ▸ " if face.turn else "   ", palette.accent)
    line.add(face.name, palette.accent if face.turn else palette.bright)
    line.add(text.number(f"  {face.cards} "), palette.warn if face.cards == 1 else palette.bright)
    count_bar(line, palette, face.cards, 12)
    tags = f"  {BETWEEN.join(face.tags)}" if face.tags else ""
    score = f"  {score_words(text, table, game, face)}"
    line.add(f"{tags}{score}" if game.viewer < 0 else score, palette.dim)
    mate = partner(table.options, game.viewer)
    if mate is not None:
        line.add("  ").add(text("with {name}", name=seat_name(text, table.chairs, mate)), palette.dim)
    line.add(tags if game.viewer >= 0 else "", palette.dim)
    if face.uno or page.riding:
        line.add("  ").add(f" {text('UNO')} ", palette.uno)
    order = text("by colour") if page.hand.by_color else text("as drawn")
    shown = range_words(page, width)
    if game.viewer < 0:
        words = text("you are watching")
        line.to(max(line.x + 1, width - cells(words) - 1)).add(words, palette.dim)
    if len(page.hand.cards) > 1:
        words = f"{shown}  {order}" if shown else order
        line.to(max(line.x + 1, width - cells(words) - 1))
        line.add(shown, palette.bright).add("  " if shown else "").add(order, palette.dim)
    return line.row()


def lay_panels(
    page: TablePage,
    table: TableView,
    game: PlayerView,
    rows: list[Row],
    own: int,
    top: int,
    clear: range = range(0),
    log: int = 0,
    left: int = 4,
) -> None:
    """Lay what must be answered, or was revealed, above the viewer's line, which is row `own` of `rows`.

    `top`: how many rows of the screen lie above the first of them. `clear`: those that show what lies on the pile, where
    they are so few that a panel would hide them; it is then told in few words. `log`: where the log begins, if a hand that
    was revealed has room above it; there it hides the draw pile and neither the verdict nor the card to match. `left`: as far
    as an answer that is not too wide leaves the table in sight, on both sides.
    """
    width = length(rows[0])
    reveal, jump = reveal_panel(page, table, game, width - 4, bool(clear)), jump_panel(page, game, width)
    if reveal is not None:
        reveal.lay(page, rows, 0 if log else width - length(reveal.rows[0]), log or own, top, clear)
    if jump is not None:
        free = width - length(jump.rows[0])
        jump.lay(page, rows, free if page.told else free // 2, own, top, clear)
    answer = answer_panel(page, table, game, width, bool(clear))
    if answer is not None:
        x = max(0, min(left, width - left + 1 - length(answer.rows[0])))
        answer.lay(page, rows, x, own, top, clear, page.told)
