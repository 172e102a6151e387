"""The line mode in every situation of a table: what is said, what may be typed, and what that sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from client.plain.moves import NAMES
from client.protocol import (
    LOBBY,
    Back,
    Chair,
    Clock,
    Kind,
    LobbyView,
    Notice,
    Noticed,
    Ready,
    Refusal,
    Rematch,
    Said,
    Say,
    Setting,
    Snapshot,
    Stage,
    TableView,
)  # fmt: skip
from client.protocol import Set as Like
from engine import events as e
from engine.cards import Color, card
from engine.moves import (
    Accept,
    Catch,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Pass,
    Play,
    SayUno,
)  # fmt: skip
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import Phase, PlayerView, Status, Uno
from tests.client import tables
from tests.client.paper import HOME, Paper
from tests.client.tables import cards, game, table

QUIET: dict[str, Any] = {"clock": None}
"""Without a turn clock."""


def playing(view: PlayerView | None = None, **changes: object) -> Paper:
    """At a table in the middle of a round, no clock."""
    return Paper(table(view or game(), **{**QUIET, **changes}))


# ── a turn ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_own_turn_tells_the_pile_what_fits_and_the_rest() -> None:
    paper = playing()
    assert paper.said[-1] == (
        "Table K7QX, round 3. Your turn. Top: red 3. You can play 1 red 7, 5 Wild. The rest: 2 yellow 2, 3 green 7, 4 blue 5."
    )


def test_what_others_do_is_one_line_and_the_turn_follows_in_it() -> None:
    view = table(replace(game(), turn=1, legal=()), **QUIET)
    paper = Paper(view)
    assert paper.said[-1] == (
        "Table K7QX, round 3. Bo's turn. Top: red 3. Your hand: 1 red 7, 2 yellow 2, 3 green 7, 4 blue 5, 5 Wild."
    )
    after = replace(table(game(top=card("R9")), **QUIET))
    said = paper.become(after, e.Played(1, card("R9"), Color.RED))
    assert paper.said == [said]
    assert said.startswith("Bo plays red 9. Your turn. Top: red 9. You can play 1 red 7, 5 Wild.")


def test_whoever_may_take_his_time_is_named_and_bots_are_not() -> None:
    paper = playing(replace(game(), turn=3, legal=()))
    to_bot = table(replace(game(), turn=2, top=card("R9"), legal=()), **QUIET)
    assert paper.become(to_bot, e.Played(3, card("R9"), Color.RED)) == "Dmitri plays red 9."
    to_person = table(replace(game(), turn=1, top=card("R8"), legal=()), **QUIET)
    assert paper.become(to_person, e.Played(2, card("R8"), Color.RED)) == "Cyril plays red 8. Bo's turn."


def test_a_number_a_word_and_a_name_play_the_same_card() -> None:
    for typed in ("1", "play 1", "P 1", "pl 1", "play red 7", "PLAY RED 7", "play r7", "stack 1"):
        paper = playing()
        paper.type(typed)
        assert paper.bodies == [Play(card("R7"))], typed


def test_a_card_that_does_not_fit_is_refused_in_words_and_nothing_is_sent() -> None:
    paper = playing()
    assert paper.type("3") == "Green 7 does not fit: red or 3 does."
    assert paper.type("play 9").startswith("You hold 5 cards. Your turn.")
    assert paper.type("play yellow 9").startswith("You hold no yellow 9. Your turn.")
    assert paper.type("play").startswith("Play which card?")
    assert paper.type("keep") == "There is nothing to keep and no need to pass: play or draw."
    assert paper.type("challenge") == "There is nothing to answer now."
    assert paper.type("jump 3") == "Nobody jumps in at this table."
    assert paper.type("uno") == "There is no UNO to call now."
    assert paper.type("catch Bo") == "There is nobody to catch."
    assert paper.sent == []


def test_out_of_turn_nothing_is_played() -> None:
    paper = playing(replace(game(), turn=1, legal=()))
    for typed in ("1", "play 1", "draw", "accept"):
        assert paper.type(typed) == "Bo's turn."
    assert paper.sent == []


def test_a_number_never_means_a_card_of_another_hand_than_the_one_that_was_told() -> None:
    paper = playing(replace(game(), turn=1, legal=()))
    paper.become(table(replace(game("R1 R7 B5 W G7 Y2"), turn=1, legal=(Play(card("R7")),)), **QUIET))
    assert paper.type("2") == (
        "Your hand is another one than when it was told. Your hand: 1 red 1, 2 red 7, 3 yellow 2, 4 green 7, 5 blue 5, 6 Wild."
    )
    assert paper.sent == []


def test_a_number_typed_while_another_list_was_said_does_nothing() -> None:
    paper = playing()
    begun = paper.client.mark
    paper.become(table(replace(game("B1 R7"), legal=(Play(card("R7")), Draw())), **QUIET))
    paper.said.clear()
    paper.client.hear("1", begun)
    assert paper.text.startswith("Another list was said while you typed, so nothing was done. Your turn.")
    assert paper.sent == []
    paper.client.hear("1", paper.client.mark)
    assert paper.bodies == [Play(card("R7"))]


def test_numbers_of_another_list_play_no_card() -> None:
    paper = playing()
    paper.type("rules")
    paper.type("keep")
    paper.type("play 3")
    assert paper.type("1").startswith("In short.")
    assert paper.sent == []
    paper.type("hand", "1")
    assert paper.bodies == [Play(card("R7"))]


def test_with_nothing_that_fits_one_draws_or_passes() -> None:
    paper = playing(game("B5 G7", legal=(Draw(),)))
    assert "Nothing fits: type draw. Your hand: 1 green 7, 2 blue 5." in paper.text
    paper.type("d")
    assert paper.bodies == [Draw()]
    paper = playing(game("B5 G7", legal=(Pass(),), draw_count=0))
    assert "nothing is left to draw: type pass" in paper.text
    paper.type("keep")
    assert paper.bodies == [Pass()]


def test_equal_cards_are_told_together_with_their_numbers() -> None:
    paper = playing(game("R7 R7 B5 B5 B5 W", legal=(Play(card("R7")), Play(card("W")), Draw())))
    assert "You can play 1 and 2 red 7, 6 Wild. The rest: 3 to 5 blue 5." in paper.text
    assert paper.type("hand") == "Your hand: 1 and 2 red 7, 3 to 5 blue 5, 6 Wild."
    paper.type("2")
    assert paper.bodies == [Play(card("R7"))]


def test_a_drawn_card_is_told_once_with_what_may_be_done() -> None:
    paper = playing(game("B5 G7", legal=(Draw(),)))
    drawn = game("B5 G7 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")), Keep()))
    said = paper.become(table(drawn, **QUIET), e.Drew(0, 1, (card("R9"),), e.Why.TURN))
    assert said == "You draw red 9. It fits: play 1, or keep."
    assert paper.type("play 2").startswith("Only the card just drawn can be played now. You drew red 9. It fits:")
    paper.type("keep")
    assert paper.bodies == [Keep()]


def test_play_alone_plays_the_card_just_drawn() -> None:
    paper = playing(game("B5 G7 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")), Keep())))
    paper.type("play")
    assert paper.bodies == [Play(card("R9"))]


def test_a_drawn_card_may_have_to_be_played_or_leave_more_to_draw() -> None:
    paper = playing(game("B5 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")),)))
    assert "You drew red 9. It must be played: play 1." in paper.text
    paper = playing(game("B5 G9", phase=Phase.DRAWN_CARD, drawn=card("G9"), legal=(Draw(), Keep())))
    assert "You drew green 9. It does not fit: draw again, or keep." in paper.text


def test_several_cards_that_come_at_once_are_named() -> None:
    paper = playing(replace(game("B5"), turn=1, legal=()))
    view = table(replace(game("B5 R9 W"), turn=2, legal=()), **QUIET)
    said = paper.become(view, e.Drew(0, 2, cards("R9 W"), e.Why.HIT), e.Skipped(0))
    assert said == "You draw 2 cards. New in your hand: red 9, Wild."


# ── wilds and targets ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("colour", ["2", "yellow", "Y", "yel", "YELLOW"])
def test_a_wild_asks_for_its_colour_by_number_name_or_letter(colour: str) -> None:
    paper = playing()
    assert paper.type("5") == "Which colour? 1 red, 2 yellow, 3 green, 4 blue."
    assert paper.sent == []
    paper.type(colour)
    assert paper.bodies == [Play(card("W"), Color.YELLOW)]


def test_a_colour_may_be_typed_with_the_card_and_a_question_taken_back() -> None:
    paper = playing()
    paper.type("play wild blue")
    assert paper.bodies == [Play(card("W"), Color.BLUE)]
    paper = playing()
    assert paper.type("5", "back").startswith("All right, not done. Your turn.")
    assert paper.type("5", "purple") == "That is none of the answers. Which colour? 1 red, 2 yellow, 3 green, 4 blue."
    assert paper.type("9").startswith("That is none of the answers.")
    assert "Which colour?" in paper.type("hand"), "it is still asked"
    paper.type("play 1")
    assert paper.bodies == [Play(card("R7"))], "another move drops the question"
    assert paper.type("play 1 purple") == "purple means nothing with red 7, so nothing was done."


def test_a_bluff_is_told_before_its_colour_is_named() -> None:
    paper = playing(game("R7 W+4 B1"))
    assert paper.type("3") == "A bluff: you hold red; Bo may challenge. Which colour? 1 red, 2 yellow, 3 green, 4 blue."


def test_a_question_of_the_rules_cannot_be_taken_back() -> None:
    legal = tuple(ChooseColor(color) for color in Color)
    paper = playing(game(phase=Phase.CHOOSE_COLOR, legal=legal, top=card("W"), color=None))
    assert paper.text.endswith(
        "You hold red 7, yellow 2, green 7, blue 5, Wild. Which colour? 1 red, 2 yellow, 3 green, 4 blue."
    )
    assert paper.type("back").endswith("Which colour? 1 red, 2 yellow, 3 green, 4 blue.")
    assert paper.type("cancel").startswith("That is none of the answers.")
    paper.type("g")
    assert paper.bodies == [ChooseColor(Color.GREEN)]


def test_a_question_tells_that_the_clock_runs_each_time_it_is_asked() -> None:
    paper = Paper(table(game()))
    assert paper.type("5") == "You have 24 seconds. Which colour? 1 red, 2 yellow, 3 green, 4 blue."
    paper.time = 4.0
    assert paper.type("hand").endswith("You have 20 seconds. Which colour? 1 red, 2 yellow, 3 green, 4 blue.")
    assert paper.type("purple").startswith("That is none of the answers. You have 20 seconds. Which colour?")
    assert "seconds. Which colour?" in paper.type("")
    assert paper.text.count("You have 20 seconds.") == 1
    assert paper.text.count("Which colour?") == 1
    paper.type("2")
    assert paper.bodies == [Play(card("W"), Color.YELLOW)]


def test_a_question_of_the_rules_tells_it_too() -> None:
    legal = tuple(ChooseColor(color) for color in Color)
    paper = Paper(table(game(phase=Phase.CHOOSE_COLOR, legal=legal, top=card("W"), color=None)))
    assert paper.text.endswith("blue 5, Wild. You have 24 seconds. Which colour? 1 red, 2 yellow, 3 green, 4 blue.")
    paper.time = 20.0
    assert paper.type("").endswith("You have 4 seconds. Which colour? 1 red, 2 yellow, 3 green, 4 blue.")
    paper = swapping(clock=Clock(30, 9, 0))
    assert paper.type("play WX").startswith("You have 9 seconds. Swap hands with whom? 1 Bo")


def test_a_question_out_of_turn_tells_nobodys_clock() -> None:
    view = replace(game("W R7", top=card("W")), turn=1, legal=(Play(card("W")),))
    paper = Paper(table(view, options=Options(jump_in=True)))
    assert paper.type("jump") == "Which colour? 1 red, 2 yellow, 3 green, 4 blue."


def test_a_question_that_its_time_has_passed_is_forgotten() -> None:
    paper = playing()
    paper.type("5")
    paper.become(
        table(replace(game(), turn=1, legal=()), **QUIET), Noticed("Ada", Notice.TIMED_OUT), e.Drew(0, 1, None, e.Why.TURN)
    )
    assert "You ran out of time." in paper.text
    assert "Too late: nothing was done." in paper.text
    assert paper.type("yellow") == "Too late: nothing was done. Bo's turn."
    assert paper.type("2") == "Too late: nothing was done. Bo's turn."
    assert "is no word here" in paper.type("purple")
    assert paper.sent == []


SWAPS = PRESETS["all_wild"]


def swapping(clock: Clock | None = None, **changes: object) -> Paper:
    """A hand with a Forced Swap and a Targeted Draw Two."""
    view = game("WX WT W", top=card("WS"), color=None, legal=(Play(card("WX")), Play(card("WT")), Play(card("W")), Draw()))
    return playing(view, options=replace(SWAPS, **changes), clock=clock)  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", [["2", "Bo"], ["play WT Bo"], ["play 2 b"], ["play 2", "1"], ["play 2", "BO"]])
def test_a_target_is_chosen_by_name_or_number(typed: list[str]) -> None:
    paper = swapping()
    paper.type(*typed)
    assert paper.bodies == [Play(card("WT"), None, 1)]


def test_whom_to_swap_with_is_asked_with_their_cards() -> None:
    paper = swapping()
    asked = paper.type("play Wild Forced Swap")
    assert asked == "Swap hands with whom? 1 Bo (7 cards), 2 Cyril (one card), 3 Dmitri (12 cards)."
    paper.type("cyr")
    assert paper.bodies == [Play(card("WX"), None, 2)]


def test_a_swap_with_nobody_is_one_answer() -> None:
    paper = swapping(forced_swap="may")
    assert paper.type("play WX").endswith("4 nobody.")
    paper.type("nobody")
    assert paper.bodies == [Play(card("WX"))]
    asks = game(
        "WT W", phase=Phase.CHOOSE_TARGET, top=card("WX"), color=None, legal=(ChooseTarget(1), ChooseTarget(2), Decline())
    )
    paper.become(table(asks, options=replace(SWAPS, forced_swap="may"), **QUIET), e.Played(0, card("WX"), None))
    assert paper.last() == Decline(), "it is not asked again"


def test_a_hand_that_was_swapped_is_told() -> None:
    paper = playing(replace(game("B5 R1"), turn=1, legal=()))
    view = table(replace(game("G9 Y2 W"), turn=2, legal=()), **QUIET)
    said = paper.become(view, e.Played(1, card("B7"), Color.BLUE), e.Swapped(1, 0))
    assert said == "Bo plays blue 7. You and Bo swap hands. Your hand: 1 yellow 2, 2 green 9, 3 Wild."


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draw_four_is_accepted_or_challenged_with_the_odds_told() -> None:
    paper = Paper(replace(tables.challenged(), clock=None))
    assert paper.text.endswith(
        "You face 4 cards. Top: Wild Draw Four, blue. You can accept and draw 4 or challenge. "
        "It is a bluff if Dmitri held a red card. If it is, Dmitri draws 4; if not, you draw 6."
    )
    paper.type("play 1")
    assert paper.sent == []
    paper.type("accept")
    paper.type("chal")
    assert paper.bodies == [Accept(), Challenge()]


def test_cards_to_stack_are_offered() -> None:
    options = replace(Options(), stacking="same_kind")
    view = game("R+2 B1", phase=Phase.RESPOND, top=card("G+2"), pending=2, source=3, legal=(Accept(), Play(card("R+2"))))
    paper = playing(view, options=options)
    assert "You face 2 cards. Top: green Draw Two. You can accept and draw 2 or stack 1 red Draw Two." in paper.text
    assert paper.type("2").startswith("Blue 1 does not fit: only Draw Two does. You face 2 cards.")
    paper.type("stack 1")
    assert paper.bodies == [Play(card("R+2"))]
    bare = playing(replace(view, hand=cards("B1"), legal=(Accept(),)), options=options)
    assert "You hold nothing to stack: it takes only Draw Two." in bare.text


def test_what_one_faces_is_said_once() -> None:
    options = replace(Options(), stacking="same_kind")
    paper = playing(replace(game(), turn=3, legal=()), options=options)
    view = game(phase=Phase.RESPOND, top=card("G+2"), pending=2, source=3, legal=(Accept(),))
    said = paper.become(
        table(view, options=options, **QUIET), e.Played(3, card("G+2"), Color.GREEN), e.Threatened(0, 3, 2, None)
    )
    assert said.count("You face 2 cards.") == 1


def test_what_one_faces_is_said_once_also_when_few_cards_are_left_to_who_played() -> None:
    paper = playing(replace(game(counts=(5, 7, 3, 3)), turn=3, legal=()))
    view = game(counts=(5, 7, 3, 2), phase=Phase.RESPOND, top=card("W+4"), pending=4, source=3, legal=(Accept(), Challenge()))
    played = e.Played(3, card("W+4"), Color.BLUE), e.Threatened(0, 3, 4, None)
    said = paper.become(table(view, **QUIET), *played)
    assert "Dmitri has two cards left. You face 4 cards. Top:" in said
    assert said.count("You face 4 cards.") == 1


def test_a_skip_is_answered_or_accepted() -> None:
    options = replace(Options(), skip_answers_skip=True)
    view = game("RS B1", phase=Phase.RESPOND, top=card("GS"), source=3, legal=(Accept(), Play(card("RS"))))
    paper = playing(view, options=options)
    assert "You are to be skipped: answer with 1 red Skip, or accept." in paper.text
    paper.type("answer 1", "take")
    assert paper.bodies == [Play(card("RS")), Accept()]


def test_jumping_in_is_offered_and_plays_no_other_card() -> None:
    view = replace(game("R3 R7"), turn=1, legal=(Play(card("R3")),))
    paper = Paper(table(replace(game("R3 R7"), turn=2, top=card("B1"), legal=()), options=Options(jump_in=True), **QUIET))
    said = paper.become(table(view, options=Options(jump_in=True), **QUIET), e.Played(2, card("R3"), Color.RED))
    assert said == "Cyril plays red 3. You hold red 3, too: type jump to play it now. Bo's turn."
    assert paper.type("jump 2") == "Only red 3 can jump in: type jump."
    assert paper.type("draw") == "It is not your turn, but you may jump in: type jump."
    paper.type("jump 1")
    paper.type("jump")
    assert paper.bodies == [Play(card("R3"))] * 2


# ── UNO ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_uno_rides_with_the_last_card_but_one() -> None:
    view = game("R7 B5", legal=(Play(card("R7")), Draw(), SayUno()))
    paper = playing(view)
    assert paper.text.endswith("You can play 1 red 7. The rest: 2 blue 5. Call UNO with it: play 1 uno.")
    paper.type("play 1 uno")
    paper.type("uno")
    assert paper.bodies == [Play(card("R7"), uno=True), SayUno()]


def test_a_forgotten_uno_is_called_out_and_caught() -> None:
    paper = Paper(replace(tables.catchable(), clock=None))
    assert "Cyril did not call UNO: type catch! Your turn." in paper.text
    paper.type("catch")
    paper.type("catch CYRIL")
    paper.type("c cy")
    assert paper.bodies == [Catch(2)] * 3


def test_with_a_price_on_it_somebody_is_caught_by_name_only() -> None:
    view = game()
    view = replace(view, legal=(*view.legal, Catch(1), Catch(2)))
    paper = playing(view, options=Options(false_catch_penalty=2))
    assert paper.type("catch") == "There is nobody to catch."
    paper.type("catch bo")
    assert paper.bodies == [Catch(1)]


def test_an_own_call_that_is_late_is_asked_for() -> None:
    paper = playing(replace(game("R7"), turn=1, legal=(SayUno(),), uno=(Uno.OPEN, *[Uno.NONE] * 3)))
    paper.become(table(replace(game("R7"), turn=2, legal=(SayUno(),), uno=(Uno.OPEN, *[Uno.NONE] * 3)), **QUIET))
    paper = playing(replace(game("R7"), turn=1, legal=()))
    view = replace(game("R7"), turn=1, legal=(SayUno(),), uno=(Uno.OPEN, *[Uno.NONE] * 3))
    said = paper.become(table(view, **QUIET))
    assert said == "You did not call UNO: type uno before somebody catches you!"
    paper.type("uno")
    assert paper.bodies == [SayUno()]


def test_whoever_comes_down_to_two_cards_is_told_of() -> None:
    paper = playing(replace(game(), turn=3, legal=(), counts=(5, 7, 2, 3)))
    said = paper.become(
        table(replace(game(), turn=2, legal=(), counts=(5, 7, 2, 2)), **QUIET), e.Played(3, card("R9"), Color.RED)
    )
    assert said == "Dmitri plays red 9. Dmitri has two cards left."


def test_the_hand_shown_after_a_challenge_is_told_once_and_to_its_end() -> None:
    paper = Paper(tables.challenged())
    said = paper.become(tables.revealed(), e.Challenged(0, 3, True, cards("B5 B2 R7")), e.Drew(3, 4, None, e.Why.BLUFF))
    assert "Dmitri's hand, shown to you alone: blue 5, blue 2, red 7, Wild, yellow 0." in said
    assert "shown to you alone" not in paper.type("")


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_table_is_told_in_playing_order() -> None:
    paper = playing(game(direction=-1))
    paper.type("table")
    assert paper.said == [
        "Your turn. Top: red 3. Round 3, counter-clockwise. 52 cards in the draw pile.",
        "After you: Dmitri, 12 cards; Cyril, one card, UNO, bot; Bo, 7 cards.",
    ]
    assert paper.type("score") == "Points: you 120, Bo 45, Cyril 300, Dmitri 0. 500 points win the match."
    assert paper.type("who").startswith("At this table: Ada, Bo, Cyril, Dmitri. Watching: Zoe. Online:")


def test_the_time_left_counts_down() -> None:
    paper = Paper(table(game()))
    assert paper.text.endswith("You have 24 seconds.")
    paper.time = 10.0
    assert paper.type("time") == "14 seconds left."
    assert paper.type("").endswith("You have 14 seconds.")
    assert paper.client.room.warning_in() == 4
    paper.time = 14.0
    paper.said.clear()
    paper.client.room.warn()
    assert paper.text == "10 seconds left."
    assert paper.client.room.warning_in() is None
    paper.become(table(replace(game(), turn=1, legal=())))
    assert paper.client.room.warning_in() is None, "it is not the own turn"
    assert playing().type("time") == "There is no turn clock."


def test_partners_and_the_out_are_told() -> None:
    paper = playing(options=Options(teams_2v2=True))
    assert "Cyril, one card, UNO, your partner, bot" in paper.type("table")
    out = Paper(replace(tables.two_left(), clock=None))
    assert "You are out, 1st. Bo's turn." in out.type("")
    assert "you, out" not in out.type("table")
    assert "Cyril, out, 2nd, bot" in out.text


def test_a_spectator_hears_everything_and_moves_nothing() -> None:
    view = replace(game("", viewer=-1), turn=1, legal=())
    paper = Paper(table(view, you=None, **QUIET))
    assert paper.said[0].startswith("You are watching table K7QX, round 3. Bo's turn. Top: red 3.")
    assert paper.said[1].startswith("In playing order: Bo, 7 cards; Cyril")
    assert "is no word here" in paper.type("draw")
    assert paper.type("3") == "There is no list to choose from now. Bo's turn."
    said = paper.become(table(replace(view, turn=3, top=card("R9")), you=None, **QUIET), e.Played(1, card("R9"), Color.RED))
    assert said == "Bo plays red 9. Dmitri's turn."


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_misspelt_word_gets_what_was_meant() -> None:
    paper = playing()
    assert paper.type("drwa") == "drwa is no word here. Did you mean draw?"
    assert paper.type("xyzzy") == "xyzzy is no word here. Type help for those that are."
    assert paper.type("h") == "h may be short for hand or help."
    assert paper.sent == []


def test_a_word_of_the_lobby_is_known_as_one_at_a_table() -> None:
    paper = playing()
    told = "{} is a word for the lobby, and leave takes you there."
    for word in ("quick", "Join", "watch", "history"):
        assert paper.type(f"{word} K7QX") == told.format(word)
    assert paper.type("help new") == told.format("new")
    assert paper.type("newer") == "newer is no word here. Did you mean answer?"
    assert paper.sent == []


def test_help_offers_what_can_be_done_now() -> None:
    paper = playing()
    paper.type("help")
    assert paper.said[0] == "Here you can type: play NUMBER [COLOUR] [uno], draw, hand, table, score, time."
    assert paper.said[1].startswith("Anywhere: say WORDS, ")
    assert not any("ssh" in line for line in paper.said)
    assert paper.type("help draw") == "draw: Draws a card."
    assert paper.type("help accept") == "accept: Takes what the card does to you."


def test_help_in_the_lobby_tells_what_is_typed_after_ssh() -> None:
    paper = Paper()
    paper.type("help")
    assert paper.said[-1] == (
        "In a shell, ssh uno.example.org help lists more: what is stored about you, another key of yours, replays."
    )


def test_again_says_the_last_lines_again_and_enter_where_one_is() -> None:
    paper = playing()
    before = paper.type("score")
    assert paper.type("again") == before
    assert paper.type("").startswith("Your turn. Top: red 3.")


def test_chat_is_sent_and_told_with_who_said_it() -> None:
    paper = playing()
    paper.type("say  hello there ")
    assert paper.last() == Say("hello there")
    assert paper.become(table(game(), **QUIET), Said("Bo", "hi {all}", False)) == "Bo: hi {all}"
    assert paper.become(table(game(), **QUIET), Said("Zoe", "hm", True)) == "Zoe (watching): hm"
    assert paper.type("say") == "Say what? Type say and your words."


def test_a_refusal_is_told_with_what_is_asked_now() -> None:
    paper = playing()
    paper.type("1")
    assert paper.answer(Refusal("stale", "The table has moved on since then.")).startswith(
        "The table has moved on since then. Your turn. Top: red 3."
    )


def test_settings_are_told_and_set() -> None:
    paper = playing()
    assert paper.type("settings").startswith("language: auto, symbols: , hand order: color, bidi: .")
    for typed in ("settings hand order drawn", "set hand_order drawn", "SETTINGS HAND drawn"):
        paper.type(typed)
        assert paper.last() == Like("hand_order", "drawn"), typed
    assert paper.answer() == "hand order: drawn."
    assert paper.type("settings hand").startswith("hand order: color. How your cards lie")
    assert paper.text.endswith("It can be color or drawn.")
    assert paper.type("settings font big").startswith("There is no setting font. There are: language, ")


def test_another_hand_order_numbers_the_cards_as_they_came() -> None:
    liked = replace(HOME, settings=(Setting("hand_order", "drawn"),))
    paper = Paper(table(game(), **QUIET), liked)
    assert paper.type("hand") == "Your hand: 1 red 7, 2 blue 5, 3 Wild, 4 green 7, 5 yellow 2."


# ── around the game ──────────────────────────────────────────────────────────────────────────────────────────


def test_leaving_a_match_asks_once_and_says_what_it_costs() -> None:
    paper = playing()
    assert "you are placed last, and there is no way back" in paper.type("leave")
    assert paper.type("no").startswith("You stay. Your turn.")
    assert paper.sent == []
    paper.type("leave", "yes")
    assert type(paper.last()).__name__ == "Leave"


def test_a_spectator_leaves_at_once() -> None:
    paper = Paper(table(replace(game("", viewer=-1), turn=1, legal=()), you=None))
    paper.type("leave")
    assert type(paper.last()).__name__ == "Leave"


def test_quitting_says_how_to_come_back() -> None:
    paper = playing()
    paper.type("quit")
    assert paper.ended == "Your seat at table K7QX is kept. Come back with the same key."
    guest = Paper(table(game(), **QUIET), LobbyView("~Ada", (), ("~Ada",), "K7QX", resume="F7KQ3WXN4T"))
    line = "ssh uno.example.org plain back F7KQ3WXN4T"
    assert guest.said[0] == f"If you lose the connection, come back with: {line}"
    guest.type("quit")
    assert guest.ended == f"Come back within 5 minutes: {line}"


def test_the_key_that_leaves_asks_once() -> None:
    paper = playing()
    paper.client.departure.ask()
    assert paper.text.endswith("Disconnect? Press the same key again or type quit; anything else stays. Your seat is kept.")
    paper.client.departure.stay()
    paper.client.departure.ask()
    assert paper.ended == ""
    paper.client.departure.ask()
    assert paper.ended


def flown(view: TableView) -> TableView:
    """The autopilot plays the viewer's seat."""
    chairs = tuple(replace(chair, pilot=True) if seat == view.you else chair for seat, chair in enumerate(view.chairs))
    return replace(view, chairs=chairs)


def test_a_move_typed_to_a_seat_on_autopilot_only_takes_it_back() -> None:
    paper = playing()
    view = flown(table(game(), **QUIET))
    assert (
        paper.become(view, Noticed("Ada", Notice.PILOT))
        == "You are away: the autopilot plays your cards. Type back to play yourself."
    )
    assert paper.type("draw") == "Nothing was played: first you take your cards back."
    assert paper.bodies == [Back()]
    assert paper.type("1") == "Nothing was played: first you take your cards back."
    paper.type("table")
    assert paper.bodies == [Back()] * 3
    assert paper.become(table(game(), **QUIET), Noticed("Ada", Notice.BACK)).startswith("You are back. Your turn. Top: red 3.")


def test_the_operators_words_and_a_full_disk_are_told() -> None:
    paper = playing()
    lobby = replace(HOME, notice="A restart at noon.", saving=True)
    paper.deliver(Snapshot(LOBBY, 2, lobby))
    assert paper.said == [
        "The operator says: A restart at noon.",
        "The server cannot save games just now, so every table waits. Play goes on by itself.",
    ]
    assert (
        paper.deliver(Snapshot(LOBBY, 3, replace(HOME, notice="A restart at noon."))) == "Games are saved again: play goes on."
    )


# ── after a round, after a match ─────────────────────────────────────────────────────────────────────────────


def test_a_round_ends_with_points_and_the_way_on() -> None:
    paper = playing()
    over = tables.round_over()
    ended = e.RoundEnded(0, (231, 0, 0, 0), over.game.hands or ()) if over.game else None
    assert ended is not None
    paper.become(over, e.Played(0, card("B+2"), Color.BLUE), e.WentOut(0), ended)
    assert paper.said[0] == "You play blue Draw Two. You play your last card! You win the round: 231 points."
    assert paper.said[1].startswith("Points: you 120, Bo 45, Cyril 300, Dmitri 0. 500 points win the match.")
    assert paper.said[2] == "Type ready for the next round, or hands to hear what everybody held."
    paper.type("hands")
    assert paper.said[0] == "Bo: Wild Draw Four, yellow Skip, red 5; 75 points."
    paper.type("READY")
    assert paper.bodies == [Ready()]


def test_whom_the_next_round_waits_for_is_told() -> None:
    paper = Paper(tables.round_over())
    chairs = tuple(replace(chair, ready=chair.name in ("Ada", "Cyril")) for chair in tables.round_over().chairs)
    said = paper.become(replace(tables.round_over(), chairs=chairs), Noticed("Ada", Notice.READY))
    assert said == "You are ready. Waiting for Bo, Dmitri."


def test_a_match_ends_with_placings_and_a_rematch() -> None:
    paper = Paper(replace(tables.match_over(), replay="3F8K2MQ7X"))
    assert paper.said[0] == "You win the match! This round: you 231."
    assert paper.said[1] == "1st you, 520 points; 2nd Bo, 300 points; 2nd Cyril, 300 points; 4th Dmitri, left."
    assert paper.said[2] == "Move by move: ssh uno.example.org replay 3F8K2MQ7X"
    assert paper.said[3] == "Type rematch to play again, or leave for the lobby."
    paper.type("rem")
    assert paper.bodies == [Rematch()]


LATE = [*NAMES["draw"], *NAMES["uno"], "play 2", "p", "catch Bo", "c Bo", "a", "x", "j", "stack 1", "kee"]


@pytest.mark.parametrize("over", [tables.round_over(), tables.match_over()])
@pytest.mark.parametrize("typed", LATE)
def test_a_move_that_comes_after_the_round_does_nothing_else(typed: str, over: TableView) -> None:
    paper = Paper(over)
    assert paper.type(typed) == f"The round is over: nothing was played. {paper.client.room.prompt()}"
    assert (paper.sent, paper.ended, paper.client.question) == ([], "", None)


@pytest.mark.parametrize("view", [None, table(None, Stage.WAITING), table(replace(game("", viewer=-1), legal=()), you=None)])
def test_u_is_uno_and_never_unmute(view: TableView | None) -> None:
    paper = Paper(view, HOME)
    assert paper.type("u") == "There is no UNO to call now."
    assert paper.type("un") == "un may be short for uno or unmute."
    assert paper.type("unm").startswith(("Whom?", "There is nobody to choose from."))
    assert paper.sent == []


@pytest.mark.parametrize("typed", ["d", "b", "e"])
def test_one_letter_ends_no_session(typed: str) -> None:
    paper = Paper(None)
    paper.type(typed)
    assert paper.ended == ""
    paper.type("di")
    assert paper.ended == "Goodbye."


def test_a_table_that_stopped_leads_to_the_lobby() -> None:
    paper = Paper(table(game(), Stage.BROKEN))
    assert paper.text == "Table K7QX had to stop because of a fault in the program. Type leave for the lobby."
    paper.type("leave")
    assert type(paper.last()).__name__ == "Leave"


def test_the_knocked_out_are_told() -> None:
    over = tables.round_over()
    assert over.game is not None
    status = (Status.OUT, Status.IN, Status.IN, Status.IN)
    paper = Paper(replace(over, game=replace(over.game, status=status), options=Options(score_mode="challenge_uno")))
    assert "You are knocked out: type ready" in paper.text


def test_a_waiting_room_tells_what_its_host_may_do() -> None:
    chairs = (Chair(Kind.PERSON, "Ada"), Chair(), Chair(), Chair())
    waiting = table(None, Stage.WAITING, chairs=chairs, clock=None, watchers=(), log=(), you=0)
    paper = Paper(waiting)
    assert paper.said == [
        "Table K7QX, Classic. 1 of 4 seats taken: you (host). You are alone: type bot for a bot, or wait for somebody.",
        "Others join with: ssh -t uno.example.org join K7QX",
    ]
    assert paper.type("start") == "A match takes two. Type bot for a bot, or wait for somebody."
    other = replace(waiting, host=1, chairs=(chairs[0], Chair(Kind.PERSON, "Bo"), *chairs[2:]))
    guest = Paper(other)
    assert "Bo deals when everybody is here." in guest.text
    assert guest.type("bot") == "Only the host arranges the seats. Bo deals when everybody is here."
    assert guest.sent == []
