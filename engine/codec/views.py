"""A player's view, whole or field by field: patches carry the fields that changed.

A whole view is the list of its fields in the order of `FIELD_NAMES`; further items, from a newer server, are ignored.
"""

from __future__ import annotations

from typing import Any, Final

from engine.codec.moves import pack_move, unpack_move
from engine.codec.values import (
    CARD,
    CARDS_ROW,
    COLOR,
    COUNT,
    DIRECTION,
    POINTS,
    ROUND,
    SEAT,
    SEATS,
    Raw,
    Value,
    as_list,
    maybe,
    number,
    row,
    shown,
    word,
)
from engine.options import MAX_SEATS
from engine.view import OPEN, Phase, PlayerView, Reveal, Status, Uno

MOST_MOVES: Final = 160
"""More than there are kinds of moves without riders."""
_POINTS_ROW: Final = row(POINTS, MAX_SEATS, "a row of points")


def _pack_reveal(reveal: Reveal) -> Raw:
    return [reveal.seat, *(card.code for card in reveal.cards)]


def _unpack_reveal(raw: object) -> Reveal:
    seat, *cards = as_list(raw, 1, 200, "a revealed hand")
    return Reveal(SEAT.unpack(seat), CARDS_ROW.unpack(cards))


_VALUES: Final[dict[str, Value[Any]]] = {
    "viewer": number(OPEN, MAX_SEATS - 1, "a viewer"),
    "round": ROUND,
    "dealer": SEAT,
    "direction": DIRECTION,
    "phase": word(Phase, "a phase"),
    "turn": SEAT,
    "top": CARD,
    "color": maybe(COLOR),
    "pending": COUNT,
    "source": maybe(SEAT),
    "counts": row(COUNT, MAX_SEATS, "a row of counts"),
    "uno": row(word(Uno, "a UNO mark"), MAX_SEATS, "a row of UNO marks"),
    "scores": _POINTS_ROW,
    "status": row(word(Status, "a status"), MAX_SEATS, "a row of statuses"),
    "draw_count": COUNT,
    "discard_count": COUNT,
    "out_order": SEATS,
    "left_order": SEATS,
    "ranks": maybe(row(number(1, MAX_SEATS, "a rank"), MAX_SEATS, "a row of ranks")),
    "gains": maybe(_POINTS_ROW),
    "hands": maybe(row(CARDS_ROW, MAX_SEATS, "a row of hands")),
    "hand": CARDS_ROW,
    "drawn": maybe(CARD),
    "reveal": maybe(Value(_pack_reveal, _unpack_reveal)),
    "legal": row(Value(pack_move, unpack_move), MOST_MOVES, "a row of moves"),
}
FIELD_NAMES: Final = tuple(_VALUES)
"""The fields of a view, in the order in which a whole view is packed."""


def pack_field(name: str, value: object) -> Raw:
    """One field of a view. Raises `KeyError` if there is no such field."""
    return _VALUES[name].pack(value)


def unpack_field(name: str, raw: object) -> object:
    """One field's value. Raises `ValueError` if there is no such field or this cannot be its value."""
    if name not in _VALUES:
        raise ValueError(f"a view has no field {shown(name)}")
    try:
        return _VALUES[name].unpack(raw)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def pack_view(view: PlayerView) -> list[Raw]:
    """A whole view as a list."""
    return [value.pack(getattr(view, name)) for name, value in _VALUES.items()]


def unpack_view(raw: object) -> PlayerView:
    """The view; `ValueError` for anything that is none."""
    items = as_list(raw, len(FIELD_NAMES), len(FIELD_NAMES) + 100, "a view")
    facts: dict[str, Any] = {name: unpack_field(name, item) for name, item in zip(FIELD_NAMES, items, strict=False)}
    view = PlayerView(**facts)
    columns = {len(column) for column in (view.counts, view.uno, view.scores, view.status)}
    if len(columns) != 1 or view.seats < 1:
        raise ValueError("a view's columns must have one entry for each seat")
    return view
