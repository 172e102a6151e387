"""What makes one game the game it is, and what comes of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple


class Kind(NamedTuple):
    """Which game: the same kind is the same game, byte for byte. Whatever is left out of it leaves the rest as it was."""

    seed: int
    number: int
    without: frozenset[str] = frozenset()
    """Sorts of trouble (`trouble.ALL`) that are left out."""
    looks: int | None = None
    """It is over after so many looks at screens; None: as many as chance gives it."""
    people: int | None = None
    """Only so many of its people come."""

    def stream(self, name: str) -> Random:
        """A source of chance of its own."""
        return Random(f"{self.seed} {self.number} {name}")

    @property
    def command(self) -> str:
        """What plays it again."""
        words = ["python -m tests.house", f"--seed {self.seed} --only {self.number}"]
        words += [f"--without {','.join(sorted(self.without))}"] if self.without else []
        words += [f"--looks {self.looks}"] if self.looks is not None else []
        words += [f"--people {self.people}"] if self.people is not None else []
        return " ".join(words)


class Report(NamedTuple):
    """What came of a game."""

    digest: str
    """Of everything that anybody was told, and when."""
    counts: Counter[str]
