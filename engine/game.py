"""The game itself: start a match, say which moves are allowed, and decide what a move leads to (DESIGN §2).

Nothing here changes anything: `decide` returns events, and `engine.state.evolve` applies them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.cards import Color
from engine.events import Covered, Event
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
from engine.options import Options
from engine.refusal import Refused
from engine.rules import challenge, dealing, drawing, leaving, playing, uno
from engine.rules.draft import Draft
from engine.rules.ordinary import ordinary
from engine.rules.permission import legal
from engine.rules.refusing import refusal
from engine.shuffle import Entropy
from engine.state import Cards, State, evolve, evolve_all, new_match
from engine.view import Phase

__all__ = [
    "Entropy",
    "Refused",
    "State",
    "decide",
    "evolve",
    "evolve_all",
    "legal",
    "new_match",
    "start",
    "step",
    "timeout_move",
]


def start(
    options: Options, seats: int, entropy: Entropy, *, dealer: int | None = None, deck: Cards | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Deal the first round: the state after it, and its events, which `new_match(options, seats)` leads through.

    `dealer` and `deck` (the shuffled deck, first card dealt first) replace chance, for scenarios.
    """
    draft = Draft(new_match(options, seats), entropy)
    dealing.deal(draft, entropy.stream("dealer").below(seats) if dealer is None else dealer, deck)
    return draft.state, tuple(draft.events)


def decide(state: State, seat: int, move: Move, entropy: Entropy) -> tuple[Event, ...]:
    """What happens when `seat` makes this move. Raises `Refused` if it may not."""
    events = ordinary(state, seat, move)
    return tuple(_decided(state, seat, move, entropy).events) if events is None else events


def step(state: State, seat: int, move: Move, entropy: Entropy) -> tuple[State, tuple[Event, ...]]:
    """`decide`, and the state its events lead to. Raises `Refused`."""
    events = ordinary(state, seat, move)
    if events is not None:
        return evolve_all(state, events), events
    draft = _decided(state, seat, move, entropy)
    return draft.state, tuple(draft.events)


def _decided(state: State, seat: int, move: Move, entropy: Entropy) -> Draft:
    code = refusal(state, seat, move)
    if code is not None:
        raise Refused(code)
    draft = Draft(state, entropy)
    if state.shown is not None:
        draft.add(Covered())
    _CARRY_OUT[type(move)](draft, seat, move)
    return draft


_CARRY_OUT: Final[dict[type[Move], Callable[[Draft, int, Any], None]]] = {
    Play: playing.play,
    Draw: lambda draft, seat, move: drawing.draw(draft, seat),
    Keep: lambda draft, seat, move: drawing.keep(draft, seat),
    Pass: lambda draft, seat, move: drawing.pass_turn(draft, seat),
    Accept: lambda draft, seat, move: challenge.accept(draft, seat),
    Challenge: lambda draft, seat, move: challenge.challenge(draft, seat),
    ChooseColor: lambda draft, seat, move: playing.choose_color(draft, seat, move.color),
    ChooseTarget: lambda draft, seat, move: playing.choose_target(draft, seat, move.seat),
    Decline: lambda draft, seat, move: playing.choose_target(draft, seat, None),
    SayUno: lambda draft, seat, move: uno.say_uno(draft, seat),
    Catch: lambda draft, seat, move: uno.catch(draft, seat, move.seat),
    Resign: lambda draft, seat, move: leaving.leave(draft, seat),
    NextRound: lambda draft, seat, move: dealing.deal(draft, dealing.next_dealer(draft.state)),
}


def timeout_move(state: State) -> Move:
    """What the clock does for the seat on turn: the least it can (RULES §6.3). After a round: the next one.

    Raises `ValueError` when the match is over.
    """
    if state.phase is Phase.MATCH_OVER:
        raise ValueError("the match is over: nobody is waited for")
    if state.phase is Phase.CHOOSE_COLOR:
        held = [card.color for card in state.hands[state.turn]]
        return ChooseColor(max(Color, key=held.count))
    if state.phase is Phase.CHOOSE_TARGET:
        return ChooseTarget(state.next_seat(state.turn))
    least = _LEAST_AFTER_DRAWING if state.phase is Phase.DRAWN_CARD else _LEAST
    moves = legal(state, state.turn) if state.is_playing else (NextRound(),)
    return next(move for kind in least for move in moves if isinstance(move, kind))


_LEAST: Final[tuple[type[Move], ...]] = (NextRound, Draw, Accept, Play, Pass)
_LEAST_AFTER_DRAWING: Final[tuple[type[Move], ...]] = (Keep, Play)
