"""The msgpack form: rows instead of maps, places instead of words (PROTOCOL.md, "The compact form").

The game's own values are written as everywhere else in this house (`engine.codec`).
"""

from __future__ import annotations

from collections import deque
from enum import StrEnum
from functools import partial
from typing import Any, Final, get_args

import msgpack

from client import protocol
from client.changes import GAME, GAME_FIELDS, LOBBY_FIELDS, TABLE_FIELDS
from client.protocol import (
    LOBBY,
    Body,
    Clock,
    Command,
    Happening,
    LobbyView,
    Message,
    Noticed,
    Patch,
    Refusal,
    Reply,
    Said,
    Snapshot,
    TableView,
    Verb,
    View,
    view_kind,
)
from client.wire.limits import LONGEST_ROW_DOWN, Malformed, from_msgpack, id_of
from client.wire.shapes import PLAIN, Form, Shape, facts, number, positional, read, row, text
from engine.cards import CARDS
from engine.codec import (
    pack_event,
    pack_field,
    pack_move,
    pack_options,
    pack_view,
    unpack_event,
    unpack_field,
    unpack_move,
    unpack_options,
    unpack_view,
)
from engine.codec.values import SEAT
from engine.events import Played, TurnMoved, played
from engine.options import Options
from engine.view import Phase, PlayerView

VERBS: Final[tuple[type[Verb], ...]] = (
    protocol.Create,
    protocol.Join,
    protocol.Watch,
    protocol.Leave,
    protocol.Start,
    protocol.AddBot,
    protocol.Remove,
    protocol.Say,
    protocol.Ready,
    protocol.Rematch,
    protocol.Rename,
    protocol.Sync,
    protocol.Cut,
    protocol.Set,
    protocol.Back,
    protocol.Replay,
    protocol.Seek,
    protocol.Top,
    protocol.Past,
    protocol.Mute,
    protocol.Learn,
    protocol.Vote,
)
"""A verb's tag is its place here plus one; 0 is a move. New verbs go to the end."""
PHASES: Final = 10
"""What happens most is one number. A `TurnMoved`: so many times the seat, plus the phase, which is less than `PLAYED`;"""
PLAYED: Final = 100
"""a `Played` without another colour than the card's: this, plus the seat times the number of faces, plus the card."""
SAID: Final = -1
NOTICED: Final = -2
GAME_TAG: Final = 31
"""In a patch: the whole game. The game's fields follow it in their order; the topic's own come before."""


def _place(kind: type[StrEnum]) -> Shape:
    members = tuple(kind)
    places = {member: place for place, member in enumerate(members)}

    def unpack(raw: object) -> StrEnum:
        if type(raw) is not int or not 0 <= raw < len(members):
            raise ValueError("that is no word of the list")
        return members[raw]

    return Shape(places.__getitem__, unpack)


def _pack_happening(one: Happening) -> Any:
    if isinstance(one, TurnMoved):
        return PHASES * one.seat + _PHASE.pack(one.phase)
    if isinstance(one, Played) and one.color is one.card.color:
        return PLAYED + len(CARDS) * one.seat + one.card.code
    if isinstance(one, Said):
        return [SAID, one.name, one.text, one.watching]
    if isinstance(one, Noticed):
        return [NOTICED, *_NOTICED.pack(one)]
    return pack_event(one)


def _unpack_happening(raw: Any) -> Happening:
    if type(raw) is int and raw < PLAYED:
        return TurnMoved(SEAT.unpack(raw // PHASES), _PHASE.unpack(raw % PHASES))
    if type(raw) is int:
        seat, code = divmod(raw - PLAYED, len(CARDS))
        return played(SEAT.unpack(seat), CARDS[code], CARDS[code].color)
    if isinstance(raw, list) and raw and raw[0] in (SAID, NOTICED):
        happening: Happening = (_SAID if raw[0] == SAID else _NOTICED).unpack(raw[1:])
        return happening
    return unpack_event(raw)


_PHASE: Final = _place(Phase)
_FORM: Final = Form(
    {
        **PLAIN,
        Options: Shape(pack_options, unpack_options),
        PlayerView: Shape(pack_view, unpack_view),
        Happening: Shape(_pack_happening, _unpack_happening),
    },
    _place,
    as_map=False,
)
_SAID: Final = positional(_FORM, Said)
_NOTICED: Final = positional(_FORM, Noticed)
_HAPPENED: Final = row(_FORM.shape(Happening))
_VERBS: Final = {kind: (tag, positional(_FORM, kind)) for tag, kind in enumerate(VERBS, 1)}
_VERB_OF_TAG: Final = dict(_VERBS.values())
_VIEWS: Final = {kind: positional(_FORM, kind) for kind in get_args(View)}


def _change_shapes(kind: Any, names: tuple[str, ...]) -> dict[str, tuple[int, Shape]]:
    order = dict(_FORM.fields(kind))
    return {name: (tag, order[name]) for tag, name in enumerate(names)}


def _game_field(name: str) -> Shape:
    return Shape(partial(pack_field, name), partial(unpack_field, name))


_LOBBY_CHANGES: Final = _change_shapes(LobbyView, LOBBY_FIELDS)
_TABLE_CHANGES: Final = {
    **_change_shapes(TableView, TABLE_FIELDS),
    "game": (GAME_TAG, _FORM.shape(PlayerView | None)),
    **{GAME + name: (tag, _game_field(name)) for tag, name in enumerate(GAME_FIELDS, GAME_TAG + 1)},
}
_LOBBY_TAGS: Final = {tag: (name, shape) for name, (tag, shape) in _LOBBY_CHANGES.items()}
_TABLE_TAGS: Final = {tag: (name, shape) for name, (tag, shape) in _TABLE_CHANGES.items()}


class Packer:
    """Packs the values of one field. The viewers of a table get the same object one after another: that is packed once."""

    __slots__ = ("_pack", "_packed", "_tag", "_value")

    def __init__(self, tag: int, shape: Shape) -> None:
        self._tag = tag
        self._pack = shape.pack
        self._value: object = None
        self._packed: tuple[int, Any] | None = None

    def tagged(self, value: object) -> tuple[int, Any]:
        """The tag and the packed value."""
        if self._packed is None or value is not self._value:
            self._packed = self._tag, self._pack(value)
            self._value = value
        return self._packed


_LOBBY_PACKERS: Final = {name: Packer(tag, shape) for name, (tag, shape) in _LOBBY_CHANGES.items()}
_TABLE_PACKERS: Final = {name: Packer(tag, shape) for name, (tag, shape) in _TABLE_CHANGES.items()}
_HAPPENED_PACKER: Final = Packer(0, _HAPPENED)


_CLOCK: Final = _TABLE_CHANGES["clock"][0]


def _fresh(clock: Clock, version: int) -> tuple[int, list[int]]:
    """A clock in the patch to this version: at the end of its row, what goes without saying is left off."""
    if clock.since != version:
        return _CLOCK, [clock.limit, clock.left, clock.since]
    return _CLOCK, [clock.limit] if clock.left == clock.limit else [clock.limit, clock.left]


def _clock_at(raw: Any, version: int) -> Any:
    """The whole row again."""
    if isinstance(raw, list) and 0 < len(raw) < 3:
        return [*(raw if len(raw) == 2 else raw * 2), version]
    return raw


# ── commands ─────────────────────────────────────────────────────────────────────────────────────────────


def _body(body: Body) -> list[Any]:
    if isinstance(body, Verb):
        tag, shape = _VERBS[type(body)]
        return [tag, *shape.pack(body)]
    return [0, pack_move(body)]


def unpack_command(data: bytes) -> Command:
    """`[id, table, version, verb, …]`. Raises `Malformed`."""
    raw = from_msgpack(data)
    known_id = id_of(raw[0]) if isinstance(raw, list) and raw else 0
    try:
        if not isinstance(raw, list) or len(raw) < 4:
            raise ValueError("a command is a row of id, table, version, verb and what the verb takes")
        return Command(number(raw[0]), text(raw[1]), number(raw[2]), _unpack_body(raw[3:]))
    except ValueError as error:
        raise Malformed(str(error), known_id) from None


def _unpack_body(raw: list[Any]) -> Body:
    body: Body
    if raw[0] == 0 and len(raw) > 1:
        body = unpack_move(raw[1])
    elif type(raw[0]) is int and raw[0] in _VERB_OF_TAG:
        body = _VERB_OF_TAG[raw[0]].unpack(raw[1:])
    else:
        raise ValueError("there is no such verb")
    return body


# ── messages ─────────────────────────────────────────────────────────────────────────────────────────────


def pack(message: Message | Command) -> bytes:
    """A message as msgpack; the frame's length is the transport's to add.

    Several viewers who get the same message object, with a few others in between, share one encoding.
    """
    for known, data in _lately:
        if known is message:
            return data
    packed: bytes = msgpack.packb(_rows(message))
    _lately.append((message, packed))
    return packed


_lately: Final[deque[tuple[Message | Command, bytes]]] = deque(maxlen=3)


def _rows(message: Message | Command) -> list[Any]:
    if isinstance(message, Command):
        return [message.id, message.table, message.version, *_body(message.body)]
    if isinstance(message, Snapshot):
        return [0, message.topic, message.version, _VIEWS[view_kind(message.topic)].pack(message.view)]
    if isinstance(message, Patch):
        packers = _LOBBY_PACKERS if message.topic == LOBBY else _TABLE_PACKERS
        changes: list[Any] = []
        for name, value in message.changes.items():
            changes += packers[name].tagged(value) if type(value) is not Clock else _fresh(value, message.version)
        _, happened = _HAPPENED_PACKER.tagged(message.happened)
        return [1, message.topic, message.base, message.version - message.base, changes, happened]
    refusal = message.refusal
    if refusal is None:
        return [2, message.id, message.table]
    told = [dict(refusal.facts)] if refusal.facts else []
    return [2, message.id, message.table, refusal.code, refusal.sentence, *told]


def unpack_message(data: bytes) -> Message:
    """What a server sent. Raises `Malformed`."""
    raw = from_msgpack(data, LONGEST_ROW_DOWN)
    if not isinstance(raw, list) or not raw:
        raise Malformed("a message is a row")
    try:
        match raw:
            case [0, topic, version, view, *_]:
                return Snapshot(text(topic), number(version), _VIEWS[view_kind(text(topic))].unpack(view))
            case [1, topic, base, steps, list(changes), happened, *_]:
                base = number(base)
                version = base + number(steps)
                return Patch(text(topic), base, version, _unpack_changes(topic, changes, version), _HAPPENED.unpack(happened))
            case [2, id, table, code, sentence, *more]:
                why = Refusal(text(code), text(sentence), facts(more[0] if more else {}))
                return Reply(number(id), why, None if table is None else text(table))
            case [2, id, table, *_]:
                return Reply(number(id), None, None if table is None else text(table))
    except ValueError as error:
        raise Malformed(str(error)) from None
    raise Malformed("there is no such kind of message")


def _unpack_changes(topic: str, raw: list[Any], version: int) -> dict[str, object]:
    tags = _LOBBY_TAGS if topic == LOBBY else _TABLE_TAGS
    if len(raw) % 2:
        raise ValueError("changes are pairs of a tag and a value")
    changes: dict[str, object] = {}
    for tag, value in zip(raw[::2], raw[1::2], strict=True):
        if type(tag) is int and tag in tags:
            name, shape = tags[tag]
            changes[name] = read(name, shape, _clock_at(value, version) if name == "clock" else value)
    return changes
