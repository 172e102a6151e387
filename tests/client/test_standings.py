"""What the pages between rounds say of a match must be what the engine then does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.play.points import next_dealer
from engine.observe import observe
from engine.options import Options
from engine.rules import dealing
from engine.rules.presets import PRESETS
from engine.view import SPECTATOR, Phase
from tests.engine.playing import walk

KNOCK_OUT = replace(PRESETS["classic"], score_mode="challenge_uno", target_score=200)


@pytest.mark.parametrize(
    "options", [KNOCK_OUT, PRESETS["classic"], PRESETS["stacking"]], ids=["knock_out", "classic", "play_on"]
)
def test_the_dealer_named_between_rounds_is_the_one_who_deals(options: Options) -> None:
    named, dealt, gone = [], [], 0
    for seed in range(4):
        for step in walk(options, 5, seed):
            if step.after.phase is Phase.ROUND_OVER:
                named.append(next_dealer(observe(step.after, SPECTATOR)))
                dealt.append(dealing.next_dealer(step.after))
                gone += len(step.after.eliminated)
    assert named == dealt
    assert named
    assert (gone > 0) == (options is KNOCK_OUT)
