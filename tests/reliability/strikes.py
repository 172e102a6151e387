"""The parts that hurt a real server: killed in the middle of games, and attacked while honest people play."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

from tests.attack.attacks import ATTACKS
from tests.attack.siege import GONE, GROWTH, LATE, Figures, Siege
from tests.kills.havoc import Havoc
from tests.reliability.part import Outcome, Say, Wish, many
from tests.reliability.record import Row, nothing

TABLES: Final = 4
"""Of two people each: all of them are real `ssh` processes."""
A_WORD_EVERY: Final = 10


def kills(wish: Wish, say: Say) -> Outcome:
    """Kill a server at random instants."""
    lost, fault = 0, ""
    with tempfile.TemporaryDirectory() as folder:
        havoc = Havoc(Path(folder), TABLES, wish.seed)
        try:
            for number in range(1, int(wish.size) + 1):
                havoc.strike()
                if number % A_WORD_EVERY == 0:
                    say(f"{number} kills, {havoc.count.views} views looked up")
        except AssertionError as error:
            lost, fault = 1, str(error)[:500]
        finally:
            havoc.close()
    count = havoc.count
    rows = [
        Row("kills", count.kills, most=int(wish.size), at_least=True),
        nothing("kills after which something told was lost, or somebody could not come back", lost),
        Row("views of a game that somebody had been shown, all found in the journal", count.views),
        Row("plays that had been acknowledged, all found in the journal", count.plays),
        Row("slowest return of everybody to their cards, from the start of the new server", count.slowest, "s"),
    ]
    return Outcome(f"{many(wish, 'kill')}, {2 * TABLES} people at {TABLES} tables", rows, [fault] if fault else [])


def attacks(wish: Wish, say: Say) -> Outcome:
    """Every attack there is, each for `size` times its usual length."""
    found: list[Figures] = []
    with closing(Field(wish)) as field:
        for name in ATTACKS:
            found.append(field.attacked(name))
            say(f"{name}: p99 {found[-1].under[1]:.0f} ms, {'; '.join(found[-1].verdict()) or 'held'}")
    latencies = [one.under[1] for one in found]
    rows = [
        Row("attacks", len(found)),
        nothing("attacks that won something, cut somebody off, or left an odd byte on a screen or line in the log",
                sum(bool(one.faults) for one in found)),
        Row("key → frame of the honest people, worst p99 of all attacks", max(latencies), "ms", LATE),
        Row("attacks under which that was above the bar", sum(value >= LATE for value in latencies)),
        Row("key → frame in calm, worst p99 before any attack", max(one.calm[1] for one in found), "ms"),
        Row("the server's own work between key and frame, worst p99", max(one.work for one in found), "ms"),
        Row("most that the server grew under an attack", max(one.growth for one in found), "MiB", GROWTH),
        Row("longest until connections, tasks and files were as before", max(one.gone for one in found), "s", GONE),
        Row("most that others held the cores during an attack", 100 * max(one.waited for one in found), "% of the time"),
    ]  # fmt: skip
    lines = [_line(one) for one in found]
    notes = [f"{one.name}: {fault}" for one in found for fault in one.faults]
    size = f"{len(found)} attacks, {wish.size:g} times their usual length, 20 honest people at 2 tables"
    size += f", {wish.workers} workers" if wish.workers else ""
    return Outcome(size, rows, notes, HEADS, lines)


HEADS: Final = (
    "attack", "what was done", "honest keys", "calm p99, ms", "under it p99, ms", "server's own work, ms", "grew, MiB",
    "as before, s", "others held the cores, %",
)  # fmt: skip


def _line(one: Figures) -> list[str | float | None]:
    most = sorted(one.counts.items(), key=lambda pair: -pair[1])[:3]
    counts = ", ".join(f"{count} {what}" for what, count in most)
    name = f"**{one.name}**" if one.verdict() else one.name
    figures = (one.keys, one.calm[1], one.under[1], one.work, one.growth, one.gone, 100 * one.waited)
    return [name, counts or one.aim, *(round(value, 1) for value in figures)]


class Field:
    """A server under siege; a new one as soon as an attack has left a mark on the last."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._siege: Siege | None = None

    def attacked(self, name: str) -> Figures:
        """What the attack did; where others held the cores so that a key came late, what it did the last time."""
        if self._siege is None:
            self._siege = Siege(self._wish.seed, self._wish.workers).__enter__()
        figures = self._siege.undisturbed(name, self._wish.size)
        if figures.faults:
            self.close()
        return figures

    def close(self) -> None:
        """End its server, and everybody there."""
        if self._siege is not None:
            self._siege.__exit__()
            self._siege = None
