"""What the lobby's process says to a worker.

`line` is a connection, numbered when its socket is handed over; `visit` one session on it, numbered by the worker.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Handed:
    """What is said of a connection whose socket is handed over, beside the pipe."""

    line: int
    address: str
    source: str
    is_spared: bool


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: what a worker must know to speak SSH."""

    keys: tuple[bytes, ...] = field(repr=False)
    """The host keys, in OpenSSH's format: nothing that shows a message shows them."""
    profile: str


@dataclass(frozen=True, slots=True)
class Away:
    """Whoever logged in does not come in; he is told why."""

    line: int
    sentence: str
    is_banned: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """End a connection: its session first, with the sentence, or cut it where nobody has logged in yet."""

    line: int
    sentence: str
    is_stranger: bool


@dataclass(frozen=True, slots=True)
class Screens:
    """A visit gets the screens, or the line mode, and they run in the worker. What the lobby says at once comes next,"""

    visit: int
    door: str
    code: str
    address: str
    plain: bool
    language: str
    bidi: str


@dataclass(frozen=True, slots=True)
class Begin:
    """and then this: now they are to be opened."""

    visit: int


@dataclass(frozen=True, slots=True)
class Here:
    """A visit gets a door in the lobby's process: send on what its client sends."""

    visit: int


@dataclass(frozen=True, slots=True)
class Tell:
    """A message of the protocol, in its compact form, to the session of a visit."""

    visit: int
    message: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """The lobby ends a session; the sentence says why."""

    visit: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Write:
    """A door writes, on standard output or standard error."""

    visit: int
    data: bytes
    is_error: bool


@dataclass(frozen=True, slots=True)
class Hold:
    """A door wants no input, or input again."""

    visit: int
    is_held: bool


@dataclass(frozen=True, slots=True)
class Exit:
    """A door is through."""

    visit: int
    status: int


@dataclass(frozen=True, slots=True)
class Abort:
    """A door cuts its connection."""

    visit: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there?"""

    number: int


@dataclass(frozen=True, slots=True)
class End:
    """Tell everybody, see them off and end."""

    sentence: str


ToVisit = Screens | Begin | Here | Tell | Close | Write | Hold | Exit | Abort
"""About one visit."""
Down = Hello | Away | Stop | Ping | End | ToVisit
DOWN: Final[tuple[type[Down], ...]] = (
    Hello, Away, Stop, Screens, Begin, Here, Tell, Close, Write, Hold, Exit, Abort, Ping, End,
)  # fmt: skip
"""A message's tag is its place here."""
