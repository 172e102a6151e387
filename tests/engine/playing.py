"""How the engine's tests set up a position, make moves, and walk through random games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

import pytest

from engine.cards import DECKS, Card, Color, card
from engine.events import Event
from engine.game import Entropy, Refused, decide, evolve, legal, new_match, start
from engine.moves import (
    Accept,
    Catch,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Move,
    NextRound,
    Pass,
    Play,
    Resign,
    SayUno,
)
from engine.options import OPTIONS, Options, problems
from engine.rules.presets import PRESETS
from engine.state import Cards, State
from engine.view import Phase

A, B, C, D = range(4)
CLASSIC, ALL_WILD = PRESETS["classic"], PRESETS["all_wild"]
OFFICIAL, STACKING, MATTEL = PRESETS["official"], PRESETS["stacking"], PRESETS["mattel"]
CHANCE = Entropy(bytes(32))
RED, YELLOW, GREEN, BLUE = Color


def cards(text: str) -> Cards:
    """`R5 G2 W` as cards."""
    return tuple(card(word) for word in text.split())


def play(text: str, color: Color | None = None, target: int | None = None, uno: bool = False) -> Play:
    """A play of the card written like this."""
    return Play(card(text), color, target, uno)


def table(
    *hands: str, options: Options = CLASSIC, top: str = "R5", turn: int = A, draw: str | None = None, **columns: object
) -> State:
    """A position in AWAIT_PLAY. `top` is the discard pile, top last; the draw pile is the rest of the deck, or
    `draw` and then nothing: what is left over then lies under the discard pile (`loose` leaves it out).
    """
    held = tuple(cards(hand) for hand in hands)
    discard = cards(top)
    rest = Counter(DECKS[options.deck].cards)
    rest.subtract(Counter(discard) + sum((Counter(hand) for hand in held), Counter()))
    assert min(rest.values()) >= 0, "a card is on the table more often than in the deck"
    pile = tuple(rest.elements())
    loose = columns.pop("loose", False)
    if draw is not None:
        rest.subtract(Counter(cards(draw)))
        pile = cards(draw)
        discard = discard if loose else (*rest.elements(), *discard)
    state = new_match(options, len(hands))._replace(
        round=1, phase=Phase.AWAIT_PLAY, color=discard[-1].color, discard=discard, draw_pile=pile, hands=held, turn=turn
    )
    return state._replace(**columns)  # type: ignore[arg-type]  # the columns a test names


def after(state: State, *acts: tuple[int, Move]) -> State:
    """The state after these moves, each of which must be accepted."""
    for seat, move in acts:
        for event in decide(state, seat, move, CHANCE):
            state = evolve(state, event)
    return state


def refused(state: State, seat: int, move: Move) -> str:
    """The code with which a move is refused; the test fails if it is not."""
    with pytest.raises(Refused) as caught:
        decide(state, seat, move, CHANCE)
    assert caught.value.sentence
    return caught.value.code


def sizes(state: State) -> tuple[int, ...]:
    """How many cards each seat holds."""
    return tuple(len(hand) for hand in state.hands)


def turn_moves(state: State, seat: int) -> set[Move]:
    """The legal moves of RULES §6.1: no call, catch or resignation."""
    return {move for move in legal(state, seat) if not isinstance(move, SayUno | Catch | Resign)}


def all_cards(state: State) -> Counter[Card]:
    """Every card on the table."""
    return Counter([*state.draw_pile, *state.discard, *(card for hand in state.hands for card in hand)])


class Step(NamedTuple):
    """One accepted move of a game."""

    before: State
    seat: int
    move: Move
    events: tuple[Event, ...]
    after: State


def walk(options: Options, seats: int, seed: int, leaving: float = 0.01, cap: int = 30_000) -> Iterator[Step]:
    """A match of random legal moves, calls, catches and resignations, to its end or to `cap` moves."""
    rng = random.Random(seed)
    chance = Entropy(rng.randbytes(32))
    state, _ = start(options, seats, chance)
    for _ in range(cap):
        if state.phase is Phase.MATCH_OVER:
            return
        acts = [(seat, move) for seat in range(seats) for move in legal(state, seat)]
        pressing = [(seat, move) for seat, move in acts if not isinstance(move, Resign | SayUno | Catch | Draw)]
        if rng.random() > leaving:
            acts = [(seat, move) for seat, move in acts if not isinstance(move, Resign)]
        seat, move = rng.choice(pressing if pressing and rng.random() < 0.7 else acts)
        if isinstance(move, Play) and move.card.is_wild and rng.random() < 0.5:
            move = replace(move, color=rng.choice(tuple(Color)))
        events = decide(state, seat, move, chance)
        following = state
        for event in events:
            following = evolve(following, event)
        yield Step(state, seat, move, events, following)
        state = following


def some_options(rng: random.Random) -> tuple[Options, int]:
    """A playable table: a rule set with a few options replaced, and a number of seats."""
    while True:
        options = rng.choice(tuple(PRESETS.values()))
        for option in rng.sample(OPTIONS, rng.randrange(6)):
            change: dict[str, Any] = {option.name: rng.choice(option.choices)}
            options = replace(options, **change)
        seats = 4 if options.teams_2v2 else rng.choice((2, 2, 3, 3, 4, 5, 7, 10))
        if not problems(options, seats):
            return options, seats


def conceivable(state: State) -> Iterator[tuple[int, Move]]:
    """Every move of every chair without riders, and chairs and targets that do not exist."""
    chairs = range(-1, len(state.hands) + 1)
    words: list[Move] = [Draw(), Keep(), Pass(), Accept(), Challenge(), Decline(), SayUno(), Resign(), NextRound()]
    words += [ChooseColor(color) for color in Color]
    words += [one(seat) for one in (ChooseTarget, Catch) for seat in chairs]
    words += [Play(card) for card in dict.fromkeys(DECKS["classic108"].cards + DECKS["allwild112"].cards)]
    for seat in chairs:
        for move in words:
            yield seat, move


def option_names() -> set[str]:
    """The fields of `Options`."""
    return {field.name for field in fields(Options)}
