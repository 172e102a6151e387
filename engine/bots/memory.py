"""What a bot remembers of a round: who showed that he lacks a colour, which cards are gone, who doubted and who bluffed.

It is folded from what happened as anybody at the table may know it, so it holds nothing that a careful player could not
have noted. Who remembers nothing (`BLANK`) still plays; only worse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.cards import CARDS, Color, Kind
from engine.events import (
    Challenged,
    ColorChosen,
    Dealt,
    Drew,
    Event,
    Played,
    Reshuffled,
    Rotated,
    Swapped,
    Threatened,
    TurnMoved,
    Why,
)
from engine.options import MAX_SEATS
from engine.view import Phase

Room = tuple[int, int, int, int, int]
"""How many cards of a hand may be of each colour, in the order of `Color`, and how many may be wild."""
WILDS: Final = len(Color)
"""The place of the wilds in a `Room`."""
PLACES: Final = {color: place for place, color in enumerate(Color)}
ANY: Final = 255
_UNKNOWN: Final[Room] = (ANY,) * 5
_NEVER: Final = ((0, 0),) * MAX_SEATS


class Memory(NamedTuple):
    """Columns have one entry a seat, whether or not anybody sits there."""

    room: tuple[Room, ...] = (_UNKNOWN,) * MAX_SEATS
    """Drawing shows that nothing fitted; whatever came later may be anything."""
    gone: bytes = bytes(len(CARDS))
    """How many of each face lie on the discard pile, by its code."""
    color: Color | None = None
    before: Color | None = None
    """The colour to match, and the one to match before the newest card was played."""
    room_before: tuple[Room, ...] = (_UNKNOWN,) * MAX_SEATS
    """`room` before the newest card was played."""
    is_four: bool = False
    """Is the newest card a Wild Draw Four?"""
    drawing: int | None = None
    """The seat that has just drawn, until it shows whether that card fits."""
    asked: int | None = None
    """The seat that may doubt a Wild Draw Four just now."""
    doubts: tuple[tuple[int, int], ...] = _NEVER
    """In this match: how often a seat challenged a Wild Draw Four, and how often it drew instead."""
    bluffs: tuple[tuple[int, int], ...] = _NEVER
    """In this match: how often a seat's Wild Draw Four turned out to be a bluff, and how often not."""


BLANK: Final = Memory()


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after one more event, which may be one with its secrets taken out."""
    fold = _FOLDS.get(type(event))
    return memory if fold is None else fold(memory, event)


def _dealt(memory: Memory, event: Dealt) -> Memory:
    """Hands and piles are new; the players are those they were, unless the match is new as well."""
    doubts, bluffs = (_NEVER, _NEVER) if event.round == 1 else (memory.doubts, memory.bluffs)
    return Memory(gone=_one_more(bytes(len(CARDS)), event.top.code), color=event.color, doubts=doubts, bluffs=bluffs)


def _played(memory: Memory, event: Played) -> Memory:
    place = WILDS if event.card.color is None else PLACES[event.card.color]
    room = memory.room[event.seat]
    left = room[place] if room[place] in (0, ANY) else room[place] - 1
    return memory._replace(
        room=_put(memory.room, event.seat, _with(room, place, left)),
        gone=_one_more(memory.gone, event.card.code),
        color=event.color,
        before=memory.color,
        room_before=memory.room,
        is_four=event.card.kind is Kind.WILD_DRAW_FOUR,
        drawing=None,
    )


def _named(memory: Memory, event: ColorChosen) -> Memory:
    """Who names a colour has it, or would have us believe so."""
    room = _with(memory.room[event.seat], PLACES[event.color], ANY)
    return memory._replace(room=_put(memory.room, event.seat, room), color=event.color)


def _drew(memory: Memory, event: Drew) -> Memory:
    more: list[int] = [min(ANY, count + event.count) for count in memory.room[event.seat]]
    if event.why is Why.TURN:
        if memory.color is not None:
            more[PLACES[memory.color]] = more[WILDS] = 0
        return memory._replace(room=_put(memory.room, event.seat, _room(more)), drawing=event.seat)
    after = memory._replace(room=_put(memory.room, event.seat, _room(more)), drawing=None)
    if event.why is not Why.HIT or memory.asked is None:
        return after
    challenged, accepted = memory.doubts[memory.asked]
    return after._replace(doubts=_put(memory.doubts, memory.asked, (challenged, accepted + 1)), asked=None)


def _turn_moved(memory: Memory, event: TurnMoved) -> Memory:
    """Whoever may play the card just drawn has drawn one that fits; who may not drew none."""
    if memory.drawing is None:
        return memory
    after = memory._replace(drawing=None)
    if memory.drawing != event.seat or event.phase is not Phase.DRAWN_CARD or memory.color is None:
        return after
    room = list(memory.room[event.seat])
    room[PLACES[memory.color]] = room[WILDS] = 1
    return after._replace(room=_put(memory.room, event.seat, _room(room)))


def _threatened(memory: Memory, event: Threatened) -> Memory:
    return memory._replace(asked=event.seat if memory.is_four else None)


def _challenged(memory: Memory, event: Challenged) -> Memory:
    challenged, accepted = memory.doubts[event.seat]
    guilty, honest = memory.bluffs[event.source]
    found = (guilty + 1, honest) if event.guilty else (guilty, honest + 1)
    return memory._replace(
        doubts=_put(memory.doubts, event.seat, (challenged + 1, accepted)),
        bluffs=_put(memory.bluffs, event.source, found),
        asked=None,
    )


def _swapped(memory: Memory, event: Swapped) -> Memory:
    one, other = memory.room[event.seat], memory.room[event.target]
    return memory._replace(room=_put(_put(memory.room, event.seat, other), event.target, one))


_FOLDS: Final[dict[type[Event], Callable[[Memory, Any], Memory]]] = {
    Dealt: _dealt,
    Played: _played,
    ColorChosen: _named,
    Drew: _drew,
    TurnMoved: _turn_moved,
    Threatened: _threatened,
    Challenged: _challenged,
    Swapped: _swapped,
    Rotated: lambda memory, event: memory._replace(room=BLANK.room),
    Reshuffled: lambda memory, event: memory._replace(gone=BLANK.gone),
}


def _put(column: tuple[Any, ...], seat: int, value: object) -> tuple[Any, ...]:
    return (*column[:seat], value, *column[seat + 1 :])


def _with(room: Room, place: int, count: int) -> Room:
    return _room([count if one == place else was for one, was in enumerate(room)])


def _room(counts: list[int]) -> Room:
    red, yellow, green, blue, wild = counts
    return red, yellow, green, blue, wild


def _one_more(gone: bytes, code: int) -> bytes:
    return gone[:code] + bytes((min(ANY, gone[code] + 1),)) + gone[code + 1 :]
