"""Packed values as msgpack bytes, and back within limits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgpack

from engine.codec.events import pack_event, unpack_event
from engine.codec.values import MOST_CARDS, Raw, as_list
from engine.events import Event

MOST_BYTES: Final = 65536
MOST_EVENTS: Final = 4096


def to_bytes(raw: Raw) -> bytes:
    """What `pack_…` gave, as bytes."""
    data: bytes = msgpack.packb(raw)
    return data


def from_bytes(data: bytes) -> object:
    """What `unpack_…` takes. Raises `ValueError` for bytes that are no msgpack, or more than any value of a game needs."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"a packed value has at most {MOST_BYTES} bytes, not {len(data)}")
    try:
        raw: object = msgpack.unpackb(
            data, max_str_len=256, max_array_len=MOST_EVENTS, max_map_len=MOST_CARDS, max_bin_len=0, max_ext_len=0
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise ValueError("these bytes are no msgpack, or more of it than is allowed") from error
    return raw


def events_to_bytes(events: Iterable[Event]) -> bytes:
    """What one move led to, as a record of the journal."""
    return to_bytes([pack_event(event) for event in events])


def events_from_bytes(data: bytes) -> tuple[Event, ...]:
    """The events of a record. Raises `ValueError`."""
    return tuple([unpack_event(raw) for raw in as_list(from_bytes(data), 0, MOST_EVENTS, "a record")])
