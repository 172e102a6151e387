"""The one door for what people type: whatever goes in, one safe line of bounded width comes out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.usertext import clean, width


@pytest.mark.parametrize(
    ("text", "cells", "safe"),
    [
        ("Ann", 16, "Ann"),
        ("  two   words \t here ", 99, "two words here"),
        ("a\nb\r\nc\x0bd\x85e\u2028f", 99, "a b c d" + "e f"),
        ("\x1b[2J\x1b]0;owned\x07", 99, "[2J]0;owned"),
        ("\x9b31mred\x9c", 99, "31mred"),
        ("\u202egnp.exe\u202c", 99, "gnp.exe"),
        ("a\u200bb\u200dc\ufeffd\u00ade\u2060f", 99, "abcdef"),
        ("e" + "\u0301" * 40, 99, "é" + "\u0301" * 2),
        ("\u0301\u0301abc", 99, "abc"),
        ("x \u0301y", 99, "x y"),
        ("漢字漢字", 5, "漢字"),
        ("漢字", 4, "漢字"),
        ("👨\u200d👩\u200d👧", 99, "👨👩👧"),
        ("⛑\ufe0f", 99, "⛑"),
        ("\U0001f1f1\U0001f1f9", 99, ""),
        ("\ue000\U000f0000\u0378", 99, ""),
        ("\ud800x", 99, "x"),
        ("\u3164\u115f\u2800", 99, ""),
        ("[/nope] [@click=app.exit]", 99, "[/nope] [@click=app.exit]"),
        ("سلام Ž", 99, "سلام Ž"),
        ("abc def", 4, "abc"),
        ("anything", 0, ""),
    ],
)
def test_what_people_type_is_made_safe(text: str, cells: int, safe: str) -> None:
    """CASES 2-21, 2-22."""
    assert clean(text, cells) == safe


def test_a_megabyte_costs_no_more_than_its_beginning() -> None:
    assert clean("x" * 1_000_000, 10**6) == "x" * 4096


@given(st.text(), st.integers(0, 40))
def test_the_result_is_safe_bounded_and_stable(text: str, cells: int) -> None:
    safe = clean(text, cells)
    assert sum(map(width, safe)) <= cells
    assert clean(safe, cells) == safe
    assert safe == safe.strip()
    safe.encode("utf-8")
    assert not {unicodedata.category(character) for character in safe} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    marks = 0
    for character in safe:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        assert marks <= 2
