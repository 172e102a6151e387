"""The registry of keys: no key means two things, and every page's actions can be reached."""

from __future__ import annotations

from collections import Counter

import pytest

from client.tui.keys import ACTIONS, action, action_for, actions_of

PAGES = sorted({page for one in ACTIONS for page in one.pages})


@pytest.mark.parametrize("page", PAGES)
def test_a_key_means_one_thing_on_a_page(page: str) -> None:
    keys = Counter(key for one in ACTIONS if page in one.pages for key in one.keys)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_action_of_a_page_can_be_reached_there(page: str) -> None:
    """CASES 2-08."""
    reached = set(actions_of(page))
    assert {one for one in ACTIONS if page in one.pages and one.keys} <= reached


def test_names_are_unique() -> None:
    assert max(Counter(one.name for one in ACTIONS).values()) == 1
    assert action("draw").keys == ("d",)
    with pytest.raises(KeyError):
        action("fly")


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c", "ctrl+d", "escape", "question_mark", "ctrl+l"])
def test_these_mean_the_same_everywhere(key: str) -> None:
    for page in PAGES:
        found = action_for(page, key)
        assert found is not None
        assert not found.pages


def test_a_picker_can_be_confirmed_and_left_alone() -> None:
    for page in ("color", "target", "question"):
        assert {name for key in ("enter", "escape") if (found := action_for(page, key)) and (name := found.name)} == {
            "confirm",
            "back",
        }


def test_capital_letters_count_as_small_ones() -> None:
    assert action_for("table", "D") is action("draw")


def test_nothing_needs_a_function_key_alt_or_a_mouse() -> None:
    """CASES 2-08, 2-09."""
    for one in ACTIONS:
        assert not one.keys or any(not key.startswith(("f1", "alt", "shift")) for key in one.keys)
