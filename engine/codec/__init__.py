"""Moves, events, views and options as compact arrays of ints, for the journal, the wire and the bus.

`pack_…` gives what JSON and msgpack can carry; `unpack_…` takes what they gave back and raises `ValueError` with a
plain sentence for anything else, whatever it is. Numbers stand for words; where a number stands first it is a tag,
and a tag once given never changes its meaning, so old journals stay readable.

- a card: its code, 0..59 (`engine.cards`); a color: 0..3; a seat: 0..9
- a move (`codec.moves`): one int, or `[card, color, target, uno]` for a play with riders
- an event (`codec.events`): `[tag, ...]`
- a view (`codec.views`): a list of its fields in order; `pack_field` and `unpack_field` do one field at a time
- options (`codec.options`): `[rule set, {option: value}]`, the options being those that differ from the rule set
- all of them as bytes (`codec.binary`): `to_bytes`, `from_bytes`; a move's events as one record of the journal
"""

from engine.codec.binary import events_from_bytes, events_to_bytes, from_bytes, to_bytes
from engine.codec.events import pack_event, unpack_event
from engine.codec.moves import pack_move, unpack_move
from engine.codec.options import pack_options, unpack_options
from engine.codec.values import Raw
from engine.codec.views import FIELD_NAMES, pack_field, pack_view, unpack_field, unpack_view

__all__ = [
    "FIELD_NAMES",
    "Raw",
    "events_from_bytes",
    "events_to_bytes",
    "from_bytes",
    "pack_event",
    "pack_field",
    "pack_move",
    "pack_options",
    "pack_view",
    "to_bytes",
    "unpack_event",
    "unpack_field",
    "unpack_move",
    "unpack_options",
    "unpack_view",
]
