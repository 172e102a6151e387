"""One decision in the making: the events so far and the state they lead to."""

from __future__ import annotations

from engine.events import Event
from engine.shuffle import Entropy
from engine.state import State, write


class Draft:
    """Rules add events to a draft and read its state, which always includes what was added."""

    __slots__ = ("_facts", "_state", "entropy", "events")

    def __init__(self, state: State, entropy: Entropy) -> None:
        self._state: State | None = state
        self._facts = list(state)
        self.entropy = entropy
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The state after every event so far."""
        state = self._state
        if state is None:
            state = self._state = tuple.__new__(State, self._facts)
        return state

    def add(self, event: Event) -> None:
        """Let this happen."""
        self.events.append(event)
        write(self._facts, (event,))
        self._state = None
