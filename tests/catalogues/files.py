"""Catalogues as files: `client/locale/<language>.po`, read with Babel and written so that a diff shows sentences only."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po

from client.catalogue import LOCALE
from client.text import LANGUAGES
from tests.catalogues.sentences import Found

TRANSLATED: Final = tuple(language for language in LANGUAGES if language != "en")
WIDTH: Final = 110
HEADER: Final = """\
# {name}: what unotty says. `make catalogues` adds new sentences and drops those that are not said any more.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def path_of(language: str) -> Path:
    """Where the catalogue of a language is."""
    return LOCALE / f"{language}.po"


def load(language: str) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet. Raises PoFileError for a file that makes no sense."""
    path = path_of(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def merged(old: Catalog, said: list[Found]) -> Catalog:
    """What is said now, with the translations there were. An altered sentence is another sentence: nothing is guessed."""
    new = Catalog(old.locale)
    for found in said:
        was = old.get(found.key[1], found.context or None)
        same = was is not None and "fuzzy" not in was.flags and was.id == found.id
        new.add(
            found.id,
            was.string if was is not None and same else None if isinstance(found.id, str) else ("",) * old.num_plurals,
            locations=[(file, 0) for file in found.files],
            auto_comments=found.notes,
            user_comments=was.user_comments if was is not None else (),
            context=found.context or None,
        )
    return new


def written(catalogue: Catalog) -> bytes:
    """The file, without dates, line numbers and names."""
    language = str(catalogue.locale)
    name, plurals = Locale.parse(language).english_name, get_plural(language)
    body = BytesIO()
    write_po(body, catalogue, width=WIDTH, omit_header=True, include_lineno=False)
    return HEADER.format(name=name, language=language, plurals=plurals).encode() + body.getvalue().strip() + b"\n"
