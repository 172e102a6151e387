"""One match at a table: judges moves against the version they were decided on, and remembers what is open.

The engine knows neither versions of a table nor time; this is where both meet it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client.protocol import Stage
from engine.events import Dealt, Drew, Event, Marked
from engine.game import decide, start, step, timeout_move
from engine.moves import Catch, Draw, Move, Pass, Play, Resign, SayUno
from engine.observe import Own, observe, own
from engine.options import Options
from engine.refusal import Refused
from engine.scenario import format_position
from engine.shuffle import Entropy
from engine.state import State, evolve_all, new_match
from engine.view import Phase, PlayerView, Uno
from server.lobby.clock import Timer
from server.lobby.journal import Durable, Journal
from server.lobby.matches import Tally
from server.lobby.people import Session

GRACE: Final = 1.5
"""Seconds in which a player who goes on with his own UNO uncalled can be caught before his next move counts (RULES §8.9)."""
TURN_ACTIONS: Final = (Play, Draw, Pass)
ANY_TIME: Final = (SayUno, Catch, Resign)
"""Moves that need no exact version: they are made out of turn, and the engine knows whether they are due now."""


@dataclass(frozen=True, slots=True)
class Held:
    """A move that waits until its player could have been caught."""

    seat: int
    turn: int
    """Whose turn it was: another's, if he is to jump in."""
    session: Session
    id: int
    move: Move
    timer: Timer


class Referee:
    """The match, its journal, and the table's versions at which decisions began."""

    def __init__(self, name: str, state: State, chance: Entropy, journal: Journal, version: int) -> None:
        """`name` is the match's own in the journal; `version` of the table will tell of what is to be decided now."""
        self.name = name
        self.state = state
        self.chance = chance
        """Of the running round; whoever lets the next be dealt gives it a new one first."""
        self.round_events: list[Event] = []
        """What happened since the running round was dealt."""
        self.tally = Tally()
        self.moved = version
        """The table's version that told of the last change to what the seat on turn decides on."""
        self._journal = journal
        self._durable: list[Durable] = []
        self._opened: dict[int, float] = {}

    @classmethod
    def begin(
        cls, name: str, options: Options, seats: int, chance: Entropy, journal: Journal, version: int
    ) -> tuple[Referee, tuple[Event, ...]]:
        """A new match, and its first deal."""
        state, opening = start(options, seats, chance)
        referee = cls(name, state, chance, journal, version)
        referee._keep(0, opening)
        return referee, opening

    @classmethod
    def restored(cls, name: str, options: Options, seats: int, chance: Entropy, journal: Journal, version: int) -> Referee:
        """The match as the journal has it. Raises what the journal does, and `ValueError` if it has nothing."""
        events = journal.read(name)
        if not events:
            raise ValueError(f"the journal has nothing of the match {name}")
        referee = cls(name, evolve_all(new_match(options, seats), events), chance, journal, version)
        referee._remember(events)
        return referee

    @property
    def stage(self) -> Stage:
        """The stage the table is in because of the match."""
        if self.state.phase is Phase.MATCH_OVER:
            return Stage.MATCH_OVER
        return Stage.ROUND_OVER if self.state.phase is Phase.ROUND_OVER else Stage.PLAYING

    def is_stale(self, held: Held) -> bool:
        """Has the turn moved on since this move was held?"""
        return not self.state.is_playing or self.state.turn != held.turn

    def is_over(self, held: Held) -> bool:
        """Is there no more reason to hold this move: called, caught, or overtaken by another's?"""
        return self.is_stale(held) or self.state.uno[held.seat] is not Uno.OPEN

    @property
    def notation(self) -> str:
        """The position in the words of a scenario file, for the log of a fault."""
        return format_position(self.state)

    def take_durable(self) -> list[Durable]:
        """What the journal was given since the last call."""
        taken, self._durable = self._durable, []
        return taken

    def view(self, viewer: int) -> PlayerView:
        """The game through these eyes."""
        return observe(self.state, viewer)

    def own(self, viewer: int) -> Own:
        """What these eyes alone see of it."""
        return own(self.state, viewer)

    def check(self, move: Move, version: int) -> None:
        """Was the move decided on what still holds? Raises `Refused`: `stale`.

        What makes a decision stale is a change of the turn, the phase, the pile or the cards of the seat on turn; chat,
        people coming and going, UNO calls and catches of others do not.
        """
        if version < self.moved and not isinstance(move, ANY_TIME):
            raise Refused("stale")

    def check_legal(self, seat: int, move: Move) -> None:
        """Would the engine accept this now? Raises `Refused` if not; changes nothing."""
        decide(self.state, seat, move, self.chance)

    def wait(self, seat: int, move: Move, now: float) -> float:
        """Seconds this move must be held so that its player can be caught first; 0: it may be made."""
        is_catchable = self.state.uno[seat] is Uno.OPEN and self.state.options.uno_enforcement == "catch"
        if not is_catchable or not isinstance(move, TURN_ACTIONS):
            return 0.0
        return max(0.0, self._opened.get(seat, now) + GRACE - now)

    def time_out(self) -> tuple[int, Move]:
        """The seat on turn, and what is played for it when its time is over (RULES §6.3)."""
        return self.state.turn, timeout_move(self.state)

    def apply(self, seat: int, move: Move, version: int, now: float) -> tuple[tuple[Event, ...], bool]:
        """Make a move that `version` of the table will tell of; say what happened and whether a new decision began.

        Raises `Refused` with nothing changed.
        """
        before = self.state
        state, events = step(before, seat, move, self.chance)
        self.state = state
        self._keep(before.version, events)
        for event in events:
            if isinstance(event, Marked) and event.mark is Uno.OPEN:
                self._opened[event.seat] = now
        at_once = isinstance(move, ANY_TIME)
        asked = (state.turn, state.phase) != (before.turn, before.phase) or (seat == before.turn and not at_once)
        fed = any(isinstance(event, Drew) and event.seat == state.turn for event in events)
        if asked or fed or not at_once:
            self.moved = version
        return events, asked

    def _keep(self, version: int, events: tuple[Event, ...]) -> None:
        self._remember(events)
        self._durable.append(self._journal.append(self.name, version, events))

    def _remember(self, events: tuple[Event, ...]) -> None:
        self.tally.note(events)
        deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
        if deals:
            self.round_events.clear()
            events = events[deals[-1] :]
        self.round_events += events
