"""One random game from its seed and number, checked as it goes; what breaks a law is told so that it can be repeated."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.bots.chance import Chance
from engine.codec.options import changed
from engine.events import Caught, Event, FalselyCaught, Passed, RoundEnded, SeatLeft
from engine.game import evolve, legal, new_match, start, step
from engine.moves import Move, Play, SayUno
from engine.notation import move_text, seat_letter
from engine.scenario import entropy, format_position
from engine.state import State
from engine.view import Phase, Uno
from tests.sim import laws
from tests.sim.laws import Broken, check
from tests.sim.outcomes import check_outcome
from tests.sim.players import attempt, chosen
from tests.sim.tables import table

MOST_MOVES: Final = 20_000
"""More than any round of players who want to get rid of their cards takes."""
MOST_HOARDED: Final = 600
"""Where players hoard, the table closes after so many moves."""
_ATTEMPTS: Final = 8
"""So many moves in a hundred are preceded by something that need not be allowed."""


class Game:
    """A game in play. `before` and `last` are the position and the move that a report tells."""

    def __init__(self, seed: int, number: int) -> None:
        self._word = (seed << 32) + number
        self._dice = Chance(self._word)
        self._entropy = entropy(self._word)
        self.table = table(seed, number, self._dice)
        self._state = new_match(self.table.options, self.table.seats)
        self._census = laws.Census(self._state)
        self._log: list[tuple[Event, ...]] = []
        self.before: State | None = None
        self.last: tuple[int, Move] | None = None
        self.counts: Counter[str] = Counter()
        self._in_round = 0

    def play(self) -> None:
        """Play to the end. Raises `Broken`, or whatever the engine raises."""
        table = self.table
        state, events = start(table.options, table.seats, self._entropy)
        self._apply(state, events)
        seats = range(table.seats)
        while True:
            state = self._state
            offers = [legal(state, seat) for seat in seats]
            laws.check_position(state, offers)
            if state.phase is Phase.MATCH_OVER:
                laws.check_end(state)
                break
            if table.hoarding and self.counts["moves"] == MOST_HOARDED:
                self.counts["closed"] += 1
                break
            check(self._in_round <= MOST_MOVES, f"a round ends within {MOST_MOVES} moves")
            self._move(state, offers)
        laws.check_replay(self._log, self._state)
        if self._dice.below(3) == 0:
            laws.check_text(self._state)

    def _move(self, state: State, offers: list[tuple[Move, ...]]) -> None:
        self.before = state
        if self._dice.happens(_ATTEMPTS):
            seat, move = self.last = attempt(state, self._dice)
            offered = offers[seat] if 0 <= seat < len(offers) else ()
            if not laws.check_attempt(state, seat, move, offered, self._entropy):
                self.counts["refused"] += 1
                return
        else:
            seat, move = self.last = chosen(state, offers, self.table.hoarding, self.table.leaving, self._dice)
        self.counts["moves"] += 1
        self._in_round += 1
        self._note(state, seat, move)
        after, events = step(state, seat, move, self._entropy)
        self._apply(after, events)
        check_outcome(seat, move, events, after)
        if self._dice.below(10 if _is_rare(after) else 400) == 0:
            laws.check_text(after)

    def _note(self, state: State, seat: int, move: Move) -> None:
        if isinstance(move, SayUno) and state.uno[seat] is Uno.OPEN:
            self.counts["late calls"] += 1
        elif isinstance(move, Play) and seat != state.turn:
            self.counts["jump-ins"] += 1

    def _apply(self, after: State, events: tuple[Event, ...]) -> None:
        """Evolve event by event, counting the cards after each; the result is what `step` said."""
        state = self._state
        for event in events:
            state = evolve(state, event)
            self._census.check(state)
            name = _COUNTED.get(type(event))
            if name is not None:
                self.counts[name] += 1
        check(state == after, "the events lead where the rules went")
        if any(isinstance(event, RoundEnded) for event in events):
            self._in_round = 0
            if any(isinstance(event, Passed) for event in events):
                check(self.table.hoarding, "only hoarding blocks a round")
                self.counts["blocked"] += 1
        self._log.append(events)
        self._state = state

    def report(self, problem: Exception) -> str:
        """What broke, at which table, how to see it again, and the position and move as a scenario."""
        table = self.table
        said = str(problem) if isinstance(problem, Broken) else f"{type(problem).__name__}: {problem}"
        options = " ".join([f"{name}={value}" for name, value in changed(table.options).items()])
        lines = [
            f"game {table.number} of seed {table.seed}, after {self.counts['moves']} moves: {said}",
            f"  table: {table.options.rules} {options}, {table.seats} seats{', hoarding' if table.hoarding else ''}",
            f"  again: python -m tests.sim --seed {table.seed} --only {table.number}",
        ]
        if self.before is not None and self.last is not None:
            seat, move = self.last
            name = seat_letter(seat) if 0 <= seat < table.seats else str(seat)
            lines += [format_position(self.before, self._word).rstrip(), f"{name}: {move_text(move)}"]
        return "\n".join(lines)


def _is_rare(state: State) -> bool:
    """Does the position remember something that few do?"""
    return bool(state.owed or state.shown or state.eliminated)


_COUNTED: Final[dict[type[Event], str]] = {
    RoundEnded: "rounds",
    SeatLeft: "left",
    Caught: "caught",
    FalselyCaught: "false catches",
}


def play(seed: int, number: int) -> Counter[str]:
    """Play one game: how often what happened in it. Raises `Broken` with a whole report."""
    game = Game(seed, number)
    try:
        game.play()
    except Exception as problem:
        raise Broken(game.report(problem)) from problem
    return game.counts
