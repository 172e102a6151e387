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
ARMED = frozenset({"draw", "draw again", "keep", "pass", "accept", "challenge", "jump in"})
"""What Enter is called when a letter has armed something."""
PLAYING = frozenset({"play", "stack", "answer"})
"""What Enter is called when the selected card can be played."""
BEGUN = ("left", "played", "Ctrl+Q")
"""On the screen once cards are dealt."""
FACED = "cards for you"
"""Over it while this person has to answer a Wild Draw Four."""


def sits(person: Person) -> bool:
    """Is a dealt table drawn: the piles, or the box over them that asks what to answer to a bot's card?"""
    text = person.text
    return all(word in text for word in BEGUN) or all(word in text for word in (FACED, BEGUN[-1]))


def begin(person: Person, drawn: Callable[[str], str] = str) -> None:
    """Wait for a dealt hand; if a Wild was turned up and this person starts, name its colour, and wait until that counts.

    `drawn`: an English sentence as this terminal shows it.
    """
    asked = drawn("Which colour?")
    person.until(lambda one: asked in one.text or (BEGUN[-1] in one.text and bool(look.hand(one.rows))))
    if asked in person.text:
        person.press("r", "enter")
        person.miss(asked, drawn("Your turn: Enter, and name the colour."))


def next_keys(rows: Sequence[str]) -> Keys:
    """What a careful beginner presses on this screen; nothing while there is nothing to do.

    He confirms whatever is armed, catches and calls UNO, plays the first card that stands up, and takes cards or
    challenges as the size of his hand has it.
    """
    offered, prompt = look.keys(rows), look.prompt(rows)
    enter = offered.get("Enter", "")
    if enter == "choose":
        return aim(rows)
    if enter in ARMED or enter == "ready":
        return ("enter",)
    if offered.get("c") == "catch":
        return ("c",)
    if "u calls UNO" in prompt:
        return ("u",)
    if offered.get("j") == "jump in":
        return ("j",)
    if not look.is_my_turn(rows):
        return ()
    if "press u first" in prompt:
        return ("u",)
    if enter in PLAYING:
        return ("enter",)
    cards = look.hand(rows)
    standing = [card for card in cards if card.is_up]
    if standing:
        return tuple(str(standing[0].number))
    if "Tab" in prompt or "stands up" in prompt:  # it is out of sight
        return ("tab",)
    answers = ("x", "a") if len(cards) % 2 else ("a", "x")
    return next(((key,) for key in (*answers, "d", "k") if key in offered), ())


def aim(rows: Sequence[str]) -> Keys:
    """The next key in a box of choices: on to whoever holds the fewest cards and Enter there; any colour will do."""
    choices = look.aims(rows)
    somebody = [choice for choice in choices if choice.name]
    if not somebody or min(somebody, key=lambda choice: choice.cards).is_chosen:
        return ("enter",)
    return ("right",)


class Player:
    """Lets a person play on until something is seen. `keys`: what he presses on a screen."""

    def __init__(self, person: Person, keys: Callable[[Sequence[str]], Keys] = next_keys) -> None:
        self.person = person
        self._keys = keys
        self.pressed: list[str] = []
        """Every key, in order."""
        self.unheard: list[str] = []
        """Every screen on which keys had to be pressed again, for nothing had changed."""
        self._answered: list[str] = []
        self._read = -1
        self._at = 0.0

    def glance(self) -> None:
        """Look at the screen once, and press what it asks for; where nothing happens for a while, once more."""
        now, read = time.monotonic(), len(self.person.raw)
        if read == self._read and now - self._at <= AGAIN:
            return
        self._read, rows = read, self.person.rows
        is_new = rows != self._answered
        if is_new or now - self._at > AGAIN:
            self._answered, self._at = rows, now
            keys = self._keys(rows)
            if keys and not is_new:
                self.unheard.append("\n".join(rows))
            self.pressed += keys
            self.person.press(*keys)


def play_until(players: Sequence[Player], done: Callable[[], bool], seconds: float = GAME_PATIENCE) -> None:
    """All of them play until `done()`."""

    def step() -> bool:
        for player in players:
            player.glance()
        return done()

    players[0].person.until(lambda _: step(), seconds)
