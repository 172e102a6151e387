"""What the player of these tests presses where a rule set asks something, read from the real screens, drawn headless."""

from __future__ import annotations

import pytest

from client.protocol import TableView
from engine.moves import Play
from tests.client import tables
from tests.client.scenes import SCENES
from tests.client.stage import stage
from tests.e2e import look
from tests.e2e.player import next_keys


@pytest.mark.parametrize(
    ("scene", "keys"),
    [
        ("answer", ["x", "enter"]),
        ("stack", ["2", "enter"]),
        ("nothing_to_stack", ["a", "enter"]),
        ("both_answers", ["4", "enter", "enter"]),
        ("jump", ["j", "enter"]),
        ("catch", ["c"]),
        ("draw_again", ["d", "enter"]),
        ("automatic", ["u"]),
        ("round", ["enter"]),
        ("placed", []),
        ("match", []),
    ],
)
async def test_the_player_presses_what_the_screen_asks_for(scene: str, keys: list[str]) -> None:
    pressed: list[str] = []
    async with stage(SCENES[scene]()) as on:
        while len(pressed) < max(1, len(keys)) and (now := next_keys(on.lines)):
            pressed += now
            await on.press(*now)
    assert pressed == keys


@pytest.mark.parametrize("hand", ["WX WX WX", "WT WT WT"])
async def test_a_card_is_aimed_at_whoever_holds_the_fewest(hand: str) -> None:
    async with stage(tables.all_wild(hand=hand)) as on:
        await on.press(*next_keys(on.lines))
        assert [(aim.name, aim.cards) for aim in look.aims(on.lines)] == [("Bo", 7), ("Cyril", 1), ("Dmitri", 12)]
        for _ in range(2):
            await on.press(*next_keys(on.lines))
        assert [move.target for move in on.wire.bodies if isinstance(move, Play)] == [2]


async def test_a_card_that_fits_out_of_sight_is_found() -> None:
    hand = " ".join(["G1"] * 6 + ["Y1"] * 7 + ["W"])
    view = tables.table(tables.game(hand))
    async with stage(view) as on:
        await on.press("home")
        assert next_keys(on.lines) == ("tab",)
        await on.press("tab")
        assert next_keys(on.lines) == ("enter",)


@pytest.mark.parametrize(
    ("view", "first", "last"),
    [
        (SCENES["match"](), ("Ada", 520), ("Dmitri", 40)),
        (SCENES["team_match"](), ("Ada", 520), ("Dmitri", 300)),
        (SCENES["rated_match"](), ("Ada", 520), ("Dmitri", 40)),
    ],
)
async def test_the_final_ranking_is_read_whole(view: TableView, first: tuple[str, int], last: tuple[str, int]) -> None:
    async with stage(view) as on:
        places = look.ranking(on.lines)
    assert len(places) == len(view.chairs)
    assert places[0][1:] == first
    assert places[-1][1:] == last
