"""PARTS: every long test, in the order in which they are run, with what a reader is told of each."""

from __future__ import annotations

from typing import Final

from tests.reliability import told
from tests.reliability.audit import audit
from tests.reliability.churn import churn
from tests.reliability.fuzz import fuzz
from tests.reliability.games import house, rules
from tests.reliability.part import Outcome, Part, Say, Wish
from tests.reliability.strikes import attacks, kills
from tests.soak.run import Look, soak

LINES: Final = 20
"""Of the soak's samples, that are told."""
HEADS: Final = (
    "minute", "memory, MiB", "sessions", "tables", "files", "tasks", "loop late, ms ≤", "key → frame p50, ms", "p99, ms",
)  # fmt: skip


def _soak(wish: Wish, say: Say) -> Outcome:
    done = soak(60 * wish.size, wish.clients, wish.seed, say=say)
    counts = [
        f"{count} × {what}"
        for what, count in sorted(done.counts.items())
        if what.startswith(("refused", "a visit", "a scout", "were"))
    ]
    notes = [*done.notes, *(["Besides: " + ", ".join(counts) + "."] if counts else [])]
    size = f"{wish.size:g} minutes, {done.clients} clients, about {done.tables} tables"
    for screen in done.screens:
        say(f"a key had no effect here:\n{screen}")
    return Outcome(size, done.rows, notes, HEADS, _told(done.looks))


def _told(looks: list[Look]) -> list[list[str | float | None]]:
    step = max(1, -(-len(looks) // LINES))
    return [
        [
            round(look.at / 60, 2), round(look.memory, 1), look.sessions, look.tables, look.files, look.tasks, look.lag,
            None if look.p50 is None else round(look.p50, 1), None if look.p99 is None else round(look.p99, 1),
        ]
        for look in looks[step - 1 :: step]
    ]  # fmt: skip


PARTS: Final = (
    Part(
        "audit",
        "ssh-audit",
        told.AUDIT,
        "runs",
        1,
        1,
        audit,
    ),
    Part(
        "fuzz",
        "Parsers",
        told.FUZZ,
        "inputs for each parser",
        5_000,
        2_000_000,
        fuzz,
    ),
    Part(
        "rules",
        "Random games",
        told.RULES,
        "games",
        500,
        50_000,
        rules,
    ),
    Part(
        "house",
        "The whole house in virtual time",
        told.HOUSE,
        "games",
        100,
        20_000,
        house,
    ),
    Part(
        "kills",
        "kill -9 in the middle of games",
        told.KILLS,
        "kills",
        5,
        500,
        kills,
    ),
    Part(
        "attacks",
        "Attacks",
        told.ATTACKS,
        "times the usual length",
        1,
        4,
        attacks,
    ),
    Part(
        "churn",
        "Connections that come and go",
        told.CHURN,
        "connections",
        300,
        50_000,
        churn,
    ),
    Part(
        "soak",
        "Soak",
        told.SOAK,
        "minutes",
        0.5,
        30,
        _soak,
    ),
)
BY_NAME: Final = {part.name: part for part in PARTS}
