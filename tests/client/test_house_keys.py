"""What keys do under house rules: stacking, jumping in, swaps, teams, automatic UNO, places while others play on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.play.hints import hint
from client.protocol import Refusal, Reply, TableView
from client.text import Text
from client.tui.screens.table.pickers import SeatPicker
from engine.cards import Color, card
from engine.moves import Accept, Catch, ChooseColor, ChooseTarget, Decline, Draw, Keep, Play, SayUno
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import Phase, Status, Uno
from tests.client import tables
from tests.client.stage import stage


async def test_a_card_is_stacked_with_enter_once_it_is_selected() -> None:
    async with stage(tables.stackable()) as s:
        assert s.status == "Your turn: Tab finds a card to stack, a draws 4."
        await s.press("enter")
        assert s.wire.bodies == []
        assert s.status == "On this you may stack only Draw Two, or a takes the cards."
        await s.press("tab")
        assert s.status == "Your turn: Enter stacks yellow Draw Two. Bo faces 6 cards."
        assert s.footer.startswith("Enter stack")
        await s.press("enter")
        assert s.wire.bodies == [Play(card("Y+2"))]


async def test_the_cards_are_taken_with_a_and_enter() -> None:
    async with stage(tables.stackable()) as s:
        await s.press("tab", "a")
        assert s.status == "Take 4 cards and lose the turn? Enter takes, Esc does not."
        await s.press("enter")
        assert s.wire.bodies == [Accept()]


async def test_a_panel_can_be_clicked_where_it_is_seen() -> None:
    for size in ((40, 12), (60, 16), (80, 24)):
        async with stage(tables.stackable(), size) as s:
            y = next(y for y, line in enumerate(s.lines) if "accept" in line)
            for _ in range(2):
                await s.pilot.click(offset=(s.lines[y].index("accept"), y))
                await s.pilot.pause()
            assert s.wire.bodies == [Accept()]


async def test_jumping_in_takes_two_keys_and_finds_its_card() -> None:
    async with stage(tables.jumpable()) as s:
        assert s.status == "You hold red 3, too: j jumps in. Bo's turn."
        assert s.footer.startswith("j jump in")
        await s.press("end", "enter")
        assert s.wire.bodies == []
        assert s.status == "It is not your turn, but you may jump in: press j."
        await s.press("j")
        assert s.wire.bodies == []
        assert s.status == "Jump in with red 3? Enter plays it, Esc does not."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R3"))]


async def test_enter_alone_never_jumps_in_even_if_the_card_is_selected() -> None:
    async with stage(tables.jumpable()) as s:
        await s.press("home", "enter", "enter", "enter")
        assert s.wire.bodies == []


async def test_a_jump_that_comes_too_late_plays_nothing_else() -> None:
    async with stage(tables.jumpable()) as s:
        await s.press("j")
        legal = (Play(card("R3")), Draw())
        await s.show(replace(tables.jumpable(), game=tables.game("R3 B5 W G7 Y2", top=card("R9"), legal=legal)))
        assert s.status == "Too late to jump in."
        await s.press("enter")
        assert s.wire.bodies == []
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R3"))]


async def test_a_jump_with_the_second_to_last_card_may_carry_its_uno() -> None:
    view = tables.game("R3 B5", turn=1, legal=(Play(card("R3")), SayUno()))
    async with stage(tables.table(view, options=Options(jump_in=True))) as s:
        await s.press("u", "j")
        assert s.status == "Jump in with red 3 and call UNO? Enter plays it, Esc does not."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R3"), uno=True)]


async def test_a_skip_is_answered_with_a_skip_or_accepted_by_keys() -> None:
    async with stage(tables.skippable()) as s:
        assert "Your turn is to be skipped" in s.screen
        assert "select YS and press Enter" in s.screen
        assert s.status == "You are to be skipped: Tab finds a Skip to answer with, a loses the turn."
        await s.press("tab")
        assert s.status == "Enter answers with yellow Skip. Bo misses a turn, or answers."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("YS"))]
    async with stage(tables.skippable()) as s:
        await s.press("a")
        assert s.status == "Lose the turn? Enter accepts, Esc does not."
        await s.press("enter")
        assert s.wire.bodies == [Accept()]


async def test_who_holds_no_skip_accepts() -> None:
    async with stage(tables.skippable("R7 B5 W")) as s:
        assert "you hold no Skip" in s.screen
        assert s.status == "You are to be skipped: a loses the turn."
        await s.press("enter")
        assert s.status == "Only a Skip answers this one, or a accepts."
        assert s.wire.bodies == []


async def test_j_where_nobody_jumps_in_says_so() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("j", "enter")
        assert s.wire.bodies == []
    async with stage(tables.table(tables.game(turn=1, legal=()), options=Options(jump_in=True))) as s:
        await s.press("j")
        assert s.status == "You can jump in only with the very card that lies on the pile."


@pytest.mark.parametrize(("number", "title"), [("7", "Who draws two cards?"), ("8", "Swap hands with whom?")])
async def test_an_aimed_card_asks_whom_marks_the_seat_and_can_be_taken_back(number: str, title: str) -> None:
    async with stage(tables.all_wild()) as s:
        await s.press(number, "enter")
        assert title in s.screen
        picker = s.app.top
        assert isinstance(picker, SeatPicker)
        assert s.app.base.aimed == 1  # type: ignore[attr-defined]  # the table page
        await s.press("escape")
        assert s.wire.bodies == []
        await s.press("enter", "right", "enter")
        assert s.wire.bodies == [Play(card("WT" if number == "7" else "WX"), None, 2)]


async def test_two_players_have_nobody_to_choose() -> None:
    async with stage(tables.all_wild(2)) as s:
        await s.press("8", "enter")
        assert s.wire.bodies == [Play(card("WX"))]


def gentle(seats: int = 4, **changes: object) -> TableView:
    view = tables.all_wild(seats, "WX W")
    return replace(view, options=replace(PRESETS["all_wild"], forced_swap="may"), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [2, 4])
async def test_a_swap_that_may_be_declined_offers_nobody_and_says_so_when_asked(seats: int) -> None:
    async with stage(gentle(seats)) as s:
        await s.press("end", "enter", "left")
        assert "▸nobody" in s.screen
        await s.press("enter")
        assert s.wire.bodies == [Play(card("WX"))]
        legal = (*(ChooseTarget(seat) for seat in range(1, seats)), Decline())
        asked = tables.game("W", seats, phase=Phase.CHOOSE_TARGET, top=card("WX"), color=None, legal=legal)
        await s.show(gentle(seats, game=asked))
        assert s.wire.bodies == [Play(card("WX")), Decline()]
        assert not isinstance(s.app.top, SeatPicker)


async def test_a_seven_asks_whom_and_a_zero_does_not() -> None:
    view = tables.table(tables.game("R7 R0 B5"), options=Options(seven_zero=True))
    async with stage(view) as s:
        await s.press("home")
        assert s.status == "Your turn: Enter plays red 0. All hands move on to the next player."
        await s.press("right", "enter")
        assert "Swap hands with whom?" in s.screen
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"), None, 1)]


async def test_a_uno_rides_only_with_a_swap_that_leaves_one_card() -> None:
    view = tables.all_wild(4, "WX W")
    assert view.game is not None
    view = replace(view, game=replace(view.game, legal=(*view.game.legal, SayUno())))
    async with stage(view) as s:
        await s.press("end", "u", "enter", "enter")
        await s.press("u", "u", "enter", "right", "enter")
        assert s.wire.bodies == [Play(card("WX"), None, 1), Play(card("WX"), None, 2, uno=True)]


async def test_drawing_on_is_offered_and_confirmed_like_every_draw() -> None:
    async with stage(tables.draw_again()) as s:
        assert s.footer.startswith("d draw again")
        await s.press("enter")
        assert s.status == "Only the card just drawn could be played now: d draws again, k ends your turn."
        await s.press("d")
        assert s.status == "Draw another card? Enter draws, Esc does not."
        await s.press("enter", "k", "enter")
        assert s.wire.bodies == [Draw(), Keep()]


async def test_nobody_is_caught_where_the_table_minds_the_calls() -> None:
    async with stage(tables.forgotten()) as s:
        assert s.status == "One card left: u calls UNO, or you draw 4!"
        assert "catch" not in s.footer
        await s.press("c")
        assert s.status.startswith("Nobody needs to catch here")
        await s.press("u")
        assert s.wire.bodies == [SayUno()]


async def test_where_a_false_catch_costs_c_asks_whom_and_warns() -> None:
    view = tables.game()
    legal = (*view.legal, Catch(1), Catch(2), Catch(3))
    options = Options(false_catch_penalty=2)
    async with stage(tables.table(replace(view, legal=legal), options=options)) as s:
        assert "did not call" not in s.status
        assert "c catch" not in s.footer
        await s.press("c")
        assert "Catch whom? Wrongly: you draw 2." in s.screen
        await s.press("escape")
        assert s.wire.bodies == []
        await s.show(tables.table(replace(view, legal=legal, uno=(Uno.NONE, Uno.NONE, Uno.NONE, Uno.OPEN)), options=options))
        await s.press("c")
        assert s.wire.bodies == [Catch(3)]


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24), (120, 32)])
async def test_whoever_is_out_sees_the_place_and_who_plays_on(size: tuple[int, int]) -> None:
    async with stage(tables.two_left(), size) as s:
        assert s.status.startswith("You are out, 1st. Bo's turn")
        assert "2nd" in s.screen
        await s.press("enter", "d")
        assert s.status == "You are out; the others play on."
        assert s.wire.bodies == []


async def test_whoever_is_out_of_the_match_is_told_so() -> None:
    out = (Status.OUT, Status.IN, Status.IN, Status.IN)
    view = tables.game("", status=out, turn=2, counts=(0, 3, 4, 5), legal=())
    async with stage(tables.table(view, options=Options(score_mode="challenge_uno"))) as s:
        assert s.status == "You are out of the match. Cyril's turn."
        assert "stay and watch" in s.screen
        assert "knocked out" in s.screen


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24), (120, 32)])
async def test_partners_and_the_scores_of_both_teams_are_shown(size: tuple[int, int]) -> None:
    async with stage(tables.teams(), size) as s:
        assert "us 120, them 45" in s.screen
        assert "partner" in s.screen or "with Cyril" in s.screen
    watched = replace(tables.teams(), you=None, game=tables.game("", viewer=-1, turn=1, legal=()))
    async with stage(watched) as s:
        assert "team A" in s.screen
        assert "team B" in s.screen


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (80, 24), (120, 32)])
async def test_all_wild_says_that_any_card_fits(size: tuple[int, int]) -> None:
    async with stage(tables.all_wild(), size) as s:
        assert "any card" in s.screen.lower()
        assert "no colour yet" not in s.screen


@pytest.mark.parametrize(
    ("hand", "options", "hint"),
    [
        ("RS B5 G1", Options(), "Bo misses a turn."),
        ("RR B5 G1", Options(), "The direction turns."),
        ("R+2 B5 G1", Options(), "Bo draws 2."),
        ("R+2 B5 G1", Options(stacking="same_kind"), "Bo faces 2 cards."),
        ("W+4 R5 G1", Options(), "A bluff: you hold red"),
        ("W+4 B5 G1", Options(), "Honest: Bo draws 4."),
        ("R5", Options(), "It ends the round!"),
        ("R5", Options(play_on_until_one_left=True), "You are out with it."),
    ],
)
async def test_the_line_above_the_keys_says_what_a_card_would_do(hand: str, options: Options, hint: str) -> None:
    async with stage(tables.table(tables.game(hand), options=options)) as s:
        hold = s.app.base.hand  # type: ignore[attr-defined]  # the table page
        await s.press(str(hold.cards.index(card(hand.split()[0])) + 1))
        assert hint in s.status


@pytest.mark.parametrize(("stacking", "top", "is_bluff"), [("same_kind", "W+4", True), ("any_draw", "R+2", False)])
def test_no_stacked_card_that_cannot_be_a_bluff_is_called_one(stacking: str, top: str, is_bluff: bool) -> None:
    options = replace(Options(wild4_legality_when_stacking="applies"), stacking=stacking)  # type: ignore[arg-type]
    view = tables.game("W+4 R5 G1", phase=Phase.RESPOND, top=card(top), pending=2)
    told = hint(Text(), tables.table(view, options=options), view, card("W+4"))
    assert told[0].startswith("A bluff: you hold red") is is_bluff
    assert is_bluff or told == ("Bo faces 6 cards.",)


async def test_what_the_engine_asks_waits_until_a_line_is_typed() -> None:
    legal = tuple(ChooseColor(color) for color in Color)
    async with stage(tables.table(tables.game(turn=1, legal=()))) as s:
        await s.press("t", "h")
        await s.show(tables.table(tables.game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal)))
        await s.press("g", "enter")
        assert "Which colour?" in s.screen
        await s.press("g", "enter")
        assert s.wire.bodies[-1] == ChooseColor(Color.GREEN)


async def test_a_refused_answer_is_asked_for_again() -> None:
    legal = tuple(ChooseColor(color) for color in Color)
    async with stage(tables.table(tables.game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal))) as s:
        await s.press("enter")
        assert "Which colour?" not in s.screen
        s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal("stale", "Somebody was faster.")))
        await s.pilot.pause()
        assert "Which colour?" in s.screen


async def test_the_others_are_told_what_the_one_on_turn_decides() -> None:
    for phase, words in (
        (Phase.RESPOND, "Bo faces 4 cards."),
        (Phase.CHOOSE_COLOR, "Bo is naming a colour."),
        (Phase.CHOOSE_TARGET, "Bo is choosing somebody."),
        (Phase.DRAWN_CARD, "Bo has drawn a card."),
    ):
        async with stage(tables.table(tables.game(turn=1, legal=(), phase=phase, pending=4))) as s:
            assert s.status == words
