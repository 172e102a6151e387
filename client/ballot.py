"""`Ballot`: the vote of a table's people on taking somebody off it, as everybody there sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

VOTE_SECONDS: Final = 30
"""A vote that has not passed by then has failed."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """An open vote. All numbers but `needed` are chairs."""

    chair: int
    """Who is voted on."""
    by: int
    """Who called for it; -1 if he has gone."""
    voters: tuple[int, ...]
    """Who may vote: the people who are there and play themselves, without him."""
    yes: tuple[int, ...]
    no: tuple[int, ...]
    needed: int
    """So many votes take him off. Those of people who come from one network address count as one."""
