"""People who vanish, hang up or give up, as those who stay see it; and the server that stops under everybody."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import begin
from tests.e2e.screen import left_on
from tests.e2e.test_terminals import disconnect

SOON = 2.0
"""Seconds within which a killed client must be gone (BUDGETS §1)."""


def pair(house: House, one: str, other: str) -> tuple[Person, Person]:
    """Two people with keys in the middle of a game."""
    code = house.table(one, seats=2, clock=None)
    ann = house.member(name=one)
    ann.see("waiting for players", code)
    bo = house.member("join", code, name=other)
    bo.see(code, one)
    ann.see(other)
    ann.press("enter")
    for person in (ann, bo):
        begin(person)
        person.see("left", "played")
    return ann, bo


def test_a_killed_client_is_marked_away_within_2_seconds_and_comes_back_to_the_same_hand(house: House) -> None:
    ann, bo = pair(house, "ada", "ben")
    hand = [card.face for card in look.hand(bo.rows)]
    bo.kill()
    ann.see("ben", "away", seconds=SOON)
    again = house.member(name="ben")
    again.see("left", "played")
    again.until(lambda person: [card.face for card in look.hand(person.rows)] == hand)
    ann.until(lambda person: "away" not in "\n".join(person.rows[:6]))


def test_a_killed_spectator_and_a_killed_lobby_guest_are_gone_within_2_seconds(house: House) -> None:
    code = house.table("cyd", seats=3, clock=None)
    cyd = house.member(name="cyd")
    cyd.see("waiting for players")
    watcher = house.member("watch", code, name="watcher")
    watcher.see(code)
    cyd.see("watcher")
    idler = house.member(name="idler")
    idler.see("Here:", "idler", "watcher")
    other = house.member(name="other")
    other.see("Here:", "idler")
    watcher.kill()
    idler.kill()
    other.until(lambda person: not {"idler", "watcher"} & set(here(person)), seconds=SOON)


def here(person: Person) -> list[str]:
    """The names in the lobby's line of people."""
    line = next((row for row in person.rows if row.strip().startswith("Here:")), "")
    return [name.strip() for name in line.partition("Here:")[2].split(",")]


def test_the_newest_login_takes_the_seat_and_the_older_one_is_told(house: House) -> None:
    _, bo = pair(house, "eva", "fay")
    hand = [card.face for card in look.hand(bo.rows)]
    newer = house.member(name="fay")
    newer.see("left", "played")
    newer.until(lambda person: [card.face for card in look.hand(person.rows)] == hand)
    bo.until(lambda person: not look.hand(person.rows))
    bo.see("You are playing from another terminal now.")


def test_giving_up_the_seat_ends_the_match_for_the_other_and_leads_back_to_the_lobby(house: House) -> None:
    ann, bo = pair(house, "gus", "hal")
    bo.press("ctrl+q")
    bo.see("Leave?")
    bo.choose("Give up the seat")
    bo.see("Lobby")
    ann.see("match is over")


def test_a_client_that_hangs_up_cleanly_is_away_at_once(house: House) -> None:
    ann, bo = pair(house, "ida", "jon")
    disconnect(bo)
    assert bo.wait() == 0
    ann.see("jon", "away", seconds=SOON)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_restores_every_terminal_says_why_and_ends_with_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    with House(tmp_path) as house:
        people = [house.member(name="ann"), house.guest("quick"), house.guest("quick", term="vt100", env={"LANG": "C"})]
        people[0].see("Lobby", "Here:")
        for person in people[1:]:
            begin(person)
        house.process.send_signal(number)
        statuses = [person.wait() for person in people]
        assert house.wait() == 0
        for person in people:
            assert left_on(person.screen, bytes(person.raw)) == set()
            assert "stopping" in person.text
        assert [status for status in statuses if status == 255] == [], "a channel is closed in order, not a connection cut"
        assert "Traceback" not in house.log


def test_a_restarted_server_has_the_same_host_key_and_lets_the_same_people_in(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        first = house.member(name="ann")
        first.see("Lobby")
        fingerprint = next(line for line in house.log.splitlines() if "SHA256:" in line)
        known = (house.home / "known_hosts").read_text()
        assert house.stop() == 0
        house.see_everybody_off()
        house.start(house.port)
        assert fingerprint in house.log
        again = house.member(name="ann", options=["-oStrictHostKeyChecking=yes"])
        again.see("Lobby", "ann")
        assert (house.home / "known_hosts").read_text() == known
        (key,) = (path for path in (house.folder / "hostkeys").iterdir() if path.suffix != ".pub")
        assert key.stat().st_mode & 0o077 == 0
