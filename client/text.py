"""Every sentence people read passes through a `Text`: one language, chosen per session.

The English sentence is its own key in the catalogues (gettext). Fields are named, so that a translation may
reorder them: `text("{name} plays {card}.", name="Bo", card="red 7")`. Only the template is ever parsed: a
field's value (a name, a chat line) is put in as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from client.bidi import quoted
from client.catalogue import catalogue

LANGUAGES: Final = ("en", "fa", "sr", "lt")
"""English, Persian, Serbian in Latin script, Lithuanian."""
RTL: Final = frozenset({"fa"})
"""Those written from right to left."""
_DIGITS: Final = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}
"""The digits of a language that has its own."""
_CONTEXT: Final = "\x04"
"""What gettext puts between the context of a sentence and the sentence."""


def spoken(language: str, unicode: bool) -> str:
    """The language, or English where somebody without the letters would be shown nothing but question marks."""
    return language if unicode or language not in RTL else LANGUAGES[0]


def later(sentence: str, context: str = "") -> str:
    """Mark a sentence for the catalogues where it is written, to be translated where it is shown.

    `context` tells two meanings of one word apart, for translators: `later("play", "a card")`.
    """
    return f"{context}{_CONTEXT}{sentence}" if context else sentence


def several(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence in its two English forms, to be given to `Text.plural` where it is shown."""
    return one, many


class Text:
    """Sentences in one language (one of `LANGUAGES`); a sentence its catalogue lacks stays English.

    Equal if the language is: what was painted in a language may be shared by everybody who reads it.
    """

    __slots__ = ("_catalogue", "_digits", "language", "rtl")

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self.rtl = language in RTL
        self._digits = _DIGITS.get(language)
        self._catalogue = catalogue(language)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.language == self.language

    def __hash__(self) -> int:
        return hash(self.language)

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """The sentence in this language with its `{fields}` filled in."""
        words = self._catalogue.gettext(sentence).rpartition(_CONTEXT)[2] if sentence else ""  # "" is a catalogue's header
        return words.format_map(self._told(fields)) if fields else words

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """The form that fits `count`; the templates may use `{count}` and other named fields."""
        return self._catalogue.ngettext(one, many, count).format_map(self._told({"count": count, **fields}))

    def number(self, number: float | str) -> str:
        """A number, or what is written with digits (`3:05`), in the digits of this language."""
        written = str(number).translate(self._digits) if self._digits else str(number)
        return written.replace(".", "٫") if self._digits and isinstance(number, float) else written

    def listed(self, parts: Iterable[str]) -> str:
        """`Ada, Bo, Cyril`, each kept apart from the others."""
        return ("، " if self.rtl else ", ").join(quoted(part, self.rtl) for part in parts)

    def _told(self, fields: Mapping[str, object]) -> dict[str, object]:
        """The fields as they stand in a sentence: numbers in its digits, words kept apart from its direction."""
        return {name: self._field(value) for name, value in fields.items()}

    def _field(self, value: object) -> object:
        if isinstance(value, str):
            return quoted(value, self.rtl)
        return self.number(value) if isinstance(value, int | float) else value
