"""The whole of one match at one moment, and `evolve`, which applies an event to it.

`State` is an immutable value. `evolve` knows no rules and draws nothing at random: whatever was decided stands in
the event, so `reduce(evolve, log, new_match(...))` is the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.columns import Cards, Columns, Pending, Shown
from engine.events import Event
from engine.options import Options
from engine.outcomes import write
from engine.view import Phase, Status, Uno

__all__ = ["Cards", "Pending", "Shown", "State", "evolve", "evolve_all", "new_match"]

_IN, _LEFT = Status.IN, Status.LEFT
_ROUND_OVER, _MATCH_OVER = Phase.ROUND_OVER, Phase.MATCH_OVER


class State(Columns):
    """One match: the facts of `Columns`, and what follows from them without any rule."""

    __slots__ = ()

    @property
    def top(self) -> Card:
        """The face-up card."""
        return self.discard[-1]

    @property
    def can_draw(self) -> bool:
        """Is there a card to draw, now or after a reshuffle?"""
        return bool(self.draw_pile) or len(self.discard) > 1

    @property
    def is_playing(self) -> bool:
        """Is a round going on?"""
        phase = self.phase
        return phase is not _ROUND_OVER and phase is not _MATCH_OVER

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that still play this round."""
        return tuple([seat for seat, status in enumerate(self.status) if status is _IN])

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that can still win the match: neither left nor eliminated."""
        gone = [seat for _, seat in self.eliminated]
        return tuple([seat for seat in self.seated if seat not in gone])

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that have not left the match."""
        return tuple([seat for seat, status in enumerate(self.status) if status is not _LEFT])

    def others(self, seat: int) -> tuple[int, ...]:
        """The seats in play besides this one."""
        return tuple([other for other, status in enumerate(self.status) if status is _IN and other != seat])

    def next_seat(self, seat: int) -> int:
        """The nearest seat in play in the direction of play; `seat` itself need not be in play, another must be."""
        status, step = self.status, self.direction
        count = len(status)
        seat = (seat + step) % count
        while status[seat] is not _IN:
            seat = (seat + step) % count
        return seat


def new_match(options: Options, seats: int) -> State:
    """The empty table every log starts from: version 0, nothing dealt."""
    hands: tuple[Cards, ...] = ((),) * seats
    return State(
        options, 0, 0, 0, 1, 0, Phase.ROUND_OVER, None, (), (), hands, (Uno.NONE,) * seats, (0,) * seats, (_IN,) * seats
    )


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises `ValueError` for an event whose cards were taken out for a viewer."""
    facts = [*state]
    write(facts, (event,))
    return tuple.__new__(State, facts)


def evolve_all(state: State, events: Sequence[Event]) -> State:
    """The state after all the events, in order: `reduce(evolve, events, state)`, sooner."""
    facts = [*state]
    write(facts, events)
    return tuple.__new__(State, facts)
