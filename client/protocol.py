"""The messages between a client and the lobby: four kinds, closed for good (DESIGN §3, PROTOCOL.md).

Up goes `Command`; down come `Snapshot`, `Patch` and `Reply`. The in-process app gets these very objects; the
`unotty` subsystem gets them as msgpack and the `bot` door as JSON lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import Final, TypeVar

from engine.events import Event
from engine.moves import Move
from engine.options import Options
from engine.view import PlayerView

LOBBY: Final = "lobby"
"""The topic every client follows; any other topic is a table's code (`K7QX`)."""

# ── verbs of the lobby and of a table, beside the moves of the game ──────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Create:
    """Open a table and sit down at it. `seats` 2..10; `bots` are added at once; `start` deals at once (`quick`)."""

    options: Options = field(default_factory=Options)
    seats: int = 4
    bots: tuple[str, ...] = ()
    """Strengths: `easy`, `normal`."""
    public: bool = True
    spectators: bool = True
    clock: int | None = 30
    """Seconds a turn; None switches the clock off."""
    start: bool = False


@dataclass(frozen=True, slots=True)
class Join:
    """Take a seat at the command's table."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Follow the command's table without a seat."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop watching, or give up the seat (in a match: resign)."""


@dataclass(frozen=True, slots=True)
class Start:
    """The host deals the first round."""


@dataclass(frozen=True, slots=True)
class AddBot:
    """The host fills a free chair with a bot."""

    level: str = "normal"


@dataclass(frozen=True, slots=True)
class Remove:
    """The host empties a chair: a bot, or a person before the match starts."""

    chair: int


@dataclass(frozen=True, slots=True)
class Say:
    """Chat at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next round; it is dealt when every person at the table is."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Again, with the same people; dealt when every person still at the table agreed."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Take another display name."""

    name: str


@dataclass(frozen=True, slots=True)
class Sync:
    """Send me a whole snapshot of the command's table (or of the lobby)."""


Verb = Create | Join | Watch | Leave | Start | AddBot | Remove | Say | Ready | Rematch | Rename | Sync
Body = Move | Verb

# ── what happened at a table besides the game ────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Said:
    """Chat. `name` as it was then; `watching` tells spectators from players."""

    name: str
    text: str
    watching: bool


class Notice(StrEnum):
    """What changed about the people at a table."""

    JOINED = "joined"
    LEFT = "left"
    AWAY = "away"
    BACK = "back"
    HOST = "host"
    WATCHING = "watching"
    TIMED_OUT = "timed_out"
    REMOVED = "removed"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Noticed:
    """`name` did or became `notice`."""

    name: str
    notice: Notice


Happening = Event | Said | Noticed

# ── views ────────────────────────────────────────────────────────────────────────────────────────────────


class Kind(StrEnum):
    """Who sits on a chair."""

    FREE = "free"
    PERSON = "person"
    GUEST = "guest"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Chair:
    """One place at a table. While a match runs, chair numbers are the engine's seats."""

    kind: Kind = Kind.FREE
    name: str = ""
    level: str = ""
    """A bot's strength."""
    away: bool = False
    ready: bool = False


class Stage(StrEnum):
    """Where a table is in its life."""

    WAITING = "waiting"
    PLAYING = "playing"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    BROKEN = "broken"
    """Stopped after a fault of ours."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A running turn: `left` of `limit` seconds were left at version `since`."""

    limit: int
    left: int
    since: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it."""

    code: str
    stage: Stage
    options: Options
    chairs: tuple[Chair, ...]
    you: int | None
    """The viewer's chair; None for a spectator."""
    host: int | None
    """The chair that may start, add and remove."""
    watchers: tuple[str, ...]
    public: bool
    clock: Clock | None
    game: PlayerView | None
    """None until the first deal."""
    log: tuple[Happening, ...] = ()
    """The newest LOG_LENGTH happenings, oldest first, as this viewer may see them."""
    turn_limit: int | None = None
    """Seconds a turn; None: there is no turn clock."""
    spectators: bool = True
    """May others watch?"""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in the lobby's list."""

    code: str
    rules: str
    stage: Stage
    seated: int
    seats: int
    round: int
    watchers: int
    host: str
    opened: int
    """Seconds since the epoch, UTC."""
    spectators: bool = True


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as one viewer sees it."""

    you: str
    """The viewer's display name; guests start with `~`."""
    tables: tuple[TableLine, ...]
    online: tuple[str, ...]
    table: str | None
    """The code of the table the viewer sits at or watches."""


View = TableView | LobbyView
LOG_LENGTH: Final = 40

# ── the four kinds ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Command:
    """Up: do `body` at `table`. `version` is the version of the view the decision was made on."""

    id: int
    table: str
    version: int
    body: Body


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Down: a topic's whole view."""

    topic: str
    version: int
    view: View


@dataclass(frozen=True, slots=True)
class Patch:
    """Down: what changed in a topic's view between `base` and `version`, and what happened meanwhile.

    `changes` maps names of top-level fields to new values; the game's fields are named `game.<field>`.
    The log of a table is not among them: a client appends `happened` to it.
    """

    topic: str
    base: int
    version: int
    changes: dict[str, object]
    happened: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was not done: a code of SCENARIOS (or of the lobby) and a sentence for people."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Reply:
    """Down: the answer to the command with this id; no refusal means done.

    An `id` of 0 answers nothing: the refusal then tells why the lobby took the client away from its table.
    """

    id: int
    refusal: Refusal | None = None
    table: str | None = None
    """The table a `Create` or `Join` led to."""


Message = Snapshot | Patch | Reply

# ── the difference of two views ──────────────────────────────────────────────────────────────────────────

GAME: Final = "game."
"""What the names of the game's fields start with in a patch."""
TABLE_FIELDS: Final = tuple(one.name for one in fields(TableView) if one.name not in ("game", "log"))
GAME_FIELDS: Final = tuple(one.name for one in fields(PlayerView))
PRIVATE_FIELDS: Final = ("viewer", "hand", "drawn", "reveal", "legal")
"""The game's fields that differ from viewer to viewer; every other is the same for all."""
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
        return changes | public_diff(before, after) | private_diff(before, after)
    return changes if before is after else {**changes, "game": after}


def public_diff(old: PlayerView, new: PlayerView) -> dict[str, object]:
    """The part of `diff` that is the same for all who watch this game."""
    return _PUBLIC.changes(old, new)


def private_diff(old: PlayerView, new: PlayerView) -> dict[str, object]:
    """The part of `diff` that is one viewer's own."""
    return _PRIVATE.changes(old, new)


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
_PUBLIC: Final = _Fields(tuple(name for name in GAME_FIELDS if name not in PRIVATE_FIELDS), GAME)
_PRIVATE: Final = _Fields(PRIVATE_FIELDS, GAME)
