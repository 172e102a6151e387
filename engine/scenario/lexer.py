"""A scenario's text as lines of words that know their columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeVar

from engine.cards import Card
from engine.notation import card_of, seat_of
from engine.options import MAX_SEATS

T = TypeVar("T")

LONGEST_NUMBER: Final = 80
"""Digits; a seed of 32 bytes has 78."""
_WORDS: Final = re.compile(r"[^\s:=,@]+|[:=,@]")


class ParseError(Exception):
    """A text that is no scenario, with the place (line and column from 1) and a sentence for people."""

    def __init__(self, line: int, column: int, sentence: str) -> None:
        self.line = line
        self.column = column
        self.sentence = sentence
        super().__init__(f"{line}:{column}: {sentence}")


class Word(NamedTuple):
    """A word and where it begins."""

    text: str
    line: int
    column: int

    def error(self, sentence: str) -> ParseError:
        """What is wrong with this word."""
        return ParseError(self.line, self.column, sentence)


class Line:
    """The words of one line, taken from the left."""

    def __init__(self, number: int, text: str) -> None:
        content = text.split("#", 1)[0]
        self.number = number
        self.seats = MAX_SEATS
        """How many seats there are, as far as the text has told."""
        self._words = [Word(found.group(), number, found.start() + 1) for found in _WORDS.finditer(content)]
        self._after = Word("", number, len(content.rstrip()) + 1)
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    @property
    def here(self) -> Word:
        """The next word without taking it; an empty one behind the last."""
        return self._words[self._at] if self else self._after

    def take(self, what: str) -> Word:
        """The next word; `what` tells what is missing if there is none."""
        if not self:
            raise self.here.error(f"{what} is missing")
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, text: str) -> bool:
        """Take the next word if it is this one."""
        if self.here.text != text:
            return False
        self._at += 1
        return True

    def need(self, text: str) -> None:
        """Take this very word."""
        if not self.skip(text):
            raise self.here.error(f"{text!r} is missing before {self.here.text!r}" if self else f"{text!r} is missing")

    def end(self) -> None:
        """Nothing may follow."""
        if self:
            raise self.here.error(f"{self.here.text!r} does not belong here")

    def rest(self) -> list[Word]:
        """Every word that is left."""
        left = self._words[self._at :]
        self._at = len(self._words)
        return left

    def made(self, make: Callable[[str], T], what: str) -> T:
        """The next word, turned into something; `ValueError` of `make` becomes a `ParseError`."""
        word = self.take(what)
        try:
            return make(word.text)
        except ValueError as error:
            raise word.error(str(error)) from None

    def whole(self, what: str, low: int = 0) -> int:
        """A whole number."""
        word = self.take(what)
        if not word.text.isascii() or not word.text.isdigit() or len(word.text) > LONGEST_NUMBER or int(word.text) < low:
            raise word.error(f"{what} is a number from {low} up, not {word.text!r}")
        return int(word.text)

    def choice(self, words: dict[str, T], what: str) -> T:
        """One of these words, and what it stands for."""
        word = self.take(what)
        if word.text not in words:
            raise word.error(f"{what} is one of {', '.join(words)}, not {word.text!r}")
        return words[word.text]

    def seat(self) -> int:
        """A seat of the table."""
        word = self.here
        seat = self.made(seat_of, "a seat")
        if seat >= self.seats:
            raise word.error(f"there is no seat {word.text} among {self.seats}")
        return seat

    def card(self) -> Card:
        """A card."""
        return self.made(card_of, "a card")


def lines(text: str) -> Iterator[Line]:
    """The lines that hold more than a comment."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = Line(number, line)
        if words:
            yield words
