"""The normal bot: sheds what is dear, keeps what always fits, hits whoever is ahead, and minds its UNO."""

from __future__ import annotations

from typing import Final

from engine.bots.chance import Chance
from engine.bots.judging import best_color, best_target, is_worth_challenging, value
from engine.bots.outlook import Outlook
from engine.cards import Card
from engine.moves import (
    Accept,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Move,
    Pass,
    Play,
    SayUno,
)
from engine.powers import may_decline

CATCHES: Final = 85
"""In a hundred times: even an attentive player overlooks something."""
KEEPING: Final = 0.0
"""What it is worth to keep a drawn card instead of playing it."""


def choose(outlook: Outlook, chance: Chance) -> Move | None:
    """The move that looks best, or None when there is nothing to do."""
    if SayUno() in outlook.view.legal and len(outlook.hand) == 1:
        return SayUno()
    if outlook.catchable and chance.happens(CATCHES):
        return min(outlook.catchable, key=lambda move: outlook.cards(move.seat))
    if not outlook.my_turn:
        return _best_play(outlook, chance) if outlook.plays else None
    if outlook.first(ChooseColor) is not None:
        return ChooseColor(best_color(outlook, outlook.hand, chance))
    if outlook.first(ChooseTarget) is not None:
        return _aim(outlook)
    accept = outlook.first(Accept)
    if accept is not None:
        return _answer(outlook, chance, accept)
    keep = outlook.first(Keep)
    if outlook.plays and (keep is None or _value(outlook, outlook.plays[0], chance) > KEEPING):
        return _best_play(outlook, chance)
    return keep or outlook.first(Draw) or outlook.first(Pass) or _best_play(outlook, chance)


def _answer(outlook: Outlook, chance: Chance, accept: Accept) -> Move:
    """A draw card has to be answered: pass it on, doubt it, or pay."""
    if outlook.plays:
        return _best_play(outlook, chance)
    doubt = outlook.first(Challenge)
    return doubt if doubt is not None and is_worth_challenging(outlook) else accept


def _aim(outlook: Outlook) -> Move:
    decline = outlook.first(Decline)
    target = best_target(outlook, [move.seat for move in outlook.all(ChooseTarget)])
    if decline is not None and outlook.cards(target) >= len(outlook.hand):
        return decline
    return ChooseTarget(target)


def _value(outlook: Outlook, card: Card, chance: Chance) -> float:
    return value(outlook, card) + chance.below(100) / 1000


def _best_play(outlook: Outlook, chance: Chance) -> Play:
    card = max(outlook.plays, key=lambda one: _value(outlook, one, chance))
    rest = outlook.without(card)
    color = best_color(outlook, rest, chance) if outlook.asks_color(card) else None
    target = None
    if outlook.asks_target(card) and outlook.rivals:
        target = best_target(outlook, outlook.rivals)
        if may_decline(outlook.options, card) and outlook.cards(target) >= len(rest):
            return Play(card, color)
    return Play(card, color, target, outlook.leaves_one(card, target))
