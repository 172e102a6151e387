"""The parts that play by themselves: random games of the engine, and games of the whole house in virtual time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from tests.house.game import play as play_house
from tests.house.kind import Kind
from tests.reliability.part import Outcome, Say, Wish, batches, many
from tests.reliability.record import Row, nothing
from tests.sim.game import play as play_round
from tests.sim.laws import Broken

BATCH: Final = 25
TOLD: Final = 5
"""Faults that are told with their game; more are counted."""
A_WORD_EVERY: Final = 40
HAPPENS: Final = {
    "turns": "turns of the loop, the laws checked after each",
    "moves": "moves",
    "messages": "messages to terminals",
    "MatchEnded": "matches played to their end",
    "crash": "crashes of the server, restarted from its disk",
    "disk": "disks that failed, filled up or became slow",
    "jump": "jumps of the wall clock",
}
"""What is told of what the house counts."""
Batch = tuple[Counter[str], list[str], int]
"""What was counted, the faults, and how many games had one."""


def _rounds(seed: int, numbers: range) -> Batch:
    counts, faults, broken = Counter[str](), list[str](), 0
    for number in numbers:
        try:
            counts += play_round(seed, number)
        except Broken as fault:
            broken += 1
            faults.append(str(fault).partition("\n")[0])
    return counts, faults, broken


def _houses(seed: int, numbers: range) -> Batch:
    counts, faults, broken = Counter[str](), list[str](), 0
    for number in numbers:
        try:
            counts += play_house(Kind(seed, number)).counts
        except Broken as fault:
            broken += 1
            faults.append(f"{str(fault).partition(chr(10))[0]} ({Kind(seed, number).command})")
    return counts, faults, broken


def _played(play: Callable[[int, range], Batch], wish: Wish, say: Say) -> Batch:
    counts, faults, broken = Counter[str](), list[str](), 0
    bunches = batches(int(wish.size), BATCH)
    with ProcessPoolExecutor(max_workers=wish.jobs) as pool:
        for done, (more, wrong, fell) in enumerate(pool.map(partial(play, wish.seed), bunches), 1):
            counts += more
            faults += wrong
            broken += fell
            if done % A_WORD_EVERY == 0 or done == len(bunches):
                say(f"{min(done * BATCH, int(wish.size))} games, {broken} with a fault")
    return counts, faults[:TOLD], broken


def rules(wish: Wish, say: Say) -> Outcome:
    """Random games of the engine."""
    counts, faults, broken = _played(_rounds, wish, say)
    rows = [
        nothing("games in which a law was broken", broken),
        Row("moves, the laws checked after each event", counts["moves"]),
        Row("rounds dealt", counts["rounds"]),
        Row("unlawful moves tried, and refused", counts["refused"]),
        Row("players who left in mid-game", counts["left"]),
    ]
    return Outcome(many(wish, "game"), rows, faults)


def house(wish: Wish, say: Say) -> Outcome:
    """Games of the whole house."""
    counts, faults, broken = _played(_houses, wish, say)
    rows = [nothing("games in which a law was broken", broken), *(Row(words, counts[name]) for name, words in HAPPENS.items())]
    return Outcome(many(wish, "game"), rows, faults)
