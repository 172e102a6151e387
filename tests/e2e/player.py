"""Plays UNO by what is drawn on a screen and by nothing else: it reads sentences, cards and offered keys, and presses keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tests.e2e import look
from tests.e2e.person import Person

Keys = tuple[str, ...]
GAME_PATIENCE = 240.0
"""Seconds for a whole round: bots think at a human pace, and a hand may go on for long."""

AGAIN = 2.0
"""Seconds after which a person who still sees the same presses again: an Enter right after a refused letter does nothing."""
BEGUN = ("left", "played", "Ctrl+Q")
"""On the screen once cards are dealt."""


def begin(person: Person) -> None:
    """Wait for a dealt table; if a Wild was turned up and this person starts, name its colour."""
    asked = "Which colour?"
    person.until(lambda one: asked in one.text or all(word in one.text for word in BEGUN))
    if asked in person.text:
        person.press("enter")
        person.miss(asked)


def next_keys(rows: Sequence[str]) -> Keys:
    """What a careful beginner presses on this screen; nothing while there is nothing to do."""
    offered, prompt = look.keys(rows), look.prompt(rows)
    text = "\n".join(rows)
    if "Which colour?" in text or "Esc does not." in prompt:
        return ("enter",)
    if "c" in offered and offered["c"] == "catch":
        return ("c",)
    if "u calls UNO" in prompt:
        return ("u",)
    if not look.is_my_turn(rows):
        return ()
    if "press u first" in prompt:
        return ("u",)
    if offered.get("Enter") == "play":
        return ("enter",)
    standing = [card for card in look.hand(rows) if card.is_up]
    if standing:
        return tuple(str(standing[0].number))
    return next(((key,) for key in ("a", "d", "k") if key in offered), ())


class Player:
    """Lets a person play on until something is seen."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.pressed: list[str] = []
        """Every key, in order."""
        self._answered: list[str] = []
        self._at = 0.0

    def glance(self) -> None:
        """Look at the screen once, and press what it asks for; where nothing happens for a while, once more."""
        rows, now = self.person.rows, time.monotonic()
        if rows != self._answered or now - self._at > AGAIN:
            self._answered, self._at = rows, now
            keys = next_keys(rows)
            self.pressed += keys
            self.person.press(*keys)


def play_until(players: Sequence[Player], done: Callable[[], bool], seconds: float = GAME_PATIENCE) -> None:
    """All of them play until `done()`."""

    def step() -> bool:
        for player in players:
            player.glance()
        return done()

    players[0].person.until(lambda _: step(), seconds)
