"""The difference of two views of one topic, and a view with a difference applied: what a `Patch` is made of.

A field of the game is named `game.<field>`; the log of a table is never part of it.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import Final, TypeVar

from client.protocol import LOG_LENGTH, LobbyView, Patch, TableView
from engine.view import PlayerView

GAME: Final = "game."
"""What the names of the game's fields start with in a patch."""
TABLE_FIELDS: Final = tuple(one.name for one in fields(TableView) if one.name not in ("game", "log"))
GAME_FIELDS: Final = tuple(one.name for one in fields(PlayerView))
PRIVATE_FIELDS: Final = ("viewer", "hand", "drawn", "reveal", "legal")
"""The game's fields that differ from viewer to viewer; every other is the same for all."""
_OWN: Final = tuple(GAME + name for name in PRIVATE_FIELDS)
LOBBY_FIELDS: Final = tuple(one.name for one in fields(LobbyView))
V = TypeVar("V", TableView, LobbyView)
R = TypeVar("R", TableView, LobbyView, PlayerView)


def diff(old: V, new: V) -> dict[str, object]:
    """The top-level fields in which two views of one topic differ, with their new values.

    Fields of the game are named `game.<field>`, unless one of the views has no game: then `game` is the whole of it.
    The log is left out: it follows from what happened (see `patched`).
    """
    if isinstance(old, LobbyView):
        return _LOBBY.changes(old, new)
    changes = _TABLE.changes(old, new)
    before, after = old.game, new.game
    if before is not None and after is not None:
        return changes | _GAME.changes(before, after)
    return changes if before is after else {**changes, "game": after}


def own_diff(old: tuple[object, ...], new: tuple[object, ...]) -> dict[str, object]:
    """The part of `diff` that is one viewer's own: what differs between two values each of PRIVATE_FIELDS, in their order."""
    return {} if old == new else {name: value for name, was, value in zip(_OWN, old, new, strict=True) if was != value}


def patched(view: V, patch: Patch) -> V:
    """The view after a patch; names that this client does not know are ignored.

    Whatever happened goes to the end of a table's log, of which the newest LOG_LENGTH entries are kept.
    """
    changes = patch.changes
    if isinstance(view, LobbyView):
        return _LOBBY.replaced(view, changes)
    if patch.happened:
        changes = {**changes, "log": (*view.log, *patch.happened)[-LOG_LENGTH:]}
    if view.game is not None and "game" not in changes:
        game = _GAME.replaced(view.game, changes)
        if game is not view.game:
            changes = {**changes, "game": game}
    return _WHOLE_TABLE.replaced(view, changes)


class _Fields:
    """Some fields of a record, taken and compared together."""

    def __init__(self, names: tuple[str, ...], prefix: str = "") -> None:
        self._take = attrgetter(*names)
        self._names = tuple(prefix + name for name in names)
        self._places = {name: place for place, name in enumerate(self._names)}

    def changes(self, old: object, new: object) -> dict[str, object]:
        """The new values of the fields that differ."""
        before, after = self._take(old), self._take(new)
        if before == after:
            return {}
        return {name: value for name, was, value in zip(self._names, before, after, strict=True) if was != value}

    def replaced(self, record: R, changes: dict[str, object]) -> R:
        """The record with those of the changes that are about these fields, which must be all of its fields."""
        values = None
        for name, value in changes.items():
            place = self._places.get(name)
            if place is not None:
                values = values or list(self._take(record))
                values[place] = value
        return record if values is None else type(record)(*values)


_LOBBY: Final = _Fields(LOBBY_FIELDS)
_TABLE: Final = _Fields(TABLE_FIELDS)
_WHOLE_TABLE: Final = _Fields(tuple(one.name for one in fields(TableView)))
_GAME: Final = _Fields(GAME_FIELDS, GAME)
