"""Every rule set, played over real ssh by what is drawn: a hand each, side by side, from the form to the goodbye."""

from __future__ import annotations

import pytest

from client.rulebook.sets import offered
from tests.e2e.form import RULE_SETS
from tests.e2e.house import House
from tests.e2e.player import GAME_PATIENCE
from tests.e2e.sitting import ONE_ROUND, Sitting, faults

TABLES = (("classic", 4, 3), ("all_wild", 2, 1), ("official", 3, 2), ("stacking", 3, 2), ("mattel", 10, 8))
"""Rule set, seats, and how many of them are people: the more there are, the less time goes by while bots think."""

PATIENCE = 2 * GAME_PATIENCE


@pytest.mark.timeout(PATIENCE + 60)
def test_a_match_of_every_rule_set_is_played_to_its_end_with_bots(house: House) -> None:
    assert {rules for rules, _, _ in TABLES} == set(RULE_SETS) == set(offered())
    sittings = [Sitting(house, rules, seats, people, ONE_ROUND) for rules, seats, people in TABLES]
    for sitting in sittings:
        sitting.deal()

    def all_left() -> bool:
        left = [sitting.step() for sitting in sittings]
        return all(left)

    house.desk.until(all_left, PATIENCE, lambda: repr(sittings))
    outcomes = [sitting.outcome for sitting in sittings]
    assert all(one and one.rounds == 1 and one.keys for one in outcomes), outcomes
    assert faults(house.log) == []
