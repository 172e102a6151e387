"""What a worker says to the lobby's process; `line` and `visit` as in `down`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker takes connections."""


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """Somebody proved who he is; as `Person`."""

    line: int
    id: str
    name: str
    guest: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Blamed:
    """A stranger did something wrong; the value of an `Offence`."""

    line: int
    offence: str


@dataclass(frozen=True, slots=True)
class Left:
    """A connection is over."""

    line: int


@dataclass(frozen=True, slots=True)
class Visited:
    """Somebody asks for something; as `Visit`."""

    line: int
    visit: int
    kind: str
    words: str
    term: str | None
    columns: int
    rows: int
    env: dict[str, str]
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Do:
    """`Lobby.handle`, with a command in its compact form."""

    visit: int
    command: bytes


@dataclass(frozen=True, slots=True)
class Disconnect:
    """`Lobby.disconnect`."""

    visit: int


@dataclass(frozen=True, slots=True)
class Input:
    """A client sends."""

    visit: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Resize:
    """A client's window has another size."""

    visit: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class EndInput:
    """A client sends no more."""

    visit: int


@dataclass(frozen=True, slots=True)
class StopDoor:
    """The session is ended by the server: `Door.stop`."""

    visit: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The channel is gone."""

    visit: int


@dataclass(frozen=True, slots=True)
class Taken:
    """So many bytes of all that was written for a visit have been taken by its client."""

    visit: int
    total: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Here I am."""

    number: int
    memory: int = 0
    """Bytes."""
    tasks: int = 0
    """Of its loop."""


OfLine = LoggedIn | Blamed | Left | Visited
"""About one connection."""
OfVisit = Do | Disconnect | Input | Resize | EndInput | StopDoor | Lost | Taken
"""About one visit."""
Up = Ready | Pong | OfLine | OfVisit
UP: Final[tuple[type[Up], ...]] = (
    Ready, LoggedIn, Blamed, Left, Visited, Do, Disconnect, Input, Resize, EndInput, StopDoor, Lost, Taken, Pong,
)  # fmt: skip
"""A message's tag is its place here."""
