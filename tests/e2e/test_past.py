"""What is left of a match, over real ssh: its replay from the last screen, from one's own list and by its id; leaderboards."""

from __future__ import annotations

import re

import pytest

from tests.e2e import look
from tests.e2e.form import set_up
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import GAME_PATIENCE, Player, play_until
from tests.e2e.screen import left_on

OVER = "match is over"


def play_a_hand(house: House, name: str) -> Person:
    """Somebody with a key has played a hand against a bot, and sees how it ended."""
    person = house.member(name=name)
    set_up(person, Match_to="one round", Seats="2", Bots="1", Turn_clock="off")
    person.see("2 of 2 seats")
    person.press("enter")
    play_until([Player(person)], lambda: OVER in person.rows[0])
    return person


def last_of(person: Person) -> int:
    """The number of the last move, as the title has it."""
    found = re.search(r"move \d+ of (\d+)", person.rows[0])
    assert found, person
    return int(found[1])


def goes(person: Person) -> None:
    """Leaves from the lobby, and the terminal is as it was."""
    person.press("ctrl+q")
    person.see("Leave?")
    person.choose("Disconnect")
    assert person.wait() == 0
    assert left_on(person.screen, bytes(person.raw)) == set()
    assert person.text.splitlines()[-1] == "Goodbye."


@pytest.mark.timeout(GAME_PATIENCE + 120)
def test_a_match_can_be_looked_at_again_by_who_played_it_and_by_who_knows_its_id(house: House) -> None:
    rita = play_a_hand(house, "rita")
    screen = rita.see("Not rated: it takes two people", "p shows it again")
    found = re.search(r"replay ([A-Z0-9]{9})\b", screen)
    assert found, rita
    match = found[1]
    steps_and_jumps(rita, match)
    rita.press("esc")
    rita.see(OVER)
    rita.press("esc")
    rita.choose("Leave the table, back to the lobby")
    rita.see("Lobby", "m my games", "l leaderboard")
    rita.press("m")
    rita.see("My games", "one bot", f"{match}: Classic, one round")
    rita.press("enter")
    rita.see(f"Replay {match}", "move 0 of", "round 1 of 1")
    rita.press("esc")
    rita.see("My games")
    rita.press("esc")
    rita.see("Lobby")
    rita.press("l")
    rita.see("Leaderboard: Classic", "Nobody is rated at these rules yet.")
    rita.press("right")
    rita.see("Leaderboard: All Wild")
    rita.press("esc")
    rita.see("Lobby")
    goes(rita)
    by_id(house, match)


def steps_and_jumps(person: Person, match: str) -> None:
    """From the last screen of a match through its replay, with every key that moves it."""
    person.press("p")
    person.see(f"Replay {match}", "move 0 of", "round 1 of 1", "deals")
    last = last_of(person)
    assert sum("rita" in row for row in person.rows) >= 1
    person.press("right")
    person.see("move 1 of")
    person.press(*["right"] * 5)  # as a held key sends them
    person.see("move 6 of")
    person.press("left")
    person.see("move 5 of")
    person.press("end")
    person.see(f"move {last} of {last}", "The match is over.")
    person.press("3", "enter")
    person.see("move 3 of")
    person.press("+", "+", "+", "space")
    person.see(f"move {last} of {last}", "Space plays it from the start")
    person.press("home")
    person.see("move 0 of")
    person.press("v")
    person.see(f"Match {match}", "Ended 20", "UTC.", "To share it: ssh -t", "Dealt fairly?")
    person.press("enter")
    assert look.keys(person.until(lambda one: one.rows if "step" in one.rows[-1] else [])).get("Space") == "play"


def by_id(house: House, match: str) -> None:
    """The line that was shared: as a screen, as text on a terminal, and as text in a pipe."""
    guest = house.guest("replay", match.lower(), name="eve")
    guest.until(lambda one: "Guest name" in one.text or f"Replay {match}" in one.text)
    if "Guest name" in guest.text:
        guest.press("enter")
    guest.see(f"Replay {match}", "move 0 of", "rita")
    guest.press("esc")
    guest.see("Lobby")
    goes(guest)
    told = house.run("replay", match)
    assert (told.returncode, told.stderr) == (0, "")
    assert f"Match {match}: Classic" in told.stdout
    assert told.stdout == house.run("replay", match, "--text").stdout
    reader = house.member("replay", match, "--text", name="rita", size=(80, 200))
    assert reader.wait() == 0
    assert f"Match {match}: Classic".encode() in reader.raw
    assert b"\x1b" not in reader.raw
