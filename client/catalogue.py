"""The catalogues, `locale/<language>.po`: each is read once, by a server at its start, and kept for the life of the process.

Nothing in a catalogue can break a session: a file that cannot be read is as good as empty, and a translation whose
`{fields}` are not those of its sentence, or that lacks a plural form, is left out. Both are written to the log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.messages import Message

LOCALE: Final = Path(__file__).parent / "locale"
_log: Final = logging.getLogger(__name__)


@lru_cache(maxsize=16)
def catalogue(language: str) -> NullTranslations:
    """The sentences of a language; English, and a language without a file, answer with the sentence itself."""
    path = LOCALE / f"{language}.po"
    if not language.isalnum() or not path.is_file():
        return NullTranslations()
    try:
        return read(path)
    except Exception as error:  # noqa: BLE001  # whatever a damaged file makes the parser do
        _log.warning("the catalogue %s cannot be read: %s", path.name, error)
        return NullTranslations()


def read(path: Path) -> GNUTranslations:
    """One catalogue. Raises whatever a damaged file makes the parser do."""
    from babel.messages.mofile import write_mo  # costs some 30 ms, and a program that speaks English alone never needs it
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        found = read_po(file, locale=path.stem, abort_invalid=True)
    for message in list(found):
        if message.id and any(message_strings(message)) and flaws(message, found.num_plurals):
            _log.warning("%s: %s", path.name, "; ".join(flaws(message, found.num_plurals)))
            found.delete(message.id, message.context)
    packed = BytesIO()
    write_mo(packed, found)
    packed.seek(0)
    return GNUTranslations(packed)


def message_strings(message: Message) -> tuple[str, ...]:
    """The translation in all its forms; one empty string if there is none."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def flaws(message: Message, forms: int) -> list[str]:
    """What is wrong with a translation, in a sentence each; `forms`: how many plural forms the language has."""
    is_plural, strings = message.pluralizable, message_strings(message)
    sentences = [message.id] if isinstance(message.id, str) else [str(form) for form in message.id]
    wrong = []
    if len(strings) != (forms if is_plural else 1) or not all(strings):
        wrong.append(f"{sentences[0]!r} lacks a form")
    known = fields(sentences)
    for string in filter(None, strings):
        try:
            has = fields([string])
        except ValueError as error:
            wrong.append(f"{string!r} cannot be filled in: {error}")
            continue
        if has - known or (known - has - ({"count"} if is_plural else set())):
            wrong.append(f"{string!r} has the fields {sorted(has)}, not {sorted(known)}")
    return wrong


def fields(sentences: Iterable[str]) -> set[str]:
    """The names in braces. Raises ValueError for braces that do not match."""
    return set(_fields(sentences))


def _fields(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        for _, name, spec, conversion in Formatter().parse(sentence):
            if name is not None:
                yield name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
