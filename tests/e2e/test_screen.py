"""The eyes of the end-to-end tests: they must notice what a session leaves behind, and which colours it used."""

from __future__ import annotations

import pyte
import pytest

from tests.e2e.screen import Screen, colours, left_on


def drawn(raw: bytes) -> Screen:
    screen = Screen(20, 5)
    pyte.ByteStream(screen).feed(raw)
    return screen


@pytest.mark.parametrize(
    ("raw", "names"),
    [
        (b"plain text", set()),
        (b"\x1b[?1049h", {"mode 1049", "second screen"}),
        (b"\x1b[?1049h\x1b[?1049l", set()),
        (b"\x1b[?25l", {"mode 25 switched off", "hidden cursor"}),
        (b"\x1b[?7l", {"mode 7 switched off"}),
        (b"\x1b[?1002h\x1b[?1006h\x1b[?1002l", {"mode 1006"}),
        (b"\x1b[>25u", {"keyboard protocol"}),
        (b"\x1b[>25u\x1b[<u", set()),
    ],
)
def test_a_mode_that_is_left_on_is_noticed(raw: bytes, names: set[str]) -> None:
    assert left_on(drawn(raw), raw) == names


def test_leaving_the_second_screen_brings_the_first_one_back() -> None:
    screen = drawn(b"before\x1b[?1049h\x1b[Hinside\x1b[?1049l after")
    assert screen.rows[0] == "before after"


@pytest.mark.parametrize(
    ("raw", "kinds"),
    [
        (b"\x1b[m\x1b[1;7m\x1b[0m", set()),
        (b"\x1b[1;31m", {"16"}),
        (b"\x1b[97m", {"16"}),
        (b"\x1b[38;5;31m", {"256"}),
        (b"\x1b[1;48;2;1;31;93m", {"truecolor"}),
        (b"\x1b[38;5;1;41m", {"256", "16"}),
    ],
)
def test_colour_codes_are_told_apart(raw: bytes, kinds: set[str]) -> None:
    assert colours(raw) == kinds
