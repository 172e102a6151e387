"""A session inside tmux that is left and taken up again from a terminal of another size (CASES 2-16)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.multiplexer import Tmux
from tests.e2e.person import Person
from tests.e2e.player import begin, sits

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed; tests/tools.sh installs it")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """A tmux server."""
    one = Tmux(tmp_path / "tmux", "tmux-256color")
    yield one
    one.close()


def chosen(person: Person) -> str:
    """The selected card, which keeps its face, and not its place, when a bot lets this person draw."""
    return next((card.face for card in look.hand(person.rows) if card.is_chosen), "")


@pytest.mark.parametrize("size", [(120, 36), (60, 18), (40, 12)], ids=lambda size: "x".join(map(str, size)))
def test_detached_and_attached_from_another_size_all_is_drawn_anew(house: House, tmux: Tmux, size: tuple[int, int]) -> None:
    first = house.guest("quick", client=tmux.start)
    begin(first)
    first.press("3")
    first.until(lambda one: look.selected(one.rows) == 3)
    card = chosen(first)
    tmux.ask("detach-client")
    first.wait()
    second = house.guest(client=tmux.attach, size=size)
    wide, tall = size
    second.until(lambda one: "Ctrl+Q" in one.rows[-1] and ("Your turn" in one.rows[0] or "'s turn" in one.rows[0]))
    rows = second.rows
    assert "UNO" in rows[0] or "turn" in rows[0]
    assert sum("Ctrl+Q" in row for row in rows) == 1, "nothing is left of the old frame"
    assert not (wide < 80 and any(len(row) > wide for row in rows))
    assert len(rows) == tall
    if tall >= 16:
        second.until(lambda one: chosen(one) == card)
    tmux.ask("detach-client")
    second.wait()
    third = house.guest(client=tmux.attach)
    third.until(sits)
    third.until(lambda one: chosen(one) == card)
    assert sum("Ctrl+Q" in row for row in third.rows) == 1


def test_what_tmux_forgot_is_drawn_again_with_ctrl_l(house: House, tmux: Tmux) -> None:
    person = house.guest("quick", client=tmux.start)
    begin(person)
    tmux.ask("send-keys", "-R")  # tmux throws away what the window shows
    person.until(lambda one: not sits(one))
    person.press("ctrl+l")
    person.until(sits)
