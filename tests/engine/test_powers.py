"""What `engine.powers` says of a card is what the rules then ask and do."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.cards import Kind
from engine.events import Rotated, Swapped
from engine.game import step
from engine.moves import Play
from engine.powers import asks_color, hand_movers, is_aimed, is_swap, may_decline
from engine.view import Phase
from tests.engine.playing import CHANCE, some_options, walk


@pytest.mark.parametrize("seed", range(24))
def test_the_rules_ask_for_a_colour_or_a_target_where_a_card_is_said_to_ask(seed: int) -> None:
    options, seats = some_options(random.Random(seed))
    asked: Counter[str] = Counter()
    for made in walk(options, seats, seed, cap=500):
        if not isinstance(made.move, Play):
            continue
        card, is_last = made.move.card, len(made.before.hands[made.seat]) == 1
        after, events = step(made.before, made.seat, Play(card), CHANCE)
        ends = is_last and (not options.play_on_until_one_left or len(made.before.in_play) == 2)
        assert (after.phase is Phase.CHOOSE_COLOR) == (asks_color(options, card) and not ends)
        several = len(made.before.in_play) > 2 or may_decline(options, card)
        assert (after.phase is Phase.CHOOSE_TARGET) == (is_aimed(options, card, is_last) and several)
        moved = any(isinstance(event, Rotated | Swapped) for event in events)
        assert not moved or (card in hand_movers(options) and not is_last)
        assert not any(isinstance(event, Swapped) for event in events) or is_swap(options, card)
        asked[after.phase] += 1
    assert asked


@pytest.mark.parametrize("seed", range(24))
def test_only_a_forced_swap_can_be_declined(seed: int) -> None:
    options, _ = some_options(random.Random(seed))
    for card in hand_movers(options):
        assert may_decline(options, card) == (card.kind is Kind.WILD_FORCED_SWAP and options.forced_swap == "may")
