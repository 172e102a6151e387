"""Ratings as views tell them: what a match changed, and who is first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match did to the rating of who sat on a chair. `games`: rated matches so far, this one included."""

    chair: int
    before: int
    after: int
    games: int


PROVISIONAL: Final = 5
"""Rated matches from which on a rating counts as settled; before, it is shown with a question mark."""


@dataclass(frozen=True, slots=True)
class TopLine:
    """A place of a leaderboard; equals share one. 0: not placed yet, with less than PROVISIONAL matches."""

    place: int
    name: str
    rating: int
    games: int


@dataclass(frozen=True, slots=True)
class TopView:
    """A rule set's leaderboard: the first of those who are placed, and the newcomers behind them."""

    rules: str
    lines: tuple[TopLine, ...]
    you: TopLine | None
    """The viewer's own line, even if it is too far down to be listed; None if no match of his counted."""
