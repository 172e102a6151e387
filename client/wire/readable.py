"""The JSON form: maps with the names of PROTOCOL.md, one message a line."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Any, Final, get_args

from client.changes import GAME
from client.protocol import (
    LOBBY,
    Body,
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
from client.wire.limits import Malformed, from_json, id_of
from client.wire.shapes import PLAIN, Form, Shape, facts, named, number, read, row, text
from engine.cards import Card, card
from engine.codec import pack_options, unpack_options
from engine.events import Event
from engine.moves import Move
from engine.options import Options
from engine.view import PlayerView, Reveal


def spelled(kind: type) -> str:
    """`ChooseColor` -> `choose_color`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _word(kind: type[StrEnum]) -> Shape:
    def unpack(raw: object) -> StrEnum:
        if type(raw) is not str:
            raise ValueError(f"that is one of {', '.join(kind)}")
        try:
            return kind(raw)
        except ValueError:
            raise ValueError(f"that is one of {', '.join(kind)}") from None

    return Shape(str, unpack)


def _card(raw: object) -> Card:
    if type(raw) is not str:
        raise ValueError("a card is written like R5, YS or W+4")
    try:
        return card(raw)
    except KeyError:
        raise ValueError("a card is written like R5, YS or W+4") from None


def _options(raw: object) -> Options:
    if not isinstance(raw, dict):
        raise ValueError("options are a map")
    return unpack_options([raw.get("rules", "classic"), {name: value for name, value in raw.items() if name != "rules"}])


def _pack_options(options: Options) -> dict[str, Any]:
    rules, changes = pack_options(options)
    assert isinstance(changes, dict)
    return {"rules": rules, **changes}


def _one_of(form: Form, kinds: tuple[type, ...], key: str, terse: bool) -> Shape:
    """A record of one of several kinds: which one stands under `key`."""
    shapes = {kind: named(form, kind, terse) for kind in kinds}
    words = {spelled(kind): shape for kind, shape in shapes.items()}

    def pack(value: Any) -> dict[str, Any]:
        return {key: spelled(type(value)), **shapes[type(value)].pack(value)}

    def unpack(raw: Any) -> Any:
        word = raw.get(key) if isinstance(raw, dict) else None
        if type(word) is not str or word not in words:
            raise ValueError(f"there is no such {key}")
        return words[word].unpack(raw)

    return Shape(pack, unpack)


def _reveal(raw: Any) -> Reveal:
    if not isinstance(raw, dict):
        raise ValueError("a reveal is a map")
    return Reveal(number(raw.get("seat")), _CARDS.unpack(raw.get("cards")))


_CARD: Final = Shape(str, _card)
_CARDS: Final = row(_CARD)
_FORM: Final = Form(
    {
        **PLAIN,
        Card: _CARD,
        Options: Shape(_pack_options, _options),
        Reveal: Shape(lambda reveal: {"seat": reveal.seat, "cards": _CARDS.pack(reveal.cards)}, _reveal),
    },
    _word,
    as_map=True,
)
_BODY: Final = _one_of(_FORM, (*get_args(Move), *get_args(Verb)), "do", terse=True)
_FORM.know(Move, _one_of(_FORM, get_args(Move), "do", terse=True))
_FORM.know(Happening, _one_of(_FORM, (*get_args(Event), Said, Noticed), "event", terse=False))
_HAPPENED: Final = row(_FORM.shape(Happening))
_VIEWS: Final = {kind: _FORM.shape(kind) for kind in get_args(View)}
_LOBBY_FIELDS: Final = dict(_FORM.fields(LobbyView))
_TABLE_FIELDS: Final = {
    **dict(_FORM.fields(TableView)),
    **{GAME + name: shape for name, shape in _FORM.fields(PlayerView)},
}


def to_json(message: Message) -> bytes:
    """One line, without its end."""
    return json.dumps(_written(message), ensure_ascii=False, separators=(",", ":")).encode()


def command_to_json(command: Command) -> bytes:
    """One line, without its end."""
    head = {"id": command.id, "table": command.table, "version": command.version}
    return json.dumps({**head, **_BODY.pack(command.body)}, ensure_ascii=False, separators=(",", ":")).encode()


def command_from_json(data: bytes) -> Command:
    """A command; `table` and `version` may be left out where they mean nothing. Raises `Malformed`."""
    raw = from_json(data)
    known_id = id_of(raw.get("id")) if isinstance(raw, dict) else 0
    try:
        if not isinstance(raw, dict):
            raise ValueError("a command is a map")
        body: Body = _BODY.unpack(raw)
        return Command(number(raw.get("id")), text(raw.get("table", "")), number(raw.get("version", 0)), body)
    except ValueError as error:
        raise Malformed(str(error), known_id) from None


def as_json(hint: object, value: object) -> Any:
    """A value of the protocol's types as JSON's own kinds: `hint` is its type, as it stands in an annotation."""
    return _FORM.shape(hint).pack(value)


def _written(message: Message) -> dict[str, Any]:
    if isinstance(message, Snapshot):
        view = _VIEWS[view_kind(message.topic)].pack(message.view)
        return {"kind": "snapshot", "topic": message.topic, "version": message.version, "view": view}
    if isinstance(message, Patch):
        shapes = _LOBBY_FIELDS if message.topic == LOBBY else _TABLE_FIELDS
        return {
            "kind": "patch",
            "topic": message.topic,
            "base": message.base,
            "version": message.version,
            "changes": {name: shapes[name].pack(value) for name, value in message.changes.items()},
            "happened": _HAPPENED.pack(message.happened),
        }
    refusal = message.refusal
    written: dict[str, Any] = {"kind": "reply", "id": message.id}
    if refusal is not None:
        written["refusal"] = {"code": refusal.code, "sentence": refusal.sentence}
        if refusal.facts:
            written["refusal"]["facts"] = dict(refusal.facts)
    if message.table is not None:
        written["table"] = message.table
    return written


def message_from_json(data: bytes) -> Message:
    """What a server sent. Raises `Malformed`."""
    raw: Any = from_json(data)
    try:
        match raw:
            case {"kind": "snapshot", "topic": topic, "version": version, "view": view}:
                return Snapshot(text(topic), number(version), _VIEWS[view_kind(text(topic))].unpack(view))
            case {
                "kind": "patch",
                "topic": topic,
                "base": base,
                "version": version,
                "changes": dict(changes),
                "happened": past,
            }:
                shapes = _LOBBY_FIELDS if topic == LOBBY else _TABLE_FIELDS
                known = {name: read(name, shapes[name], value) for name, value in changes.items() if name in shapes}
                return Patch(text(topic), number(base), number(version), known, _HAPPENED.unpack(past))
            case {"kind": "reply", "id": id, "refusal": {"code": code, "sentence": sentence, **more}}:
                return Reply(number(id), Refusal(text(code), text(sentence), facts(more.get("facts", {}))))
            case {"kind": "reply", "id": id}:
                table = raw.get("table")
                return Reply(number(id), None, None if table is None else text(table))
    except ValueError as error:
        raise Malformed(str(error)) from None
    raise Malformed("there is no such kind of message")
