"""The table page: what is selected, what is armed, and what each key means now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from client.play.choices import (
    Choices,
    asks_color,
    choices_of,
    is_swap,
    leaves_one,
    may_decline,
    moves_hands,
    must_choose,
    targets,
)
from client.play.clock import Countdown
from client.play.hints import aim_hint
from client.protocol import LOBBY, Refusal, Set, TableView
from client.tui.paint import Row
from client.tui.parts.hand import Hand
from client.tui.parts.log import Log
from client.tui.screens.chat import ChatPage
from client.tui.screens.table import compact, full, tiny
from client.tui.screens.table.offers import actions_now, label_now
from client.tui.screens.table.pickers import ColorPicker, SeatPicker
from client.tui.screens.table.refusals import refusal_for
from engine.cards import Card, Color
from engine.moves import Accept, Catch, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Move, Pass, Play, SayUno
from engine.options import Options
from engine.view import PlayerView, Uno

if TYPE_CHECKING:
    from client.tui.app import UnoApp

ARMED: Final[dict[str, Move]] = {"draw": Draw(), "keep": Keep(), "pass": Pass(), "accept": Accept(), "challenge": Challenge()}
"""What a letter only arms; Enter does it. So does `jump`, with the card that lies on the pile."""
MEANT: Final = 1.5
"""Seconds in which an Enter is still meant for what was there before; later it is meant for what the screen says by then."""


class TablePage(ChatPage):
    """A round being played, by the viewer or by others."""

    name = "table"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.hand = Hand()
        self._liked = ""
        """The order of hands as the lobby told it last; a key changes it here at once."""
        self.countdown = Countdown()
        self.log = Log(app.text, app.palette)
        self.choices = Choices()
        self.armed = ""
        """Key of ARMED, `jump`, or nothing."""
        self.picked: Card | None = None
        """The card that is asked about once more before it is played, if that is liked."""
        self.riding = False
        """UNO goes with the next play."""
        self.card_spot = (0, 0)
        """The upper left corner of the selected card, as painted last."""
        self.board = 0
        """Columns of the table without a log beside it, as painted last; 0: all there are."""
        self.typed_number = 0
        self.refused_at = -MEANT
        """When a letter was refused, what it armed lapsed, or the cards came: the Enter meant for that must not play one."""
        self._declining = False
        """The swap just played was played to swap with nobody: say so when the engine asks."""
        self._concern: tuple[object, ...] = ()
        """What makes another position of it: an answer to the last one says nothing about this one."""
        self._answered: PlayerView | None = None
        """The position whose question has been answered already."""

        self.told = range(0)
        """Rows of the screen that hold a log across its whole width, as painted last: nothing leaves a sentence in part."""

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
        before, self._concern = self._concern, (game.turn, game.phase, game.round, choices_of(game).catchable)
        if before != self._concern:
            self.app.hush()
        liked = self.app.link.lobby.liked("hand_order") if self.app.link.lobby else ""
        if liked != self._liked:
            self._liked = liked
            self.hand.order(liked != "drawn")
        self.hand.update(game.hand, game.drawn)
        self.countdown.update(table.clock, self.app.now())
        self.choices = choices_of(game)
        if self.armed and not self.choices.can(self.armed):
            self.refused_at = self.app.now()
            if self.armed == "jump":
                self.app.tell(self.text("Too late to jump in."))
            self.armed = ""
        if self.picked not in self.choices.playable or not self.choices.on_turn:
            self.picked = None
        if not self.may_ride:
            self.riding = False
        if not must_choose(game, self.choices):
            self._declining = self._declining and game.turn == game.viewer and game is self._answered
        self.mind_question()

    @property
    def may_ride(self) -> bool:
        """Can a UNO go out with the next play?"""
        return self.choices.can("uno") and len(self.hand.cards) == 2 and bool(self.choices.playable)

    @property
    def uno_matters(self) -> bool:
        """Is there a UNO that could go with a card, or one that is late?"""
        game = self.game
        if game is None or not self.choices.can("uno"):
            return False
        moved = any(moves_hands(self._options, card) for card in self.choices.playable)
        return self.may_ride or moved or game.uno[game.viewer] is Uno.OPEN

    @property
    def aimed(self) -> int | None:
        """The seat that a picker points at."""
        picker = self.app.top
        return picker.aimed if isinstance(picker, SeatPicker) else None

    def mind_question(self) -> None:
        """Open the picker for what the engine asks, unless the person is busy with something else."""
        game = self.game
        if game is None or game is self._answered or self.is_flown or not must_choose(game, self.choices):
            return
        if self._declining and self.choices.can("decline"):
            self._declining = False
            self._send(Decline())
        elif self.app.top is self and self.entry is None:
            self._answer_engine(game)

    def take_over(self, old: ChatPage) -> None:
        """The cards come while the Enter that asked for them may be pressed again: nobody has seen these yet."""
        super().take_over(old)
        self.refused_at = self.app.now()

    def restyled(self) -> None:
        """The log is told anew."""
        self.log = Log(self.text, self.palette)

    def uncovered(self) -> None:
        """Whatever lay above is gone."""
        self.mind_question()

    def _answer_engine(self, game: PlayerView) -> None:
        """The engine asks: open the picker that has no way back."""

        def valid() -> bool:
            return self.game is not None and must_choose(self.game, self.choices)

        if self.choices.can("color"):
            self.app.open(ColorPicker(self, lambda color: self._send(ChooseColor(color)), valid, must=True))
            return
        seats = [move.seat for move in game.legal if isinstance(move, ChooseTarget)]
        nobody = (lambda: self._send(Decline())) if self.choices.can("decline") else None
        title = self._whom(self._options, game.top)
        told = self._outcome(game, game.top, len(game.hand))
        self.app.open(SeatPicker(self, title, seats, lambda s: self._send(ChooseTarget(s)), valid, True, nobody, told))

    @property
    def ticks(self) -> bool:
        """Once a second while a turn is timed."""
        table = self.table
        return table is not None and table.clock is not None and table.game is not None and table.game.is_playing

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What may be pressed now."""
        return actions_now(self)

    @property
    def is_watching(self) -> bool:
        """Has the viewer no seat?"""
        return self.table is not None and self.table.you is None

    def label(self, action: str) -> str:
        """Enter is called what it does."""
        return label_now(self, action) or super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """One key or click."""
        if action != "number":
            self.typed_number = 0
        is_early = self.lift()
        picked, self.picked = self.picked, self.picked if action in ("confirm", "uno", "card") else None
        match action:
            case "left" | "right" | "select" | "first" | "last" | "next" | "number" | "card" | "sort":
                self._select(action, argument)
            case "confirm" if is_early:
                pass
            case "confirm":
                self._confirm()
            case "draw" | "accept" | "challenge":
                self._arm(action)
            case "jump":
                self._jump()
            case "keep":
                self._arm("pass" if self.choices.can("pass") else "keep")
            case "pile":
                self._confirm() if self.armed == "draw" else self._arm("draw")
            case "uno":
                self._uno()
            case "catch":
                self._catch()
            case "back" if picked is not None:
                pass
            case "back" if self.armed or self.riding:
                self.armed, self.riding = "", False
            case "back" if self.is_watching:
                self.app.leave_table()
            case "back":
                self.app.tell(self.text("Ctrl+Q leaves the table."))
            case _:
                return super().act(action, argument)
        return True

    def lift(self) -> bool:
        """A key came: all after it are meant for what they find. Is it too early to be, if it is an Enter?"""
        before, self.refused_at = self.refused_at, -MEANT
        return self.app.now() - before < MEANT

    def _select(self, action: str, argument: int) -> None:
        hand, before = self.hand, self.hand.selected
        match action:
            case "left":
                hand.move(-1)
            case "right" | "select":
                hand.move(1)
            case "first":
                hand.select(0)
            case "last":
                hand.select(len(hand.cards) - 1)
            case "next":
                hand.next_of(self.choices.playable)
            case "sort":
                hand.order(not hand.by_color)
                self.app.send(Set("hand_order", "color" if hand.by_color else "drawn"), LOBBY, self)
            case "number":
                both = self.typed_number * 10 + argument
                self.typed_number = both if hand.select(both - 1) else argument
                hand.select(self.typed_number - 1)
            case "card":
                if hand.selected == argument and (not self.armed or self.armed == "jump"):
                    self._confirm() if self.choices.on_turn or self.armed else self._jump()
                hand.select(argument)
        if hand.selected != before:
            self.armed, self.picked = "", None

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        self._select("right" if step > 0 else "left", 0)
        return True

    def _arm(self, move: str) -> None:
        if self.choices.can(move):
            self.armed = move
        elif self.table is not None and self.game is not None:
            self.refused_at = self.app.now()
            self.app.tell(refusal_for(self.text, self.table, self.game, self.choices, move))

    def _jump(self) -> None:
        """Arm the card that lies on the pile, and select it."""
        game = self.game
        if game is not None and self.choices.can("jump"):
            self.hand.select(self.hand.cards.index(game.top))
        self._arm("jump")

    def _confirm(self) -> None:
        table, game, card = self.table, self.game, self.hand.card
        if table is None or game is None:
            return
        if self.armed == "jump":
            self._play(table, game, game.top)
        elif self.armed:
            self._send(ARMED[self.armed])
        elif must_choose(game, self.choices):
            self.mind_question()
        elif card is not None and card in self.choices.playable and self.choices.on_turn:
            if self._asks_again(table, game, card):
                self.picked = card
            else:
                self._play(table, game, card)
        else:
            self.app.tell(refusal_for(self.text, table, game, self.choices, "play", card))

    def _asks_again(self, table: TableView, game: PlayerView, card: Card) -> bool:
        """Is the card to be confirmed first? Where a colour or a seat is asked for, that is a question already."""
        is_liked = self.app.liking.of("confirm") == "on" and self.picked != card
        return is_liked and not asks_color(table, game, card) and not targets(table, game, card)

    def _play(self, table: TableView, game: PlayerView, card: Card, color: Color | None = None) -> None:
        """Ask what the card still needs, then play it."""

        def valid() -> bool:
            return card in self.choices.playable

        if color is None and asks_color(table, game, card):
            self.app.open(ColorPicker(self, lambda named: self._play(table, game, card, named), valid, must=False))
            return
        seats = targets(table, game, card)
        if seats:
            title = self._whom(table.options, card)
            nobody = (lambda: self._put(game, card, color, None)) if may_decline(table.options, card) else None
            told = self._outcome(game, card, len(game.hand) - 1)
            picker = SeatPicker(self, title, seats, lambda seat: self._put(game, card, color, seat), valid, False, nobody, told)
            self.app.open(picker)
            return
        self._put(game, card, color, None)

    def _whom(self, options: Options, card: Card) -> str:
        return self.text("Swap hands with whom?") if is_swap(options, card) else self.text("Who draws two cards?")

    def _outcome(self, game: PlayerView, card: Card, left: int) -> Callable[[int], str]:
        return lambda seat: aim_hint(self.text, self.table, game, card, left, seat) if self.table is not None else ""

    def _put(self, game: PlayerView, card: Card, color: Color | None, target: int | None) -> None:
        rides = self.riding and leaves_one(self._options, game, card, target)
        self._declining = target is None and may_decline(self._options, card)
        self._send(Play(card, color, target, rides))

    @property
    def _options(self) -> Options:
        return self.table.options if self.table is not None else Options()

    def _uno(self) -> None:
        if not self.uno_matters:
            self.app.tell(self.text("There is no UNO to call now."))
        elif self.may_ride:
            self.riding = not self.riding
        else:
            self._send(SayUno())

    def _catch(self) -> None:
        if isinstance(self.app.top, SeatPicker) and self.app.top.then == self._point:
            return
        seats, cost = self.choices.catchable, self._options.false_catch_penalty
        if len(seats) == 1:
            self._send(Catch(seats[0]))
            return
        title = self.text("Catch whom?")
        if not seats and self.choices.suspects:
            seats = self.choices.suspects
            title = self.text.plural("Catch whom? Wrongly: you draw one.", "Catch whom? Wrongly: you draw {count}.", cost)
        if seats:
            self.app.open(SeatPicker(self, title, seats, self._point, lambda: set(seats) <= set(self.choices.suspects), False))
        elif self._options.uno_enforcement == "automatic":
            self.app.tell(self.text("Nobody needs to catch here: the table itself punishes a forgotten UNO."))
        else:
            self.app.tell(self.text("There is nobody to catch."))

    def _point(self, seat: int) -> None:
        self._send(Catch(seat))

    def _send(self, move: Move) -> None:
        self.armed, self.picked = "", None
        self.hand.acted()
        self._answered = self.game
        self.app.send(move, page=self)

    def refused(self, refusal: Refusal) -> None:
        """Say why; what the engine asked is still to be answered."""
        self._answered, self._declining = None, False
        super().refused(refusal)
        self.mind_question()

    def entered(self, text: str) -> None:
        """Say it; a question may have waited for that."""
        super().entered(text)
        self.mind_question()

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The largest layout that fits."""
        table, game = self.table, self.game
        if table is None or game is None:
            return []
        self.board, self.told = 0, range(0)
        if width >= full.WIDTH and height >= full.HEIGHT:
            return full.paint(self, table, game, width, height)
        if width >= compact.WIDTH and height >= compact.HEIGHT:
            return compact.paint(self, table, game, width, height)
        return tiny.paint(self, table, game, width, height)
