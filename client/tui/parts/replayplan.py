"""How the rows of a replay are shared out: the same for a whole match, so that nothing jumps while it plays."""

from __future__ import annotations

from typing import Final, NamedTuple

BROAD: Final = 80
"""From this width on seats stand around the ring."""
BOARD: Final = 11
"""Rows of a ring with seats above and beside it."""
RING: Final = 6
"""Rows of the least ring."""
HIGHEST: Final = 24
"""Rows of the greatest."""


class Plan(NamedTuple):
    """How many rows each part gets. `middle`: 1 is a line, BOARD and more the ring with its seats, else the ring alone."""

    middle: int
    hands: int
    told: int
    labels: int
    shared: int


_BELOW: Final = ((2, 1, 2), (2, 0, 2), (2, 0, 1), (2, 0, 0), (1, 0, 0))
"""Rows for what happened, the rounds' numbers, what to type: from what is wanted to what must be."""
_NARROW: Final = _BELOW[-2:]


def plan(seats: int, width: int, height: int) -> Plan:
    """For `seats` on a body of this size: the board as large as may be, a row for every hand, and then the rest."""
    below = _BELOW if width >= 60 else _NARROW
    for least in (BOARD if width >= BROAD else RING, RING, 1):
        for told, labels, shared in below:
            left = height - 1 - told - labels - shared - seats
            if left >= least:
                spare = left - least
                hands = min(seats, spare)
                grown = min(spare - hands, HIGHEST - least) if least > 1 else 0
                return Plan(least + grown, seats + hands, told + spare - hands - grown, labels, shared)
    return Plan(1, max(1, height - 3), 1, 0, 0)
