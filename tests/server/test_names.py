"""Names: none looks like another's or like the house's, whatever letters somebody tries (SECURITY I2, I3)."""

from __future__ import annotations

import contextlib
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusal import Refused
from server.lobby.names import GUEST, LENGTH, RESERVED, Names, derived, is_name, is_reserved, numbered, skeleton

PLAIN = re.compile(r"[A-Za-z0-9_-]{2,16}")
LOOKS = {"o": "0O", "l": "1Ii", "i": "1lI", "s": "5S", "m": ("rn", "M"), "w": ("vv", "W")}
"""What people read as these letters, within ASCII (UTS 39 and a little more)."""


def code_of(names: Names, old: str, wish: str, holder: str) -> str:
    with pytest.raises(Refused) as no:
        names.change(old, wish, holder)
    return no.value.code


def test_no_character_beyond_ascii_gets_into_a_chosen_name() -> None:
    names = Names()
    mine = names.give("ann", "a", "a")
    others = [
        chr(code) for code in range(0x80, sys.maxunicode + 1) if unicodedata.category(chr(code)) not in ("Cs", "Cn", "Co")
    ]
    assert len(others) > 140_000
    assert [one for one in others if is_name(f"a{one}min") or is_name(f"ab{one}")] == []
    for one in others[::997]:
        assert code_of(names, mine, f"adm{one}n", "a") == "bad_name"


@given(st.text(max_size=80), st.booleans())
def test_whatever_is_wished_for_a_plain_name_comes_of_it(wish: str, guest: bool) -> None:
    name = derived(wish, guest, "identity")
    assert PLAIN.fullmatch(name)
    assert not is_reserved(name) or name == "guest" or name.startswith("player-")


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("Ąžuolas", "Azuolas"),
        ("ｆｕｌｌ", "full"),
        ("ann smith", "ann-smith"),
        ("Аdmin", "dmin"),
        ("admin ", "player-"),
        ("bot 1", "player-"),
    ],
)
def test_letters_are_folded_where_that_says_the_same(wish: str, name: str) -> None:
    assert derived(wish, False, "identity").startswith(name)


@pytest.mark.parametrize("word", RESERVED)
def test_no_word_of_the_house_can_be_had_in_any_disguise(word: str) -> None:
    disguises = {word, word.upper(), word + "1", word + "-2", f"_{word}_", "-".join(word)}
    disguises |= {word.replace(letter, look) for letter, looks in LOOKS.items() for look in looks}
    assert [one for one in disguises if PLAIN.fullmatch(one) and is_name(one)] == []


@pytest.mark.parametrize("pair", [("Ann", "aNN"), ("Tom", "T0rn"), ("will", "vviII"), ("a-b-c", "abc"), ("Oslo", "05l0")])
def test_a_name_that_is_read_the_same_is_taken(pair: tuple[str, str]) -> None:
    names = Names()
    held, other = pair
    assert names.give(held, "first", "1") == held
    assert names.give(other, "second", "2") == f"{other}-2"
    assert code_of(names, f"{other}-2", other, "second") == "name_taken"
    assert names.change(held, other, "first") == other, "its holder may spell it as he likes"


HOSTILE = [
    "",
    "x" * 1000,
    "root",
    "admin ",
    "Аdmin",
    "\u200b\u200d",
    "\r",
    "bot 1",
    "[SYSTEM]",
    "a\u202eb",
    "~ann",
    "\x1b[2Jann",
]


@pytest.mark.parametrize("wish", HOSTILE)
def test_a_hostile_user_name_becomes_a_plain_one_of_its_own(wish: str) -> None:
    """CASES 3-17."""
    people, guests = Names(), Names(GUEST)
    given = [people.give("ann", "0", "0"), *(people.give(wish, str(number), str(number)) for number in range(1, 4))]
    marked = [guests.give(wish, str(number), str(number)) for number in range(3)]
    for name in (*given, *(name.removeprefix(GUEST) for name in marked)):
        assert PLAIN.fullmatch(name)
        assert name.startswith(("player-", "guest")) or not is_reserved(name)
    assert len({skeleton(name) for name in given}) == 4
    assert len({skeleton(name) for name in marked}) == 3
    assert {name[0] for name in marked} == {GUEST}, "guests are told from people by a mark that no name has"


def test_a_guest_takes_no_name_from_anybody_with_a_key() -> None:
    people, guests = Names(), Names(GUEST)
    assert guests.give("ann", "g", "g") == "~ann"
    assert people.give("ann", "a", "a") == "ann"
    assert guests.give("ANN", "h", "h") == "~ANN-2"
    assert guests.change("~ann", "~bob", "g") == "~bob"
    assert guests.change("~ANN-2", "ann", "h") == "~ann"


def test_only_its_holder_frees_a_name() -> None:
    names = Names()
    names.give("ann", "a", "a")
    names.free("ann", "b")
    assert names.give("ann", "b", "b") == "ann-2"
    names.free("ann", "a")
    assert names.give("ann", "c", "c") == "ann"


def test_long_names_stay_short_enough_with_a_number() -> None:
    names = Names()
    given = [names.give("a" * 40, str(number), str(number)) for number in range(120)]
    assert max(map(len, given)) == LENGTH
    assert len({skeleton(name) for name in given}) == 120


@pytest.mark.parametrize("wish", ["administratorabc", "moderatorabcd", "operatorx"])
def test_no_number_makes_a_name_of_the_house(wish: str) -> None:
    """Behind a number a long name is cut; whoever holds the numbers that are looked at first drives the rest up."""
    names = Names()
    for holder in range(120):
        found = names.give(wish, str(holder), f"identity {holder}")
        assert not is_reserved(found) or found.startswith("player-")
        assert len(found) <= LENGTH
        with contextlib.suppress(Refused):
            names.change(found, numbered(wish, 2 ** (holder + 1)), str(holder))


def test_who_wishes_for_what_thousands_have_is_not_the_dearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that comes with a new key each time, and always the same name, does not make the next logins slow."""
    names, looks = Names(), 0

    def counted(name: str) -> str:
        nonlocal looks
        looks += 1
        return skeleton(name)

    assert [names.give("mallory", str(number), "") for number in range(1, 2001)] == [
        "mallory",
        *[f"mallory-{number}" for number in range(2, 2001)],
    ]
    monkeypatch.setattr("server.lobby.names.skeleton", counted)
    assert names.give("mallory", "last", "") == "mallory-2001"
    assert looks < 50


@given(st.sets(st.integers(2, 40)), st.sampled_from(["ann", "x" * LENGTH]))
def test_a_number_behind_a_name_is_free(taken: set[int], wish: str) -> None:
    names = Names()
    names.give(wish, "first", "")
    for number in taken:
        assert names.hold(numbered(wish, number), str(number))
    given_name = names.give(wish, "second", "")
    assert given_name not in {wish, *(numbered(wish, number) for number in taken)}
    assert names.holder(given_name) == "second"
    assert len(given_name) <= LENGTH
