"""Play a scenario and compare: what was accepted, what was refused, what held."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from engine.cards import DECKS, Card
from engine.events import Dealt
from engine.game import step
from engine.notation import move_text, seat_letter
from engine.refusal import Refused
from engine.scenario.lexer import ParseError
from engine.scenario.model import Act, Expectation, Fact, Moment, Scenario, Seed
from engine.scenario.parser import parse
from engine.scenario.position import entropy, place
from engine.scenario.seeing import ordered
from engine.state import State


class Failure(NamedTuple):
    """Something that did not hold, and where. `column` is given for a text that does not parse."""

    line: int
    text: str
    column: int | None = None


class Report(NamedTuple):
    """A scenario that was run. `state` is the last position, None if the text does not parse."""

    passed: int
    failures: tuple[Failure, ...]
    state: State | None


def run_text(text: str) -> Report:
    """Parse and run. A text that does not parse is one failure."""
    try:
        return run(parse(text), last_line=text.count("\n") + 1)
    except ParseError as error:
        return Report(0, (Failure(error.line, error.sentence, error.column),), None)


def run_file(path: Path) -> Report:
    """Parse and run a file. A file that cannot be read is one failure."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        return Report(0, (Failure(1, f"cannot be read: {error.strerror}", 1),), None)
    except UnicodeDecodeError as error:
        return Report(0, (Failure(1, f"is not UTF-8 text: {error.reason}", 1),), None)
    return run_text(text)


def run(scenario: Scenario, last_line: int = 1) -> Report:
    """Set up, act and compare. Raises `ParseError` if the position cannot be set up."""
    first_line = scenario.steps[0].line if scenario.steps else last_line
    return _Run(scenario, first_line).report()


class _Run:
    def __init__(self, scenario: Scenario, first_line: int) -> None:
        self._scenario = scenario
        self._chance = entropy(scenario.setup.seed)
        state, events = place(scenario.setup, first_line)
        self._now = Moment(state, events)
        self._cards = _counted(state)
        self._passed = 0
        self._failures: list[Failure] = []

    def report(self) -> Report:
        for one in self._scenario.steps:
            if isinstance(one, Seed):
                self._chance = entropy(one.seed)
                continue
            failed = self._act(one) if isinstance(one, Act) else expected(one, self._now)
            if failed is None:
                self._passed += 1
            else:
                self._failures.append(Failure(one.line, failed))
            self._conserved(one.line)
        return Report(self._passed, tuple(self._failures), self._now.state)

    def _act(self, act: Act) -> str | None:
        """Make the move; None if what was to happen happened."""
        state = self._now.state
        seat = act.seat if act.seat is not None else state.seated[0]
        said = f"{'any' if act.seat is None else seat_letter(seat)}: {move_text(act.move)}"
        try:
            if act.version is not None and act.version != state.version:
                raise Refused("stale")
            after, events = step(state, seat, act.move, self._chance)
        except Refused as refused:
            if not act.refused:
                return f"expected {said} accepted, got refused because {refused.code}: {refused.sentence}"
            if act.code is not None and act.code != refused.code:
                return f"expected {said} refused because {act.code}, got refused because {refused.code}"
            return None
        if act.refused:
            return f"expected {said} refused, got accepted"
        if any(isinstance(event, Dealt) for event in events):
            self._cards = Counter(DECKS[state.options.deck].cards)
        self._now = Moment(after, events)
        return None

    def _conserved(self, line: int) -> None:
        found = _counted(self._now.state)
        if found != self._cards:
            lost, doubled = self._cards - found, found - self._cards
            text = f"expected the same cards as before, got {ordered(lost)} lost, {ordered(doubled)} doubled"
            self._failures.append(Failure(line, text))
            self._cards = found


def _counted(state: State) -> Counter[Card]:
    return Counter([*state.draw_pile, *state.discard, *(card for hand in state.hands for card in hand)])


def expected(expectation: Expectation, now: Moment) -> str | None:
    """None if it holds; otherwise what was expected and what was found."""
    found = [(fact, fact.read(now)) for fact in expectation.facts]
    wrong = [(fact, got) for fact, got in found if got != fact.wanted]
    if expectation.negated:
        if wrong:
            return None
        held = ", ".join([_said(fact, got) for fact, got in found])
        return f"expected not {held}, got {held}"
    if not wrong:
        return None
    wanted = ", ".join([_said(fact, fact.wanted) for fact, _ in wrong])
    return f"expected {wanted}, got {', '.join([_said(fact, got) for fact, got in wrong])}"


def _said(fact: Fact, value: str) -> str:
    separator = "=" if fact.label.split()[0] in ("count", "uno", "scores", "rank") else " "
    return f"{fact.label}{separator}{value}"
