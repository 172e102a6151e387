"""How many sequences of moves lead on from a position, counted to a depth: any change of what is legal changes a number.

Counted is every accepted move of every seat, with calls, catches, jump-ins and resignations; a play counts once for
each outcome that its riders (colour, target, call) can give it. A number that changed means that somewhere within so
many moves something may be done that could not before, or may no longer be done, or leads to a position with other
moves. The failure names the numbers by the first move: make that move in the position, lower the depth by one, and go
on until a list of moves is short enough to read; or look at what `tests/golden/playthroughs` says of the same change.
If the rules say that the new number is right, it goes into the table, with the rule in the message of the commit.
"""

from __future__ import annotations

from typing import Final

import pytest

from engine.options import OPTIONS
from engine.rules.presets import PRESETS
from engine.scenario import parse_position
from engine.state import State
from tests.engine.perft import divide, perft, ways
from tests.engine.playthrough import Show, steps

DEALS: Final = {
    ("classic", 2, 1): (11, 57, 227, 852, 3047),
    ("classic", 3, 2): (4, 41, 298, 1621),
    ("classic", 4, 3): (12, 133, 1226),
    ("all_wild", 2, 1): (6, 21, 67, 208, 653),
    ("all_wild", 3, 2): (12, 89, 581),
    ("all_wild", 4, 3): (13, 126, 1102),
    ("official", 2, 1): (11, 57, 227, 852, 3047),
    ("official", 3, 2): (4, 31, 199, 1108),
    ("official", 4, 3): (12, 118, 1025),
    ("stacking", 2, 1): (4, 14, 47, 144, 414),
    ("stacking", 3, 2): (4, 29, 171, 814),
    ("stacking", 4, 3): (11, 99, 778),
    ("mattel", 2, 1): (11, 57, 227, 852, 3047),
    ("mattel", 3, 2): (4, 41, 298, 1621),
    ("mattel", 4, 3): (12, 133, 1226),
}
"""After a deal: rule set, seats, word of the dice; sequences of 1, 2, 3 … moves."""

POSITIONS: Final = {
    "turn": """
        seats 3
        hand A: R7 R+2 W+4
        hand B: B7 B0 B+2
        hand C: R7 W
        discard: R3
        draw: Y5 R6 rest
        turn A
    """,
    "one card": """
        seats 3
        hand A: R9 W
        hand B: R0 B7 W+4
        hand C: Y9
        discard: R9
        uno C=open
        turn A
    """,
    "drawn": """
        seats 3
        hand A: G4 Y1 R7
        hand B: B5 R7
        hand C: G5 G6
        discard: R3
        turn A
        phase drawn R7
    """,
    "drawn in vain": """
        seats 3
        hand A: G4 Y1
        hand B: B5 R7
        hand C: G5 G6
        discard: R3
        turn A
        phase drawn Y1
    """,
    "answer two": """
        seats 3
        hand A: R6 Y6
        hand B: B+2 W+4 R1
        hand C: G+2 G5
        discard: R+2
        turn B
        phase respond 2 from A
    """,
    "answer four": """
        seats 3
        hand A: R6 Y6
        hand B: W+4 B+2 Y3
        hand C: G+2 W+4
        discard: R5 W+4:blue
        turn B
        phase respond 4 from A was bluff
    """,
    "skip": """
        seats 3
        hand A: RS R4
        hand B: BS YS B1
        hand C: GS G2
        discard: R3
        turn A
    """,
    "answer skip": """
        seats 3
        hand A: R4 R5
        hand B: BS YS B1
        hand C: GS G2
        discard: RS
        turn B
        phase respond 0 from A
    """,
    "last card": """
        seats 3
        hand A: R9
        hand B: W+4 G1
        hand C: R8
        discard: R3
        turn A
    """,
    "partners": """
        seats 4
        hand A: R9 G1
        hand B: R8
        hand C: Y2 R2
        hand D: B6
        discard: R3
        turn A
    """,
    "all wild": """
        seats 3
        hand A: WX WT
        hand B: W WSS WR
        hand C: W
        discard: W+2
        turn A
    """,
    "aimed": """
        seats 3
        hand A: W W+4
        hand B: WX WS
        hand C: WSS
        discard: W WX
        turn A
        phase target
    """,
}

COUNTS: Final = {
    ("turn", "classic"): (11, 76, 734),
    ("turn", "official"): (6, 39, 355, 2763),
    ("turn", "stacking"): (5, 20, 122, 992),
    ("turn", "mattel"): (11, 76, 734),
    ("one card", "classic"): (20, 242, 1850),
    ("one card", "official"): (20, 207, 1339),
    ("one card", "stacking"): (19, 189, 1165),
    ("one card", "mattel"): (20, 242, 1850),
    ("drawn", "classic"): (5, 28, 116, 392, 1043),
    ("drawn", "official"): (5, 28, 116, 392, 1043),
    ("drawn", "stacking"): (4, 17, 53, 154, 352),
    ("drawn", "mattel"): (5, 28, 116, 392, 1043),
    ("answer two", "stacking"): (5, 26, 104, 470, 2002),
    ("answer four", "classic"): (5, 57, 363, 1910),
    ("answer four", "stacking"): (9, 112, 833),
    ("answer four", "mattel"): (5, 57, 363, 1910),
    ("answer two", "classic stacking=same_kind"): (5, 28, 120, 577, 2718),
    ("answer two", "classic stacking=any_draw"): (10, 77, 426, 2053),
    ("answer four", "classic stacking=same_kind"): (10, 127, 1063),
    ("answer four", "classic stacking=any_draw"): (11, 154, 1332),
    ("turn", "classic stacking=same_kind"): (11, 64, 444, 3464),
    ("turn", "classic stacking=any_draw"): (11, 68, 481, 3688),
    ("answer four", "classic stacking=same_kind wild4_legality_when_stacking=applies"): (10, 127, 1101),
    ("answer four", "official stacking=same_kind"): (9, 112, 837),
    ("answer four", "official stacking=same_kind wild4_legality_when_stacking=applies"): (4, 35, 199, 877),
    ("drawn in vain", "classic draw_to_match=true"): (6, 33, 137, 473, 1398),
    ("skip", "classic"): (9, 58, 264, 937),
    ("skip", "classic skip_answers_skip=true"): (9, 56, 258, 917),
    ("answer skip", "classic skip_answers_skip=true"): (6, 37, 173, 713),
    ("last card", "classic"): (5, 35, 177, 833),
    ("last card", "classic score_mode=lowest_wins target_score=40"): (5, 29, 161, 833),
    ("last card", "classic score_mode=challenge_uno target_score=40"): (5, 35, 165, 833),
    ("last card", "classic target_score=null"): (5, 29, 157, 833),
    ("last card", "stacking"): (4, 35, 161, 522, 1207),
    ("partners", "classic"): (8, 54, 323, 1585),
    ("partners", "classic teams_2v2=true"): (8, 54, 303, 1375),
    ("turn", "classic draw_to_match=true"): (11, 77, 692),
    ("turn", "classic force_play=true"): (11, 76, 758),
    ("one card", "classic force_play=true"): (20, 247, 1888),
    ("turn", "classic seven_zero=true"): (13, 101, 983),
    ("one card", "classic seven_zero=true"): (20, 268, 2440),
    ("drawn", "classic seven_zero=true"): (7, 39, 169, 626, 2139),
    ("turn", "classic jump_in=true"): (11, 79, 780),
    ("one card", "classic jump_in=true"): (20, 242, 1851),
    ("drawn", "classic jump_in=true"): (5, 28, 118, 409, 1144),
    ("turn", "classic no_bluffing=true"): (6, 39, 355, 2763),
    ("one card", "classic no_bluffing=true"): (20, 207, 1339),
    ("turn", "classic false_catch_penalty=2"): (17, 222, 2657),
    ("one card", "classic uno_enforcement=automatic"): (18, 192, 1306),
    ("all wild", "all_wild"): (16, 127, 785),
    ("all wild", "all_wild forced_swap=may"): (16, 133, 813),
    ("aimed", "all_wild"): (5, 50, 323, 1671),
    ("aimed", "all_wild forced_swap=may"): (6, 54, 384, 2197),
}
"""Position and rules; sequences of 1, 2, 3 … moves."""


def after_deal(rules: str, seats: int, word: int) -> State:
    return next(steps(Show(PRESETS[rules], seats, word))).state


def position(name: str, rules: str) -> State:
    return parse_position(f"rules {rules}\n{POSITIONS[name]}")


def assert_counts(state: State, counts: tuple[int, ...]) -> None:
    found = tuple(perft(state, depth) for depth in range(1, len(counts) + 1))
    if found != counts:
        depth = next(depth for depth, (a, b) in enumerate(zip(found, counts, strict=True), 1) if a != b)
        pytest.fail(f"counted {found}, not {counts}; to depth {depth}: {divide(state, depth)}")


@pytest.mark.parametrize(("rules", "seats", "word"), DEALS)
def test_the_ways_on_from_a_deal(rules: str, seats: int, word: int) -> None:
    assert_counts(after_deal(rules, seats, word), DEALS[rules, seats, word])


@pytest.mark.parametrize(("name", "rules"), COUNTS)
def test_the_ways_on_from_a_position(name: str, rules: str) -> None:
    assert_counts(position(name, rules), COUNTS[name, rules])


def test_every_rule_set_and_house_rule_is_counted() -> None:
    assert {rules for rules, _, _ in DEALS} == set(PRESETS) == {rules.split()[0] for _, rules in COUNTS}
    said = {word for _, rules in COUNTS for word in rules.split()}
    house = {f"{option.name}={choice}" for option in OPTIONS if option.house for choice in option.choices[1:]}
    assert {word.replace("=True", "=true") for word in house} <= said
    assert {name for name, _ in COUNTS} == set(POSITIONS)


def test_a_house_rule_changes_the_count_of_some_position() -> None:
    counts: dict[str, list[tuple[int, ...]]] = {}
    for (name, rules), row in COUNTS.items():
        preset, *house = rules.split(" ", 1)
        if house and (name, preset) in COUNTS:
            counts.setdefault(house[0], []).append(tuple(a - b for a, b in zip(row, COUNTS[name, preset], strict=False)))
    for house_rule, differences in counts.items():
        assert any(any(row) for row in differences), house_rule


def test_what_is_counted_is_each_outcome_once() -> None:
    state = parse_position("rules classic\nseats 2\nhand A: R7 W\nhand B: G1\ndiscard: R3\nuno B=open\nturn A")
    assert divide(state, 1) == dict.fromkeys(
        [
            "A: play R7",
            "A: play R7 uno",
            *("A: play W", "A: play W red", "A: play W yellow", "A: play W green", "A: play W blue"),
            *("A: play W uno", "A: play W red uno", "A: play W yellow uno", "A: play W green uno", "A: play W blue uno"),
            *("A: draw", "A: uno", "A: catch B", "A: resign", "B: uno", "B: resign"),
        ],
        1,
    )
    assert perft(state, 2) == sum(divide(state, 2).values()) == sum(perft(after, 1) for _, _, after in ways(state))
