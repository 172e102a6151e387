"""Setting up a match and its rounds (RULES §5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.cards import ALL_WILD_112, CLASSIC_108, DECKS
from engine.events import Drew, Skipped
from engine.game import Entropy, State, legal, start
from engine.moves import ChooseColor, Draw
from engine.options import Options
from engine.view import Phase, Status
from tests.engine.playing import (
    ALL_WILD,
    BLUE,
    CHANCE,
    CLASSIC,
    MATTEL,
    OFFICIAL,
    STACKING,
    A,
    B,
    C,
    D,
    after,
    all_cards,
    cards,
    refused,
    sizes,
    turn_moves,
    walk,
)


def dealt(options: Options, seats: int, top: str, dealer: int = A, then: str = "") -> State:
    """A first round whose turned-up card is `top`."""
    deck = list(DECKS[options.deck].cards)
    turned = [*cards(top), *cards(then)]
    for card in turned:
        deck.remove(card)
    numbers = [card for card in deck if card.is_number or options.deck == "allwild112"]
    hands, rest = numbers[: options.hand_size * seats], Counter(deck)
    rest.subtract(Counter(hands))
    order = (*hands, *turned, *rest.elements())
    return start(options, seats, CHANCE, dealer=dealer, deck=order)[0]


def test_seven_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    state, events = start(CLASSIC, 3, CHANCE, dealer=B, deck=CLASSIC_108.cards)
    assert state.hands[C] == CLASSIC_108.cards[0:21:3]
    assert state.hands[A] == CLASSIC_108.cards[1:21:3]
    assert state.hands[B] == CLASSIC_108.cards[2:21:3]
    assert state.top == CLASSIC_108.cards[21]
    assert state.draw_pile == CLASSIC_108.cards[22:]
    assert state.version == len(events)


def test_ten_players_leave_37_cards_in_the_pile() -> None:
    state = dealt(CLASSIC, 10, "R5")
    assert len(state.draw_pile) == 37
    assert sizes(state) == (7,) * 10


@pytest.mark.parametrize(
    ("options", "seats", "top", "turn", "direction"),
    [
        (CLASSIC, 2, "R5", B, 1),
        (CLASSIC, 2, "RS", A, 1),
        (CLASSIC, 2, "RR", A, -1),
        (OFFICIAL, 2, "RR", A, -1),
        (CLASSIC, 2, "R+2", A, 1),
        (CLASSIC, 3, "R5", B, 1),
        (CLASSIC, 3, "RS", C, 1),
        (CLASSIC, 3, "RR", C, -1),
        (OFFICIAL, 3, "RR", A, -1),
        (STACKING, 3, "RR", A, -1),
        (MATTEL, 3, "RR", A, -1),
        (CLASSIC, 3, "R+2", C, 1),
        (CLASSIC, 3, "W", B, 1),
        (STACKING, 3, "R+2", B, 1),
        *((ALL_WILD, 3, kind, B, 1) for kind in ("W", "WR", "WS", "WSS", "WT", "WX", "W+2", "W+4")),
    ],
)
def test_who_starts(options: Options, seats: int, top: str, turn: int, direction: int) -> None:
    state = dealt(options, seats, top)
    assert (state.turn, state.direction) == (turn, direction)


def test_a_first_draw_two_is_drawn_by_the_dealers_left_who_loses_the_turn() -> None:
    state = dealt(CLASSIC, 3, "R+2")
    assert sizes(state) == (7, 9, 7)


def test_a_first_draw_two_may_be_stacked_on_where_stacking_is_played() -> None:
    state = dealt(STACKING, 3, "R+2")
    assert state.phase is Phase.RESPOND
    assert state.pending is not None
    assert (state.pending.amount, state.pending.source) == (2, None)


def test_a_first_wild_is_named_by_the_dealers_left_who_then_has_an_ordinary_turn() -> None:
    state = dealt(CLASSIC, 3, "W")
    assert (state.turn, state.phase, state.color) == (B, Phase.CHOOSE_COLOR, None)
    assert refused(state, B, Draw()) == "must_choose_color"
    assert refused(state, A, ChooseColor(BLUE)) == "not_your_turn"
    state = after(state, (B, ChooseColor(BLUE)))
    assert (state.turn, state.phase, state.color) == (B, Phase.AWAIT_PLAY, BLUE)
    assert Draw() in turn_moves(state, B)


def test_a_first_wild_draw_four_goes_back_and_another_card_is_turned() -> None:
    state = dealt(CLASSIC, 4, "W+4", then="W+4 W+4")
    assert state.top.text != "W+4"
    assert all_cards(state) == Counter(CLASSIC_108.cards)
    assert max(sizes(state)) == (9 if state.top.text.endswith("+2") else 7)


def test_no_first_card_of_the_all_wild_deck_does_anything() -> None:
    for kind in ("W+2", "W+4", "WT", "WX"):
        state = dealt(ALL_WILD, 3, kind)
        assert sizes(state) == (7, 7, 7)
        assert (state.phase, state.color) == (Phase.AWAIT_PLAY, None)


def test_the_first_dealer_is_chance_and_every_seat_comes_up() -> None:
    dealers = {start(CLASSIC, 4, Entropy(bytes([n]) * 32))[0].dealer for n in range(60)}
    assert dealers == {0, 1, 2, 3}


def test_every_round_has_the_whole_deck_the_next_dealer_and_goes_clockwise() -> None:
    rounds = 0
    for made in walk(replace(CLASSIC, target_score=10_000), 3, 5, leaving=0, cap=4000):
        if made.after.round > made.before.round:
            rounds += 1
            assert made.after.dealer == (made.before.dealer + 1) % 3
            assert made.after.direction == (-1 if made.after.top.kind.value == "R" else 1)
            assert all_cards(made.after) == Counter(CLASSIC_108.cards)
            assert made.after.reshuffles == 0
    assert rounds >= 3


def test_a_deck_has_its_printed_cards() -> None:
    assert CLASSIC_108.size == 108
    assert ALL_WILD_112.size == 112
    copies = Counter(CLASSIC_108.cards)
    assert all(copies[card] == 1 for card in cards("R0 Y0 G0 B0"))
    assert all(copies[card] == 4 for card in cards("W W+4"))
    assert sum(1 for n in copies.values() if n == 2) == 48


def test_a_first_skip_and_draw_two_say_whom_they_hit() -> None:
    _, events = start(
        CLASSIC,
        3,
        CHANCE,
        dealer=A,
        deck=(*cards("R1 R2 R3 Y1 Y2 Y3 G1 G2 G3 B1 B2 B3 R4 Y4 G4 B4 R6 Y6 G6 B6 R7"), *cards("R+2 G7 G8 G9")),
    )
    assert [event for event in events if isinstance(event, Skipped)] == [Skipped(B)]
    assert [(event.seat, event.count) for event in events if isinstance(event, Drew)] == [(B, 2)]


def test_left_seats_are_not_dealt_in() -> None:
    for made in walk(replace(CLASSIC, target_score=1000), 4, 11, leaving=0.02, cap=6000):
        if made.after.round > made.before.round:
            for seat, status in enumerate(made.after.status):
                assert (status is Status.LEFT) == (sizes(made.after)[seat] == 0)
                assert not (status is Status.LEFT and legal(made.after, seat))
    assert D == 3


def test_a_wild_draw_four_that_goes_back_is_shuffled_into_the_pile() -> None:
    pile = dealt(CLASSIC, 4, "W+4").draw_pile
    in_order = sum(1 for card, following in pairwise(pile) if card.code <= following.code)
    assert in_order < 0.75 * len(pile)
