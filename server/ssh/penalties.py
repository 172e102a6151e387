"""Penalties: sources whose connections fail again and again are not let in for a while, as OpenSSH's PerSourcePenalties.

Nobody fails here by mistyping: there is no password, every name is right, and `guest@` needs nothing. What people do fail
at costs seconds that run off as fast as they pass: a fingerprint declined, a browser sent to the port, an agent
full of weak keys. So a family behind one address stays below the threshold, as long as nobody keeps at it, while a
program that does it three times a second (faster it cannot come) is over it in two seconds. Whoever is in stays in.
"""

from __future__ import annotations

import enum
from typing import Final

from server.ssh.limits import Now
from server.ssh.recent import Recent


class Offence(enum.Enum):
    """What a connection did wrong before the login."""

    LEFT = "left"
    """It went, or stayed until the deadline, and nobody logged in. `ssh-keyscan` does it five times in a row, and a room of
    people who look at a fingerprint and then go to lunch ten times."""
    FAILED = "failed"
    """It used up its attempts."""
    GARBAGE = "garbage"
    """It did not speak SSH. A browser tries four times."""
    LATE = "late"
    """It did not even agree on keys in time, which takes no person."""


SECONDS: Final = {Offence.LEFT: 1.0, Offence.FAILED: 3.0, Offence.GARBAGE: 3.0, Offence.LATE: 5.0}
THRESHOLD: Final = 15.0
"""Seconds that must have come together before a source is turned away; then it is until they are over."""
LONGEST: Final = 600.0
SOURCES: Final = 65_536
"""Sources that are remembered."""


class Penalties:
    """What every source has on its account."""

    def __init__(self, now: Now, sources: int = SOURCES) -> None:
        self._now = now
        self._known: Recent[tuple[float, bool]] = Recent(sources)
        """Until when, and whether it is enforced."""

    def add(self, source: str, offence: Offence) -> None:
        """One more."""
        now = self._now()
        until, enforced = self._known.get(source, (now, False))
        enforced = enforced and until > now
        until = min(max(until, now) + SECONDS[offence], now + LONGEST)
        self._known.put(source, (until, enforced or until - now >= THRESHOLD))

    def left(self, source: str) -> float:
        """Seconds for which the source is still turned away; 0.0: it is not."""
        until, enforced = self._known.get(source, (0.0, False))
        return max(0.0, until - self._now()) if enforced else 0.0
