"""Every sentence people read passes through a `Text`: one language, chosen per session.

The English sentence is its own key in the catalogues (gettext). Fields are named, so that a translation may
reorder them: `text("{name} plays {card}.", name="Bo", card="red 7")`. Only the template is ever parsed: a
field's value (a name, a chat line) is put in as it is.
"""

from __future__ import annotations

import gettext
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "unotty"


def later(sentence: str) -> str:
    """Mark a sentence for the catalogues where it is written, to be translated where it is shown."""
    return sentence


@lru_cache(maxsize=16)
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, LOCALE, languages=[language], fallback=True)


class Text:
    """Sentences in one language (`en`, `fa`, `sr`, `lt`); a sentence its catalogue lacks stays English.

    Equal if the language is: what was painted in a language may be shared by everybody who reads it.
    """

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.language == self.language

    def __hash__(self) -> int:
        return hash(self.language)

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """The sentence in this language with its `{fields}` filled in."""
        words = self._catalogue.gettext(sentence)
        return words.format_map(fields) if fields else words

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """The form that fits `count`; the templates may use `{count}` and other named fields."""
        return self._catalogue.ngettext(one, many, count).format_map({"count": count, **fields})
