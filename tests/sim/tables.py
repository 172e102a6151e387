"""Which table each numbered game is played at: rule set, seats and a pair of house rules by its number, the rest by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.bots.chance import Chance
from engine.options import MAX_SEATS, MIN_SEATS, OPTIONS, Option, Options, problems
from engine.rules.presets import PRESETS

SHORT: Final = (30, 120)
LENGTHS: Final = (None, None, None, None, None, *SHORT)
"""Most matches are one round and the others short, so that many tables are seen; every 50th goes to 500."""
LONG: Final = 500
EXTREMES: Final[dict[str, tuple[int, ...]]] = {"hand_size": (1, 2, 3), "uno_penalty": (10,), "false_catch_penalty": (10,)}
"""Numbers that a table may have though no screen offers them."""
LEAVING: Final = (0, 0, 2, 2, 10, 40)
"""How many moves in a thousand are resignations."""
TEAM_SEATS: Final = 4
WON: Final = "winner_takes"
"""The way to score that also suits a single round."""
_HOUSE: Final = tuple(option for option in OPTIONS if option.house)
_PAIRS: Final[tuple[dict[str, Any], ...]] = tuple(
    one | other
    for one, other in combinations([{option.name: choice} for option in _HOUSE for choice in option.choices[1:]], 2)
    if len(one | other) == 2
)
_TRIES: Final = 20
"""After so many tables at which a pair cannot be played it is left out."""
_PLAIN: Final = tuple(option for option in OPTIONS if not option.house and option.name != "target_score")


class Table(NamedTuple):
    """One game to be played. `hoarding`: its players draw as long as they may, so it need not end (RULES A18)."""

    seed: int
    number: int
    options: Options
    seats: int
    hoarding: bool
    leaving: int
    """Resignations in a thousand moves."""


def table(seed: int, number: int, chance: Chance) -> Table:
    """The table of game `number`; of any 45 games in a row, one for each rule set at each number of seats.

    Every other five play one pair of house rules, each rule set where it can, the next such five the next pair.
    """
    preset = list(PRESETS.values())[number % len(PRESETS)]
    seats = MIN_SEATS + number // len(PRESETS) % (MAX_SEATS - MIN_SEATS + 1)
    five = number // len(PRESETS)
    pair = _PAIRS[five // 2 % len(_PAIRS)] if five % 2 else {}
    tries = 0
    while True:
        options = replace(preset, **_changes(chance, pair if tries < _TRIES else {}))
        tries += 1
        seated = TEAM_SEATS if options.teams_2v2 else seats
        if not problems(options, seated):
            return Table(seed, number, options, seated, chance.happens(2), chance.one_of(LEAVING))


def _changes(chance: Chance, pair: dict[str, Any]) -> dict[str, Any]:
    """Up to three house rules, and up to three other options; and this pair."""
    changes: dict[str, Any] = {}
    for some, most in ((_HOUSE, 4), (_PLAIN, 4)):
        for _ in range(chance.below(most)):
            option = chance.one_of(some)
            changes[option.name] = chance.one_of(_values(option))
    changes |= pair
    held_against = changes.get("score_mode", WON) != WON
    changes["target_score"] = LONG if chance.happens(2) else chance.one_of(SHORT if held_against else LENGTHS)
    return changes


def _values(option: Option) -> Sequence[object]:
    return (*option.choices, *EXTREMES.get(option.name, ()))
