"""`Part`: one of the long tests, how much of it there is at which size, and what a run of it brings back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tests.reliability.record import Row

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wish:
    """How much is wanted. `size` in the part's own unit; `clients` for the soak, `workers` of the server that is attacked."""

    size: float
    seed: int
    clients: int
    jobs: int
    """Processes that may work side by side."""
    workers: int = 0


@dataclass(frozen=True)
class Outcome:
    """What a part measured; see `Record`."""

    size: str
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    heads: Sequence[str] = ()
    lines: Sequence[Sequence[str | float | None]] = ()


class Run(Protocol):
    """Does it. Raises whatever goes wrong with the test itself."""

    def __call__(self, wish: Wish, say: Say) -> Outcome: ...


@dataclass(frozen=True)
class Part:
    """One of them. `did` says in a few sentences what is done, and what that does not show."""

    name: str
    title: str
    did: str
    unit: str
    short: float
    usual: float
    run: Run


def many(wish: Wish, singular: str, plural: str = "") -> str:
    """The size, counted."""
    count = int(wish.size)
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}".replace(",", " ")


def batches(count: int, size: int) -> list[range]:
    """Numbers from 0 to `count`, in order and in bunches."""
    return [range(first, min(first + size, count)) for first in range(0, count, size)]
