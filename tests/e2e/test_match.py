"""A whole match by keys alone: two people make a table and play it to its end, while a third and a program look on."""

from __future__ import annotations

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import Player, play_until

OVER = "match is over"


class Eyes:
    """All that one person could read so far."""

    def __init__(self, person: Person) -> None:
        self.faces: set[str] = set()
        self.held: set[str] = set()
        """Cards drawn in a hand: numbered in their lower edge."""
        self.is_open = True
        self._person = person
        person.glances.append(self._glance)

    def _glance(self) -> None:
        if OVER in self._person.text:
            self.is_open = False  # from here on every hand lies open, for everybody
        if self.is_open:
            self.faces |= look.faces(self._person.text)
            self.held |= {card.face for card in look.hand(self._person.rows)}


def set_up(host: Person, **wishes: str) -> str:
    """Open a table through the form, each wish a row of it and the value to be shown there; the table's code."""
    host.see("Lobby")
    host.press("n")
    host.see("New table")
    for label, value in wishes.items():
        label = label.replace("_", " ")
        while not any(row.lstrip().startswith(f"▸{label}") for row in host.rows):
            host.press("down")
            host.change()
        while f"[{value}]" not in next(row for row in host.rows if f"▸{label}" in row):
            host.press("right")
            host.change()
    host.press("enter")
    host.see("waiting for players")
    return host.until(lambda person: look.invitation(person.rows))


def gather(house: House, host: str) -> tuple[list[Person], Person, str]:
    """A host (with a key) and Bo (a guest, asked for his name) sit down; Cat watches. Not dealt yet."""
    ann = house.member(name=host)
    code = set_up(ann, Match_to="one round", Chairs="2", Turn_clock="off")
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
    eyes = {person: Eyes(person) for person in (ann, bo, cat)}
    ann.press("enter")
    for person in (ann, bo, cat):
        person.see("played", "left")
    begun = len(cat.raw)
    players = [Player(ann), Player(bo)]

    play_until(players, lambda: all(OVER in person.text for person in (ann, bo, cat)))

    assert sum("You win the match!" in person.text for person in (ann, bo)) == 1
    assert "wins the match" in cat.text
    program.until(lambda message: "match_over" in str(message))
    drawn = look.letters(bytes(cat.raw[begun:])).split(OVER)[0]
    tops = set(program.seen("top"))
    assert eyes[cat].held == set(), "no card of a hand is drawn for a watcher"
    assert eyes[cat].faces <= tops, "every card he could read had been played"
    assert look.faces(drawn) <= tops, "nor was one sent and painted over"
    assert len(eyes[ann].held) > 2 < len(eyes[bo].held), "such eyes do notice a hand"
    assert all(hand == [] for hand in program.seen("hand"))
    assert all(legal == [] for legal in program.seen("legal"))
    assert all(drew["cards"] is None for drew in program.happened() if drew["event"] == "drew")
    assert all(reveal is None for reveal in program.seen("reveal"))


@pytest.mark.timeout(300)
def test_the_same_people_play_again_with_one_key(house: House) -> None:
    (ann, bo), cat, _ = gather(house, "anja")
    ann.press("enter")
    play_until([Player(ann), Player(bo)], lambda: all(OVER in person.text for person in (ann, bo, cat)))
    ann.press("enter")
    ann.see("rematch")
    bo.press("enter")
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
    person.see("left", "played")
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
    set_up(ann, Chairs="2", Turn_clock="off")
    ann.press("b")
    ann.see("How strong")
    ann.press("enter")
    ann.see("2 of 2 seats")
    ann.press("enter")
    ann.see("played", "left", "bot")
    ann.until(seven_cards)
