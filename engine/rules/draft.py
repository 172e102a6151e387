"""One decision in the making: the events so far and the state they lead to."""

from __future__ import annotations

from engine.events import Event
from engine.shuffle import Entropy
from engine.state import State, evolve


class Draft:
    """Rules add events to a draft and read its state, which always includes what was added."""

    __slots__ = ("entropy", "events", "state")

    def __init__(self, state: State, entropy: Entropy) -> None:
        self.state = state
        self.entropy = entropy
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """Let this happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)
