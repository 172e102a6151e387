"""The tables of the lobby: where one can sit down or look on, which is best, and how each is told."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from client.protocol import Stage, TableLine
from client.text import Text, later


def is_open(line: TableLine) -> bool:
    """May one still sit down there?"""
    return line.stage is Stage.WAITING and line.seated < line.seats


def is_watchable(line: TableLine) -> bool:
    """May one look on, and is there something to see?"""
    return line.spectators and line.stage is not Stage.BROKEN


def most_wanted(lines: Sequence[TableLine], besides: Collection[str] = ()) -> TableLine | None:
    """The open table where most people wait, of two like that the one that wants fewest more; not one of `besides`."""
    open_ = [line for line in lines if is_open(line) and line.code not in besides]
    return min(open_, key=lambda line: (line.bots - line.seated, line.seats - line.seated, line.opened), default=None)


def busiest(lines: Sequence[TableLine]) -> TableLine | None:
    """What is best to look on at: a table that is playing, with most people at and around it; of two like that the oldest."""
    seen = [line for line in lines if is_watchable(line)]
    return max(seen, key=lambda line: (line.stage is Stage.PLAYING, line.seated + line.watchers, -line.opened), default=None)


def stage_words(text: Text, line: TableLine) -> str:
    """`open`, `full`, `round 3` …"""
    match line.stage:
        case Stage.WAITING:
            return text(later("open", "a table")) if is_open(line) else text(later("full", "a table"))
        case Stage.PLAYING:
            return text("round {number}", number=line.round)
        case Stage.ROUND_OVER:
            return text("round {number} over", number=line.round)
        case Stage.MATCH_OVER:
            return text("finished")
        case Stage.BROKEN:
            return text("stopped")


def age_words(text: Text, seconds: float) -> str:
    """`new`, `5 min`, `3 h`, `2 d`."""
    minutes = int(max(0.0, seconds) // 60)
    if minutes < 1:
        return text(later("new", "a table"))
    if minutes < 100:
        return text("{count} min", count=minutes)
    return text("{count} h", count=minutes // 60) if minutes < 48 * 60 else text("{count} d", count=minutes // 1440)
