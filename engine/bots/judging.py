"""What the normal bot thinks of cards, colours, targets and challenges, in cards: 1.0 is worth one card less in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots.chance import Chance
from engine.bots.outlook import Outlook, held
from engine.cards import Card, Color, Kind
from engine.powers import AMOUNTS, may_decline

_STEALS_A_TURN: Final = (Kind.SKIP, Kind.WILD_SKIP, Kind.DRAW_TWO, Kind.WILD_DRAW_TWO, Kind.WILD_DRAW_FOUR)
_REVERSES: Final = (Kind.REVERSE, Kind.WILD_REVERSE)

SHEDDING: Final = 0.005
"""For each point that leaves the hand."""
FITTING: Final = 0.25
"""For each card left that would fit on the one just played."""
KEEPS_WILD: Final = 3.0
"""What a wild is worth in the hand."""
CARELESS: Final = 0.45
"""How many players put a Wild Draw Four down without looking at their colours, as far as a bot can know."""
NO_COLOR: Final = 0.75
"""The chance that one unknown card is not of a given colour."""


def value(outlook: Outlook, card: Card) -> float:
    """What it is worth to play this card now."""
    rest = outlook.without(card)
    if not rest:
        return 100.0
    total = 1.0 + SHEDDING * outlook.worth(card) + _follow_up(card, rest) + _harm(outlook, card)
    if outlook.moves_hands(card):
        total += _exchange(outlook, card, rest)
    if outlook.asks_color(card):
        total -= _price_of_wild(outlook, card, rest)
    return total


def _follow_up(card: Card, rest: Sequence[Card]) -> float:
    """How well the hand goes on from here."""
    counts = held(rest)
    color = card.color or max(Color, key=lambda one: counts[one])
    fits = [one for one in rest if one.is_wild or one.color is color or one.kind is card.kind]
    return FITTING * len(fits)


def _harm(outlook: Outlook, card: Card) -> float:
    """What the card does to those who come next: the closer they are to the end, the better to hit them."""
    victim = outlook.following
    if outlook.is_partner(victim):
        return 0.0
    hurry = 3.0 if outlook.cards(victim) <= 2 else 1.0 if outlook.cards(victim) <= 4 else 0.3
    alone = outlook.others_in_play == 1
    if card.kind in _REVERSES:
        if alone:
            return 1.0 if outlook.options.reverse_two_players == "as_skip" else 0.0
        return 0.5 if outlook.cards(victim) < outlook.cards(outlook.preceding) else -0.3
    if card.kind is Kind.WILD_TARGETED_DRAW_TWO:
        return 3.0 if outlook.danger <= 2 else 0.5
    if card.kind is Kind.WILD_SKIP_TWO:
        return hurry + (1.0 if outlook.others_in_play <= 2 else 0.0)
    if card.kind in _STEALS_A_TURN:
        return hurry * (1.0 + 0.25 * AMOUNTS.get(card.kind, 0)) + (1.0 if alone else 0.0)
    return 0.0


def _exchange(outlook: Outlook, card: Card, rest: Sequence[Card]) -> float:
    """Cards won or lost by moving whole hands."""
    if card.kind is Kind.ZERO:
        return float(len(rest) - outlook.cards(outlook.preceding))
    if not outlook.rivals:
        return 0.0
    best = outlook.cards(best_target(outlook, outlook.rivals))
    if may_decline(outlook.options, card):
        return float(max(0, len(rest) - best))
    return float(len(rest) - best)


def _price_of_wild(outlook: Outlook, card: Card, rest: Sequence[Card]) -> float:
    """A wild fits at any time, so it is kept for when nothing else does; a bluff may cost four cards."""
    price = KEEPS_WILD if outlook.danger > 2 or len(rest) == 1 else KEEPS_WILD / 4
    if card.kind is Kind.WILD_DRAW_FOUR and any(one.color is outlook.view.color for one in rest):
        price += 4.0 if outlook.options.challenge and not outlook.options.no_bluffing else 0.0
    return price


def best_color(outlook: Outlook, hand: Sequence[Card], chance: Chance) -> Color:
    """The colour held most; among equals, the one whose cards are dearest."""
    counts = held(hand)
    points = {color: sum(outlook.worth(card) for card in hand if card.color is color) for color in Color}
    first = chance.below(len(Color))
    colors = tuple(Color)[first:] + tuple(Color)[:first]
    return max(colors, key=lambda one: (counts[one], points[one]))


def best_target(outlook: Outlook, seats: Sequence[int]) -> int:
    """Whoever is ahead, a rival if there is one among the seats."""
    rivals = [seat for seat in seats if not outlook.is_partner(seat)]
    return outlook.leader(rivals or seats)


def is_worth_challenging(outlook: Outlook) -> bool:
    """Do the odds pay? A challenge won saves the cards and the turn, one lost costs two cards more."""
    view, options = outlook.view, outlook.options
    if view.source is None:
        return False
    stacked = view.pending > AMOUNTS[Kind.WILD_DRAW_FOUR]
    if stacked and (options.wild4_legality_when_stacking == "waived" or options.stacking == "any_draw"):
        return False
    bluff = CARELESS * (1.0 - NO_COLOR ** outlook.cards(view.source))
    gain = view.pending + view.pending / max(1, len(outlook.rivals)) + 1.0
    return bluff * gain > (1.0 - bluff) * 2.0
