"""A whole match by keys alone: two people make a table and play it to its end, while a third and a program look on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pytest

from tests.e2e import look
from tests.e2e.form import set_up
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import Player, begin, play_until, sits

OVER = "match is over"
AHEAD = 2
"""Cards that may be played between a person's picture and the message of the same moment to a program."""


class Reader(Protocol):
    """What is looked at of a person."""

    raw: bytearray
    glances: list[Callable[[], None]]

    @property
    def rows(self) -> Sequence[str]: ...
    @property
    def text(self) -> str: ...


class Eyes:
    """All that one person could read so far, on the screen or in what was sent and painted over."""

    def __init__(self, person: Reader, tops: Callable[[], list[str]]) -> None:
        """`tops` is every card that was on top of the discard pile so far."""
        self.faces: dict[str, int] = {}
        """How many cards had been on top when this one was first read."""
        self.held: set[str] = set()
        """Cards drawn in a hand: numbered in their lower edge."""
        self.is_open = True
        self._person, self._tops, self._read = person, tops, len(person.raw)
        person.glances.append(self._glance)

    def _glance(self) -> None:
        raw = self._person.raw
        end = max(raw.rfind(b"\x1b"), self._read)  # what follows may still be going on
        sent, over, _ = look.letters(bytes(raw[self._read : end])).partition(OVER)
        self._read = end
        if self.is_open:
            self._note(look.faces(sent))
        if over or OVER in self._person.text:
            self.is_open = False  # from here on every hand lies open, for everybody
        if self.is_open:
            self._note(look.faces(self._person.text))
            self.held |= {card.face for card in look.hand(self._person.rows)}

    def _note(self, faces: set[str]) -> None:
        for face in faces - self.faces.keys():
            self.faces[face] = len(self._tops())

    @property
    def early(self) -> set[str]:
        """The cards that were read before they were played."""
        tops = self._tops()
        return {face for face, count in self.faces.items() if face not in tops[: count + AHEAD]}


def gather(house: House, host: str) -> tuple[list[Person], Person, str]:
    """A host (with a key) and Bo (a guest, asked for his name) sit down; Cat watches. Not dealt yet."""
    ann = house.member(name=host)
    code = set_up(ann, Match_to="one round", Seats="2", Turn_clock="off")
    bo = house.guest("join", code, name="bo")
    bo.see("Guest name")
    bo.press("enter")
    bo.see(code, host)
    cat = house.member("watch", code, name="cat")
    cat.see(code, "watching")
    ann.see("~bo")
    return [ann, bo], cat, code


@pytest.mark.timeout(300)
def test_two_people_play_a_hand_to_its_end_by_keys_and_the_watchers_never_see_a_hand(house: House) -> None:
    (ann, bo), cat, code = gather(house, "ann")
    program = house.program()
    assert "refusal" not in program.send("watch", code)
    eyes = {person: Eyes(person, lambda: list(program.seen("top"))) for person in (ann, bo, cat)}
    ann.press("enter")
    for person in (ann, bo):
        begin(person)
    for person in (ann, bo, cat):
        person.see("played", "left")
    players = [Player(ann), Player(bo)]

    play_until(players, lambda: all(OVER in person.text for person in (ann, bo, cat)))

    assert sum("You win the match!" in person.text for person in (ann, bo)) == 1
    assert "wins the match" in cat.text
    program.until(lambda message: "match_over" in str(message))
    assert eyes[cat].held == set(), "no card of a hand is drawn for a watcher"
    assert len(eyes[cat].faces) > 5
    assert eyes[cat].early == set(), "every card he could read had been played, also what was sent and painted over"
    assert len(eyes[ann].held) > 2 < len(eyes[bo].held), "such eyes do notice a hand"
    assert eyes[ann].early
    assert eyes[bo].early
    assert all(hand == [] for hand in program.seen("hand"))
    assert all(legal == [] for legal in program.seen("legal"))
    assert all(drew["cards"] is None for drew in program.happened() if drew["event"] == "drew")
    assert all(reveal is None for reveal in program.seen("reveal"))


@dataclass
class Page:
    """A screen that shows what it is told to."""

    raw: bytearray = field(default_factory=bytearray)
    glances: list[Callable[[], None]] = field(default_factory=list)
    rows: Sequence[str] = ("",) * 24
    text: str = ""

    def draw(self, text: str, sent: str = "") -> None:
        """Show this text; `sent` was there for a moment."""
        self.text = text
        self.raw += f"\x1b[H{sent}\x1b[H{text}\x1b[m".encode()
        self.glances[0]()


def test_such_eyes_notice_a_card_before_it_is_played_and_one_that_was_painted_over() -> None:
    page, tops = Page(), ["R5"]
    eyes = Eyes(page, lambda: tops)
    page.draw("R5 on top")
    tops.append("R7")
    page.draw("ann plays red 7")
    assert eyes.early == set()
    page.draw("bo holds G3")
    page.draw("", sent="B1")
    tops += ["R8", "Y8", "Y2", "G3", "B1"]
    assert eyes.early == {"G3", "B1"}
    page.draw(f"The {OVER}. Y9 W+4")
    assert eyes.early == {"G3", "B1"}


@pytest.mark.timeout(300)
def test_the_same_people_play_again_with_one_key(house: House) -> None:
    (ann, bo), cat, _ = gather(house, "anja")
    ann.press("enter")
    play_until([Player(ann), Player(bo)], lambda: all(OVER in person.text for person in (ann, bo, cat)))
    for person in (ann, bo):
        person.until(lambda one: look.keys(one.rows).get("Enter") == "rematch")
    ann.press("enter")
    ann.see("You want a rematch")
    bo.press("enter")
    for person in (ann, bo):
        begin(person)
    for person in (ann, bo, cat):
        person.see("played", "left", "round 1")
    ann.until(seven_cards)
    bo.until(seven_cards)


def seven_cards(person: Person) -> bool:
    """Was a fresh hand dealt?"""
    return len(look.hand(person.rows)) >= 7


@pytest.mark.timeout(300)
def test_bots_fill_the_seats_of_a_quick_game_and_play_it_with_a_person(house: House) -> None:
    person = house.guest("quick")
    begin(person)
    bots = look.bots(person.rows)
    assert len(bots) == 3
    player = Player(person)
    acted: set[str] = set()

    def everybody_acted() -> bool:
        acted.update(name for name in bots for row in person.rows if f" {name} plays" in row or f" {name} draws" in row)
        return len(acted) == 3 and bool(player.pressed)

    play_until([player], everybody_acted)


def test_a_bot_that_the_host_adds_is_dealt_in(house: House) -> None:
    ann = house.member(name="anton")
    set_up(ann, Seats="2", Turn_clock="off")
    ann.press("b")
    ann.see("How strong")
    ann.press("enter")
    ann.see("2 of 2 seats")
    ann.press("enter")
    begin(ann)
    ann.until(sits)
    ann.see("bot")
    ann.until(seven_cards)
