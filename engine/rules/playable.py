"""Which cards may be put on the pile (RULES §6.1)."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from engine.cards import CARDS, Card, Color, Kind
from engine.options import Options
from engine.rules.stacking import stackable, waives_legality
from engine.state import Cards, State
from engine.view import Phase

_RESPOND = Phase.RESPOND


@cache
def fitting(top: Card, color: Color | None) -> frozenset[Card]:
    """Every face that matches the top card in colour, number or symbol; wilds always do."""
    return frozenset(card for card in CARDS if card.is_wild or card.color is color or card.kind is top.kind)


def legality(options: Options) -> str:
    """Is a Wild Draw Four free (`none`), `enforced` to be lawful, or open to a bluff (`bluff_allowed`)?"""
    return "enforced" if options.no_bluffing and options.wild4_legality == "bluff_allowed" else options.wild4_legality


def is_lawful(hand_left: Cards, color: Color | None) -> bool:
    """Was a Wild Draw Four within the rules, given what stayed in the hand and the colour before it (RULES §9.1)?"""
    return all(card.color is not color for card in hand_left if card.color is not None)


def playable(state: State, seat: int) -> frozenset[Card]:
    """The faces `seat` could play from its hand on an ordinary turn; members may be missing from the hand."""
    fits = fitting(state.discard[-1], state.color)
    options = state.options
    if options.wild4_legality == "bluff_allowed" and not options.no_bluffing:
        return fits
    if legality(options) == "enforced" and not is_lawful(state.hands[seat], state.color):
        return _without_wild4(fits)
    return fits


@cache
def _without_wild4(fits: frozenset[Card]) -> frozenset[Card]:
    return frozenset(card for card in fits if card.kind is not Kind.WILD_DRAW_FOUR)


def is_playable(state: State, seat: int, card: Card) -> bool:
    """May the seat on turn play this card of its hand (in DRAWN_CARD: the card it drew)?"""
    return card in _fits(state, seat)


def plays(state: State, seat: int) -> Collection[Card]:
    """The different cards the seat on turn may play in this phase, in the order of its hand."""
    fits, drawn = _fits(state, seat), state.drawn
    if drawn is None:
        return dict.fromkeys(filter(fits.__contains__, state.hands[seat]))
    return (drawn,) if drawn in fits else ()


def _fits(state: State, seat: int) -> frozenset[Card]:
    """The faces that `seat`, on turn, could put down in this phase; in RESPOND those that answer what is pending."""
    if state.phase is not _RESPOND:
        return playable(state, seat)
    answers = stackable(state)
    return answers if waives_legality(state.options) else answers & playable(state, seat)


def must_play_from_hand(state: State, seat: int) -> bool:
    """Does a coloured match in the hand forbid drawing (RULES §6.1, `must_if_no_match`)?"""
    if state.options.draw_policy != "must_if_no_match":
        return False
    fits = fitting(state.discard[-1], state.color)
    return any(card.color is not None and card in fits for card in state.hands[seat])


def must_play_drawn(state: State) -> bool:
    """Must the card just drawn be played (RULES §6.1)? A wild may always be kept."""
    card = state.drawn
    if state.options.drawn_card != "must_play_if_match" or card is None or card.is_wild:
        return False
    return card in fitting(state.discard[-1], state.color)
