"""`make catalogues`: bring the catalogues up to the source, and say what is left to translate."""

from __future__ import annotations

import sys

from tests.catalogues.files import TRANSLATED, load, merged, path_of, written
from tests.catalogues.sentences import hidden, sentences


def main() -> int:
    """The exit status: 1 if a sentence is said that no catalogue can hold."""
    for one in hidden():
        print(f"{one.place}: put together before it is translated: {one.code}")
    said = sentences()
    for language in TRANSLATED:
        catalogue = merged(load(language), said)
        path_of(language).write_bytes(written(catalogue))
        missing = sum(1 for message in catalogue if message.id and not message.string)
        missing += sum(1 for message in catalogue if isinstance(message.string, tuple) and not all(message.string))
        print(f"{language}: {len(said)} sentences, {missing} to translate")
    return 1 if hidden() else 0


if __name__ == "__main__":
    sys.exit(main())
