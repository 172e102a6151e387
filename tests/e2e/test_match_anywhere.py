"""A match finished by keys at every kind of screen: the smallest, one without colour or Unicode, and one in Persian.

80×24 in colour has `test_match`, the line mode `test_plain`. Whoever plays here reads the keys that the last row offers and
which cards stand up, in whatever language and layout that is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pytest

from client.bidi import Bidi, shown
from client.text import Text
from tests.e2e import look
from tests.e2e.clients import UTF8
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import Keys, Player, play_until
from tests.e2e.screen import colours, left_on

CARDS: Final = 2
"""Dealt to each: a short hand is a whole match, too."""


@dataclass(frozen=True)
class Place:
    """Where somebody plays, and in which language."""

    name: str
    size: tuple[int, int]
    term: str
    env: Mapping[str, str]
    language: str = "en"
    colours: frozenset[str] = frozenset({"256", "16"})
    """The kinds of colour codes it may be sent."""

    def drawn(self, sentence: str) -> str:
        """An English sentence as this terminal shows it."""
        return shown(Text(self.language)(sentence), Bidi.OURS, self.language == "fa")


PLACES: Final = (
    Place("tiny", (40, 12), "xterm-256color", UTF8),
    Place("vt100", (80, 24), "vt100", {"LANG": "C"}, colours=frozenset()),
    Place("persian", (80, 24), "xterm-256color", {"LANG": "fa_IR.UTF-8"}, "fa"),
)
OVER: Final = "rematch"
"""What Enter is called once all is over."""


def stands(rows: Sequence[str]) -> bool:
    """Does a card of the hand stand up, or has an arrow below it?"""
    return any(card.is_up for card in look.hand(rows)) or re.search(r"[▴^]", rows[-3]) is not None


def offered_keys(rows: Sequence[str], last: str) -> Keys:
    """What a player presses who knows the keys by heart and reads no label: nothing while it is not his turn.

    `last`: the key he pressed before; UNO is called once, for the key takes back what it said.
    """
    offered = look.keys(rows).keys()
    if "Enter" in offered:
        return ("enter",)
    if "u" in offered and last != "u":
        return ("u",)
    if offered & {"d", "k", "a", "x"}:
        return ("tab",) if stands(rows) else next((key,) for key in "xadk" if key in offered)
    return ()


class Seat:
    """Somebody at one of these places, at a table of his own with a bot, the cards not dealt yet."""

    def __init__(self, place: Place, house: House) -> None:
        self.place = place
        options = {"rules": "classic", "target_score": None, "hand_size": CARDS, "uno_penalty": 2}
        house.table(place.name, seats=2, bots=["easy"], clock=None, options=options)
        self.person = house.member(name=place.name, size=place.size, term=place.term, env=place.env)
        self.player = Player(self.person, self.keys)
        self.moves = 0
        """Keys pressed while no rematch was offered."""
        self.person.until(lambda one: "Enter" in look.keys(one.rows))

    def keys(self, rows: Sequence[str]) -> Keys:
        """None once it is over; another match where a lucky bot left no turn to play."""
        if self.is_over:
            return () if self.has_played else ("enter",)
        keys = offered_keys(rows, self.player.pressed[-1] if self.player.pressed else "")
        self.moves += len(keys)
        return keys

    @property
    def is_over(self) -> bool:
        """Is a rematch offered?"""
        return self.label == self.place.drawn(OVER)

    @property
    def has_played(self) -> bool:
        """As many keys as he was dealt cards: a bot may win before that, with a Skip and a card that fits."""
        return self.moves >= CARDS

    @property
    def label(self) -> str:
        """What Enter is called on the screen; empty where it does nothing."""
        return look.keys(self.person.rows).get("Enter", "")


@pytest.mark.timeout(300)
def test_a_match_is_finished_at_the_smallest_screen_without_colour_and_in_persian(house: House) -> None:
    """All play at once, so that the bots' thinking is waited for once; the languages and looks are judged at the end."""
    seats = [Seat(place, house) for place in PLACES]
    for seat in seats:
        seat.person.press("enter")

    play_until([seat.player for seat in seats], lambda: all(seat.is_over and seat.has_played for seat in seats))

    for seat in seats:
        place, person = seat.place, seat.person
        assert person.name in person.text, "the ranking names everybody"
        assert colours(bytes(person.raw)) <= place.colours
        assert bytes(person.raw).isascii() == (place.name == "vt100")
        leave(place, person)
        assert left_on(person.screen, bytes(person.raw)) == set()


def leave(place: Place, person: Person) -> None:
    """Go as the screen says."""
    person.press("ctrl+q")
    person.choose(place.drawn("Disconnect"))
    assert person.wait() == 0
