"""The short way for ordinary moves leads where the long way leads."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.bench import EVERY_RULE
from engine.game import Entropy, decide
from engine.moves import Accept, ChooseColor, Draw, Play
from engine.options import Options
from engine.refusal import Refused
from engine.rules import challenge, drawing, playing
from engine.rules.draft import Draft
from engine.rules.ordinary import ordinary
from engine.rules.refusing import refusal
from tests.engine.playing import CLASSIC, conceivable, some_options, walk

TABLES = [some_options(random.Random(seed)) for seed in range(40)] + [(EVERY_RULE, seats) for seats in (2, 3, 4, 10)]


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_what_it_answers_is_what_the_rules_say(seed: int) -> None:
    options, seats = TABLES[seed]
    chance = Entropy(bytes(32))
    for made in walk(options, seats, seed, cap=400):
        if (short := ordinary(made.before, made.seat, made.move)) is not None:
            draft = Draft(made.before, chance)
            match made.move:
                case Play():
                    playing.play(draft, made.seat, made.move)
                case ChooseColor(color):
                    playing.choose_color(draft, made.seat, color)
                case Accept():
                    challenge.accept(draft, made.seat)
                case _:
                    drawing.draw(draft, made.seat)
            assert short == tuple(draft.events) == made.events


@pytest.mark.parametrize("options", [CLASSIC, replace(EVERY_RULE, force_play=False, seven_zero=False)])
def test_it_answers_most_moves(options: Options) -> None:
    moves = [made for made in walk(options, 4, 1, leaving=0, cap=500) if isinstance(made.move, Play | Draw)]
    answered = [made for made in moves if ordinary(made.before, made.seat, made.move) is not None]
    assert len(answered) > 0.7 * len(moves)


@pytest.mark.parametrize("seed", [*range(10), *range(40, len(TABLES))])
def test_it_never_answers_a_move_that_is_refused(seed: int) -> None:
    options, seats = TABLES[seed]
    chance = Entropy(bytes(32))
    for place, made in enumerate(walk(options, seats, seed, cap=300)):
        if place % 20 == 0:
            for seat, move in conceivable(made.after):
                if 0 <= seat < seats and refusal(made.after, seat, move) is not None:
                    assert ordinary(made.after, seat, move) is None
                    with pytest.raises(Refused):
                        decide(made.after, seat, move, chance)
