"""The rule sets a table can start from (RULES §3): the four seeds and Mattel's own sheet."""

from __future__ import annotations

from typing import Final

from engine.options import Options

PRESETS: Final = {
    "classic": Options(),
    "all_wild": Options(
        rules="all_wild",
        deck="allwild112",
        first_card="ignore_action",
        wild4_legality="none",
        challenge=False,
        uno_penalty=2,
        target_score=None,
    ),
    "official": Options(rules="official", first_reverse="dealer", wild4_legality="enforced", challenge=False, uno_penalty=2),
    "stacking": Options(
        rules="stacking",
        first_reverse="dealer",
        first_draw2="pending",
        draw_policy="must_if_no_match",
        drawn_card="must_play_if_match",
        stacking="same_kind",
        wild4_legality="enforced",
        challenge=False,
        uno_penalty=2,
        play_on_until_one_left=True,
    ),
    "mattel": Options(rules="mattel", first_reverse="dealer", uno_penalty=2),
}
"""Every rule set by name, the default first."""
