"""The messages of `down` and `up` as rows: a tag, then the fields in order. Reading is strict: a worker may be taken over."""

from __future__ import annotations

from typing import Any, Final

from client.wire.shapes import PLAIN, Form, Shape, positional
from server.bridge.down import DOWN, Down, Handed
from server.bridge.frames import LONGEST_DATA, LONGEST_TEXT, WIDEST_MAP, Garbled, packed, rows_in
from server.bridge.up import UP, Up


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
