"""The catalogues say all that the source says and nothing else, every sentence whole, and safe to show."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Catalog, Message

from client import catalogue
from client.catalogue import fields, flaws, message_strings
from client.text import LANGUAGES, Text, later, several
from client.tui.keys import ACTIONS
from client.usertext import width
from tests.catalogues.files import TRANSLATED, load, merged, path_of, written
from tests.catalogues.sentences import ROOT, Found, hidden, sentences, unmarked

UNFINISHED: dict[str, str] = {}
"""Languages of which something may still be missing, and why. Empty when all are whole."""
LONGEST = 1.4
"""Times its English that the word for a key may have; a footer holds six of them in 80 cells."""
ROOM = 10
"""Cells that any word for a key may have."""
LONG: dict[str, tuple[str, ...]] = {"fa": ("بازی دوباره",), "sr": (), "lt": ()}
"""Words for keys that are longer than that, looked at in their footers and found to fit."""
ROOMS = ("client/play", "client/tui", "client/plain", "client/rulebook", "server/doors")
SPEAKING_TO_PROGRAMS = ("wire.py",)
TYPED = (" on black", " plain back ", " has the fields ", " cannot be filled in: ")
"""What only looks like a sentence: a style, what is typed after `ssh`, what a log gets."""
DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
ZWNJ = "\u200c"
"""Persian is misspelled without it."""


@cache
def said() -> list[Found]:
    return sentences()


@cache
def known(language: str) -> Catalog:
    return load(language)


def messages(language: str) -> list[Message]:
    return [message for message in known(language) if message.id]


def key(message: Message) -> tuple[str, str]:
    return message.context or "", message.id if isinstance(message.id, str) else str(message.id[0])


def test_no_sentence_is_put_together_before_it_is_translated() -> None:
    assert hidden() == []


def test_every_sentence_on_a_screen_or_at_a_door_is_marked() -> None:
    known = {form for found in said() for form in ([found.id] if isinstance(found.id, str) else found.id)}
    known |= {found.context for found in said()}
    rooms = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if path.name not in SPEAKING_TO_PROGRAMS]
    loose = [one for path in [*rooms, *sorted((ROOT / "client").glob("*.py"))] for one in unmarked(path, known)]
    assert [one for one in loose if one.code not in TYPED and not one.code.startswith("ssh ")] == []


def test_english_needs_no_catalogue_and_all_others_have_one() -> None:
    assert sorted(path.stem for path in catalogue.LOCALE.glob("*")) == sorted(TRANSLATED)
    assert {*TRANSLATED, "en"} == set(LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_of_the_source_has_a_place(language: str) -> None:
    has = {key(message) for message in messages(language)}
    assert {found.key for found in said()} - has == set(), "run `make catalogues`"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_kept_that_nobody_says(language: str) -> None:
    has = {key(message) for message in messages(language)}
    assert has - {found.key for found in said()} == set(), "run `make catalogues`"
    assert not known(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str, request: pytest.FixtureRequest) -> None:
    if language in UNFINISHED:
        request.applymarker(pytest.mark.xfail(reason=UNFINISHED[language], strict=False))
    assert [key(message) for message in messages(language) if not all(message_strings(message))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_and_forms_of_its_sentence(language: str) -> None:
    forms = known(language).num_plurals
    wrong = [flaws(message, forms) for message in messages(language) if any(message_strings(message))]
    assert [one for one in wrong if one] == []
    assert not [key(message) for message in messages(language) if message.fuzzy]


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_in_a_catalogue_moves_a_cursor_or_turns_a_line_round(language: str) -> None:
    wrong = [
        (key(message), f"U+{ord(character):04X}")
        for message in messages(language)
        for string in message_strings(message)
        for character in string
        if unicodedata.category(character) in DROPPED and character not in ("\n", ZWNJ if language == "fa" else "\n")
    ]
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_lines_and_blanks_around_a_sentence_are_kept(language: str) -> None:
    wrong = []
    for message in messages(language):
        sentence = key(message)[1]
        for string in filter(None, message_strings(message)):
            ends = sentence[-1].isspace() == string[-1].isspace() and sentence[0].isspace() == string[0].isspace()
            if not ends or sentence.count("\n") == 0 != string.count("\n"):
                wrong.append(sentence)
    assert wrong == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_word_for_a_key_fits_its_footer(language: str) -> None:
    text, wide = Text(language), []
    for action in ACTIONS:
        room = max(ROOM, int(cells(action.label.rpartition("\x04")[2]) * LONGEST))
        label = text(action.label)
        if cells(label) > room and label not in LONG[language]:
            wide.append((action.label, label))
    assert wide == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_written_as_make_catalogues_would(language: str) -> None:
    assert written(merged(load(language), said())) == path_of(language).read_bytes(), "run `make catalogues`"


def cells(text: str) -> int:
    return sum(map(width, text.replace(ZWNJ, "")))


# ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────

PO = """
msgid ""
msgstr ""
"Language: lt\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2;\\n"

msgid "Hello."
msgstr "Labas."

msgctxt "a card"
msgid "play"
msgstr "eik"

msgid "{name} passes."
msgstr "{nmae} praleidžia."

msgid "One {broken}"
msgstr "Vienas {broken"

msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "{count} korta"
msgstr[1] "{count} kortos"
msgstr[2] "{count} kortų"

msgid "{count} seat"
msgid_plural "{count} seats"
msgstr[0] "{count} vieta"
msgstr[1] ""
msgstr[2] ""

#, fuzzy
msgid "Perhaps."
msgstr "Gal."
"""


@pytest.fixture
def lithuanian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Text:
    return text_of(PO, tmp_path, monkeypatch)


def text_of(content: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Text:
    (folder / "lt.po").write_text(content, encoding="utf-8")
    monkeypatch.setattr(catalogue, "LOCALE", folder)
    catalogue.catalogue.cache_clear()
    text = Text("lt")
    catalogue.catalogue.cache_clear()
    return text


def test_sentences_are_looked_up_with_their_context_and_their_number(lithuanian: Text) -> None:
    assert lithuanian("Hello.") == "Labas."
    assert (lithuanian(later("play", "a card")), lithuanian(later("play", "a tune")), lithuanian("play")) == (
        "eik",
        "play",
        "play",
    )
    cards = several("{count} card", "{count} cards")
    assert [lithuanian.plural(*cards, count) for count in (1, 3, 11, 21)] == ["1 korta", "3 kortos", "11 kortų", "21 korta"]


def test_what_would_break_a_sentence_is_left_in_english(lithuanian: Text) -> None:
    assert lithuanian("{name} passes.", name="Bo") == "Bo passes."
    assert lithuanian("One {broken}", broken="cup") == "One cup"
    assert lithuanian.plural("{count} seat", "{count} seats", 3) == "3 seats"
    assert lithuanian("Perhaps.") == "Perhaps."
    assert lithuanian("Nobody translated this.") == "Nobody translated this."
    assert lithuanian("") == "", "the header is no sentence"


@pytest.mark.parametrize(
    "content", ["msgid", 'msgid "x\nmsgstr "y"', PO.replace("plural=n%10", "plural=__import__('os')"), "\x00\x01"]
)
def test_a_broken_catalogue_is_as_good_as_none(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(content, tmp_path, monkeypatch)
    assert text("Hello.") == "Hello."


def test_a_language_is_not_the_name_of_a_file() -> None:
    for language in ("", "..", "../../etc/passwd", "xx", "en"):
        assert Text(language)("Hello.") == "Hello."


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_altered_sentence_is_another_sentence_and_what_nobody_says_is_gone() -> None:
    old = Catalog("lt")
    old.add("Hello.", "Labas.")
    old.add("Bye.", "Iki.")
    old.add("One", "Vienas")
    new = merged(old, [Found("Hello."), Found("Bye!"), Found(("One", "Many"))])
    assert {key(message)[1]: message_strings(message) for message in new if message.id} == {
        "Hello.": ("Labas.",),
        "Bye!": ("",),
        "One": ("", "", ""),
    }
    assert not any(message.fuzzy for message in new if message.id)


def test_fields_are_compared_by_name_and_form() -> None:
    assert fields(["{a} and {b:>5}"]) == {"a", "b:>5"}
    with pytest.raises(ValueError, match="expected"):
        fields(["{a"])
