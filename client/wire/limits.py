"""What may come in at all, before its meaning is looked at (SECURITY P1)."""

from __future__ import annotations

import json
from typing import Final, NoReturn

import msgpack

LONGEST_FRAME: Final = 65536
"""Bytes of one message in either form."""
LONGEST_TEXT: Final = 4096
FACTS: Final = 16
"""Of one refusal."""
LONGEST_ROW: Final = 512
LONGEST_ROW_DOWN: Final = 4096
"""What a client takes from its server: the names of everybody who is here are one row."""
WIDEST_MAP: Final = 64
GREATEST: Final = 2**53
"""Numbers stay within what every JSON library keeps exactly."""


class Malformed(ValueError):
    """Bytes that are no message. `id` is the command's, where that much could be read; 0 otherwise."""

    def __init__(self, sentence: str, id: int = 0) -> None:
        super().__init__(sentence)
        self.id = id


def from_msgpack(data: bytes, row: int = LONGEST_ROW) -> object:
    """The one value in these bytes. Raises `Malformed`."""
    _check_length(data)
    try:
        value: object = msgpack.unpackb(
            data,
            strict_map_key=True,
            max_str_len=LONGEST_TEXT,
            max_array_len=row,
            max_map_len=WIDEST_MAP,
            max_bin_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise Malformed("That is no msgpack, or more of it than is allowed.") from error
    return value


def from_json(data: bytes) -> object:
    """The one value in these bytes, which are UTF-8. Raises `Malformed`."""
    _check_length(data)
    try:
        value: object = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed("That is no line of JSON, or it is nested too deeply.") from error
    return value


def id_of(raw: object) -> int:
    """The id of a command that may be malformed otherwise; 0 if that is no id either."""
    return raw if type(raw) is int and 0 <= raw < 2**31 else 0


def _check_length(data: bytes) -> None:
    if len(data) > LONGEST_FRAME:
        raise Malformed(f"A message has at most {LONGEST_FRAME} bytes.")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")
