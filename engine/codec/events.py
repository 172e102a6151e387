"""Events as `[tag, field, ...]`: the journal's records, and what happened in a patch.

A tag is its event's place in `_SHAPES`: new kinds go to the end, and no line is ever moved, changed or taken out.
Cards that a viewer may not know are packed as their number, or as nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, NamedTuple, get_args

from engine import events as happened
from engine.codec.values import (
    CARD,
    CARDS_OR_COUNT,
    CARDS_ROW,
    COLOR,
    COUNT,
    DIRECTION,
    FLAG,
    POINTS,
    ROUND,
    SEAT,
    Raw,
    Value,
    as_list,
    maybe,
    number,
    row,
    shown,
    word,
)
from engine.events import Cards, Drew, Event, Reshuffled, Why
from engine.options import MAX_SEATS
from engine.view import Phase, Uno

Take = Callable[[Any], Raw]


class Shape(NamedTuple):
    """How one kind of event is packed and made again from its packed fields, in order."""

    make: Callable[..., Event]
    takes: tuple[Take, ...]
    """Each reads one field off an event, packed."""
    values: tuple[Value[Any], ...]


def _shape(kind: type[Event], *values: Value[Any]) -> Shape:
    """A kind whose fields are packed one by one, in the order of the class."""
    names = tuple(kind.__slots__)
    return Shape(kind, tuple([_take(name, value) for name, value in zip(names, values, strict=True)]), values)


def _take(name: str, value: Value[Any]) -> Take:
    read = attrgetter(name)
    if value.is_plain:
        return read
    pack = value.pack
    return lambda event: pack(read(event))


def _drew(seat: int, why: Why, cards: Cards | int) -> Drew:
    if isinstance(cards, int):
        return Drew(seat, cards, None, why)
    return Drew(seat, len(cards), cards, why)


def _reshuffled(pile: Cards | int) -> Reshuffled:
    return Reshuffled(pile, None) if isinstance(pile, int) else Reshuffled(len(pile), pile)


_WHY: Final = word(Why, "a reason")
_PHASE: Final = word(Phase, "a phase")
_HANDS: Final = row(maybe(CARDS_ROW), MAX_SEATS, "a row of hands")
_ALL_HANDS: Final = row(CARDS_ROW, MAX_SEATS, "a row of hands")
_GAINS: Final = row(POINTS, MAX_SEATS, "a row of points")
_RANKS: Final = row(number(1, MAX_SEATS, "a rank"), MAX_SEATS, "a row of ranks")

_SHAPES: Final = (
    _shape(happened.Dealt, ROUND, SEAT, _HANDS, maybe(CARDS_ROW), CARD, maybe(COLOR), DIRECTION, SEAT, _PHASE),
    _shape(happened.Played, SEAT, CARD, maybe(COLOR)),
    _shape(happened.ColorChosen, SEAT, COLOR),
    _shape(happened.TargetChosen, SEAT, maybe(SEAT)),
    Shape(
        _drew,
        (
            attrgetter("seat"),
            _take("why", _WHY),
            lambda event: event.count if event.cards is None else CARDS_ROW.pack(event.cards),
        ),
        (SEAT, _WHY, CARDS_OR_COUNT),
    ),
    Shape(
        _reshuffled,
        (lambda event: event.count if event.pile is None else CARDS_ROW.pack(event.pile),),
        (CARDS_OR_COUNT,),
    ),
    _shape(happened.Kept, SEAT),
    _shape(happened.Passed, SEAT),
    _shape(happened.Turned, DIRECTION),
    _shape(happened.Skipped, SEAT),
    _shape(happened.Owed, SEAT),
    _shape(happened.Repaid, SEAT),
    _shape(happened.Threatened, SEAT, maybe(SEAT), COUNT, maybe(FLAG)),
    _shape(happened.Lifted),
    _shape(happened.Challenged, SEAT, SEAT, FLAG, maybe(CARDS_ROW)),
    _shape(happened.Covered),
    _shape(happened.Marked, SEAT, word(Uno, "a UNO mark")),
    _shape(happened.Closed),
    _shape(happened.Caught, SEAT, maybe(SEAT)),
    _shape(happened.FalselyCaught, SEAT, SEAT),
    _shape(happened.Swapped, SEAT, SEAT),
    _shape(happened.Rotated),
    _shape(happened.TurnMoved, SEAT, _PHASE),
    _shape(happened.WentOut, SEAT),
    _shape(happened.SeatLeft, SEAT),
    _shape(happened.ScoreLocked, SEAT, maybe(POINTS)),
    _shape(happened.RoundEnded, maybe(SEAT), _GAINS, _ALL_HANDS),
    _shape(happened.MatchEnded, _RANKS),
    _shape(happened.Eliminated, SEAT),
)
_KINDS: Final[tuple[type[Event], ...]] = get_args(Event)
_TAGS: Final = {kind: tag for tag, kind in enumerate(_KINDS)}


def pack_event(event: Event) -> list[Raw]:
    """An event as a list: its tag, then its fields."""
    tag = _TAGS[type(event)]
    return [tag, *[take(event) for take in _SHAPES[tag].takes]]


def unpack_event(raw: object) -> Event:
    """The event; `ValueError` for anything that is none."""
    items = as_list(raw, 1, 10, "an event")
    tag = items[0]
    if type(tag) is not int or not 0 <= tag < len(_SHAPES):
        raise ValueError(f"there is no kind of event with the number {shown(tag)}")
    make, _, values = _SHAPES[tag]
    if len(items) != len(values) + 1:
        raise ValueError(f"the event {_KINDS[tag].__name__} has {len(values)} fields, not {len(items) - 1}")
    return make(*[value.unpack(item) for value, item in zip(values, items[1:], strict=True)])
