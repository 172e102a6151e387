"""Round over: every hand open, points card by card, totals, and who is ready for the next deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client.names import seat_name
from client.play.points import next_dealer, points_are_bad, winners
from client.protocol import Happening, Kind, Ready, TableView
from client.sentences import final_draw
from client.text import several
from client.tui.chrome import framed
from client.tui.paint import Line, Row, blank, cells, length, wrap
from client.tui.parts.log import log_rows
from client.tui.parts.proof import proof_rows
from client.tui.parts.standings import seat_rows
from client.tui.screens.chat import ChatPage
from engine.events import MatchEnded, RoundEnded
from engine.view import PlayerView, Status

if TYPE_CHECKING:
    from client.tui.app import UnoApp


SETTLING: Final = 1.5
"""Seconds after the cards left the screen in which an Enter was meant for them: nobody has read the result yet."""
TALKATIVE: Final = 16
"""Screens of so many rows have room for what people say."""


def is_airy(game: PlayerView, width: int) -> bool:
    """Is there room for an empty row between seats?"""
    return game.seats <= 5 and width >= 60


class HandsPage(ChatPage):
    """A page that scrolls through every seat's open hand."""

    period = SETTLING

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.first = 0
        self._last = self._room = 0
        self._settled_at = 0.0

    def take_over(self, old: ChatPage) -> None:
        """The cards were on the screen a moment ago: the page begins to settle."""
        super().take_over(old)
        self._settled_at = self.app.now() + SETTLING

    @property
    def ticks(self) -> bool:
        """Until it has settled, and offers Enter."""
        return not self.is_settled

    @property
    def is_settled(self) -> bool:
        """Is it there for long enough that Enter is meant for it?"""
        return self.app.now() >= self._settled_at

    def beat(self) -> None:
        """Enter is offered from now on."""
        self.app.retick()

    def hands(self, table: TableView, game: PlayerView, width: int) -> list[Row]:
        """The winner of the round first, then seat by seat."""
        won = winners(table.options, game)
        order = [*won, *(seat for seat in range(game.seats) if seat not in won)]
        rows: list[Row] = []
        for seat in order:
            rows += seat_rows(self.text, self.palette, table, game, seat, width)
            if is_airy(game, width):
                rows.append(blank(width, self.palette.base))
        return rows

    def window(self, rows: list[Row], height: int, below: list[Row]) -> list[Row]:
        """The rows that fit above `below`, from where was scrolled to."""
        self._room = room = height - len(below)
        self._last = max(0, len(rows) - room)
        self.first = min(self.first, self._last)
        shown = rows[self.first : self.first + room]
        width = length(shown[0]) if shown else 0
        return [*shown, *[blank(width, self.palette.base)] * (room - len(shown)), *below]

    def body(self, table: TableView, rows: list[Row], width: int, height: int) -> list[Row]:
        """The rows, to scroll through, above the talk and the proof; on small screens nothing but the proof, at their end."""
        if height < TALKATIVE:
            return self.window([*rows, *self._proof(table, width)], height - 3, [])
        return self.window(rows, height - 3, self._talk(table, width))

    def _proof(self, table: TableView, width: int) -> list[Row]:
        return proof_rows(self.text, self.palette, table, self.app.address, width)

    def _talk(self, table: TableView, width: int) -> list[Row]:
        """What people said and did since the round ended, the newest at the bottom."""
        since: list[Happening] = []
        for happening in reversed(table.log):
            if isinstance(happening, RoundEnded | MatchEnded):
                break
            since.insert(0, happening)
        rows = log_rows(self.text, self.palette, replace(table, log=tuple(since)), width, 3, self.me)
        return [*(row for row in rows if row != blank(width, self.palette.base)), *self._proof(table, width)]

    def act(self, action: str, argument: int = 0) -> bool:
        """Scroll."""
        match action:
            case "up":
                self.first = max(0, self.first - 1)
            case "down":
                self.first = min(self._last, self.first + 1)
            case _:
                return super().act(action, argument)
        return True

    def scroll(self, step: int) -> bool:
        """The wheel scrolls."""
        return self.act("up" if step < 0 else "down")

    @property
    def scrolls(self) -> list[str]:
        """The scroll keys, where there is something to scroll."""
        return ["up", "down"] if self._last else []

    @property
    def part(self) -> str:
        """Which of the rows are on the screen, where that is not all: a narrow footer has no room for the scroll keys."""
        if not self._last:
            return ""
        shown = {"first": self.first + 1, "last": self.first + self._room, "count": self._last + self._room}
        return self.text("{first}–{last} of {count}", **shown)


class RoundOverPage(HandsPage):
    """Between two rounds."""

    name = "round_over"

    def actions(self) -> Sequence[str]:
        """Ready, unless said already."""
        watching = self.table is not None and self.table.you is None
        ready = ["ready"] if self._may_get_ready and self.is_settled else []
        cut = ["cut"] if self.may_cut else []
        opened = ["open_hands"] if self.may_open_hands else []
        return [*self.votes, *ready, *opened, *self.scrolls, "chat", *cut, "rules", *(["back"] if watching else []), "mute"]

    def label(self, action: str) -> str:
        """Esc leads a spectator to the lobby."""
        return self.text("lobby") if action == "back" else super().label(action)

    @property
    def _may_get_ready(self) -> bool:
        table = self.table
        return table is not None and table.you is not None and not table.chairs[table.you].ready

    def act(self, action: str, argument: int = 0) -> bool:
        """Enter: ready. A spectator may go."""
        if action == "back" and self.table is not None and self.table.you is None:
            self.app.leave_table()
            return True
        if action == "ready":
            if self._may_get_ready and self.is_settled:
                self.app.send(Ready(), page=self)
            return True
        return super().act(action, argument)

    def paint(self, width: int, height: int) -> list[Row]:
        """A headline, then the hands."""
        table, game = self.table, self.table.game if self.table else None
        if table is None or game is None:
            return framed(self, width, height, "", [])
        text = self.text
        airy = [blank(width, self.palette.base)] if is_airy(game, width) else []
        rows = [*self._headline(game, table, width), *airy, *self.hands(table, game, width)]
        dealer = next_dealer(game)
        right = text("next dealer: {name}", name=seat_name(text, table.chairs, dealer)) if dealer is not None else ""
        title = text("Table {code}  round {number} is over", code=table.code, number=game.round)
        body = self.body(table, rows, width, height)
        return framed(self, width, height, title, body, right=right if width >= 60 else self.part, prompt=self._prompt(table))

    def _headline(self, game: PlayerView, table: TableView, width: int) -> list[Row]:
        """Who won what, the last card, and what was still drawn for it."""
        text, palette = self.text, self.palette
        *above, last = wrap(self._outcome(game, table), width - 2)
        rows = [Line(width, palette.base).add(" ").add(words, palette.accent).row() for words in above]
        line = Line(width, palette.base).add(" ").add(last, palette.accent)
        lead, face = text("Last card: "), f" {game.top.text} "
        if cells(lead) + cells(face) + 2 > line.room:
            rows.append(line.row())
            line = Line(width, palette.base).add(" ")
        else:
            line.add("  ")
        line.add(lead, palette.dim).add(face, palette.card[game.top.color])
        told = final_draw(text, table.log, table.chairs, table.you)
        if told and cells(told) + 2 <= line.room:
            return [*rows, line.add("  ").add(told, palette.warn).row()]
        rows.append(line.row())
        return [*rows, Line(width, palette.warn).add(" ").add(told).row()] if told else rows

    def _outcome(self, game: PlayerView, table: TableView) -> str:
        text, won = self.text, winners(table.options, game)
        if not won:
            return text("Nobody scores.")
        points = game.gains[won[0]] if game.gains else 0
        names = [seat_name(text, table.chairs, seat) for seat in won]
        if points_are_bad(table.options):
            if won[0] == table.you:
                return text("You win the round; the others get points.")
            return text("{name} wins the round.", name=names[0])
        if len(won) > 1 and table.you in won:
            mate = names[1] if won[0] == table.you else names[0]
            won_by_us = several("You and {name} win {points} point!", "You and {name} win {points} points!")
            return text.plural(*won_by_us, points, name=mate, points=points)
        if len(won) > 1:
            won_by_them = several("{name} and {other} win {points} point.", "{name} and {other} win {points} points.")
            return text.plural(*won_by_them, points, name=names[0], other=names[1], points=points)
        if won[0] == table.you:
            return text.plural("You win {points} point!", "You win {points} points!", points, points=points)
        return text.plural("{name} wins {points} point.", "{name} wins {points} points.", points, name=names[0], points=points)

    def _prompt(self, table: TableView) -> tuple[str, ...]:
        text = self.text
        if self.is_flown:
            return self.flown_words
        is_out = table.you is not None and table.game is not None and table.game.status[table.you] is Status.OUT
        if self._may_get_ready and not self.is_settled:
            return ()
        if self._may_get_ready and is_out:
            return text("You are knocked out. Enter: watch the next round."), text("Knocked out. Enter: watch on.")
        if self._may_get_ready:
            return (text("Enter: ready for the next round."),)
        if is_out:
            long = text("You are knocked out and only watch now; the next round does not wait for you.")
            return long, text("You are knocked out and watch now."), text("Knocked out: you watch.")
        waiting = [c.name for c in table.chairs if c.kind in (Kind.PERSON, Kind.GUEST) and not c.ready and not c.away]
        words = text("Waiting for {names}.", names=text.listed(waiting)) if waiting else text("The next round is dealt.")
        return (words,)
