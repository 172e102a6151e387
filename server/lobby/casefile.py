"""A round of a finished match as a scenario file (SCENARIOS.md): the position after the deal, every move, how it ended.

A log has what moves led to and not the moves; each is found again by asking the engine which move leads to just that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from client.text import later
from engine.events import ColorChosen, Dealt, Drew, Event, Played, TargetChosen, Why
from engine.game import step
from engine.moves import Draw, Move, NextRound, Play
from engine.notation import move_text, seat_letter
from engine.refusal import Refused
from engine.rules.permission import legal
from engine.scenario import format_position
from engine.seal import Sealed, Secret
from engine.shuffle import Entropy
from engine.state import State
from engine.view import Phase
from server.lobby.replay import Replay

CHANGED: Final = later("no move leads to what happened after version {version}: the rules have changed since.")


class NoCase(Exception):
    """There is no such round, or it cannot be written as a case; the template is a sentence."""

    def __init__(self, template: str, **facts: object) -> None:
        self.template, self.facts = template, facts
        super().__init__(template.format_map(facts))


def case_lines(replay: Replay, number: int) -> Iterator[str]:
    """The round of this number, from 0, some lines at a time. Raises `NoCase`, if the rules have changed only on the way."""
    if number >= len(replay.rounds):
        raise NoCase(later("the match has {count} rounds, and not {number}."), count=len(replay.rounds), number=number + 1)
    transcript = replay.transcript(number)
    if not transcript:
        raise NoCase(later("the seed of round {number} is not kept."), number=number + 1)
    record = json.loads(transcript)
    sealed = Sealed(
        record["match"], record["round"], Secret(bytes.fromhex(record["seed"])), Secret(bytes.fromhex(record["nonce"]))
    )
    key = sealed.key(record["cuts"])
    first = replay.rounds[number]
    position = format_position(replay.state(first), int.from_bytes(key.tell(), "big"))
    yield from _heading(replay, number)
    yield position
    yield from _acts(replay, number, Entropy(key.tell()))


def _heading(replay: Replay, number: int) -> Iterator[str]:
    match = replay.match
    day = datetime.fromtimestamp(match.started, UTC).strftime("%Y-%m-%d")
    yield f"# Round {number + 1} of the match {match.id}, {day}."
    yield "# " + ", ".join([f"{seat_letter(seat)}: {player.name}" for seat, player in enumerate(match.players)])


def _acts(replay: Replay, number: int, chance: Entropy) -> Iterator[str]:
    first = replay.rounds[number]
    end = replay.rounds[number + 1] if number + 1 < len(replay.rounds) else len(replay)
    for position in range(first + 1, end):
        seat, move = found(replay.state(position - 1), replay.moves[position], chance)
        yield f"{seat_letter(seat)}: {move_text(move)}"
    last = replay.state(end - 1)
    if last.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        yield f"expect over {'match' if last.phase is Phase.MATCH_OVER else 'round'}"
        yield "expect scores " + " ".join([f"{seat_letter(seat)}={score}" for seat, score in enumerate(last.scores)])


def found(state: State, events: tuple[Event, ...], chance: Entropy) -> tuple[int, Move]:
    """The seat and its move that led to these events. Raises `NoCase` if none does: the rules have changed since."""
    for seat, move in _candidates(state, events):
        try:
            _, led_to = step(state, seat, move, chance)
        except Refused:
            continue
        if led_to == events:
            return seat, move
    raise NoCase(CHANGED, version=state.version)


def _candidates(state: State, events: tuple[Event, ...]) -> Iterator[tuple[int, Move]]:
    played = next((event for event in events if isinstance(event, Played)), None)
    if played is not None and not any(isinstance(event, Dealt) for event in events):
        if any(isinstance(event, Drew) and event.why is Why.TURN for event in events):
            yield played.seat, Draw()  # what he drew was played for him (`force_play`)
            return
        color = next((event.color for event in events if isinstance(event, ColorChosen)), None)
        target = next((event.target for event in events if isinstance(event, TargetChosen)), None)
        for uno in (False, True):
            for named in dict.fromkeys((None, color)):
                for aimed in dict.fromkeys((None, target)):
                    yield played.seat, Play(played.card, named, aimed, uno)
        return
    seats = len(state.hands)
    for seat in [*range(state.turn, seats), *range(state.turn)]:
        for move in legal(state, seat):
            if not isinstance(move, (Play, NextRound)):
                yield seat, move
