"""What becomes of a typed line: the answer to a question, a number of the list that was said last, or a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.plain.asking import Mark, Question
from client.plain.common import common_words
from client.plain.words import Word, ambiguous, beyond, number_in, parted, understood
from client.protocol import Back
from client.usertext import clean

if TYPE_CHECKING:
    from client.plain.session import PlainClient

LONGEST: Final = 400
"""Cells of a typed line that are looked at."""
TAKEN_BACK: Final = ("no", "back", "cancel", "never")


class Hearing:
    """One person's lines."""

    def __init__(self, client: PlainClient) -> None:
        self._client = client

    def hear(self, line: str, mark: Mark | None = None) -> None:
        """One line. `mark`: what numbers meant when the person began to type it, if that is known."""
        line = clean(line, LONGEST)
        client = self._client
        if line and not "again".startswith(line.casefold()):
            client.forget()
        client.drop_question()
        if not line:
            self._hear_nothing()
        elif number_in(line) is not None and mark is not None and mark.listed != self._client.listed:
            self._refuse_stale()
        elif self._client.question is not None and self._hear_answer(line):
            return
        elif number_in(line) is not None and self._client.question is None:
            self._wake() if self._client.is_flown else self._hear_number(int(line))
        else:
            self._hear_word(line, mark is not None and mark.hand != self._client.told_hand)

    def _refuse_stale(self) -> None:
        self._client.say(
            self._client.text("Another list was said while you typed, so nothing was done."), self._client.room.prompt()
        )

    def _hear_nothing(self) -> None:
        if self._client.question is not None and self._client.question.default is not None:
            self._client.answer(self._client.question.default)
        else:
            told = self._client.room.prompt()
            question = self._client.question
            asked = question.words(self._client.text) if question is not None else ""
            self._client.say(told, beyond(told, asked))

    def _hear_answer(self, line: str) -> bool:
        """Is the line for the question?"""
        question = self._client.question
        assert question is not None
        place = question.answered(line)
        if place is not None:
            self._client.answer(place)
            return True
        if line.casefold() in TAKEN_BACK and not question.must:
            self._client.question = None
            self._client.say(self._client.text("All right, not done."), self._client.room.prompt())
            return True
        if number_in(line) is not None or not understood(parted(line)[0], self.words()):
            self._client.say(self._client.text("That is none of the answers."), question.words(self._client.text))
            return True
        return False

    def _hear_number(self, number: int) -> None:
        listed = self._client.listed
        if listed is None:
            self._client.say(self._client.text("There is no list to choose from now."), self._client.room.prompt())
        else:
            listed.take(number - 1)

    def _hear_word(self, line: str, is_stale: bool) -> None:
        first, rest = parted(line)
        words = self.words()
        found = understood(first, words)
        lapsed = self._client.lapsed
        if not found and lapsed is not None and lapsed.answered(line) is not None:
            self._client.say(self._client.too_late, self._client.room.prompt())
        elif not found:
            self._client.say(self._client.unknown(first))
        elif len(found) > 1:
            self._client.say(ambiguous(self._client.text, first, found))
        elif found[0].acts and is_stale and number_in(parted(rest)[0]) is not None:
            self._refuse_stale()
        elif self._client.is_flown and found[0].acts:
            self._wake()
        else:
            if self._client.is_flown:
                self._client.send(Back())
            question = self._client.question
            found[0].do(rest)
            if question is not None and self._client.question is question:
                self._back_to(question, found[0])

    def _wake(self) -> None:
        """A move for cards that the autopilot plays: it gives them back, and that is all, for they lie otherwise by now."""
        self._client.send(Back())
        self._client.say(self._client.text("Nothing was played: first you take your cards back."))

    def _back_to(self, question: Question, word: Word) -> None:
        """Another word was typed in place of an answer: a move drops the question, anything else leaves it open."""
        if word.acts and not question.must:
            self._client.question = None
        else:
            self._client.ask(question)

    def words(self) -> Sequence[Word]:
        """All that may be typed now: what belongs to the room comes first."""
        own = self._client.room.words()
        taken = {name for word in own for name in word.names}
        return [*own, *(word for word in common_words(self._client, self._client.room) if not taken.intersection(word.names))]
