"""The word `rules`: a book of rules from its first chapter to its last, as text to be read or printed."""

from __future__ import annotations

from collections.abc import Sequence

from client.plain.library import HOUSE, lines
from client.rulebook.book import book
from client.rulebook.house import house_book
from client.rulebook.sets import offered, rules_name
from client.text import Text
from client.tui.paint import wrap
from engine.rules.presets import PRESETS

WIDEST = 80
"""Cells of a line."""


def rules_text(text: Text, name: str) -> str | None:
    """The book of a rule set, or of the house rules, by its name, and the names of the others; None if there is none."""
    if name == HOUSE:
        title, chapters = text("House rules"), house_book(text)
    elif name in offered():
        title, chapters = rules_name(text, name), book(text, PRESETS[name])
    else:
        return None
    told = [title]
    for chapter in chapters:
        head, *rest = lines(text, chapter)
        told += ["", head, *(line for sentence in rest for line in hung(sentence))]
    others = text.listed(other for other in (*offered(), HOUSE) if other != name)
    return "\n".join([*told, "", *wrap(text("Other rules: {names}.", names=others), WIDEST)])


def hung(sentence: str, indent: str = "  ") -> Sequence[str]:
    """A paragraph in lines of a terminal's width, indented."""
    return [f"{indent}{line}" for line in wrap(sentence, WIDEST - len(indent))]
