"""Teams of two, partners opposite each other: they win and rank together (RULES §12 `teams_2v2`)."""

from __future__ import annotations

from engine.options import Options


def allies(options: Options, seat: int) -> tuple[int, ...]:
    """The seats that win with this one, itself included."""
    return (seat, (seat + 2) % 4) if options.teams_2v2 else (seat,)
