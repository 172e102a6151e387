"""The moves of a round, typed: which card, colour and target a line names, and what is still to be asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client.names import card_name, color_name, seat_name
from client.plain.asking import Choice, Question
from client.plain.position import cards_left, clock_words, hand_words
from client.plain.refusing import cannot
from client.plain.words import Word, named, number_in
from client.play.choices import asks_color, is_swap, leaves_one, may_decline, must_choose, targets
from client.play.hints import hint
from client.protocol import TableView
from client.text import Text
from engine.cards import Card, Color, Kind
from engine.moves import Accept, Catch, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Move, Pass, Play, SayUno
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.plain.playing import PlayingRoom

PLAIN_MOVES: Final[dict[str, Move]] = {
    "draw": Draw(),
    "keep": Keep(),
    "pass": Pass(),
    "accept": Accept(),
    "challenge": Challenge(),
    "uno": SayUno(),
}
NAMES: Final = {
    name: (name, *others.split())
    for name, others in {
        "play": "p",
        "stack": "answer",
        "jump": "j",
        "draw": "d",
        "keep": "k",
        "pass": "",
        "accept": "a take",
        "challenge": "x bluff",
        "uno": "u",
        "catch": "c",
    }.items()
}
"""Each move as it may be typed, the name that is told first."""
ENGLISH: Final = Text("en")


class Moves:
    """Everything a player may type to play."""

    def __init__(self, room: PlayingRoom) -> None:
        self._room = room
        self._declining = False
        """The swap just played was played to swap with nobody: say so when the rules ask."""

    @property
    def text(self) -> Text:
        """The person's language."""
        return self._room.text

    def words(self) -> tuple[Word, ...]:
        """Those that fit now are offered, all are understood."""
        text, can = self.text, self._room.choices.can
        choices = self._room.choices
        answering = self._room.game is not None and self._room.game.pending > 0
        play = text("play NUMBER [COLOUR] [uno]")
        return (
            Word(
                NAMES["play"],
                play,
                text("Plays a card; the number alone does, too."),
                self._play_word,
                True,
                not choices.playable,
            ),
            Word(
                NAMES["stack"],
                text("stack NUMBER"),
                text("Answers a draw card with another."),
                self._play_word,
                True,
                not (answering and choices.playable),
            ),
            Word(
                NAMES["jump"],
                "jump",
                text("Plays the very card that lies on the pile, out of turn."),
                self._jump,
                True,
                not can("jump"),
            ),
            self._plain("draw", text("Draws a card.")),
            self._plain("keep", text("Keeps the card just drawn and ends the turn.")),
            self._plain("pass", text("Ends the turn when nothing can be done.")),
            self._plain("accept", text("Takes what the card does to you.")),
            self._plain("challenge", text("Calls a Wild Draw Four a bluff.")),
            self._plain("uno", text("Calls UNO.")),
            Word(
                NAMES["catch"],
                text("catch NAME"),
                text("Points at somebody who did not call UNO."),
                self._catch,
                True,
                not choices.suspects,
            ),
        )

    def _plain(self, name: str, help: str) -> Word:
        return Word(NAMES[name], name, help, lambda rest: self._do(name), True, not self._room.choices.can(name))

    def forget(self) -> None:
        """A move was refused."""
        self._declining = False

    # ── moves without a card ─────────────────────────────────────────────────────────────────────────────

    def _do(self, name: str) -> None:
        other = {"keep": "pass", "pass": "keep"}.get(name, "")
        if other and self._room.choices.can(other):
            name = other
        if self._room.choices.can(name):
            self._send(PLAIN_MOVES[name])
        else:
            self._refuse(name)

    def _refuse(self, wish: str, card: Card | None = None) -> None:
        table, game = self._room.table, self._room.game
        if table is not None and game is not None:
            self._room.say(cannot(self.text, table, game, self._room.choices, self._room.prompt, wish, card))

    def _send(self, move: Move) -> None:
        self._room.client.send(move)

    def _catch(self, rest: str) -> None:
        room, text = self._room, self.text
        table, choices = room.table, room.choices
        if table is None:
            return
        seats = choices.suspects if rest else choices.catchable
        names = [seat_name(text, table.chairs, seat) for seat in seats]
        found = named(rest, names) if rest else list(range(len(seats)))
        if len(found) == 1:
            self._send(Catch(seats[found[0]]))
        elif found:
            self._ask_whom(text("Catch whom?"), [seats[place] for place in found], lambda seat: self._send(Catch(seat)))
        elif table.options.uno_enforcement == "automatic":
            room.say(text("Nobody needs to catch here: the table itself punishes a forgotten UNO."))
        else:
            room.say(text("There is nobody to catch."))

    def _ask_whom(self, sentence: str, seats: Sequence[int], take: Callable[[int], None]) -> None:
        table = self._room.table
        assert table is not None
        choices = tuple(Choice(seat_name(self.text, table.chairs, seat)) for seat in seats)

        def valid() -> bool:
            return set(seats) <= set(self._room.choices.suspects)

        self._room.client.ask(Question(sentence, choices, lambda place: take(seats[place]), valid=valid))

    # ── cards ────────────────────────────────────────────────────────────────────────────────────────────

    def play_number(self, place: int) -> None:
        """A number of the list of cards was typed."""
        self._play_listed(place, [])

    def _play_listed(self, place: int, rest: Sequence[str]) -> None:
        """The card at a place of the list that was said last; not if that list is an old one."""
        room, text = self._room, self.text
        if room.client.told_hand != room.hand:
            room.list_hand()
            room.say(text("Your hand is another one than when it was told."), hand_words(text, room.hand))
        elif not 0 <= place < len(room.hand):
            room.say(text("You hold {count} cards.", count=len(room.hand)), room.prompt())
        else:
            self._choose(room.hand[place], rest)

    def _play_word(self, rest: str) -> None:
        """`play 3 red uno`, `play red 7`, `play wild blue Bo`; `play` alone plays the card just drawn."""
        words = rest.split()
        room = self._room
        if not words:
            if room.game is not None and room.game.drawn in room.choices.playable:
                self._choose(room.game.drawn, [])
            else:
                room.say(self.text("Play which card? Type play and its number."), room.prompt())
            return
        number = number_in(words[0])
        if number is not None:
            self._play_listed(number - 1, words[1:])
            return
        for count in range(len(words), 0, -1):
            card = self._card(" ".join(words[:count]))
            if card is not None:
                self._choose(card, words[count:])
                return
        room.say(self.text("You hold no {card}.", card=" ".join(words)), room.prompt())

    def _card(self, typed: str) -> Card | None:
        """A card of the hand by its name in the person's language or in English, or by its short form (`R7`)."""
        typed = typed.casefold()
        for card in self._room.hand:
            if typed in (card.text.casefold(), card_name(self.text, card).casefold(), card_name(ENGLISH, card).casefold()):
                return card
        return None

    def _jump(self, rest: str) -> None:
        room = self._room
        game, number = room.game, number_in(rest)
        if game is None or not room.choices.can("jump"):
            self._refuse("jump")
        elif number is not None and (not 0 < number <= len(room.hand) or room.hand[number - 1] is not game.top):
            name = card_name(self.text, game.top)
            room.say(self.text("Only {card} can jump in: type jump.", card=name))
        else:
            self._choose(game.top, [word for word in rest.split() if number_in(word) is None])

    def _choose(self, card: Card, rest: Sequence[str]) -> None:
        """Play it, with what was typed after it; ask for what is missing."""
        room, text = self._room, self.text
        table, game = room.table, room.game
        if table is None or game is None:
            return
        if card not in room.choices.playable:
            self._refuse("play", card)
            return
        color, target, uno = None, None, False
        seats = targets(table, game, card)
        names = [seat_name(text, table.chairs, seat) for seat in seats]
        for word in rest:
            if word.casefold() in ("uno", "uno!"):
                uno = True
            elif color is None and asks_color(table, game, card) and (found := color_named(text, word)) is not None:
                color = found
            elif target is None and len(matches := named(word, names)) == 1:
                target = seats[matches[0]]
            else:
                room.say(text("{word} means nothing with {card}, so nothing was done.", word=word, card=card_name(text, card)))
                return
        self._complete(card, color, target, uno)

    def _complete(self, card: Card, color: Color | None, target: int | None, uno: bool) -> None:
        """Ask for colour and target, then play."""
        room, text = self._room, self.text
        table, game = room.table, room.game
        if table is None or game is None:
            return

        def valid() -> bool:
            return card in room.choices.playable

        if color is None and asks_color(table, game, card):
            about = " ".join(hint(text, table, game, card)[:1]) if card.kind is Kind.WILD_DRAW_FOUR else ""
            question = color_question(text, lambda named_: self._complete(card, named_, target, uno), valid, about=about)
            room.client.ask(replace(question, remark=self._clock))
            return
        seats = targets(table, game, card)
        if target is None and seats:
            self._aim(table, game, card, color, uno, seats)
            return
        self._put(card, color, target, uno)

    def _aim(
        self, table: TableView, game: PlayerView, card: Card, color: Color | None, uno: bool, seats: Sequence[int]
    ) -> None:
        room, text = self._room, self.text
        sentence = text("Swap hands with whom?") if is_swap(table.options, card) else text("Who draws two cards?")
        choices = [self._seat_choice(table, game, seat) for seat in seats]
        if may_decline(table.options, card):
            choices.append(Choice(text("nobody"), ("nobody",)))

        def take(place: int) -> None:
            self._put(card, color, seats[place] if place < len(seats) else None, uno)

        asked = Question(sentence, tuple(choices), take, valid=lambda: card in room.choices.playable, remark=self._clock)
        room.client.ask(asked)

    def _clock(self) -> str:
        """A question stops no clock."""
        return clock_words(self.text, self._room.seconds_left) if self._room.choices.on_turn else ""

    def _seat_choice(self, table: TableView, game: PlayerView, seat: int) -> Choice:
        name = seat_name(self.text, table.chairs, seat)
        label = self.text("{name} ({cards})", name=name, cards=cards_left(self.text, game.counts[seat]))
        return Choice(label, (name,))

    def _put(self, card: Card, color: Color | None, target: int | None, uno: bool) -> None:
        table, game = self._room.table, self._room.game
        if table is None or game is None:
            return
        rides = uno and leaves_one(table.options, game, card, target)
        self._declining = target is None and may_decline(table.options, card)
        self._send(Play(card, color, target, rides))

    # ── what the rules ask for ───────────────────────────────────────────────────────────────────────────

    def engine_question(self, game: PlayerView) -> Question | None:
        """The colour or the target that the rules wait for; a swap with nobody is answered at once."""
        room, text, table = self._room, self.text, self._room.table
        choices = room.choices
        if self._declining and choices.can("decline"):
            self._declining = False
            self._send(Decline())
            return None

        def valid() -> bool:
            return room.game is not None and must_choose(room.game, room.choices)

        if choices.can("color") or table is None:
            asked = color_question(text, lambda color: self._send(ChooseColor(color)), valid, must=True)
            return replace(asked, remark=self._clock)
        seats = [move.seat for move in game.legal if isinstance(move, ChooseTarget)]
        answers = [self._seat_choice(table, game, seat) for seat in seats]
        if choices.can("decline"):
            answers.append(Choice(text("nobody"), ("nobody",)))

        def take(place: int) -> None:
            self._send(ChooseTarget(seats[place]) if place < len(seats) else Decline())

        sentence = text("Swap hands with whom?") if is_swap(table.options, game.top) else text("Who draws two cards?")
        return Question(sentence, tuple(answers), take, must=True, valid=valid, remark=self._clock)


def color_named(text: Text, typed: str) -> Color | None:
    """`red`, `r`, or the word in the person's language."""
    colors = tuple(Color)
    for names in ([color.value for color in colors], [color_name(text, color) for color in colors]):
        if len(found := named(typed, names)) == 1:
            return colors[found[0]]
    return None


def color_question(
    text: Text, take: Callable[[Color], None], valid: Callable[[], bool], must: bool = False, about: str = ""
) -> Question:
    """`Which colour? 1 red, 2 yellow, 3 green, 4 blue.`; `about`: what to know before."""
    colors = tuple(Color)
    choices = tuple(Choice(color_name(text, color), (color.value, color.letter)) for color in colors)
    sentence = " ".join(filter(None, (about, text("Which colour?"))))
    return Question(sentence, choices, lambda place: take(colors[place]), must=must, valid=valid)
