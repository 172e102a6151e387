"""Verbs of the lobby and of a table, beside the moves of the game: what a `Command` may ask for (PROTOCOL.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.options import Options


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
    open_hands: bool = False
    """May spectators look through the round before the running one with every hand open?"""


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


CUT_CELLS: Final = 64


@dataclass(frozen=True, slots=True)
class Cut:
    """Mix a line of text, cut to CUT_CELLS, into the chance of the coming deal. Before a deal the last one of a seat counts."""

    text: str


@dataclass(frozen=True, slots=True)
class Back:
    """I am here: the autopilot gives my seat back. So does any move."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Take another display name."""

    name: str


@dataclass(frozen=True, slots=True)
class Set:
    """Remember how I like a thing: with my account, or for a guest until he goes."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Mute:
    """Keep what somebody says from me: with my account, or for a guest until one of us goes. He is not told."""

    name: str
    on: bool = True
    """False: hear him again."""


@dataclass(frozen=True, slots=True)
class Vote:
    """Take the person on this chair off the table, or let him stay. The first yes calls the vote (`TableView.vote`)."""

    chair: int
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Replay:
    """Open a finished match, at its first deal. One is open at a time; `Leave` closes it (topic `replay:ID`)."""

    match: str
    """Its id; or the code of the table that is watched, where spectators may see open hands: its newest finished round."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Go to a position of the open replay, from 0; beyond the ends: to the end."""

    position: int


@dataclass(frozen=True, slots=True)
class Top:
    """Send me the leaderboard of a rule set (topic `top:RULES`)."""

    rules: str = "classic"


@dataclass(frozen=True, slots=True)
class Past:
    """Send me a page of my own finished matches, from 0, newest first (topic `past`)."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class Learn:
    """Sit me down at a lesson: a table of my own with one bot, whose cards are laid out and count for nothing."""


@dataclass(frozen=True, slots=True)
class Sync:
    """Send me a whole snapshot of the command's table (or of the lobby)."""


Verb = (
    Create
    | Join
    | Watch
    | Leave
    | Start
    | AddBot
    | Remove
    | Say
    | Ready
    | Rematch
    | Rename
    | Sync
    | Cut
    | Set
    | Back
    | Replay
    | Seek
    | Top
    | Past
    | Mute
    | Learn
    | Vote
)
