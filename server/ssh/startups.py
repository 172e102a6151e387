"""Random early drop of connections that have not logged in, as OpenSSH's `MaxStartups 32:30:128`.

A flood of silent connections fills the places of strangers; by chance, an honest one still gets through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

BEGIN: Final = 0.25
"""Of all places: how many are given without a throw of dice."""
FIRST: Final = 0.3
"""The chance to be dropped from there on; it grows evenly, to certainty when there is no place."""


class Startups:
    """`most` places for strangers; `chance` gives numbers from 0 to 1, 1 excluded."""

    def __init__(self, most: int, chance: Callable[[], float]) -> None:
        self._most, self._chance = most, chance

    def is_dropped(self, waiting: int) -> bool:
        """Is the next one dropped, when so many have not logged in?"""
        begin = int(self._most * BEGIN)
        if waiting >= self._most:
            return True
        if waiting < begin or begin == 0:
            return False
        risk = FIRST + (1 - FIRST) * (waiting - begin) / (self._most - begin)
        return self._chance() < risk
