"""`Conduct`: how somebody behaved in his last matches with strangers, and how long he has to pause from new ones (SECURITY A2).

| outcome | when | weighs |
| --- | --- | --- |
| good | played to his own end of the match | 0 |
| away | his line was gone, he did not come back, and others played on with his autopilot | 1 |
| left | left on purpose while others still played | 2 |
| stalled | was there, and let two turns in a row run out of time | 2 |
| voted off | the others took him off the table while he was there | 2 |

A bad one begins a pause if the last five together weigh 4 or more: 5 minutes, and twice as long each time, up to a day. Each
good match makes the next pause half as long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final


class Outcome(StrEnum):
    """How a match ended for somebody; the letters are kept."""

    GOOD = "g"
    AWAY = "a"
    LEFT = "l"
    STALLED = "s"
    VOTED_OFF = "v"

    @property
    def word(self) -> str:
        """As people read it."""
        return self.name.lower().replace("_", " ")


WEIGHTS: Final = {Outcome.GOOD: 0, Outcome.AWAY: 1, Outcome.LEFT: 2, Outcome.STALLED: 2, Outcome.VOTED_OFF: 2}
KEPT: Final = 30
"""Outcomes that are remembered,"""
LOOKED_AT: Final = 5
"""and those that count for a pause,"""
BEARABLE: Final = 4
"""if they weigh so much."""
SHORTEST: Final = 300
LONGEST: Final = 86400
"""Seconds of a pause."""
STEPS: Final = 9
"""So often can the shortest be doubled before it is longer than the longest."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """Of one person."""

    outcomes: tuple[Outcome, ...] = ()
    """The newest KEPT, oldest first."""
    step: int = 0
    """How often the next pause is doubled."""
    until: int = 0
    """When the pause is over, in seconds since the epoch."""

    def after(self, outcome: Outcome, now: int) -> Conduct:
        """After one more match, at this time (seconds since the epoch)."""
        outcomes = (*self.outcomes, outcome)[-KEPT:]
        if outcome is Outcome.GOOD:
            return replace(self, outcomes=outcomes, step=max(0, self.step - 1))
        if sum(WEIGHTS[one] for one in outcomes[-LOOKED_AT:]) < BEARABLE:
            return replace(self, outcomes=outcomes)
        pause = min(LONGEST, SHORTEST * 2**self.step)
        return Conduct(outcomes, min(STEPS, self.step + 1), max(self.until, now + pause))

    def left(self, now: float) -> float:
        """Seconds of the pause that are left. A clock that was set back makes no pause longer than the longest."""
        return min(LONGEST, max(0.0, self.until - now))


NEWCOMER: Final = Conduct()


def packed(conduct: Conduct) -> list[object]:
    """As it is kept."""
    return ["".join(conduct.outcomes), conduct.step, conduct.until]


def unpacked(kept: Any) -> Conduct:
    """The same again; that of a newcomer for what cannot be read."""
    match kept:
        case [str(letters), int(step), int(until)] if set(letters) <= set(Outcome) and 0 <= step <= STEPS and until >= 0:
            return Conduct(tuple(map(Outcome, letters[-KEPT:])), step, until)
    return NEWCOMER
