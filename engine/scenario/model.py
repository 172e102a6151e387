"""What a scenario says, read but not yet acted on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cards import Card, Color
from engine.events import Event
from engine.moves import Move
from engine.options import Options
from engine.scenario.lexer import Word
from engine.state import Shown, State
from engine.view import Phase, Uno


class Threat(NamedTuple):
    """`respond 4 from A was bluff`."""

    amount: int
    source: int | None
    lawful: bool


@dataclass(slots=True)
class Setup:
    """The lines above the first act. None and empty stand for what the text leaves to its default.

    `where` holds the word that introduced each part, for errors that show only when the whole is known.
    """

    where: dict[str, Word] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    seats: int = 0
    dealer: int = 0
    seed: int = 0
    strict: bool = True
    deal: bool = False
    deck: tuple[Card, ...] | None = None
    deck_rest: bool = False
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    discard: tuple[Card, ...] | None = None
    named: Color | None = None
    """The colour the top of the discard pile carries (`W:green`)."""
    draw: tuple[Card, ...] = ()
    draw_rest: bool = True
    color: Color | None = None
    turn: int | None = None
    direction: int = 1
    phase: Phase = Phase.AWAIT_PLAY
    drawn: Card | None = None
    threat: Threat | None = None
    uno: dict[int, Uno] = field(default_factory=dict)
    scores: dict[int, int] = field(default_factory=dict)
    round: int = 1
    left: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    snapshot: tuple[Card, ...] | None = None
    remembered: tuple[Card, ...] | None = None
    shown: Shown | None = None
    owed: tuple[int, ...] = ()
    accused: tuple[int, ...] = ()
    passes: int = 0
    reshuffles: int = 0
    version: int = 0
    eliminated: tuple[tuple[int, int], ...] = ()
    """Round and seat."""
    locked: int | None = None
    gains: dict[int, int] | None = None
    ranks: dict[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Seed:
    """`seed 7`: from here on, chance comes from this number."""

    line: int
    seed: int


@dataclass(frozen=True, slots=True)
class Act:
    """`A: play R5`, or `refused A: draw because must_play`. No seat: whoever is seated (`any`)."""

    line: int
    seat: int | None
    move: Move
    version: int | None = None
    refused: bool = False
    code: str | None = None


class Moment(NamedTuple):
    """What an expectation looks at: the position, and the events of the last act."""

    state: State
    events: tuple[Event, ...]


class Fact(NamedTuple):
    """One thing that must hold: reading the moment must give exactly the wanted words."""

    label: str
    """`count A`: stands before both what was wanted and what was found."""
    wanted: str
    read: Callable[[Moment], str]


@dataclass(frozen=True, slots=True)
class Expectation:
    """`expect …` (all facts hold) or `expect not …` (at least one does not)."""

    line: int
    negated: bool
    facts: tuple[Fact, ...]


Step = Seed | Act | Expectation


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file."""

    setup: Setup
    steps: tuple[Step, ...]
