"""What a book of rules is made of: sections of sentences, points and pictures of cards, already in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, card


@dataclass(frozen=True, slots=True)
class Say:
    """A paragraph."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Point:
    """One item of a list; `lead` is what it is about, set off from the sentence."""

    sentence: str
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Show:
    """A row of cards, with a caption that reads well without the picture."""

    cards: tuple[Card, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class Explain:
    """A card beside what it is called, what it counts and what it does."""

    card: Card
    title: str
    note: str
    sentences: tuple[str, ...]


Block = Say | Point | Show | Explain


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter. `name` is the same in every language, `short` fits a narrow table of contents."""

    name: str
    title: str
    short: str
    blocks: tuple[Block, ...]


def hand(words: str) -> tuple[Card, ...]:
    """`R7 W+4` as cards."""
    return tuple(card(word) for word in words.split())
