"""Every rule set and every house rule, played by keys on the real lobby: opened with the form, ended by the last card."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from client.protocol import Stage
from client.tui.app import UnoApp
from client.tui.theme import Depth, Look
from engine.options import Value
from engine.rules.presets import PRESETS
from server.lobby.lobby import Lobby
from tests.client.hands_on import FAIR, Guest, Player
from tests.client.render import screen_text
from tests.clock import Seeds, VirtualClock


async def played(
    rules: str,
    seats: int,
    changes: Mapping[str, Value] | None = None,
    *,
    seed: int = 3,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    rounds: int = 1,
) -> Player:
    """A round (or more) played; nothing that the screen offered was refused."""
    clock = VirtualClock()
    guest = Guest(Lobby(clock, Seeds(seed)), "Ada")
    guest.pump()
    app = UnoApp(guest.link, look or Look(), now=clock.now, wall=clock.wall)
    async with app.run_test(size=size) as pilot:
        guest.pump()
        await pilot.pause()
        player = Player(app, guest, clock, seed)
        await player.sit_down(rules, seats, changes or {})
        table = guest.link.table
        assert table is not None
        assert (table.stage, len(table.chairs)) == (Stage.PLAYING, seats)
        await player.play(rounds)
        assert [code for code in guest.refused if code not in FAIR] == []
        if look is not None and not look.unicode:
            assert screen_text(app).isascii()
        return player


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("name", PRESETS)
async def test_a_round_of_every_rule_set_is_played_by_keys(name: str, seats: int) -> None:
    player = await played(name, seats)
    table = player.guest.link.table
    assert table is not None
    assert table.options == PRESETS[name]
    assert table.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER)


HOUSE: dict[str, tuple[str, int, dict[str, Value], dict[str, Value]]] = {
    # name: rule set, seats, what is chosen in the form, what the options then are
    "stacking": ("classic", 4, {"Stacking": "same_kind"}, {"stacking": "same_kind"}),
    "any draw": ("classic", 4, {"Stacking": "any_draw"}, {"stacking": "any_draw"}),
    "no stacking": ("stacking", 3, {"Stacking": "none"}, {"stacking": "none", "first_draw2": "apply"}),
    "seven zero": ("classic", 4, {"Seven and zero": True}, {"seven_zero": True}),
    "jump in": ("classic", 4, {"Jumping in": True}, {"jump_in": True}),
    "skip on skip": ("classic", 4, {"Skip on Skip": True}, {"skip_answers_skip": True}),
    "skip on skip, all wild": ("all_wild", 3, {"Skip on Skip": True}, {"skip_answers_skip": True}),
    "draw to match": ("classic", 4, {"Draw on": True}, {"draw_to_match": True}),
    "forced play": ("classic", 4, {"Forced play": True}, {"force_play": True}),
    "both": ("classic", 3, {"Draw on": True, "Forced play": True}, {"draw_to_match": True, "force_play": True}),
    "forced, all wild": ("all_wild", 4, {"Forced play": True}, {"force_play": True}),
    "no bluffing": ("classic", 4, {"Wild Draw Four": "honest"}, {"no_bluffing": True}),
    "bluffing": ("official", 3, {"Wild Draw Four": "bluff"}, {"wild4_legality": "bluff_allowed", "challenge": True}),
    "stack a bluff": ("classic", 3, {"Stacking": "same_kind", "Stacked +4": "applies"}, {"stacking": "same_kind"}),
    "teams": ("classic", 4, {"Teams of two": True}, {"teams_2v2": True}),
    "teams, all wild": ("all_wild", 4, {"Teams of two": True}, {"teams_2v2": True}),
    "fewest points": ("classic", 4, {"Points": "lowest_wins"}, {"score_mode": "lowest_wins"}),
    "knock-out": ("classic", 4, {"Match to": 200, "Points": "challenge_uno"}, {"score_mode": "challenge_uno"}),
    "may decline": ("all_wild", 4, {"Forced Swap": "may"}, {"forced_swap": "may"}),
    "may decline, two": ("all_wild", 2, {"Forced Swap": "may"}, {"forced_swap": "may"}),
    "lose two": ("all_wild", 2, {"Skip Two, duel": "lose_two"}, {"skip_two_two_players": "lose_two"}),
    "automatic": ("classic", 4, {"Their strength": "easy", "UNO is minded": "automatic"}, {"uno_enforcement": "automatic"}),
    "false catch": ("classic", 4, {"False catch": 2}, {"false_catch_penalty": 2}),
    "play on": ("classic", 5, {"Play on": True}, {"play_on_until_one_left": True}),
    "play on, all wild": ("all_wild", 4, {"Play on": True}, {"play_on_until_one_left": True}),
    "no final draw": ("classic", 2, {"Last draw card": False}, {"final_draw": False}),
    "everything": (
        "classic",
        4,
        {
            "Stacking": "any_draw",
            "Seven and zero": True,
            "Jumping in": True,
            "Draw on": True,
            "Forced play": True,
            "Play on": True,
        },
        {"seven_zero": True, "jump_in": True, "play_on_until_one_left": True},
    ),
}


@pytest.mark.parametrize("name", HOUSE)
async def test_a_round_with_every_house_rule_is_played_by_keys(name: str) -> None:
    rules, seats, chosen, options = HOUSE[name]
    player = await played(rules, seats, chosen)
    table = player.guest.link.table
    assert table is not None
    for option, value in options.items():
        assert getattr(table.options, option) == value
    assert table.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER)
    assert player.guest.seen["RoundEnded"] == 1


@pytest.mark.parametrize(
    ("name", "event", "rounds"),
    [
        ("stacking", "Threatened", 1),
        ("seven zero", "Swapped", 2),
        ("seven zero", "Rotated", 2),
        ("may decline", "TargetChosen", 2),
        ("lose two", "Repaid", 6),
        ("play on", "ScoreLocked", 1),
        ("play on", "WentOut", 1),
        ("false catch", "FalselyCaught", 9),
        ("automatic", "Caught", 9),
        ("knock-out", "Eliminated", 9),
        ("bluffing", "Challenged", 9),
        ("bluffing", "Covered", 9),
    ],
)
async def test_what_a_house_rule_is_about_happens_before_the_players_eyes(name: str, event: str, rounds: int) -> None:
    rules, seats, chosen, _ = HOUSE[name]
    player = await played(rules, seats, {**chosen, "Match to": chosen.get("Match to", 500)}, rounds=rounds)
    assert player.guest.seen[event]


@pytest.mark.parametrize(("name", "size"), [("everything", (40, 12)), ("jump in", (60, 16)), ("may decline", (40, 12))])
async def test_the_smallest_plain_screens_play_house_rules_too(name: str, size: tuple[int, int]) -> None:
    rules, seats, chosen, _ = HOUSE[name]
    await played(rules, seats, chosen, size=size, look=Look(Depth.MONO, unicode=False))
