"""Open hands in lines: somebody who looks on steps through the round before the running one, every hand open."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from client.names import seat_name
from client.plain.position import card_names, in_order
from client.plain.room import Room
from client.plain.words import Word, number_in
from client.play.openhands import may_open, touched, why_closed
from client.protocol import Refusal, Replay, ReplayView, Reply, Seek, Stage, TableView
from client.sentences import sentences
from engine.events import Drew

if TYPE_CHECKING:
    from client.plain.session import PlainClient

AHEAD: Final = 8
"""Steps that may wait for the answer to the one before; what is typed beyond is not done."""


class OpenHands(Room):
    """Where in which round somebody reads. It goes on while the table does; another round begins with its deal."""

    def __init__(self, client: PlainClient) -> None:
        super().__init__(client)
        self._view: ReplayView | None = None
        """The position that was told last; None before the first one."""
        self._is_under_way = False
        self._ahead: deque[str] = deque()
        """What was typed before the last answer came."""

    def word(self) -> Word:
        """To be offered to who may use it, and understood at every table."""
        text, table = self.text, self.table
        return Word(
            ("open", "v"),
            text("open [NUMBER|back|end|hands|deal]"),
            text("Tells the round before this one, every hand open: alone, the next move."),
            self.open,
            hidden=table is None or not may_open(table),
        )

    def open(self, rest: str) -> None:
        """The deal of the newest round that is over, and then whatever was typed."""
        table = self.table
        if table is None or not may_open(table):
            self.say(why_closed(self.text, table) if table is not None else "")
        elif self._is_under_way:
            if len(self._ahead) < AHEAD:
                self._ahead.append(rest)
        else:
            self._step(table, rest.casefold())

    def _step(self, table: TableView, wanted: str) -> None:
        view, number = self._view, number_in(wanted)
        if view is None or view.id != table.code or wanted == "deal":
            self._ask(Replay(table.code))
        elif number is not None and number < view.length:
            self._ask(Seek(number))
        elif wanted and "hands".startswith(wanted):
            self._tell_hands(view, range(view.game.seats))
        elif wanted and "back".startswith(wanted):
            self._ask(Seek(max(0, view.position - 1)))
        elif wanted and "end".startswith(wanted):
            self._ask(Seek(view.length - 1))
        elif wanted:
            self.say(self.text("A number from 0 to {last}, please.", last=view.length - 1))
        elif view.position < view.length - 1:
            self._ask(Seek(view.position + 1))
        elif view.game.round < _newest(table):
            self._ask(Replay(table.code))
        else:
            self._tell_end()

    def _ask(self, body: Replay | Seek) -> None:
        self._is_under_way = True
        self.client.send(body, room=self)

    # ── what comes back ──────────────────────────────────────────────────────────────────────────────────

    def replied(self, reply: Reply) -> None:
        """A position came."""
        self._is_under_way = False
        before, self._view = self._view, self.client.link.replay
        view = self._view
        if view is not None:
            is_new = before is None or (before.id, before.game.round, before.started) != (
                view.id,
                view.game.round,
                view.started,
            )
            self._tell(view, is_new)
        self._go_on()

    def refused(self, refusal: Refusal) -> None:
        """The round is not to be looked at any more, or that was too fast."""
        self._is_under_way = False
        if refusal.code != "slow_down":
            self._view = None
        self._ahead.clear()
        super().refused(refusal)

    def _go_on(self) -> None:
        table = self.table
        if table is None or not may_open(table):
            self._ahead.clear()
        while self._ahead and not self._is_under_way and table is not None:
            self._step(table, self._ahead.popleft().casefold())

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────

    def _tell(self, view: ReplayView, is_new: bool) -> None:
        text, last = self.text, view.length - 1
        if is_new:
            self.say(
                text("Round {round} of table {code}, every hand open.", round=view.game.round, code=view.id),
                text.plural("The deal, and one move.", "The deal, and {count} moves.", last),
            )
        told = [one.text for one in sentences(text, view.happened, view.chairs, None, view.options)]
        drawn = [card for one in view.happened if isinstance(one, Drew) for card in one.cards or ()]
        told += [text("Drawn: {cards}.", cards=card_names(text, drawn))] if drawn else []
        if view.position:
            told.insert(0, text("Round {round}, move {move}:", round=view.game.round, move=view.position))
        self.say(*told)
        self._tell_hands(view, touched(view.happened, view.game.seats) if view.position else range(view.game.seats))
        if is_new:
            self.say(text("Type open for the next move, open back, open end, open hands, or open and a number."))
        if view.position == last:
            self._tell_end()

    def _tell_hands(self, view: ReplayView, seats: range | tuple[int, ...]) -> None:
        text = self.text
        hands = view.game.hands or ()
        for seat in seats if hands else ():
            name, hand = seat_name(text, view.chairs, seat), in_order(hands[seat], True)
            held = text("{name} holds {cards}.", name=name, cards=card_names(text, hand))
            self.say(held if hand else text("{name} holds no cards.", name=name))

    def _tell_end(self) -> None:
        table, view = self.table, self._view
        if table is not None and view is not None and view.game.round < _newest(table):
            self.say(self.text("The end of the round: type open for the one after it."))
        else:
            self.say(self.text("The end of the round: type open deal to hear it again."))


def _newest(table: TableView) -> int:
    """The number of the newest round that is over."""
    number = table.game.round if table.game is not None else 0
    return number - 1 if table.stage is Stage.PLAYING else number
