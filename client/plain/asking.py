"""What numbers and short answers refer to: the list that was said last, and a question that waits for its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from client.plain.words import named, number_in
from client.text import Text
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Listed:
    """A numbered list that was said. Lists with equal `keys` mean the same by each number."""

    keys: tuple[object, ...]
    take: Callable[[int], None] = field(compare=False)
    """Gets the place that was chosen, from 0."""


class Mark(NamedTuple):
    """What numbers meant at some moment: the list that was said last, and the hand as it was told last."""

    listed: Listed | None
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: how it is said, and what else may be typed for it."""

    label: str
    names: tuple[str, ...] = ()


def always() -> bool:
    """Of a question that nothing but its answer ends."""
    return True


def nothing() -> str:
    """Of a question that speaks for itself."""
    return ""


@dataclass(frozen=True, slots=True)
class Question:
    """Asked until it is answered, given up, or `valid` no more."""

    sentence: str
    choices: tuple[Choice, ...]
    take: Callable[[int], None]
    """Gets the place of the choice."""
    is_numbered: bool = True
    """Are the choices said with numbers? If not, the sentence tells them, and a number is one of their names."""
    default: int | None = None
    """What an empty line chooses."""
    must: bool = False
    """Is there no way back?"""
    valid: Callable[[], bool] = always
    remark: Callable[[], str] = nothing
    """What to know whenever it is asked, said before it."""

    def words(self, text: Text) -> str:
        """The question as it is said."""
        choices = numbered(text, [one.label for one in self.choices]) if self.is_numbered else ""
        return " ".join(filter(None, (self.remark(), self.sentence, choices)))

    def answered(self, line: str) -> int | None:
        """The place of the choice that a line names; None if it names none, or more than one."""
        line = line.strip()
        number = number_in(line)
        if number is not None and self.is_numbered:
            return number - 1 if 0 < number <= len(self.choices) else None
        pairs = [(name, place) for place, one in enumerate(self.choices) for name in (one.label, *one.names)]
        if number is not None:
            return next((place for name, place in pairs if name == str(number)), None)
        found = {pairs[index][1] for index in named(line, [name for name, _ in pairs])}
        return found.pop() if len(found) == 1 else None


def numbered(text: Text, labels: Sequence[str]) -> str:
    """`1 red 5, 2 green 7.`"""
    return text.listed(item(text, number, label) for number, label in enumerate(labels, 1)) + "."


def item(text: Text, number: int, label: str) -> str:
    """`1 red 5`."""
    return text("{number} {label}", number=number, label=label)
