"""`Replay`: a finished match that can be looked at move by move, every hand open."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence

from client.protocol import SEAL_ID, ReplayView
from engine.events import Dealt, Event
from engine.observe import observe, observe_event
from engine.state import State, evolve_all, new_match
from engine.view import OPEN
from server.lobby.matches import Recording


class Replay:
    """A match, and the round of it that was looked at last, folded. Position 0 is the first deal."""

    def __init__(self, recording: Recording) -> None:
        """Raises `ValueError` for what is no whole match."""
        self.match, self.result = recording.finished.match, recording.finished.result
        self.moves, self._transcripts = recording.moves, recording.transcripts
        self.rounds = tuple([number for number, move in enumerate(self.moves) if any(isinstance(one, Dealt) for one in move)])
        """The positions at which the rounds were dealt."""
        if not self.rounds or self.rounds[0] != 0:
            raise ValueError(f"the match {self.match.name} does not begin with a deal")
        self._starts = [new_match(self.match.options, len(self.match.players))]
        """The states before the rounds, as far as they are known."""
        self.seals = tuple([json.loads(one)["seal"][:SEAL_ID] if one else "" for one in self._transcripts])
        """What `verify` takes, for each round; empty for one that is not kept."""
        self._round = -1
        self._states: Sequence[State] = ()
        """After each move of the round `_round`."""

    def __len__(self) -> int:
        return len(self.moves)

    def round_at(self, position: int) -> int:
        """Which round a position belongs to, from 0."""
        return bisect_right(self.rounds, position) - 1

    def state(self, position: int) -> State:
        """The match at a position."""
        number = self.round_at(position)
        if number != self._round:
            self._round, self._states = number, self._fold(number)
        return self._states[position - self.rounds[number]]

    def happened(self, position: int) -> tuple[Event, ...]:
        """What led there, as somebody may know it who sees every hand."""
        return tuple([observe_event(event, OPEN) for event in self.moves[position]])

    def view(self, position: int) -> ReplayView:
        """A position, for the screens; one beyond the ends is the end."""
        position = max(0, min(position, len(self) - 1))
        match, result = self.match, self.result
        return ReplayView(
            match.id,
            match.options,
            match.chairs,
            position,
            len(self),
            self.rounds,
            observe(self.state(position), OPEN),
            self.happened(position),
            match.started,
            result.ended,
            result.ratings,
            self.seals,
        )

    def transcript(self, number: int) -> str:
        """Of the round of this number, from 0; empty if it is not kept."""
        return self._transcripts[number] if number < len(self._transcripts) else ""

    def _fold(self, number: int) -> list[State]:
        while len(self._starts) <= number:
            self._starts.append(self._states_of(len(self._starts) - 1)[-1])
        return self._states_of(number)

    def _states_of(self, number: int) -> list[State]:
        end = self.rounds[number + 1] if number + 1 < len(self.rounds) else len(self)
        state, states = self._starts[number], []
        for move in self.moves[self.rounds[number] : end]:
            state = evolve_all(state, move)
            states.append(state)
        return states
