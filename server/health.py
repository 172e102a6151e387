"""How the house is: whether what happens can be kept, and whether it is about to stop."""

from __future__ import annotations

from collections.abc import Callable


class Health:
    """Told by the store when it stalls and resumes, and asked by the operator and his monitors."""

    def __init__(self) -> None:
        self.stalled = ""
        """Why nothing can be kept just now; empty: all is well."""
        self.is_draining = False
        self._halt: Callable[[], None] = lambda: None
        self._go_on: Callable[[], None] = lambda: None

    def on_change(self, halt: Callable[[], None], go_on: Callable[[], None]) -> None:
        """Who is to stand still when the store stalls, and to go on when it resumes."""
        self._halt, self._go_on = halt, go_on

    def stall(self, reason: str) -> None:
        """The store cannot write."""
        self.stalled = reason
        self._halt()

    def resume(self) -> None:
        """The store writes again."""
        self.stalled = ""
        self._go_on()

    @property
    def problem(self) -> str:
        """One line on why nobody should be sent here just now; empty: all is well."""
        if self.stalled:
            return f"nothing can be written down: {self.stalled}"
        return "the server is about to stop" if self.is_draining else ""
