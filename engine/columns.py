"""The columns of a match's state: one fact each, and in most of them one entry a seat (RULES §4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cards import Card, Color
from engine.options import MAX_SEATS, Options
from engine.view import Phase, Status, Uno

Cards = tuple[Card, ...]
NO_MARKS: Final = [(Uno.NONE,) * seats for seats in range(MAX_SEATS + 1)]
"""By the number of seats: a column of UNO marks without any. Whole columns are compared much sooner than searched."""
ALL_IN: Final = [(Status.IN,) * seats for seats in range(MAX_SEATS + 1)]
"""Likewise: the status of every seat while nobody is out or has left."""


class Pending(NamedTuple):
    """Cards that are due but not drawn. The draw card itself is the top of the discard pile."""

    amount: int
    source: int | None
    """Who played the last draw card; None: the deal turned it up."""
    lawful: bool
    """Was a Wild Draw Four within the rules when it was played? Nobody outside the engine may learn this."""
    snapshot: Cards
    """The source's hand as it was when the card left it (RULES §9.1)."""


class Shown(NamedTuple):
    """A hand that one seat was shown after a challenge (RULES §9.2)."""

    to: int
    seat: int
    cards: Cards


class Columns(NamedTuple):
    """One match (RULES §4). Columns have one entry a seat."""

    options: Options
    version: int
    """Number of events so far."""
    round: int
    """From 1; 0 before the first deal."""
    dealer: int
    direction: int
    """+1 clockwise, -1 counter-clockwise."""
    turn: int
    """The one seat that must act; when a round is over, the one that acted last."""
    phase: Phase
    color: Color | None
    """The colour to match. While a wild waits for its colour: the one before it (None: an opening Wild)."""
    draw_pile: Cards
    """Next card first."""
    discard: Cards
    """Top last."""
    hands: tuple[Cards, ...]
    """In the order the cards came."""
    uno: tuple[Uno, ...]
    scores: tuple[int, ...]
    status: tuple[Status, ...]
    drawn: Card | None = None
    """The card just drawn, while it may be played or kept."""
    pending: Pending | None = None
    left_in_hand: Cards = ()
    """What the last player of a card had left at that moment."""
    shown: Shown | None = None
    passes: int = 0
    """Passes in a row."""
    reshuffles: int = 0
    """Reshuffles in this round: each has its own label of chance."""
    owed: tuple[int, ...] = ()
    """Seats that lose the next turn they would start."""
    out_order: tuple[int, ...] = ()
    left_order: tuple[int, ...] = ()
    eliminated: tuple[tuple[int, int], ...] = ()
    """Round and seat of whoever was eliminated (RULES §10.8), in order."""
    locked: int | None = None
    """Points of the first one out, fixed before the round's end (RULES §10.3)."""
    gains: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None
    accused: tuple[int, ...] = ()
    """Seats that caught falsely in this turn, in order: nobody may twice (CASES 1-40)."""
