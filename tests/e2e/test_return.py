"""Lines that drop in the middle of a turn, and players who fall asleep: everybody gets his own hand back, from any terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import begin
from tests.e2e.test_leaving import pair

OTHERS = [("screen-256color", (132, 43)), ("vt100", (80, 24)), ("linux", (60, 16))]
"""Terminals to come back from."""
FLOWN = "autopilot plays"
ASLEEP = 60.0
"""Seconds in which two turns of five seconds a decision are slept through, however often a bot skips in between."""


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[House]:
    """A server that writes down all it ever does."""
    with House(tmp_path, "--verbose") as house:
        yield house


def faces(person: Person) -> list[str]:
    """The cards in sight."""
    return [card.face for card in look.hand(person.rows)]


def played(person: Person) -> int:
    """How many cards the pile has."""
    found = re.search(r"(\d+) played", person.text)
    return int(found[1]) if found else 0


def on_turn(*people: Person) -> Person:
    """Whose turn it is."""
    return next(person for person in people if look.is_my_turn(person.rows))


@pytest.mark.parametrize(("term", "size"), OTHERS)
def test_who_is_killed_in_his_turn_finds_his_hand_and_his_turn_on_another_terminal(
    house: House, term: str, size: tuple[int, int]
) -> None:
    ann, bo = pair(house, f"liv{size[0]}", f"max{size[0]}")
    for person in (ann, bo):
        begin(person)
    lost = on_turn(ann, bo)
    other = bo if lost is ann else ann
    hand, keys = faces(lost), set(look.keys(lost.rows)) & {"d", "k", "a", "x"}
    assert hand
    lost.kill()
    other.see(lost.name, "away")
    again = house.member(name=lost.name, term=term, size=size)
    again.until(lambda person: sorted(faces(person)) == sorted(hand))
    assert look.is_my_turn(again.rows)
    assert set(look.keys(again.rows)) & {"d", "k", "a", "x"} == keys
    again.press("ctrl+q")
    again.choose("Give up the seat")
    other.see("match is over")


def test_the_newest_terminal_has_the_seat_whatever_its_size_and_the_older_may_have_it_back(house: House) -> None:
    ann, bo = pair(house, "yan", "zed")
    for person in (ann, bo):
        begin(person)
    hand = sorted(faces(bo))
    newer = house.member(name="zed", term="linux", size=(132, 43))
    newer.until(lambda person: sorted(faces(person)) == hand)
    bo.see("Lobby", "You are playing from another terminal now.")
    assert "away" not in "\n".join(ann.rows[:10])
    bo.press("enter")
    bo.until(lambda person: sorted(faces(person)) == hand)
    newer.see("Lobby", "You are playing from another terminal now.")


def resume_code(person: Person) -> str:
    """The code a guest is shown in the waiting room."""
    found = re.search(r"back ([A-Z0-9]{10})\b", person.text)
    return found[1] if found else ""


@pytest.mark.parametrize("has_key", [False, True])
def test_a_guest_who_is_killed_comes_back_by_his_code_with_a_key_or_without(talkative: House, has_key: bool) -> None:
    house = talkative
    code = house.table("nia", seats=2, clock=None)
    nia = house.member(name="nia")
    nia.see("waiting for players", code)
    gus = house.guest("join", code)
    gus.see("waiting for players", "To come back")
    resume = resume_code(gus)
    assert resume
    nia.see("~guest")
    nia.press("enter")
    for person in (nia, gus):
        begin(person)
        person.see("left", "played")
    for person in (nia, gus):
        begin(person)
    hand = faces(gus)
    gus.kill()
    nia.see("~guest", "away")
    come, name = (house.member, "somebody") if has_key else (house.guest, "guest")
    again = come("back", resume.lower(), name=name, term="tmux-256color", size=(100, 30))
    again.until(lambda person: sorted(faces(person)) == sorted(hand))
    nia.until(lambda person: "away" not in "\n".join(person.rows[:10]))
    again.press("ctrl+q")
    again.see("Leave?", "keeps your seat for 5 minutes", resume)
    again.choose("Disconnect")
    assert again.wait() == 0
    assert re.search(rf"^Come back within 5 minutes: ssh -t .* back {resume}$", again.text.strip())
    nia.see("away")
    nia.press("?")
    nia.see("Keys")
    everything = bytes(nia.raw).decode("utf-8", "replace")
    assert resume not in everything
    assert resume not in house.log
    assert resume.lower() not in house.log
    assert "Traceback" not in house.log


def test_a_wrong_code_gets_a_sentence_and_locks_out_nobody_who_comes_by_the_same_machine(talkative: House) -> None:
    house = talkative
    code = house.table("oda", seats=3, clock=None)
    gus = house.guest("join", code)
    gus.see("To come back")
    resume = resume_code(gus)
    for number in range(6):
        told = house.run("back", f"WRNGCD{number}XYZ", flags=["-tt"], term="xterm-256color")
        assert told.returncode == 1
        assert "No guest is expected under that code" in told.stdout + told.stderr
    house.guest("back", resume).see("To come back")
    assert resume not in house.log


def test_who_sleeps_through_two_turns_is_flown_and_one_key_takes_the_seat_back(house: House) -> None:
    code = house.table("pia", seats=2, bots=["normal"], clock=5, start=True, options={"rules": "classic", "target_score": 500})
    pia = house.member(name="pia")
    pia.see("left", "played")
    watcher = house.member("watch", code, name="wim")
    pia.until(lambda person: FLOWN in look.prompt(person.rows), ASLEEP)
    watcher.see("pia's seat plays by itself.", "auto")
    assert "You are away: the autopilot plays your cards." in pia.text
    pia.press("right")
    pia.until(lambda person: FLOWN not in look.prompt(person.rows))
    watcher.see("pia is back.")
    watcher.until(lambda person: " auto" not in "\n".join(person.rows[:18]))


def test_who_is_away_for_long_comes_back_to_a_game_that_went_on(house: House) -> None:
    code = house.table("rut", seats=2, bots=["normal"], clock=5, start=True, options={"rules": "classic", "target_score": 500})
    watcher = house.member("watch", code, name="wim")
    watcher.see("rut's seat plays by itself.", seconds=ASLEEP)
    rut = house.member(name="rut")
    rut.until(lambda person: look.hand(person.rows))
    rut.press("g")  # at the table, a card to be answered may lie over the newest lines
    rut.see("What happened", "You are back.")
    rut.press("esc")
    rut.until(lambda person: look.hand(person.rows))
    assert FLOWN not in look.prompt(rut.rows)
    watcher.see("rut is back.")
