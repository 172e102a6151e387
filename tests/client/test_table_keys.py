"""What keys do at the table: what is sent, what is only armed, what is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import Paste

from client.protocol import Leave, Ready, Refusal, Rematch, Reply, Say, Set, TableView
from client.tui.chrome import spoken
from engine.cards import Color, card
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw, Keep, Pass, Play, SayUno
from engine.options import Options
from engine.view import Phase, Uno
from tests.client import tables
from tests.client.lobbies import room
from tests.client.scenes import SCENES
from tests.client.stage import stage


async def test_enter_plays_the_selected_card() -> None:
    async with stage(tables.table(tables.game())) as s:
        assert s.status == "Your turn: Enter plays red 7."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]
        assert s.wire.sent[0].version == 1


@pytest.mark.parametrize("key", [*"abcdefghijklmnopqrstuvwxyz", *"0123456789", "space", "tab", "D", "A"])
async def test_no_single_letter_or_digit_plays_draws_accepts_or_challenges(key: str) -> None:
    for view in (tables.table(tables.game()), tables.challenged(), tables.table(tables.game("R7 W", 2))):
        async with stage(view) as s:
            await s.press(key)
            assert [body for body in s.wire.bodies if not isinstance(body, Set)] == []


@pytest.mark.parametrize(
    ("key", "move", "view"),
    [
        ("d", Draw(), tables.table(tables.game())),
        ("a", Accept(), tables.challenged()),
        ("x", Challenge(), tables.challenged()),
        ("k", Keep(), tables.table(tables.game(phase=Phase.DRAWN_CARD, drawn=card("Y2"), legal=(Play(card("Y2")), Keep())))),
        ("k", Pass(), tables.table(tables.game(legal=(Pass(),)))),
    ],
)
async def test_a_letter_arms_and_enter_does_it(key: str, move: object, view: object) -> None:
    async with stage(view) as s:  # type: ignore[arg-type]  # every parameter is a table
        await s.press(key)
        assert s.status.endswith("Esc does not.")
        assert s.footer.startswith("Enter")
        await s.press("escape")
        assert s.wire.bodies == []
        await s.press(key, "enter")
        assert s.wire.bodies == [move]


async def test_moving_the_selection_disarms() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("d", "right", "left", "enter")
        assert s.wire.bodies == [Play(card("R7"))]


async def test_arrows_and_letters_select_around_the_ends() -> None:
    async with stage(tables.table(tables.game())) as s:
        seen = []
        for key in ("left", "right", "l", "h", "end", "home", "3", "tab"):
            await s.press(key)
            page = s.app.base
            seen.append(page.hand.card.text)  # type: ignore[attr-defined]  # the table page
        assert seen == ["W", "R7", "Y2", "R7", "W", "R7", "G7", "W"]


async def test_digits_typed_one_after_the_other_make_a_number() -> None:
    async with stage(tables.full_table()) as s:
        await s.press("1", "4")
        assert s.app.base.hand.selected == 13  # type: ignore[attr-defined]
        await s.press("right", "9")
        assert s.app.base.hand.selected == 8  # type: ignore[attr-defined]


async def test_a_card_that_does_not_fit_says_what_does() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("3", "enter")
        assert s.wire.bodies == []
        assert s.status == "Green 7 does not fit: red or 3 does."
        await s.press("left")
        assert "does not fit" not in s.status


async def test_a_wild_asks_its_colour_and_takes_it_back_until_confirmed() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("end", "enter")
        assert "Which colour?" in s.screen
        await s.press("escape")
        assert "Which colour?" not in s.screen
        assert s.wire.bodies == []
        await s.press("enter", "b")
        assert s.wire.bodies == []
        await s.press("enter")
        assert s.wire.bodies == [Play(card("W"), Color.BLUE)]


async def test_a_wild_as_last_card_asks_nothing() -> None:
    async with stage(tables.table(tables.game("W"))) as s:
        await s.press("enter")
        assert s.wire.bodies == [Play(card("W"))]


async def test_a_picker_goes_away_with_its_turn() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("end", "enter")
        await s.show(tables.table(tables.game(turn=1, legal=())))
        assert "Which colour?" not in s.screen
        await s.press("enter")
        assert s.wire.bodies == []


async def test_the_engines_question_for_a_colour_has_no_way_back() -> None:
    legal = tuple(ChooseColor(color) for color in Color)
    async with stage(tables.table(tables.game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal))) as s:
        assert "Which colour?" in s.screen
        await s.press("escape")
        assert "Which colour?" in s.screen
        await s.press("g", "enter")
        assert s.wire.bodies == [ChooseColor(Color.GREEN)]


async def test_uno_before_the_play_rides_with_it() -> None:
    view = tables.game("R7 W", 2)
    async with stage(tables.table(replace(view, legal=(*view.legal, SayUno())))) as s:
        await s.press("u")
        assert s.wire.bodies == []
        assert s.status == "UNO will ride with your next card. Enter plays red 7."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"), uno=True)]


async def test_uno_is_offered_only_where_it_can_matter() -> None:
    two = tables.game("R7 G5", 2)
    called = (*two.legal, SayUno())
    offered = [
        replace(two, legal=called),
        tables.game("R7", turn=1, legal=(SayUno(),), uno=(Uno.OPEN, Uno.NONE, Uno.NONE, Uno.NONE)),
        tables.game("G5 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")), Keep(), SayUno())),
    ]
    for view in offered:
        async with stage(tables.table(view)) as s:
            assert "u UNO!" in s.footer
    answering = tables.challenged().game
    assert answering is not None
    useless = [
        replace(two, hand=tables.cards("G5 B6"), legal=(Draw(), SayUno())),
        replace(answering, hand=tables.cards("R7 G5"), counts=(2, 7, 1, 12), legal=(*answering.legal, SayUno())),
    ]
    for view in useless:
        async with stage(tables.table(view)) as s:
            assert "UNO!" not in s.footer
            await s.press("u")
            assert s.wire.bodies == []
            assert s.status == "There is no UNO to call now."


async def test_the_only_card_that_fits_is_named() -> None:
    view = tables.game("G7 W+4 B9", legal=(Play(card("W+4")), Draw()))
    async with stage(tables.table(view)) as s:
        await s.press("home")
        assert s.status == "Your turn: only Wild Draw Four fits; Tab selects it."
        await s.press("tab")
        assert s.status == "Your turn: Enter plays Wild Draw Four. Honest: Bo draws 4."


async def test_a_bluff_is_called_one_before_it_is_played_but_only_where_there_are_bluffs() -> None:
    view = tables.game("R7 W+4")
    for options, words in (
        (Options(), "A bluff: you hold red; Bo may challenge."),
        (Options(stacking="same_kind"), "A bluff: you hold red; Bo may challenge."),
        (Options(wild4_legality="enforced", challenge=False), "Bo draws 4."),
        (Options(no_bluffing=True), "Bo draws 4."),
    ):
        async with stage(tables.table(view, options=options)) as s:
            await s.press("end")
            assert s.status.endswith(f"Enter plays Wild Draw Four. {words}")
    async with stage(tables.table(view), (40, 12)) as s:
        await s.press("end")
        assert s.status == "Enter: W+4. A bluff: you hold red."


async def test_no_prompt_is_cut_within_a_word_on_a_narrow_screen() -> None:
    for scene in SCENES.values():
        async with stage(scene(), (40, 12)) as s:
            assert "…" not in s.status
            assert s.footer.endswith("Ctrl+Q") or s.app.top.floats
    assert spoken(("nothing as short as this", "a much longer one"), 12) == "a much…"
    assert spoken("one two", 7) == "one two"
    assert spoken("incomprehensible", 8) == "incompr…"


async def test_uno_rides_with_a_wild_through_its_picker() -> None:
    view = tables.game("R7 W", 2)
    async with stage(tables.table(replace(view, legal=(*view.legal, SayUno())))) as s:
        await s.press("end", "enter", "u", "y", "enter")
        assert s.wire.bodies == [Play(card("W"), Color.YELLOW, uno=True)]


async def test_a_forgotten_uno_is_called_at_once() -> None:
    view = tables.game("R7", 4, turn=1, legal=(SayUno(),), uno=(Uno.OPEN, Uno.NONE, Uno.NONE, Uno.NONE))
    async with stage(tables.table(view)) as s:
        assert "before somebody catches you" in s.status
        await s.press("u")
        assert s.wire.bodies == [SayUno()]


async def test_c_catches_the_one_who_forgot() -> None:
    async with stage(tables.catchable()) as s:
        assert s.status == "Cyril has one card and did not call UNO: c catches!"
        await s.press("c")
        assert s.wire.bodies == [Catch(2)]


async def test_c_asks_whom_when_several_forgot() -> None:
    view = tables.game()
    async with stage(tables.table(replace(view, legal=(*view.legal, Catch(2), Catch(3))))) as s:
        await s.press("c", "right", "enter")
        assert s.wire.bodies == [Catch(3)]


async def test_chat_is_one_line_and_sent_with_enter_alone() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", "h", "i", "space")
        s.app.post_message(Paste("you\n/leave\x1b[201~\r\nd\n"))
        await s.pilot.pause()
        assert s.wire.bodies == []
        assert s.status.startswith("Say: hi you /leave[201~  d")
        await s.press("enter")
        assert s.wire.bodies == [Say("hi you /leave[201~  d")]
        await s.press("t", "d", "escape", "enter")
        assert s.wire.bodies[1:] == [Play(card("R7"))]


async def test_a_refusal_is_a_sentence_in_the_status_line() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("enter")
        s.wire.deliver(Reply(s.wire.sent[0].id, Refusal("stale", "Somebody was faster.")))
        await s.pilot.pause()
        assert s.status == "Somebody was faster."
        await s.press("right")
        assert s.status != "Somebody was faster."


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c", "ctrl+d"])
async def test_leaving_asks_and_says_what_it_costs(key: str) -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press(key)
        assert "ends the match for you" in s.screen
        await s.press("enter")
        assert "Leave?" not in s.screen
        assert s.wire.bodies == []
        await s.press(key, "down", "enter")
        assert s.wire.bodies == [Leave()]


async def test_leaving_twice_disconnects_and_keeps_the_seat() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("ctrl+q", "ctrl+q")
        assert s.app.return_value == "Your seat at table K7QX is kept. Come back with the same key."
        assert s.wire.bodies == []


async def test_the_selection_survives_updates_sorting_and_resizes() -> None:
    async with stage(tables.table(tables.game("R7 B5 W G7 Y2"))) as s:
        await s.press("4")
        hand = s.app.base.hand  # type: ignore[attr-defined]
        assert hand.card is card("B5")
        await s.show(tables.table(tables.game("R7 B5 W G7 Y2 R1", turn=1, legal=())))
        await s.press("s")
        for size in ((40, 12), (20, 5), (160, 50), (60, 16)):
            await s.pilot.resize_terminal(*size)
            await s.pilot.pause()
        assert hand.card is card("B5")


async def test_a_drawn_card_becomes_the_selected_one_and_is_marked() -> None:
    async with stage(tables.table(tables.game("R7 B5"))) as s:
        drawn = tables.game("R7 B5 R9", phase=Phase.DRAWN_CARD, drawn=card("R9"), legal=(Play(card("R9")), Keep()))
        await s.show(tables.table(drawn))
        assert s.status == "You drew red 9: Enter plays it, k keeps it."
        assert "new" in s.screen
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R9"))]


@pytest.mark.parametrize(
    ("hand", "drawn", "words"),
    [
        ("R7 B5 RS", "RS", "You drew red Skip: k keeps it, Enter plays it. Bo misses a turn."),
        ("B5 R9", "R9", "You drew red 9: k keeps it, Enter plays it. Press u first to call UNO with it."),
    ],
)
async def test_what_comes_of_a_drawn_card_is_said_of_playing_it(hand: str, drawn: str, words: str) -> None:
    legal = (Play(card(drawn)), Keep(), SayUno())
    async with stage(tables.table(tables.game(hand, phase=Phase.DRAWN_CARD, drawn=card(drawn), legal=legal)), (100, 24)) as s:
        assert s.status == words
        await s.press("u")
        assert ("UNO will ride" in s.status) == (drawn == "R9")


async def test_a_bluff_is_called_one_with_two_cards_too() -> None:
    two = tables.game("R7 W+4", 2)
    async with stage(tables.table(replace(two, legal=(*two.legal, SayUno())))) as s:
        await s.press("end")
        assert "u first: UNO!" in s.status
        assert s.status.endswith("A bluff: you hold red; Bo may challenge.")


async def test_a_click_selects_and_a_second_one_plays() -> None:
    async with stage(tables.table(tables.game())) as s:
        x = next(line.index(" W ") for line in s.lines[16:] if " W " in line)
        await s.pilot.click(offset=(x, 19))
        await s.pilot.pause()
        assert s.app.base.hand.card is card("W")  # type: ignore[attr-defined]
        assert s.wire.bodies == []
        await s.pilot.click(offset=(x, 19))
        await s.pilot.pause()
        assert "Which colour?" in s.screen
        y = next(y for y, line in enumerate(s.lines) if "green" in line)
        for _ in range(2):
            await s.pilot.click(offset=(s.lines[y].index("green"), y))
            await s.pilot.pause()
        assert s.wire.bodies == [Play(card("W"), Color.GREEN)]


async def test_the_draw_pile_and_the_footer_can_be_clicked() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.pilot.click(offset=(24, 7))
        await s.pilot.click(offset=(24, 7))
        await s.pilot.pause()
        assert s.wire.bodies == [Draw()]
        await s.pilot.click(offset=(s.footer.index("chat") + 1, 23))
        await s.pilot.pause()
        assert s.status.startswith("Say:")


async def test_a_spectator_can_only_look_and_talk() -> None:
    view = replace(tables.table(tables.game("", viewer=-1, turn=1, legal=())), you=None)
    async with stage(view) as s:
        assert s.status == "Watching. Bo's turn."
        await s.press("enter", "d", "enter", "u", "c", "x")
        assert s.wire.bodies == []
        await s.press("t", "o", "h", "enter")
        assert s.wire.bodies == [Say("oh")]


async def test_a_picker_does_not_outlive_the_round() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("end", "enter")
        await s.show(tables.round_over())
        assert "Which colour?" not in s.screen
        assert s.app.top.name == "round_over"


async def test_a_half_typed_line_survives_the_end_of_the_round() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", "g", "g")
        await s.show(tables.round_over())
        await s.press("enter")
        assert s.wire.bodies == [Say("gg")]


async def test_the_clock_counts_down_between_reports_and_never_below_nothing() -> None:
    async with stage(tables.table(tables.game())) as s:
        seen = []
        for seconds in (0, 3, 20, 40):
            s.now[0] = 100.0 + seconds
            s.app.canvas.repaint()
            seen.append(s.lines[0].split()[-2])
        assert seen == ["0:24", "0:21", "0:04", "0:00"]
        await s.show(tables.table(tables.game(turn=1, legal=()), clock=None))
        assert "0:" not in s.lines[0]


async def test_enter_is_ready_and_ready_is_said_once() -> None:
    async with stage(tables.round_over()) as s:
        await s.press("enter")
        assert s.wire.bodies == [Ready()]
        over = tables.round_over()
        chairs = (replace(over.chairs[0], ready=True), *over.chairs[1:])
        await s.show(replace(over, chairs=chairs))
        assert s.status == "Waiting for Bo, Dmitri."
        await s.press("enter")
        assert s.wire.bodies == [Ready()]


async def test_after_the_match_enter_is_a_rematch_and_escape_the_lobby() -> None:
    async with stage(tables.match_over()) as s:
        await s.press("v")
        assert "W+4 50" in s.screen
        await s.press("escape")
        assert "1." in s.screen
        assert "You win the match!" in s.screen
        await s.press("enter", "escape")
        assert s.wire.bodies == [Rematch()]
        await s.press("down", "enter")
        assert s.wire.bodies == [Rematch(), Leave()]


async def test_a_spectator_sees_more_log_instead_of_a_hand() -> None:
    for size in ((80, 24), (60, 16), (40, 12), (120, 32)):
        async with stage(replace(tables.table(tables.game("", viewer=-1, turn=1, legal=())), you=None), size) as s:
            assert "Dmitri plays red 3." in s.screen
            assert "╭─1" not in s.screen


async def test_an_enter_long_after_a_refused_letter_plays_what_the_screen_says() -> None:
    async with stage(tables.table(tables.game(turn=1, legal=()))) as s:
        await s.press("d")
        await s.show(tables.table(tables.game()))
        assert "Enter plays red 7" in s.status
        s.now[0] += 2
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


async def test_the_enter_meant_for_a_refused_letter_plays_nothing() -> None:
    async with stage(tables.table(tables.game(turn=1, legal=()))) as s:
        await s.press("d")
        assert s.status == "Bo's turn."
        await s.show(tables.table(tables.game()))
        await s.press("enter")
        assert s.wire.bodies == []
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


@pytest.mark.parametrize("before", [room(), tables.round_over(), tables.match_over()], ids=["waiting", "round", "match"])
async def test_the_enter_that_asked_for_the_cards_plays_none_when_it_comes_twice(before: TableView) -> None:
    async with stage(before) as s:
        await s.show(tables.table(tables.game()))
        await s.press("enter")
        assert s.wire.bodies == []
        assert s.status == "Your turn: Enter plays red 7."
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


@pytest.mark.parametrize("keys", [("tab", "enter"), ("d", "escape", "home", "enter"), ("1", "enter")])
async def test_whoever_presses_another_key_first_has_seen_the_cards(keys: tuple[str, ...]) -> None:
    async with stage(tables.round_over()) as s:
        await s.show(tables.table(tables.game("R7 B5")))
        await s.press(*keys)
        assert s.wire.bodies == [Play(card("R7"))]


async def test_an_enter_long_after_the_deal_plays_what_the_screen_says() -> None:
    async with stage(tables.round_over()) as s:
        await s.show(tables.table(tables.game()))
        s.now[0] += 2
        await s.press("enter")
        assert s.wire.bodies == [Play(card("R7"))]


@pytest.mark.parametrize(
    ("keys", "named"),
    [(("enter",), []), (("enter", "enter"), [Color.BLUE]), (("g", "enter"), [Color.GREEN]), (("left", "enter"), [Color.GREEN])],
)
async def test_nor_does_it_name_the_colour_of_a_wild_that_was_turned_up(keys: tuple[str, ...], named: list[Color]) -> None:
    async with stage(room()) as s:
        asked = tables.asked_color()
        assert asked.game is not None
        await s.show(replace(asked, game=replace(asked.game, hand=tables.cards("B1 B2 W"))))
        await s.press(*keys)
        assert s.wire.bodies == [ChooseColor(color) for color in named]
        assert ("Which colour?" in s.screen) == (not named)
