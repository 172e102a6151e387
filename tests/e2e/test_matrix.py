"""Real clients at every kind of terminal play the game and leave their terminals as they were.

CASES 2-07 (Home and End of every terminal), 2-17 (colours by client), 2-19 (NO_COLOR), 2-23 (without UTF-8),
2-25 (nothing that types garbage is switched on), 2-33 (tmux and screen); EXPERIENCE §4.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.player import BEGUN, begin
from tests.e2e.terminals import ROWS, Chair, Row, seat_all, someone
from tests.e2e.test_operator import done

TURNS = 2
"""Moves that everybody makes."""
GARBAGE = (b"\x1b[?1000h", b"\x1b[?1002h", b"\x1b[?1003h", b"\x1b[?1006h", b"\x1b[?1004h", b"\x1b[>1u", b"\x1b[>4;")
"""Modes that would type into a shell if the line were cut while they are on: mouse, focus, other keyboards."""


@pytest.fixture(scope="module")
def chairs(shared_house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Chair]]:
    """All of them at once, each at a table of his own."""
    everybody = seat_all(shared_house, tmp_path_factory.mktemp("terminals"))
    yield everybody
    shared_house.see_everybody_off()
    for chair in everybody.values():
        chair.close()
    assert "Traceback" not in shared_house.log


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_table_is_reached_and_home_and_end_select(chairs: dict[str, Chair], row: Row) -> None:
    """2-07, 2-33."""
    chair, person = someone(chairs, row)
    begin(person)
    person.until(lambda one: look.hand(one.rows))
    chair.select(1)
    chair.select(0)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_few_moves_can_be_played(chairs: dict[str, Chair], row: Row) -> None:
    """All play while one is waited for, so that the bots' thinking is waited for once."""
    chair, person = someone(chairs, row)

    def step() -> bool:
        for one in chairs.values():
            one.player.glance()
        return chair.turns >= TURNS or "over" in person.rows[0]

    person.until(lambda _: step(), 90)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_colours_and_characters_are_the_clients_own(chairs: dict[str, Chair], row: Row) -> None:
    """2-17, 2-19, 2-23, 2-25: the server's own environment says something else (see `conftest`)."""
    chair, person = someone(chairs, row)
    person.until(lambda one: "Ctrl+Q" in one.text)
    assert chair.colours == row.colours
    assert not row.ascii or max(person.raw) < 128
    assert row.ascii or max(person.raw) > 127
    if row.program in ("ssh", "plink", "dbclient"):
        assert row.modes or b"\x1b[?1049h" not in person.raw
        assert [mode for mode in GARBAGE if mode in person.raw] == []


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_leaving_puts_the_terminal_back(chairs: dict[str, Chair], row: Row) -> None:
    chair, person = someone(chairs, row)
    person.press("ctrl+q")
    person.see("Leave?")
    person.choose("Disconnect")
    chair.wait()
    assert "Come back" in person.text or "Goodbye." in person.text
    assert chair.left_on == set()
    if row.modes and row.program in ("ssh", "dbclient"):
        assert not any(word in person.text for word in BEGUN), "the second screen is left"
    if row.program == "screen":
        assert not any(word in person.text for word in BEGUN), "where there is no second one, it is emptied"


@pytest.mark.timeout(120)
def test_a_kick_and_a_stop_put_every_terminal_back_and_say_why(tmp_path: Path) -> None:
    with House(tmp_path, "--log-format", "json") as house:
        chairs = seat_all(house, tmp_path / "terminals")
        try:
            for chair in chairs.values():
                begin(chair.person)
            people = json.loads(done(house, "people", "--json"))["people"]
            names = {one["seat"]: one["name"] for one in people}
            kicked = [chairs[name] for name in ("macos", "vt100", "putty") if name in chairs]
            for chair in kicked:
                done(house, "kick", names[chair.table])
                chair.person.see("The operator of this server ended your session.")
                chair.wait()
                assert chair.left_on == set(), chair.row
            house.process.send_signal(signal.SIGTERM)
            for chair in chairs.values():
                if chair not in kicked:
                    chair.person.see("stopping")
                    chair.wait()
                    assert chair.left_on == set(), chair.row
            assert house.wait() == 0
        finally:
            for chair in chairs.values():
                chair.close()


def test_a_terminal_that_cannot_be_drawn_on_is_never_sent_an_escape(house: House) -> None:
    """2-31: TERM=dumb, also with a terminal around it; LANG=C, so no byte above 127 either."""
    person = house.guest(term="dumb", env={"LANG": "C"})
    person.until(lambda one: one.text.strip())
    assert b"\x1b" not in person.raw
    assert max(person.raw) < 128


def test_a_cut_line_leaves_nothing_that_types_into_the_shell(tmp_path: Path) -> None:
    """2-25: nobody can put a terminal back after the server is gone; only what is shown may stay, and `reset` cures that."""
    with House(tmp_path) as house:
        person = house.guest("quick")
        begin(person)
        house.process.kill()
        person.wait()
        assert [mode for mode in GARBAGE if mode in person.raw] == []
