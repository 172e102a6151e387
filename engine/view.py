"""What one viewer may see. Types only: `observe` is the one place that fills them.

Nothing here can hold another seat's cards but `hands`, which is filled at the end of a round, and
`reveal`, which is filled for the winner or loser of a challenge alone (RULES §4, §9.2, §17.13).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import Card, Color
from engine.moves import Move

SPECTATOR: Final = -1
"""The viewer who sees what is public and nothing else."""
OPEN: Final = -2
"""The viewer of a finished round, who sees every hand (replays, the round-over screen)."""


class Phase(StrEnum):
    """RULES §6.1; the value is the word of SCENARIOS where it has one."""

    AWAIT_PLAY = "play"
    DRAWN_CARD = "drawn"
    CHOOSE_COLOR = "color"
    CHOOSE_TARGET = "target"
    RESPOND = "respond"
    ROUND_OVER = "round"
    MATCH_OVER = "match"


class Uno(StrEnum):
    """A seat's UNO mark (RULES §8)."""

    NONE = "none"
    ANNOUNCED = "announced"
    SAFE = "safe"
    OPEN = "open"


class Status(StrEnum):
    """A seat in the match: `out` while the others play on (RULES §10.2), or eliminated (RULES §10.8)."""

    IN = "in"
    OUT = "out"
    LEFT = "left"


class Reveal(NamedTuple):
    """The hand a challenger was shown."""

    seat: int
    cards: tuple[Card, ...]


class SeatView(NamedTuple):
    """One seat's public part, gathered from the columns of a `PlayerView`."""

    seat: int
    cards: int
    uno: Uno
    score: int
    status: Status
    is_turn: bool
    is_dealer: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A table's game through one viewer's eyes. Columns (`counts`, `uno`, …) have one entry a seat."""

    viewer: int
    """A seat, or SPECTATOR, or OPEN."""
    round: int
    """From 1."""
    dealer: int
    direction: int
    """+1 clockwise, -1 counter-clockwise."""
    phase: Phase
    turn: int
    """The seat that must act; in ROUND_OVER and MATCH_OVER the seat that acted last."""
    top: Card
    """The face-up card."""
    color: Color | None
    """The colour to match; None in All Wild and while an opening Wild is unnamed."""
    pending: int
    """Cards that whoever has to answer would draw; 0 if nothing is pending."""
    source: int | None
    """Who played the card that is being answered."""
    counts: tuple[int, ...]
    uno: tuple[Uno, ...]
    scores: tuple[int, ...]
    status: tuple[Status, ...]
    draw_count: int
    discard_count: int
    out_order: tuple[int, ...]
    left_order: tuple[int, ...]
    ranks: tuple[int, ...] | None
    """1 is first, ties share a rank; filled when the match is over."""
    gains: tuple[int, ...] | None
    """Points each seat won in the round just ended; filled when a round is over."""
    hands: tuple[tuple[Card, ...], ...] | None
    """Every hand, face up; filled when a round is over, or for OPEN."""
    hand: tuple[Card, ...]
    """The viewer's own cards in the order they came; empty for a viewer without a seat."""
    drawn: Card | None
    """The card just drawn, while it may be played, kept or drawn on from."""
    reveal: Reveal | None
    legal: tuple[Move, ...]
    """Every move the viewer's seat may make now, riders of `Play` left off."""

    def seat(self, seat: int) -> SeatView:
        """The public part of one seat."""
        return SeatView(
            seat,
            self.counts[seat],
            self.uno[seat],
            self.scores[seat],
            self.status[seat],
            self.is_playing and self.turn == seat,
            self.dealer == seat,
        )

    @property
    def is_playing(self) -> bool:
        """Is a round going on?"""
        return self.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER)

    @property
    def seats(self) -> int:
        """The number of seats, left ones included."""
        return len(self.counts)
