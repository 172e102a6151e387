"""Who plays with whom where there are teams of two: partners sit opposite each other (RULES §12)."""

from __future__ import annotations

from client.text import Text
from engine.options import Options


def partner(options: Options, seat: int) -> int | None:
    """The seat opposite; None without teams or for nobody's seat."""
    return (seat + 2) % 4 if options.teams_2v2 and seat >= 0 else None


def side(options: Options, seat: int) -> tuple[int, ...]:
    """The seats that win together with this one, the seat itself first."""
    other = partner(options, seat)
    return (seat,) if other is None else (seat, other)


def team_name(text: Text, seat: int) -> str:
    """`team A`, for whoever only looks on."""
    return text("team A") if seat % 2 == 0 else text("team B")
