"""A round in lines: what is told of it, and the words that play it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.plain.asking import Listed, Question
from client.plain.moves import Moves
from client.plain.position import hand_words, in_order, pile_words, score_words, table_words, turn_words
from client.plain.turns import Turn, reveal_words, waits_for_person
from client.plain.waiting import TableRoom
from client.plain.words import Word
from client.play.choices import Choices, choices_of, must_choose
from client.play.clock import Countdown
from client.play.openhands import may_open
from client.protocol import Refusal, TableView
from client.refusals import refusal_sentence
from engine.cards import Card
from engine.events import Drew, Rotated, Swapped
from engine.view import Phase, PlayerView

if TYPE_CHECKING:
    from client.plain.session import PlainClient


HURRY: Final = 10
"""Seconds of a turn that are left when that is told."""


class PlayingRoom(TableRoom):
    """A round being played, by the person or by others."""

    name = "playing"

    def __init__(self, client: PlainClient) -> None:
        super().__init__(client)
        self.moves = Moves(self)
        self._concern: tuple[object, ...] = ()
        """The position that was asked about last."""
        self._urgent: tuple[object, ...] = ()
        self._reveal = ""
        self._countdown = Countdown()
        self._is_time_told = False
        self._log_end: object = None

    # ── the view ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def game(self) -> PlayerView | None:
        """The newest view of the game."""
        return self.table.game if self.table is not None else None

    @property
    def choices(self) -> Choices:
        """What may be done now."""
        return choices_of(self.game)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand in the order of its numbers."""
        liked = self.lobby.liked("hand_order") if self.lobby is not None else ""
        return in_order(self.game.hand, liked != "drawn") if self.game is not None else ()

    def list_hand(self) -> None:
        """From now on numbers mean these cards."""
        self.client.listed = Listed(("hand", *self.hand), self.moves.play_number)
        self.client.told_hand = self.hand

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────

    def words(self) -> Sequence[Word]:
        """Moves first."""
        text, moves, game = self.text, self.moves, self.game
        looks = (
            Word(
                ("table", "look"),
                "table",
                text("Tells the pile, the turn and everybody's cards."),
                lambda rest: self._tell_table(),
            ),
            Word(("score", "points"), "score", text("Tells the points."), lambda rest: self._tell_score()),
            Word(("time", "clock"), "time", text("Tells how long the turn may still take."), lambda rest: self._tell_time()),
        )
        opened = self.client.open_hands.word()
        if game is None or game.viewer < 0:
            return (*looks, opened)
        hand = Word(("hand", "cards"), "hand", text("Tells your cards and their numbers."), lambda rest: self._tell_hand())
        return (*moves.words(), hand, *looks, opened)

    def arrival(self) -> str:
        """The table for who has just come to it."""
        table, game, text = self.table, self.game, self.text
        if table is None or game is None:
            return ""
        self._remember()
        if game.viewer >= 0:
            about = text("Table {code}, round {number}.", code=table.code, number=game.round)
        else:
            about = text("You are watching table {code}, round {number}.", code=table.code, number=game.round)
        lines = [about] if self.client.is_first_look else []
        if self.client.is_first_look and game.viewer < 0:
            lines = [f"{about} {line}" if not number else line for number, line in enumerate(table_words(text, table, game))]
            return "\n".join(
                [*lines, text("Type open to hear the round before this one, every hand open.") if may_open(table) else ""]
            )
        way_back = self.way_back() if self.client.is_first_look else ""
        turn = self.prompt()
        if not self.choices.on_turn and game.viewer >= 0:
            turn = f"{turn_words(text, table, game)} {self._pile_and_hand(game)}"
        return "\n".join(filter(None, [way_back, " ".join([*lines, turn])]))

    def _pile_and_hand(self, game: PlayerView) -> str:
        self.list_hand()
        return f"{pile_words(self.text, game)} {hand_words(self.text, self.hand)}"

    def prompt(self) -> str:
        """What is asked of the person, or who is waited for."""
        if self.client.is_flown:
            return self.text("The autopilot plays your cards. Type back to play yourself.")
        return self._asked(left=self.seconds_left)

    def _asked(self, *, is_fresh: bool = False, left: int | None = None) -> str:
        table, game = self.table, self.game
        if table is None or game is None:
            return ""
        choices = self.choices
        if choices.on_turn:
            self.list_hand()
        told = self._turn(table, game, choices, left).prompt(is_fresh=is_fresh)
        question = self._engine_asks(game, choices)
        return " ".join(filter(None, (told, question.words(self.text) if question is not None else "")))

    def _turn(self, table: TableView, game: PlayerView, choices: Choices, left: int | None = None) -> Turn:
        return Turn(self.text, table, game, choices, self.hand, left)

    @property
    def seconds_left(self) -> int | None:
        """Of the turn; None without a turn clock."""
        left = self._countdown.left(self.client.now())
        return left[0] if left is not None else None

    def _news_of_time(self) -> int | None:
        """The seconds of the turn, the first time in a round; later there is only the warning."""
        left, self._is_time_told = self.seconds_left if not self._is_time_told else None, True
        return left

    def warning_in(self) -> float | None:
        """See `Room`. Once a turn."""
        left = self.seconds_left
        if left is None or left <= HURRY or not self.choices.on_turn or self.client.is_flown:
            return None
        return left - HURRY

    def warn(self) -> None:
        """See `Room`."""
        if self.choices.on_turn:
            self._tell_time()

    def _engine_asks(self, game: PlayerView, choices: Choices) -> Question | None:
        """What the rules have stopped for."""
        if not must_choose(game, choices):
            return None
        question = self.moves.engine_question(game)
        if question is not None:
            self.client.put(question)
        return question

    def _remember(self) -> None:
        table, game, choices = self.table, self.game, self.choices
        if table is None or game is None:
            return
        self._countdown.update(table.clock, self.client.now())
        self._concern = self._of(game, choices)
        self._urgent = (choices.catchable, choices.can("jump"), game.uno[game.viewer] if game.viewer >= 0 else None)

    @staticmethod
    def _of(game: PlayerView, choices: Choices) -> tuple[object, ...]:
        hand = game.hand if choices.on_turn else ()
        return game.round, game.turn, game.phase, game.top, game.color, game.pending, hand, choices.on_turn

    def news(self) -> str:
        """The prompt, if it is another one than before."""
        table, game, choices = self.table, self.game, self.choices
        if table is None or game is None:
            return ""
        before, urgent = self._concern, self._urgent
        self._remember()
        turn = self._turn(table, game, choices)
        told = [self._shown_hand(game)]
        hand = self._moved_hand(game)
        if self.client.is_flown:
            self._concern = ()
            return ""
        if choices.on_turn and (self._concern != before):
            drew = next((one for one in reversed(table.log) if isinstance(one, Drew)), None)
            is_fresh = drew is not None and drew.seat == game.viewer and before[1:2] == (game.viewer,)
            return " ".join(filter(None, [told[0], self._asked(is_fresh=is_fresh, left=self._news_of_time())]))
        if self._urgent != urgent:
            told.append(turn.urgent())
            if choices.can("jump") and urgent[1:2] != (True,):
                told.append(turn.jump())
        moved = self._concern[:2] != before[:2] or (self._concern[2:3] != before[2:3] and game.phase is Phase.AWAIT_PLAY)
        told.append(hand)
        if before and not choices.on_turn and moved and waits_for_person(table, game):
            told.append(turn_words(self.text, table, game))
        return " ".join(filter(None, told))

    def _shown_hand(self, game: PlayerView) -> str:
        """The hand of an accused, the first time it is seen."""
        table = self.table
        reveal = reveal_words(self.text, table, game) if table is not None else ""
        before, self._reveal = self._reveal, reveal
        return reveal if reveal != before else ""

    def _moved_hand(self, game: PlayerView) -> str:
        """One's own hand after it has come from somebody else."""
        table = self.table
        if table is None or game.viewer < 0 or not table.log:
            return ""
        last = next(
            (
                one
                for one in reversed(table.log)
                if isinstance(one, Rotated) or (isinstance(one, Swapped) and game.viewer in (one.seat, one.target))
            ),
            None,
        )
        before, self._log_end = self._log_end, last
        if last is None or last is before:
            return ""
        self.list_hand()
        return hand_words(self.text, self.hand)

    def refused(self, refusal: Refusal) -> None:
        """Why, and what is asked now."""
        self.moves.forget()
        self.say(refusal_sentence(self.text, refusal), self.prompt() if self.choices.on_turn and refusal.code != "held" else "")

    # ── words that only look ─────────────────────────────────────────────────────────────────────────────

    def _tell_hand(self) -> None:
        self.list_hand()
        self.say(hand_words(self.text, self.hand))

    def _tell_table(self) -> None:
        if self.table is not None and self.game is not None:
            for line in table_words(self.text, self.table, self.game):
                self.say(line)

    def _tell_score(self) -> None:
        if self.table is not None and self.game is not None:
            self.say(score_words(self.text, self.table, self.game))

    def _tell_time(self) -> None:
        left = self.seconds_left
        if left is None:
            self.say(self.text("There is no turn clock."))
        else:
            self.say(self.text.plural("One second left.", "{count} seconds left.", left))
