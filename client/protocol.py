"""The messages between a client and the lobby: four kinds, closed for good (DESIGN §3, PROTOCOL.md).

Up goes `Command`; down come `Snapshot`, `Patch` and `Reply`. The in-process app gets these very objects; the
`unotty` subsystem gets them as msgpack and the `bot` door as JSON lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from client.ballot import VOTE_SECONDS as VOTE_SECONDS
from client.ballot import Ballot as Ballot
from client.rated import PROVISIONAL as PROVISIONAL
from client.rated import RatingChange as RatingChange
from client.rated import TopLine as TopLine
from client.rated import TopView as TopView
from client.sealed import SEAL_ID as SEAL_ID
from client.sealed import Proof as Proof
from client.sealed import Seal as Seal
from client.verbs import CUT_CELLS as CUT_CELLS
from client.verbs import AddBot as AddBot
from client.verbs import Back as Back
from client.verbs import Create as Create
from client.verbs import Cut as Cut
from client.verbs import Join as Join
from client.verbs import Learn as Learn
from client.verbs import Leave as Leave
from client.verbs import Mute as Mute
from client.verbs import Past as Past
from client.verbs import Ready as Ready
from client.verbs import Rematch as Rematch
from client.verbs import Remove as Remove
from client.verbs import Rename as Rename
from client.verbs import Replay as Replay
from client.verbs import Say as Say
from client.verbs import Seek as Seek
from client.verbs import Set as Set
from client.verbs import Start as Start
from client.verbs import Sync as Sync
from client.verbs import Top as Top
from client.verbs import Verb as Verb
from client.verbs import Vote as Vote
from client.verbs import Watch as Watch
from engine.events import Event
from engine.moves import Move
from engine.options import Options
from engine.view import PlayerView

LOBBY: Final = "lobby"
"""The topic every client follows."""
REPLAY: Final = "replay:"
"""What a topic begins with that is a finished match; its id follows."""
TOP: Final = "top:"
"""What a topic begins with that is a leaderboard; the rule set's name follows."""
PAST: Final = "past"
"""The topic of one's own finished matches. Every other topic is a table's code (`K7QX`)."""

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
    CUT = "cut"
    PILOT = "pilot"
    CALLS_VOTE = "calls_vote"
    ACCUSED = "accused"
    SPARED = "spared"
    VOTED_OFF = "voted_off"


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
    pilot: bool = False
    """Does the autopilot play it, because its person is away or missed two turns?"""


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
    seal: Seal | None = None
    """Of the running round, or else of the next deal."""
    proof: Proof | None = None
    """Of the round that is over, until the next deal."""
    replay: str = ""
    """What `Replay` takes for the match that is over, until the next deal."""
    ratings: tuple[RatingChange, ...] = ()
    """What that match changed; empty if it was none that counts."""
    open_hands: bool = False
    """May spectators look through the round before the running one with every hand open?"""
    lesson: bool = False
    """Does it teach? Then its cards are laid out and nothing of it counts: there is no seal, replay or rating."""
    vote: Ballot | None = None
    """On taking somebody off the table, while it is open."""


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
    options: Options = field(default_factory=Options)
    """The rules in full: `rules` names only what they started from."""
    bots: int = 0
    """How many of `seated` are bots."""
    open_hands: bool = False


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Somebody who is at a table. `at` is its code, empty for one that is not in the list."""

    name: str
    at: str
    watching: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """How somebody likes a thing, as `hand_order`: `color` or `drawn`. The lobby knows which names and values there are."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as one viewer sees it."""

    you: str
    """The viewer's display name; guests start with `~`."""
    tables: tuple[TableLine, ...]
    online: tuple[str, ...]
    table: str | None
    """The code of the table the viewer sits at or watches."""
    seat: str | None = None
    """The code of the table the viewer has a seat at, perhaps from another terminal. It is listed even if it is private."""
    saving: bool = False
    """Is every table held up because nothing can be written down just now?"""
    notice: str = ""
    """The operator's words to everybody; empty: none."""
    settings: tuple[Setting, ...] = ()
    """How the viewer likes things, as `Set` changes it; every setting there is."""
    resume: str = ""
    """A guest's own code, to come back with: `ssh -t HOST back CODE`."""
    here: int = 0
    """How many people are here, also those that `online` has no room for; 0: as many as it names."""
    where: tuple[Whereabouts, ...] = ()
    """Those of them who are at a table; the others are in the lobby."""
    muted: tuple[str, ...] = ()
    """Whom the viewer does not hear (`Mute`), by the names they have now."""

    def liked(self, name: str) -> str:
        """How the viewer likes a thing; empty where the lobby does not say."""
        return next((one.value for one in self.settings if one.name == name), "")


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A finished match at one position: as it was dealt, or after a move. Hands are open."""

    id: str
    options: Options
    chairs: tuple[Chair, ...]
    """Who sat there at the first deal, named as then."""
    position: int
    length: int
    """How many positions there are."""
    rounds: tuple[int, ...]
    """The positions at which the rounds were dealt."""
    game: PlayerView
    """Through the eyes of OPEN."""
    happened: tuple[Happening, ...]
    """What led here from the position before."""
    started: int
    ended: int
    """Seconds since the epoch, UTC."""
    ratings: tuple[RatingChange, ...] = ()
    seals: tuple[str, ...] = ()
    """What `verify` takes, for each round; empty for one that is not kept."""


@dataclass(frozen=True, slots=True)
class PastLine:
    """A finished match in the list of who played it."""

    id: str
    options: Options
    chairs: tuple[Chair, ...]
    you: int
    """The viewer's chair."""
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    moves: int
    """Cards played or drawn by choice, and passes."""
    started: int
    ended: int
    """Seconds since the epoch, UTC."""
    rating: RatingChange | None = None
    """The viewer's own."""


@dataclass(frozen=True, slots=True)
class PastView:
    """A page of one's own finished matches, newest first; `pages` is how many there are, at least 1."""

    page: int
    pages: int
    matches: tuple[PastLine, ...]


View = TableView | LobbyView | ReplayView | TopView | PastView


def view_kind(topic: str) -> type[View]:
    """What a snapshot of this topic holds."""
    if topic == LOBBY:
        return LobbyView
    if topic == PAST:
        return PastView
    return ReplayView if topic.startswith(REPLAY) else TopView if topic.startswith(TOP) else TableView


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
    facts: Mapping[str, str] = field(default_factory=dict)
    """What the sentence was filled in with, by the names its template has in `client/refusals.py`."""


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
