"""One decision in the making: the events so far and the state they lead to."""

from __future__ import annotations

from engine.events import Event
from engine.shuffle import Entropy
from engine.state import State, evolve_all


class Draft:
    """Rules add events to a draft and read its state, which always includes what was added."""

    __slots__ = ("_applied", "_state", "entropy", "events")

    def __init__(self, state: State, entropy: Entropy) -> None:
        self._state = state
        self._applied = 0
        self.entropy = entropy
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The state after every event so far; events are applied only when somebody looks."""
        if self._applied < len(self.events):
            self._state = evolve_all(self._state, self.events[self._applied :])
            self._applied = len(self.events)
        return self._state

    def add(self, event: Event) -> None:
        """Let this happen."""
        self.events.append(event)
