"""The hard bot: remembers what the others showed, and makes the move after which its chance to win the hand is best.

It names the colour the next player lacked, keeps its wilds while they are worth more in the hand, keeps action cards for
whoever is nearly out, and knows when a Wild Draw Four may be doubted. With two in the round it looks through every run of
cards that leaves it on turn. Where its judgement was not learnt (the All Wild deck, partners) it plays as `normal` does.
"""

from __future__ import annotations

from typing import Final

from engine.bots import normal
from engine.bots.chance import Chance
from engine.bots.foresight import EXTRA, Foresight
from engine.bots.judging import NO_COLOR, best_target
from engine.bots.memory import PLACES
from engine.bots.outlook import Outlook
from engine.cards import Card, Color, Kind
from engine.moves import Accept, Challenge, ChooseColor, ChooseTarget, Draw, Keep, Move, Pass, Play, SayUno
from engine.powers import AMOUNTS

BLUFFS: Final = (1, 5)
"""Before anything is known of a player: of five Wild Draw Fours from a hand with the colour in it, one is a bluff."""
_COLORS: Final = tuple(Color)


def choose(outlook: Outlook, chance: Chance) -> Move | None:
    """The move that looks best, or None when there is nothing to do."""
    if SayUno() in outlook.view.legal and len(outlook.hand) == 1:
        return SayUno()
    if outlook.catchable:
        return min(outlook.catchable, key=lambda move: outlook.cards(move.seat))
    learnt = outlook.options.deck == "classic108" and not outlook.options.teams_2v2 and outlook.rivals
    if not learnt or not outlook.my_turn or outlook.first(ChooseTarget) is not None:
        return normal.choose(outlook, chance)
    foresight = Foresight(outlook)
    if outlook.first(ChooseColor) is not None:
        return ChooseColor(max(_COLORS, key=foresight.of_naming))
    accept = outlook.first(Accept)
    if accept is not None:
        if outlook.plays:
            return normal.choose(outlook, chance)
        return Challenge() if outlook.first(Challenge) is not None and _doubts(outlook, foresight) else accept
    keep = outlook.first(Keep)
    if not outlook.plays:
        return keep or outlook.first(Draw) or outlook.first(Pass)
    value, play = _best(outlook, foresight, chance)
    color = outlook.view.color
    if keep is not None and color is not None and foresight.of_waiting(color, outlook.view.top.kind) > value:
        return keep
    return play


def _best(outlook: Outlook, foresight: Foresight, chance: Chance) -> tuple[float, Play]:
    """The most valuable play and its value; among equals, any."""
    found: list[tuple[float, int, Play]] = []
    for card in outlook.plays:
        target = _target(outlook, card)
        colors = _COLORS if card.color is None else (card.color,)
        value, color = max([(foresight.of_play(card, one, target), one) for one in colors], key=lambda pair: pair[0])
        asked = color if outlook.asks_color(card) else None
        found.append((value, chance.below(100), Play(card, asked, target, outlook.leaves_one(card, target))))
    value, _, play = max(found, key=lambda one: one[:2])
    return value, play


def _target(outlook: Outlook, card: Card) -> int | None:
    return best_target(outlook, outlook.rivals) if outlook.asks_target(card) else None


def _doubts(outlook: Outlook, foresight: Foresight) -> bool:
    """Does a challenge promise more than drawing the cards?"""
    view, options, memory = outlook.view, outlook.options, outlook.memory
    source, color = view.source, view.color
    if source is None or color is None:
        return False
    stacked = view.pending > AMOUNTS[Kind.WILD_DRAW_FOUR]
    if stacked and (options.wild4_legality_when_stacking == "waived" or options.stacking == "any_draw"):
        return False
    kind, held = view.top.kind, view.counts[source]
    if memory.before is None:
        without = NO_COLOR**held
    else:
        place = PLACES[memory.before]
        without = foresight.unseen.lacks(place, min(held, memory.room_before[source][place]))
    guilty, honest = memory.bluffs[source]
    bluff = (1.0 - without) * (guilty + BLUFFS[0]) / (guilty + honest + BLUFFS[1])
    right = foresight.of_catching(source, view.pending, color, kind)
    wrong = foresight.of_paying(view.pending + EXTRA, color, kind)
    return bluff * right + (1.0 - bluff) * wrong > foresight.of_paying(view.pending, color, kind)
