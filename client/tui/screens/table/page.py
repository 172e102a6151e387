"""The table page: what is selected, what is armed, and what each key means now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.names import card_name
from client.protocol import TableView
from client.tui.paint import Row
from client.tui.parts.clock import Countdown
from client.tui.parts.hand import Hand
from client.tui.parts.log import Log
from client.tui.screens.chat import ChatPage
from client.tui.screens.table import compact, full, tiny
from client.tui.screens.table.choices import Choices, asks_color, choices_of, must_choose, targets
from client.tui.screens.table.pickers import ColorPicker, Picker, SeatPicker
from client.tui.screens.table.prompt import refusal_for
from engine.cards import Card, Color
from engine.moves import Accept, Catch, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Move, Pass, Play, SayUno
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.app import UnoApp

ARMED: Final[dict[str, Move]] = {"draw": Draw(), "keep": Keep(), "pass": Pass(), "accept": Accept(), "challenge": Challenge()}
"""What a letter only arms; Enter does it."""


class TablePage(ChatPage):
    """A round being played, by the viewer or by others."""

    name = "table"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.hand = Hand()
        self.countdown = Countdown()
        self.log = Log(app.text, app.palette)
        self.choices = Choices()
        self.armed = ""
        """Key of ARMED, or nothing."""
        self.riding = False
        """UNO goes with the next play."""
        self.card_spot = (0, 0)
        """The upper left corner of the selected card, as painted last."""
        self.typed_number = 0
        self.refused_letter = False
        """The key before was a letter that could not be armed: the Enter meant for it must not play a card."""

    # ── the view ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def game(self) -> PlayerView | None:
        """The newest view of the game."""
        return self.table.game if self.table else None

    def changed(self) -> None:
        """Take the newest view; let go of what it made impossible."""
        table, game = self.table, self.game
        if table is None or game is None:
            return
        self.hand.update(game.hand, game.drawn)
        self.countdown.update(table.clock, self.app.now())
        self.choices = choices_of(game)
        if not self.choices.can(self.armed):
            self.armed = ""
        if not (self.choices.can("uno") and self.choices.on_turn and len(game.hand) == 2):
            self.riding = False
        if must_choose(game, self.choices) and not isinstance(self.app.top, Picker):
            self._answer_engine(game)

    def _answer_engine(self, game: PlayerView) -> None:
        """The engine asks: open the picker that has no way back."""

        def valid() -> bool:
            return self.game is not None and must_choose(self.game, self.choices)

        if self.choices.can("color"):
            self.app.open(ColorPicker(self, lambda color: self._send(ChooseColor(color)), valid, must=True))
            return
        seats = [move.seat for move in game.legal if isinstance(move, ChooseTarget)]
        nobody = (lambda: self._send(Decline())) if self.choices.can("decline") else None
        title = self.text("At whom?")
        self.app.open(SeatPicker(self, title, seats, lambda s: self._send(ChooseTarget(s)), valid, True, nobody))

    def favourite_color(self) -> Color:
        """The colour most frequent in the hand: where a colour picker starts."""
        counts = Counter(card.color for card in self.hand.cards if card.color is not None)
        return max(Color, key=lambda color: counts[color])

    @property
    def ticks(self) -> bool:
        """Once a second while a turn is timed."""
        table = self.table
        return table is not None and table.clock is not None and table.game is not None and table.game.is_playing

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What may be pressed now."""
        choices = self.choices
        names: list[str] = []
        if self.armed or (self.hand.card in choices.playable):
            names.append("confirm")
        names += [name for name in ("accept", "challenge", "draw") if choices.can(name) and name != self.armed]
        if (choices.can("keep") or choices.can("pass")) and self.armed not in ("keep", "pass"):
            names.append("keep")
        names += ["uno"] if choices.can("uno") else []
        names += ["catch"] if choices.catchable else []
        names += ["back"] if self.armed else []
        names += ["select", "sort"] if len(self.hand.cards) > 1 else []
        return [*names, "chat", "rules"]

    def label(self, action: str) -> str:
        """Enter is called what it does."""
        if action == "confirm" and self.armed:
            return super().label("keep" if self.armed == "keep" else self.armed) if self.armed != "pass" else self.text("pass")
        if action == "keep" and self.choices.can("pass"):
            return self.text("pass")
        return super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """One key or click."""
        if action != "number":
            self.typed_number = 0
        if action != "confirm":
            self.refused_letter = False
        match action:
            case "left" | "right" | "first" | "last" | "next" | "number" | "card" | "sort":
                self._select(action, argument)
            case "confirm":
                self._confirm()
            case "draw" | "accept" | "challenge":
                self._arm(action)
            case "keep":
                self._arm("pass" if self.choices.can("pass") else "keep")
            case "pile":
                self._confirm() if self.armed == "draw" else self._arm("draw")
            case "uno":
                self._uno()
            case "catch":
                self._catch()
            case "back" if self.armed or self.riding:
                self.armed, self.riding = "", False
            case "back":
                self.app.tell(self.text("Ctrl+Q leaves the table."))
            case _:
                return super().act(action, argument)
        return True

    def _select(self, action: str, argument: int) -> None:
        hand, before = self.hand, self.hand.selected
        match action:
            case "left":
                hand.move(-1)
            case "right":
                hand.move(1)
            case "first":
                hand.select(0)
            case "last":
                hand.select(len(hand.cards) - 1)
            case "next":
                hand.next_of(self.choices.playable)
            case "sort":
                hand.toggle_order()
            case "number":
                both = self.typed_number * 10 + argument
                self.typed_number = both if hand.select(both - 1) else argument
                hand.select(self.typed_number - 1)
            case "card":
                if hand.selected == argument and not self.armed:
                    self._confirm()
                hand.select(argument)
        if hand.selected != before:
            self.armed = ""

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        self._select("right" if step > 0 else "left", 0)
        return True

    def _arm(self, move: str) -> None:
        if self.choices.can(move):
            self.armed = move
        elif self.table is not None and self.game is not None:
            self.refused_letter = True
            self.app.tell(refusal_for(self.text, self.table, self.game, move))

    def _confirm(self) -> None:
        table, game, card = self.table, self.game, self.hand.card
        if table is None or game is None:
            return
        if self.refused_letter:
            self.refused_letter = False
        elif self.armed:
            self._send(ARMED[self.armed])
        elif card is not None and card in self.choices.playable:
            self._play(table, game, card)
        else:
            self.app.tell(refusal_for(self.text, table, game, "play", card))

    def _play(self, table: TableView, game: PlayerView, card: Card, color: Color | None = None) -> None:
        """Ask what the card still needs, then play it."""

        def valid() -> bool:
            return card in self.choices.playable

        if color is None and asks_color(table, game, card):
            self.app.open(ColorPicker(self, lambda named: self._play(table, game, card, named), valid, must=False))
            return
        seats = targets(table, game, card)
        if seats:
            title = self.text("{card}: at whom?", card=card_name(self.text, card))
            self.app.open(SeatPicker(self, title, seats, lambda seat: self._put(card, color, seat), valid, False))
            return
        self._put(card, color, None)

    def _put(self, card: Card, color: Color | None, target: int | None) -> None:
        self._send(Play(card, color, target, self.riding))

    def _uno(self) -> None:
        game = self.game
        if game is None or not self.choices.can("uno"):
            self.app.tell(self.text("There is no UNO to call now."))
        elif self.choices.on_turn and len(game.hand) == 2:
            self.riding = not self.riding
        else:
            self._send(SayUno())

    def _catch(self) -> None:
        seats = self.choices.catchable
        if not seats:
            self.app.tell(self.text("There is nobody to catch."))
        elif len(seats) == 1:
            self._send(Catch(seats[0]))
        else:
            title = self.text("Catch whom?")
            picker = SeatPicker(
                self, title, seats, lambda s: self._send(Catch(s)), lambda: self.choices.catchable == seats, must=False
            )
            self.app.open(picker)

    def _send(self, move: Move) -> None:
        self.armed = ""
        self.app.send(move, page=self)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The largest layout that fits."""
        table, game = self.table, self.game
        if table is None or game is None:
            return []
        if width >= full.WIDTH and height >= full.HEIGHT:
            return full.paint(self, table, game, width, height)
        if width >= compact.WIDTH and height >= compact.HEIGHT:
            return compact.paint(self, table, game, width, height)
        return tiny.paint(self, table, game, width, height)
