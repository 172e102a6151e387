"""What a bot remembers: lacks and draws, the cards that are gone, doubts and bluffs; and what the hard one makes of it."""

from __future__ import annotations

from engine.bots import choose
from engine.bots.foresight import MOST, RUN, Foresight
from engine.bots.memory import ANY, BLANK, WILDS, Memory, remember
from engine.bots.outlook import Outlook
from engine.cards import Color, card
from engine.events import (
    Challenged,
    ColorChosen,
    Dealt,
    Drew,
    Event,
    Kept,
    Played,
    Reshuffled,
    Swapped,
    Threatened,
    TurnMoved,
    Why,
)
from engine.moves import Challenge, Play
from engine.notation import move_text
from engine.observe import observe
from engine.scenario import run_text
from engine.state import State
from engine.view import Phase

RED, YELLOW, GREEN, BLUE = range(4)
DEAL = Dealt(2, 0, (None, None, None), None, card("R7"), Color.RED, 1, 1, Phase.AWAIT_PLAY)


def after(*events: Event, memory: Memory = BLANK) -> Memory:
    """The memory of a deal with a red 7 on the pile, and of this."""
    for event in (DEAL, *events):
        memory = remember(memory, event)
    return memory


def at(text: str) -> State:
    """The position a scenario ends in."""
    report = run_text(text)
    assert report.state is not None
    assert not report.failures
    return report.state


def hard(state: State, memory: Memory = BLANK, seat: int = 0) -> str:
    """What the hard bot does, in words."""
    made = choose("hard", observe(state, seat), state.options, 7, memory)
    return "nothing" if made is None else move_text(made)


def test_who_draws_for_his_turn_and_does_not_play_lacks_the_colour_and_wilds() -> None:
    drew = after(Drew(1, 1, None, Why.TURN), TurnMoved(2, Phase.AWAIT_PLAY))
    assert (drew.room[1][RED], drew.room[1][WILDS]) == (0, 0)
    assert drew.room[1][BLUE] == ANY
    assert drew.room[2] == BLANK.room[2]


def test_who_may_play_the_card_he_drew_has_one_that_fits() -> None:
    drew = after(Drew(1, 1, None, Why.TURN), TurnMoved(1, Phase.DRAWN_CARD))
    assert (drew.room[1][RED], drew.room[1][WILDS]) == (1, 1)
    assert remember(drew, Kept(1)).room[1][RED] == 1
    assert remember(drew, Played(1, card("R2"), Color.RED)).room[1][RED] == 0


def test_cards_drawn_for_a_penalty_may_be_anything() -> None:
    drew = after(Drew(1, 1, None, Why.TURN), TurnMoved(2, Phase.AWAIT_PLAY), Drew(1, 4, None, Why.UNO))
    assert (drew.room[1][RED], drew.room[1][WILDS]) == (4, 4)


def test_who_names_a_colour_may_have_it_after_all() -> None:
    drew = after(Drew(1, 1, None, Why.TURN), TurnMoved(2, Phase.AWAIT_PLAY), ColorChosen(1, Color.RED))
    assert drew.room[1][RED] == ANY


def test_what_is_known_of_a_hand_moves_with_it() -> None:
    swapped = after(Drew(1, 1, None, Why.TURN), TurnMoved(2, Phase.AWAIT_PLAY), Swapped(1, 2))
    assert (swapped.room[1][RED], swapped.room[2][RED]) == (ANY, 0)


def test_gone_cards_come_back_with_the_shuffle_and_with_the_deal() -> None:
    played = after(Played(1, card("R2"), Color.RED), Played(2, card("R2"), Color.RED))
    assert (played.gone[card("R2").code], played.gone[card("R7").code]) == (2, 1)
    assert sum(remember(played, Reshuffled(3, None)).gone) == 0
    assert sum(after(memory=played).gone) == 1


def test_doubts_and_bluffs_are_remembered_to_the_end_of_the_match() -> None:
    four = (Played(1, card("W+4"), Color.RED), ColorChosen(1, Color.BLUE), Threatened(2, 1, 4, None))
    challenged = after(*four, Challenged(2, 1, True, None), Drew(1, 4, None, Why.BLUFF))
    assert (challenged.doubts[2], challenged.bluffs[1]) == ((1, 0), (1, 0))
    accepted = after(*four, Drew(2, 4, None, Why.HIT), memory=challenged)
    assert (accepted.doubts[2], accepted.bluffs[1]) == ((1, 1), (1, 0))
    new_match = Dealt(1, 0, (None, None, None), None, card("R7"), Color.RED, 1, 1, Phase.AWAIT_PLAY)
    assert remember(accepted, new_match).doubts == BLANK.doubts


def test_the_hard_bot_names_the_colour_the_next_player_lacked() -> None:
    state = at("rules classic\nseats 2\nhand A: W B1 G1 Y3\nhand B: R1 R2\ndiscard: R7\nturn A")
    lacks_green = after(Played(0, card("G7"), Color.GREEN), Drew(1, 1, None, Why.TURN), TurnMoved(0, Phase.AWAIT_PLAY))
    lacks_blue = after(Played(0, card("B7"), Color.BLUE), Drew(1, 1, None, Why.TURN), TurnMoved(0, Phase.AWAIT_PLAY))
    assert hard(state, lacks_green) == "play W green"
    assert hard(state, lacks_blue) == "play W blue"


def test_the_hard_bot_stays_on_the_colour_the_next_player_lacked() -> None:
    state = at("rules classic\nseats 2\nhand A: R5 B7 B2 R1\nhand B: G1 G2\ndiscard: R7\nturn A")
    lacks_red = after(Drew(1, 1, None, Why.TURN), TurnMoved(0, Phase.AWAIT_PLAY))
    assert hard(state, lacks_red) in ("play R5", "play R1")


def test_the_hard_bot_sees_a_run_that_ends_the_hand() -> None:
    state = at("rules classic\nseats 2\nhand A: R5 RS BS B1\nhand B: G1\ndiscard: R7\nturn A")
    assert hard(state) == "play RS"


def test_the_hard_bot_doubts_who_bluffed_before_and_not_who_lacked_the_colour() -> None:
    state = at(
        "rules classic\nseats 2\nhand A: B1 B2 B3\nhand B: R1 R2 R3 R4 R5 R6\n"
        "discard: R7 W+4:green\nphase respond 4 from B was lawful\nturn A"
    )
    four = (Played(1, card("W+4"), Color.RED), ColorChosen(1, Color.GREEN), Threatened(0, 1, 4, None))
    liar = after()._replace(bluffs=((0, 0), (5, 0), *BLANK.bluffs[2:]))
    for event in four:
        liar = remember(liar, event)
    honest = after(Drew(1, 1, None, Why.TURN), TurnMoved(0, Phase.AWAIT_PLAY), *four)
    assert hard(state, liar) == "challenge"
    assert hard(state, honest) == "accept"


def test_no_decision_looks_at_more_positions_than_it_may() -> None:
    faces = "W W W W W+4 W+4 RS RR R+2 BS BR B+2 GS GR G+2 YS YR Y+2"
    state = at(f"rules classic\nseats 2\nhand A: {faces}\nhand B: R1\ndiscard: R7\nturn A")
    view = observe(state, 0)
    assert Challenge() not in view.legal
    foresight = Foresight(Outlook(view, state.options))
    for play in (move for move in view.legal if isinstance(move, Play)):
        for color in Color:
            foresight.of_play(play.card, color)
    assert foresight.looked <= MOST + 4 * len(view.legal) * (1 + RUN) * len(view.hand)
