"""`OpenHands`: the newest round of a match that is over, for spectators to look through with every hand open, one round late.

A round is kept from its deal on and shown to nobody before it has ended: of the running round nothing is here to be asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from client.protocol import Chair, ReplayView
from engine.events import Dealt, Event
from engine.observe import observe, observe_event
from engine.options import Options
from engine.state import State, evolve_all
from engine.view import OPEN
from server.lobby.outbox import Outbox


class OpenRound:
    """A round that is over. Position 0 is its deal."""

    def __init__(
        self,
        code: str,
        options: Options,
        chairs: tuple[Chair, ...],
        start: State,
        moves: Sequence[tuple[Event, ...]],
        times: tuple[int, int],
        seal: str,
    ) -> None:
        """`start` is the match before the deal; `times` when the round was dealt and over, in seconds since the epoch, UTC."""
        self._code, self._options, self._chairs = code, options, chairs
        self._moves, self._times, self._seal = tuple(moves), times, seal
        self._states: list[State] = []
        for move in self._moves:
            start = evolve_all(start, move)
            self._states.append(start)

    def view(self, position: int) -> ReplayView:
        """A position, for the screens; one beyond the ends is the end."""
        position = max(0, min(position, len(self._moves) - 1))
        state = self._states[position]
        happened = tuple([observe_event(event, OPEN) for event in self._moves[position]])
        seals = ("",) * (state.round - 1) + (self._seal,)
        return ReplayView(
            self._code,
            self._options,
            self._chairs,
            position,
            len(self._moves),
            (0,),
            observe(state, OPEN),
            happened,
            *self._times,
            seals=seals,
        )


class OpenHands:
    """Follows the match of one table."""

    def __init__(self) -> None:
        self.last: OpenRound | None = None
        """The newest round of this match that is over, once its end is kept for good."""
        self._ended: OpenRound | None = None
        self._start: State | None = None
        self._moves: list[tuple[Event, ...]] = []
        self._dealt = 0

    def begin(self) -> None:
        """Another match: what was before it is not this table's any more."""
        self.last, self._ended, self._start, self._moves = None, None, None, []

    def note(self, before: State, events: tuple[Event, ...], now: int) -> None:
        """A move was made at `before`."""
        if any(isinstance(event, Dealt) for event in events):
            self._start, self._moves, self._dealt = before, [], now
        self._moves.append(events)

    def end(self, code: str, options: Options, chairs: tuple[Chair, ...], now: int, seal: str) -> None:
        """The round is over, and may be looked through after `publish`. One whose deal is not known here may not."""
        if self._start is not None:
            self._ended = OpenRound(code, options, chairs, self._start, self._moves, (self._dealt, now), seal)
            self._start, self._moves = None, []

    def publish(self, outbox: Outbox) -> None:
        """Let the round be seen once its end is kept for good: before, a crash could undo that, and it would run again."""
        if self._ended is not None and self._ended is not self.last:
            outbox.then(partial(self._show, self._ended))

    def _show(self, ended: OpenRound) -> None:
        if ended is self._ended:
            self.last = ended
