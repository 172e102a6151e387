"""The easy bot: plays whatever fits, likes no colour better than another, and often forgets to say UNO."""

from __future__ import annotations

from typing import Final

from engine.bots.chance import Chance
from engine.bots.outlook import Outlook, held
from engine.cards import Card, Color
from engine.moves import (
    Accept,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Draw,
    Keep,
    Move,
    NextRound,
    Pass,
    Play,
    Resign,
    SayUno,
)

# How often in a hundred times.
REMEMBERS_UNO: Final = 65
CATCHES: Final = 20
CHALLENGES: Final = 20
PLAYS_RATHER_THAN_DRAWS: Final = 92
PLAYS_WHAT_IT_DREW: Final = 85
STACKS: Final = 80
JUMPS_IN: Final = 25


def choose(outlook: Outlook, chance: Chance) -> Move | None:
    """A legal move, or None to let things go by."""
    if not outlook.my_turn:
        return _out_of_turn(outlook, chance)
    view = outlook.view
    colors = outlook.all(ChooseColor)
    if colors:
        return ChooseColor(_color(outlook.hand, chance))
    targets = outlook.all(ChooseTarget)
    if targets:
        return chance.one_of(targets)
    accept, draw, keep = outlook.first(Accept), outlook.first(Draw), outlook.first(Keep)
    if accept is not None:
        if outlook.plays and chance.happens(STACKS):
            return _play(outlook, chance)
        dares = outlook.first(Challenge) is not None and chance.happens(CHALLENGES)
        return Challenge() if dares else accept
    least = keep or draw or outlook.first(Pass)
    eager = PLAYS_WHAT_IT_DREW if keep is not None else PLAYS_RATHER_THAN_DRAWS
    if outlook.plays and (least is None or chance.happens(eager)):
        return _play(outlook, chance)
    return least or next((move for move in view.legal if not isinstance(move, SayUno | Resign | NextRound)), None)


def _out_of_turn(outlook: Outlook, chance: Chance) -> Move | None:
    if outlook.plays and chance.happens(JUMPS_IN):
        return _play(outlook, chance)
    late = outlook.first(SayUno)
    if late is not None and chance.happens(REMEMBERS_UNO // 2):
        return late
    if outlook.catchable and chance.happens(CATCHES):
        return outlook.catchable[0]
    return None


def _play(outlook: Outlook, chance: Chance) -> Play:
    card = chance.one_of(outlook.plays)
    color = _color(outlook.without(card), chance) if outlook.asks_color(card) else None
    target = chance.one_of(outlook.rivals) if outlook.asks_target(card) and outlook.rivals else None
    uno = outlook.leaves_one(card, target) and chance.happens(REMEMBERS_UNO)
    return Play(card, color, target, uno)


def _color(hand: tuple[Card, ...] | list[Card], chance: Chance) -> Color:
    """Any colour it holds; any at all if it holds none."""
    return chance.one_of([color for color, count in held(hand).items() if count] or list(Color))
