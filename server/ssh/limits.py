"""Limits on what one peer may use: each a small class, its clock handed in, that knows nothing of SSH (SECURITY §2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Now = Callable[[], float]
"""A monotonic clock in seconds."""

INGRESS_BURST: Final = 128 * 1024
INGRESS_RATE: Final = 64 * 1024
"""Bytes a second a connection may send, once its burst is used up: whoever pastes a book has his own keys back soon."""
STALL_SECONDS: Final = 30.0
"""A client that takes none of its waiting bytes for so long is cut. It costs little until then, for nothing more is composed
for it; and as long a keepalive waits for somebody whose network is away."""
HANDSHAKE_SECONDS: Final = 20.0
"""Until a new connection must have said its version and agreed on keys, which takes programs alone."""
LOGIN_SECONDS: Final = 120.0
"""Until it must have logged in: a person compares a fingerprint in this time, then answers the name prompt."""
EXCHANGE_SECONDS: Final = 30.0
"""The same for every later key exchange, which holds back all that we should send."""
EXCHANGE_BURST: Final = 30
EXCHANGE_RATE: Final = 0.5
"""Key exchanges a second, lasting; each costs a few milliseconds, and clients make one an hour."""
KEPT_BACK: Final = 2 * 1024 * 1024
"""Bytes that may wait for the end of a key exchange."""
AUTH_ATTEMPTS: Final = 6
KEYS_OFFERED: Final = 32
"""Different keys one login may offer: an agent full of keys we refuse must still end as a guest."""
MIN_PACKET: Final = 1024
"""A peer that asks for smaller packets makes us seal thousands of them for one screen."""
ENV_COUNT: Final = 40
ENV_BYTES: Final = 256
SESSION_WAIT: Final = 20.0
"""Seconds a logged-in connection may stay without a session, and a session without anything to run."""
LOG_BURST: Final = 10
LOG_RATE: Final = 10 / 60
"""Lines a second, lasting, about peers that are turned away, cut, or leave before the login."""
SESSION_BURST: Final = 5
SESSION_RATE: Final = 0.5
"""Sessions a second on one connection, lasting: each may start a whole app."""


class Budget:
    """A token bucket: `burst` at once, `rate` a second for ever."""

    def __init__(self, rate: float, burst: float, now: Now) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._left, self._at = burst, now()

    def _refill(self) -> None:
        now = self._now()
        self._left, self._at = min(self._burst, self._left + (now - self._at) * self._rate), now

    def take(self, amount: float = 1) -> bool:
        """Take it all, or nothing and answer False."""
        self._refill()
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def spend(self, amount: float) -> float:
        """Take it in any case; the answer is how many seconds pay off the debt (0.0: there is none)."""
        self._refill()
        self._left -= amount
        return max(0.0, -self._left / self._rate)


class Attempts:
    """A count that must not pass its limit."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    def use(self) -> bool:
        """Use one; False when none is left."""
        self._left -= 1
        return self._left >= 0


class Stall:
    """Tells a slow reader from one that stopped: bytes wait, and for `seconds` not one of them went."""

    def __init__(self, seconds: float, now: Now) -> None:
        self._seconds, self._now = seconds, now
        self._taken, self._since = 0, now()

    def start(self, taken: int) -> None:
        """Bytes begin to wait; the peer has taken so many since it came."""
        self._taken, self._since = taken, self._now()

    def is_stalled(self, taken: int) -> bool:
        """Look again. How many wait by now tells nothing: more may have come than went."""
        if taken > self._taken:
            self.start(taken)
        return self._now() - self._since >= self._seconds


class Quiet:
    """Keeps a noisy peer from filling the log: a few lines, then a count of what was left out."""

    def __init__(self, rate: float, burst: float, now: Now) -> None:
        self._budget = Budget(rate, burst, now)
        self._left_out = 0

    def admit(self, line: str) -> str | None:
        """The line to write, saying how many were left out before it; None when this one is left out too."""
        if not self._budget.take():
            self._left_out += 1
            return None
        left_out, self._left_out = self._left_out, 0
        return f"{line} ({left_out} such lines left out before)" if left_out else line

    def rest(self) -> str | None:
        """A line on what was left out since the last line that was admitted; None: nothing was."""
        left_out, self._left_out = self._left_out, 0
        return f"{left_out} more lines about connections were left out" if left_out else None


class Environment:
    """What a client may tell about its terminal: a few names, short printable values, the first of each (CASE 3-10)."""

    NAMES: Final = frozenset({b"COLORTERM", b"LANG", b"LANGUAGE", b"NO_COLOR"})

    def __init__(self) -> None:
        self._requests = Attempts(ENV_COUNT)
        self.values: dict[str, str] = {}

    def offer(self, name: bytes, value: bytes) -> bool:
        """Was it taken?"""
        known = name in self.NAMES or (name.startswith(b"LC_") and len(name) <= 20)
        printable = len(value) <= ENV_BYTES and all(32 <= byte < 127 for byte in name + value)
        if not (self._requests.use() and known and printable):
            return False
        self.values.setdefault(name.decode("ascii"), value.decode("ascii"))
        return True
