"""What the players of a random game do: mostly sensible, sometimes not, sometimes out of turn or not allowed at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.bots.chance import Chance
from engine.cards import CARDS, Color
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
from engine.powers import hand_movers
from engine.state import State
from engine.view import Phase, Uno

Act = tuple[int, Move]
Offers = list[tuple[Move, ...]]
"""The legal moves of each seat."""
FALSE_CATCHES: Final = 3
"""How often in a hundred moves somebody thinks of catching whoever is there. More, and the penalties never end."""
_COLORS: Final = tuple(Color)
_PLAIN: Final[tuple[Move, ...]] = (Draw(), Keep(), Pass(), Accept(), Challenge(), Decline(), SayUno(), NextRound())
_ANY_TIME: Final = (SayUno, Catch)


def chosen(state: State, offers: Offers, hoarding: bool, leaving: int, chance: Chance) -> Act:
    """A legal move of somebody: of the seat on turn, or a call, a catch, a jump-in or a resignation of anybody."""
    if leaving and chance.below(1000) < leaving:
        return chance.one_of([(seat, Resign()) for seat, moves in enumerate(offers) if moves])
    if state.phase is Phase.ROUND_OVER:
        return chance.one_of([(seat, NextRound()) for seat, moves in enumerate(offers) if moves])
    turn, wrongly = state.turn, chance.happens(FALSE_CATCHES)
    aside = [
        (seat, move) for seat, moves in enumerate(offers) for move in moves if _is_aside(state, move, seat == turn, wrongly)
    ]
    if aside and chance.happens(30):
        return chance.one_of(aside)
    return turn, _on_turn(state, offers[turn], hoarding, chance)


def _is_aside(state: State, move: Move, on_turn: bool, wrongly: bool) -> bool:
    if isinstance(move, Catch):
        return wrongly or state.uno[move.seat] is Uno.OPEN
    return isinstance(move, SayUno) or (isinstance(move, Play) and not on_turn)


def _on_turn(state: State, offered: tuple[Move, ...], hoarding: bool, chance: Chance) -> Move:
    moves = [move for move in offered if not isinstance(move, (*_ANY_TIME, Resign))]
    if hoarding:
        moves = [move for move in moves if isinstance(move, Draw | Keep | Accept)] or moves
    elif chance.happens(85):
        moves = [move for move in moves if not isinstance(move, Draw | Keep | Accept)] or moves
    move = chance.one_of(moves)
    if not isinstance(move, Play):
        return move
    if move.card.is_wild and chance.happens(50):
        move = replace(move, color=chance.one_of(_COLORS))
    if len(state.hands[state.turn]) == 2 and move.card not in hand_movers(state.options) and chance.happens(40):
        move = replace(move, uno=True)
    return move


def attempt(state: State, chance: Chance) -> Act:
    """Anything anybody could send but a resignation: any seat, also one that does not exist, any move, any riders."""
    seats = len(state.hands)
    seat = state.turn if chance.happens(50) else chance.below(seats + 2) - 1
    somebody = chance.below(seats + 2) - 1
    what = chance.below(10)
    if what == 0:
        return seat, Catch(somebody)
    if what == 1:
        return seat, ChooseTarget(somebody)
    if what == 2:
        return seat, ChooseColor(chance.one_of(_COLORS))
    if what < 6:
        return seat, chance.one_of(_PLAIN)
    held = state.hands[seat] if 0 <= seat < seats else ()
    card = chance.one_of(held if held and chance.happens(70) else CARDS)
    color = chance.one_of(_COLORS) if chance.happens(30) else None
    return seat, Play(card, color, somebody if chance.happens(30) else None, chance.happens(30))
