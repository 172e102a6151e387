"""The body of a replay, painted: the table, every hand, what just happened, the timeline, and what to type to share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.style import Style

from client.play.middle import middle_of
from client.protocol import Happening, Kind, ReplayView, Stage, TableView
from client.sentences import Sentence, sentences
from client.tui.paint import Line, Row, beside, blank, clip_words, wrap
from client.tui.parts.around import SIDE, around, side_seats, top_seats
from client.tui.parts.board import middle_line, ring
from client.tui.parts.log import ROOMY, sentence_rows
from client.tui.parts.openhands import OpenHand, hand_rows
from client.tui.parts.replayplan import BOARD, BROAD, plan
from client.tui.parts.replaywords import first_round, shared_words
from client.tui.parts.seats import seat_face
from client.tui.parts.timeline import round_labels, timeline
from client.tui.reading import paragraph, write

if TYPE_CHECKING:
    from client.tui.screens.replay import ReplayPage


def as_table(view: ReplayView, happened: Sequence[Happening]) -> TableView:
    """The position as a table that is watched."""
    return TableView(
        code=view.id, stage=Stage.PLAYING, options=view.options, chairs=view.chairs, you=None, host=None, watchers=(),
        public=False, clock=None, game=view.game, log=tuple(happened),
    )  # fmt: skip


class ReplayPainter:
    """One painting of one position."""

    def __init__(self, page: ReplayPage, view: ReplayView) -> None:
        self.page, self.view = page, view
        self.text, self.palette = page.text, page.palette
        self.table = as_table(view, view.happened)
        self.faces = [seat_face(self.text, self.table, view.game, seat) for seat in range(view.game.seats)]

    def body(self, width: int, height: int) -> list[Row]:
        """`height` rows, to be shown from row 1 of the screen on."""
        layout = plan(self.view.game.seats, width, height)
        rows = self._middle(width, layout.middle)
        rows += self._hands(width, layout.hands)
        rows += self._told(width, layout.told)
        view, page = self.view, self.page
        if layout.labels:
            rows.append(round_labels(page, view, first_round(view), width))
        rows.append(timeline(page, view.position, view.length, view.rounds, page.playing, width, len(rows) + 1))
        lines = shared_words(self.text, view, page.app.address)[: layout.shared]
        rows += [Line(width, self.palette.dim).to(3).add(line).row() for line in lines]
        return rows + [blank(width, self.palette.base)] * (height - len(rows))

    @property
    def bottom(self) -> int:
        """Who sits at the bottom: the one who looks, if he played."""
        chairs = enumerate(self.view.chairs)
        return next((seat for seat, chair in chairs if chair.name == self.page.me and chair.kind is not Kind.BOT), 0)

    def _middle(self, width: int, height: int) -> list[Row]:
        game, page = self.view.game, self.page
        middle = middle_of(game, self.view.options)
        if height == 1:
            return [middle_line(self.palette, self.text, middle, width)]
        if height < BOARD or width < BROAD:
            return list(ring(self.palette, self.text, middle, width, height))
        _, left, top, right = around(game, self.bottom)
        tall = height - 3
        rows = top_seats(page, [self.faces[seat] for seat in top], width)
        sides = side_seats(page, [self.faces[seat] for seat in reversed(left)], tall)
        others = beside([blank(1, self.palette.base)] * tall, side_seats(page, [self.faces[seat] for seat in right], tall, 1))
        return rows + beside(sides, ring(self.palette, self.text, middle, width - 2 * SIDE, tall), others)

    def _hands(self, width: int, room: int) -> list[Row]:
        game, page = self.view.game, self.page
        order = [(self.bottom + step) % game.seats for step in range(game.seats)]
        gains, ranks = game.gains or (0,) * game.seats, game.ranks or (0,) * game.seats
        hands = game.hands or ((),) * game.seats
        open_ = [OpenHand(self.faces[seat], hands[seat], gains[seat], ranks[seat]) for seat in order]
        acting = next((order.index(one.seat) for one in self.view.happened if hasattr(one, "seat")), 0)
        rows = hand_rows(self.text, self.palette, open_, width, room, acting)
        if len(rows) > room:
            first = max(0, min(acting - room // 2 + page.scrolled, len(rows) - room))
            page.scrolled = first - acting + room // 2
            rows = rows[first : first + room]
        return rows + [blank(width, self.palette.base)] * (room - len(rows))

    def _told(self, width: int, room: int) -> list[Row]:
        """What just happened; above it, where there is room, what led there, as far as it was shown."""
        if room == 1:
            now = "  ".join(one.text for one in self._sentences(self.view.happened))
            return [Line(width, self.palette.base).add(" ").add(clip_words(now, width - 2)).row()]
        rows = self._lines(self.view.happened, width)
        if len(rows) > room:
            flowing = "  ".join(one.text for one in self._sentences(self.view.happened))
            rows = paragraph(flowing, width, self.palette.base, 3 if width >= ROOMY else 2, self.text.rtl)[:room]
        position = self.view.position - 1
        while len(rows) < room and position in self.page.seen:
            rows[:0], position = self._lines(self.page.seen[position], width, self.palette.dim), position - 1
        return [blank(width, self.palette.base)] * (room - len(rows)) + rows[-room:]

    def _lines(self, happened: Sequence[Happening], width: int, style: Style | None = None) -> list[Row]:
        """A sentence a row or more, all in one style if one is given."""
        palette, told = self.palette, self._sentences(happened)
        if style is None:
            return [row for one in told for row in sentence_rows(palette, one, width, self.text.rtl)]
        edge = 1 if width >= ROOMY else 0
        lines = [words for one in told for words in wrap(one.text, width - 3 - 2 * edge)]
        base, rtl = palette.base, self.text.rtl
        return [write(Line(width, base).to(2 + edge), (words, style), to=width - 2 - edge, rtl=rtl).row() for words in lines]

    def _sentences(self, happened: Sequence[Happening]) -> list[Sentence]:
        return sentences(self.text, happened, self.view.chairs, None, self.view.options)
