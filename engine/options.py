"""Every named option of RULES §3: its type, its default and which values go together.

A rule set is an `Options` value (`engine.rules.presets`); a table plays a rule set with some options replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table. Defaults are those of `classic`."""

    rules: str = "classic"
    """The rule set this started from."""
    deck: Literal["classic108", "allwild112"] = "classic108"
    hand_size: int = 7
    first_card: Literal["apply", "ignore_action"] = "apply"
    first_reverse: Literal["right_of_dealer", "dealer"] = "right_of_dealer"
    first_draw2: Literal["apply", "pending"] = "apply"
    draw_policy: Literal["may_always_draw", "must_if_no_match"] = "may_always_draw"
    drawn_card: Literal["play_or_keep", "must_play_if_match"] = "play_or_keep"
    stacking: Literal["none", "same_kind", "any_draw"] = "none"
    wild4_legality: Literal["none", "enforced", "bluff_allowed"] = "bluff_allowed"
    wild4_legality_when_stacking: Literal["waived", "applies"] = "waived"
    challenge: bool = True
    reverse_two_players: Literal["as_skip", "none"] = "as_skip"
    skip_two_two_players: Literal["once", "lose_two"] = "once"
    forced_swap: Literal["must", "may"] = "must"
    uno_penalty: int = 4
    uno_enforcement: Literal["catch", "automatic"] = "catch"
    false_catch_penalty: int = 0
    final_draw: bool = True
    play_on_until_one_left: bool = False
    first_out_scoring: Literal["at_out", "at_round_end"] = "at_out"
    target_score: int | None = 500
    """Points that end the match; None plays one round ("single hand")."""
    score_mode: Literal["winner_takes", "lowest_wins", "challenge_uno"] = "winner_takes"
    draw_to_match: bool = False
    force_play: bool = False
    seven_zero: bool = False
    jump_in: bool = False
    no_bluffing: bool = False
    teams_2v2: bool = False
