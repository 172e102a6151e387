"""What goes over the bridge: the messages of `client.protocol` in envelopes that say whose they are, and what a door asks of
its channel and hears from it.

`line` is a connection, numbered by the lobby's process when it hands the socket over; `visit` one session on it, numbered by
the worker. Both numbers only grow. A message is a row: its place in `DOWN` or `UP`, then its fields in order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from client.wire.shapes import PLAIN, Form, Shape, positional
from server.bridge.frames import LONGEST_DATA, LONGEST_TEXT, WIDEST_MAP, Garbled, packed, rows_in


@dataclass(frozen=True, slots=True)
class Handed:
    """What is said of a connection whose socket is handed over, beside the pipe."""

    line: int
    address: str
    source: str
    is_spared: bool


# ── down: from the lobby's process to a worker ───────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: what a worker must know to speak SSH."""

    keys: tuple[bytes, ...]
    """The host keys, in OpenSSH's format."""
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
    """A visit gets the screens, or the line mode, and they run in the worker."""

    visit: int
    door: str
    code: str
    address: str
    plain: bool
    language: str
    bidi: str


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


# ── up: from a worker to the lobby's process ─────────────────────────────────────────────────────────────


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
class Connect:
    """The screens of a visit are open: `Lobby.connect`."""

    visit: int


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
    memory: int = field(default=0)
    """Bytes."""


ToVisit = Screens | Here | Tell | Close | Write | Hold | Exit | Abort
Down = Hello | Away | Stop | Ping | End | ToVisit
OfLine = LoggedIn | Blamed | Left | Visited
OfVisit = Connect | Do | Disconnect | Input | Resize | EndInput | StopDoor | Lost | Taken
Up = Ready | Pong | OfLine | OfVisit
DOWN: Final[tuple[type[Down], ...]] = (
    Hello, Away, Stop, Screens, Here, Tell, Close, Write, Hold, Exit, Abort, Ping, End,
)  # fmt: skip
UP: Final[tuple[type[Up], ...]] = (
    Ready, LoggedIn, Blamed, Left, Visited, Connect, Do, Disconnect, Input, Resize, EndInput, StopDoor, Lost, Taken, Pong,
)  # fmt: skip


def _clipped(text: str) -> str:
    """What the other side is sure to take: clients say things of any length."""
    return text[: LONGEST_TEXT // 4].encode("utf-8", "replace").decode()


def _text(raw: object) -> str:
    if type(raw) is not str:
        raise ValueError("that is no text")
    return raw


def _data(raw: object) -> bytes:
    if type(raw) is not bytes or len(raw) > LONGEST_DATA:
        raise ValueError("that is no data")
    return raw


def _texts(raw: object) -> dict[str, str]:
    if type(raw) is not dict or len(raw) > WIDEST_MAP:
        raise ValueError("those are no texts")
    return {_text(name): _text(value) for name, value in raw.items()}


def _no_word(kind: type) -> Shape:
    raise TypeError(f"no shape for {kind!r}")


_FORM: Final = Form(
    {
        **PLAIN,
        str: Shape(_clipped, _text),
        bytes: Shape(bytes, _data),
        dict[str, str]: Shape(lambda texts: {_clipped(name): _clipped(value) for name, value in texts.items()}, _texts),
    },
    _no_word,
    as_map=False,
)
_SHAPES: Final = {kind: (tag, positional(_FORM, kind)) for kinds in (DOWN, UP) for tag, kind in enumerate(kinds)}


_HANDED: Final = positional(_FORM, Handed)


def handed_over(handed: Handed) -> bytes:
    """What goes with a socket."""
    return packed(_HANDED.pack(handed))


def handed_in(data: bytes) -> Handed:
    """What came with a socket. Raises Garbled."""
    try:
        (row,) = rows_in(data)
        handed: Handed = _HANDED.unpack(row)
    except ValueError as error:
        raise Garbled(f"Handed: {error}") from None
    return handed


def row_of(message: Down | Up) -> list[Any]:
    """A message as a row."""
    tag, shape = _SHAPES[type(message)]
    return [tag, *shape.pack(message)]


def down_in(row: list[Any]) -> Down:
    """A message to a worker. Raises Garbled."""
    message: Down = _message(row, DOWN)
    return message


def up_in(row: list[Any]) -> Up:
    """A message from a worker. Raises Garbled."""
    message: Up = _message(row, UP)
    return message


def _message(row: list[Any], kinds: tuple[type, ...]) -> Any:
    tag = row[0]
    if type(tag) is not int or not 0 <= tag < len(kinds):
        raise Garbled("there is no such message")
    kind = kinds[tag]
    try:
        return _SHAPES[kind][1].unpack(row[1:])
    except ValueError as error:
        raise Garbled(f"{kind.__name__}: {error}") from None
