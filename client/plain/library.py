"""The rules, read out: the chapters of a book, and each of them as lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.names import card_name
from client.plain.asking import Listed, numbered
from client.plain.words import named, number_in
from client.rulebook.blocks import Block, Explain, Point, Say, Section, Show
from client.rulebook.book import book
from client.rulebook.house import house_book
from client.rulebook.sets import offered, rules_name
from client.text import Text
from engine.rules.presets import PRESETS

if TYPE_CHECKING:
    from client.plain.session import PlainClient

HOUSE: Final = "house"
"""The name of the book of all house rules."""


def lines(text: Text, section: Section) -> Iterator[str]:
    """A chapter, a line for each paragraph."""
    yield f"{section.title}."
    for block in section.blocks:
        yield _line(text, block)


def _line(text: Text, block: Block) -> str:
    match block:
        case Say(sentence=sentence):
            return sentence
        case Point(sentence=sentence, lead=lead):
            return f"{lead}: {sentence}" if lead else _ended(sentence)
        case Show(cards=cards, caption=caption):
            return f"{caption} {text.listed(card_name(text, card) for card in cards)}."
        case Explain(title=title, note=note, sentences=sentences):
            return " ".join([f"{title}, {note}." if note else f"{title}.", *sentences])


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


class Library:
    """The word `rules` and what may follow it."""

    def __init__(self, client: PlainClient) -> None:
        self._client, self.text = client, client.text

    def rules(self, rest: str) -> None:
        """`rules`, `rules 3`, `rules uno`, `rules stacking`, `rules stacking 3`, `rules house`."""
        words = rest.split()
        table = self._client.link.table
        options = table.options if table is not None else PRESETS["classic"]
        names = (*offered(), HOUSE)
        if words and (found := named(words[0], names)) and (table is None or len(words[0]) > 2):
            name = names[found[0]]
            words = words[1:]
            if name == HOUSE:
                self._open(house_book(self.text), self.text("House rules"), " ".join(words))
                return
            options = options if table is not None and options.rules == name else PRESETS[name]
        self._open(book(self.text, options), rules_name(self.text, options.rules), " ".join(words))
        if table is None and not rest:
            self._client.say(self.text("Other rules: {names}.", names=self.text.listed(f"rules {name}" for name in names[1:])))

    def _open(self, chapters: tuple[Section, ...], title: str, wanted: str) -> None:
        client, text = self._client, self.text
        if wanted:
            place = self._place(chapters, wanted)
            if place is None:
                client.say(text("There is no chapter {name}. Type rules for the list.", name=wanted))
            else:
                self._read(chapters[place])
            return
        titles = numbered(text, [chapter.title for chapter in chapters])
        client.listed = Listed(("rules", title), lambda place: self._choose(chapters, place))
        client.say(text("{rules} rules: {chapters}", rules=title, chapters=titles), text("Type a number to hear a chapter."))

    def _place(self, chapters: tuple[Section, ...], wanted: str) -> int | None:
        number = number_in(wanted)
        if number is not None:
            return number - 1 if 0 < number <= len(chapters) else None
        for names in ([one.name for one in chapters], [one.title for one in chapters], [one.short for one in chapters]):
            if found := named(wanted, names):
                return found[0]
        return None

    def _choose(self, chapters: tuple[Section, ...], place: int) -> None:
        if 0 <= place < len(chapters):
            self._read(chapters[place])
        else:
            self._client.say(self.text("That number is not in the list."))

    def _read(self, chapter: Section) -> None:
        for line in lines(self.text, chapter):
            self._client.say(line)
