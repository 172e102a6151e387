"""A new table, by questions: rules, seats, bots and target; whatever else there is to choose, for who wants to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.plain.asking import Choice, Question, numbered
from client.play.fields import TABLE, Field
from client.play.house import HOUSE
from client.play.small_print import SMALL_PRINT
from client.play.wish import Wish
from client.rulebook.changes import rules_line

if TYPE_CHECKING:
    from client.plain.session import PlainClient

RULES, TARGET, PENALTY, SEATS, BOTS, *REST = TABLE
ASKED: Final = (RULES, SEATS, BOTS, TARGET)
"""What everybody is asked."""
MORE: Final = (PENALTY, *REST, *HOUSE, *SMALL_PRINT)


class Opening:
    """One table on its way: a wish that the answers change."""

    def __init__(self, client: PlainClient) -> None:
        self._client, self.text = client, client.text
        self._wish = Wish()
        self._numbered: Sequence[Field] = ()
        """What the numbers stood for when they were told last."""

    def begin(self, rest: str) -> None:
        """Ask for the rules, or take the answers that were typed with the word: `new stacking 4 3 200`."""
        given = rest.split()
        for field in ASKED:
            if not given:
                self._ask(field)
                return
            place = self._question(field).answered(given.pop(0))
            if place is None:
                self._ask(field)
                return
            self._wish = field.change(self._wish, field.choices(self._wish)[place])
        self._confirm()

    def _ask(self, field: Field) -> None:
        self._client.ask(self._question(field))

    def _question(self, field: Field) -> Question:
        """A question about one of the four; Enter leaves it as it is."""
        text, wish = self.text, self._wish
        values = field.choices(wish)
        default = values.index(field.read(wish)) if field.read(wish) in values else 0
        words = [field.word(text, value) for value in values]
        names = [tuple(str(value) for value in (value,) if value is not None) for value in values]
        if field is RULES:
            sentence, is_numbered = text("Which rules? Enter: {word}.", word=words[default]), True
        elif field is SEATS:
            sentence, is_numbered = text("How many seats, you included: 2 to 10? Enter: {word}.", word=words[default]), False
        elif field is BOTS:
            least, most = words[0], words[-1]
            sentence = text("How many bots, {least} to {most}? Enter: {word}.", least=least, most=most, word=words[default])
            is_numbered = False
        else:
            names = [("one", "1", "none", "round") if value is None else (str(value),) for value in values]
            sentence = text(
                "How many points win the match: 500, 200, or one for a single round? Enter: {word}.", word=words[default]
            )
            is_numbered = False

        def take(place: int) -> None:
            self._wish = field.change(self._wish, values[place])
            following = ASKED.index(field) + 1
            self._ask(ASKED[following]) if following < len(ASKED) else self._confirm()

        choices = tuple(Choice(word, name) for word, name in zip(words, names, strict=True))
        return Question(sentence, choices, take, is_numbered, default)

    # ── everything else ──────────────────────────────────────────────────────────────────────────────────

    def _confirm(self) -> None:
        """Open it, or change more; what cannot be played is said first."""
        text, wish = self.text, self._wish
        bots = text.plural("one bot", "{count} bots", wish.bots) if wish.bots else text("no bots")
        told = text("{rules}, {seats} seats, {bots}.", rules=rules_line(text, wish.options), seats=wish.seats, bots=bots)
        if wish.problems:
            sentence = " ".join([*wish.problems, text("Type more to change that, or cancel.")])
            only = (Choice("more"),)
            self._client.ask(Question(f"{told} {sentence}", only, lambda place: self._read(), is_numbered=False))
            return
        sentence = text("Enter opens the table. Type more for house rules and the rest, or cancel.")
        choices = (Choice("open", ("yes",)), Choice("more", ("house",)))

        def take(place: int) -> None:
            self._read() if place else self._client.send(self._wish.verb())

        self._client.ask(Question(f"{told} {sentence}", choices, take, is_numbered=False, default=0))

    @property
    def _fields(self) -> Sequence[Field]:
        return [field for field in MORE if field.belongs(self._wish) and field.applies(self._wish)]

    def _read(self) -> None:
        """All of it, from the start."""
        self._numbered = ()
        self._more()

    def _more(self, done: str = "") -> None:
        """All the rest with its numbers, which are not told again while they stay the same; `done`: what was changed."""
        text, fields = self.text, self._fields
        labels = [
            text("{label}: {value}", label=text(field.label), value=field.word(text, field.read(self._wish)))
            for field in fields
        ]
        choices = tuple(Choice(label, (text(field.label),)) for label, field in zip(labels, fields, strict=True))
        sentence = text("Type a number to change something, or Enter when all is right.")
        enough = Choice(text("done"), ("done", "enough"))
        question = Question(
            f"{sentence} {numbered(text, labels)}",
            (*choices, enough),
            lambda place: self._change(fields[place]) if place < len(fields) else self._confirm(),
            default=len(fields),
        )
        self._client.put(question)
        if list(self._numbered) == list(fields):
            self._client.say(done, text("Another number, or Enter when all is right."))
        else:
            self._client.say(done, f"{sentence} {numbered(text, labels)}")
        self._numbered = fields

    def _change(self, field: Field) -> None:
        """One of them, told and asked for."""
        text, wish = self.text, self._wish
        values = field.choices(wish)
        words = [field.word(text, value) for value in values]
        choices = tuple(Choice(word) for word in words)
        told = [f"{text(field.label)}: {field.help(text, wish)}"]
        told += [f"{word}: {text(field.says[value])}" for word, value in zip(words, values, strict=True) if value in field.says]

        def take(place: int) -> None:
            self._wish = field.change(self._wish, values[place])
            self._more(text("{label}: {value}.", label=text(field.label), value=words[place]))

        default = values.index(field.read(wish)) if field.read(wish) in values else None
        self._client.ask(Question(" ".join(told), choices, take, default=default))
