"""How somebody likes things, over real ssh: asked on the first visit, in force at once, kept with the key; and a lesson."""

from __future__ import annotations

import re

from tests.e2e.clients import UTF8
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.screen import left_on

_COLOUR = re.compile(rb"\x1b\[[0-9;]*(?:38|48);[25];")


def goes(person: Person) -> None:
    """Somebody disconnects, and his terminal is as it was."""
    person.press("ctrl+q")
    person.see("Leave?")
    person.press("ctrl+q")
    person.wait()
    assert left_on(person.screen, bytes(person.raw)) == set()


def test_settings_hold_at_once_and_at_the_next_visit(house: House) -> None:
    first = house.member(name="eva", env=UTF8)
    first.see("Welcome to UNO", "You are called eva")
    first.press("enter")
    first.see("Do you see four colours")
    first.press("down", "down", "enter")
    first.miss("Welcome to UNO")
    assert _COLOUR.search(first.raw)
    at = first.raw.rindex(b"\x1b[2J")
    assert not _COLOUR.search(first.raw[at:]), "he sees no colours, so none are sent any more"
    first.press("o")
    first.see("Settings", "Kept with your key.")
    first.press("down", "down", "right", "right")
    first.see("[ASCII]")
    first.press("esc")
    first.see("quick game")
    assert first.text.isascii()
    goes(first)
    second = house.member(name="eva", env=UTF8)
    second.see("quick game", "settings")
    second.miss("Welcome to UNO")
    assert not _COLOUR.search(second.raw)
    assert second.text.isascii()
    goes(second)


def test_no_color_is_overruled_only_by_who_chooses_colours(house: House) -> None:
    env = {**UTF8, "NO_COLOR": "1"}
    person = house.member(name="noa", env=env, options=("-o", "SendEnv=NO_COLOR"))
    person.see("Welcome to UNO")
    person.press("esc")
    person.miss("Welcome to UNO")
    assert not _COLOUR.search(person.raw)
    person.press("o")
    person.see("Settings")
    person.press("down", "right")
    person.see("[dark]")
    person.until(lambda one: _COLOUR.search(one.raw))
    goes(person)


def test_somebody_new_is_taught_to_play(house: House) -> None:
    person = house.member(name="ida", env=UTF8)
    person.see("Welcome to UNO", "teaches it")
    person.press("e")
    person.see("Who gets rid of all cards first wins")
    person.press("enter")
    person.see("Matching", "On the pile lies red 5")
    person.press("enter")
    person.miss("Matching")
    person.press("enter")
    person.see("Challenge", "Do you believe it?")
    person.press("x", "enter")
    person.miss("Challenge")
    other = house.guest(name="max", env=UTF8)
    other.see("Guest name")
    other.press("enter")
    other.see("No table is open")
    goes(other)
    goes(person)
