"""A new round: the dealer, the shuffled deck, seven cards each, and the card turned up (RULES §5.2)."""

from __future__ import annotations

from functools import cache

from engine.cards import DECKS, Card, Kind
from engine.events import Dealt, Skipped, Threatened, TurnMoved, Why
from engine.powers import AMOUNTS
from engine.rules.draft import Draft
from engine.rules.pile import give
from engine.state import Cards, State
from engine.view import Phase


@cache
def _all_cards(deck: str) -> Cards:
    return DECKS[deck].cards


def next_dealer(state: State) -> int:
    """The next remaining seat clockwise of the last dealer's chair."""
    return _from_left_of(state, state.dealer)[0]


def _from_left_of(state: State, dealer: int) -> list[int]:
    """The seats that play on, clockwise from the dealer's left."""
    count, contenders = len(state.status), state.contenders
    return [seat for seat in [(dealer + step) % count for step in range(1, count + 1)] if seat in contenders]


def deal(draft: Draft, dealer: int, deck: Cards | None = None) -> None:
    """Deal a round. `deck` (first card dealt first) replaces the shuffled one."""
    state = draft.state
    options, number = state.options, state.round + 1
    chance = draft.entropy.stream("deal", number)
    if deck is None:
        deck = chance.shuffled(_all_cards(options.deck))
    seats = _from_left_of(state, dealer)
    dealt = options.hand_size * len(seats)
    hands: list[Cards] = [()] * len(state.status)
    for place, seat in enumerate(seats):
        hands[seat] = deck[place : dealt : len(seats)]
    top, pile = deck[dealt], deck[dealt + 1 :]
    while _goes_back(top, options.deck):
        pile = chance.shuffled((*pile, top))
        top, pile = pile[0], pile[1:]
    left, right = seats[0], seats[-2]
    acts = options.deck != "allwild112" and options.first_card == "apply"
    reverses = acts and top.kind is Kind.REVERSE
    turn = left
    if reverses:
        turn = right if options.first_reverse == "right_of_dealer" and len(seats) > 2 else dealer
    unnamed = top.kind is Kind.WILD and options.deck != "allwild112"
    phase = Phase.CHOOSE_COLOR if unnamed else Phase.AWAIT_PLAY
    draft.add(Dealt(number, dealer, tuple(hands), pile, top, top.color, -1 if reverses else 1, turn, phase))
    if acts:
        _first_card(draft, top, left)


def _goes_back(top: Card, deck: str) -> bool:
    return top.kind is Kind.WILD_DRAW_FOUR and deck != "allwild112"


def _first_card(draft: Draft, top: Card, left: int) -> None:
    """A Skip or Draw Two turned up strikes the dealer's left."""
    if top.kind is Kind.DRAW_TWO and draft.state.options.first_draw2 == "pending":
        draft.add(Threatened(left, None, AMOUNTS[top.kind], True))
    elif top.kind is Kind.DRAW_TWO or top.kind is Kind.SKIP:
        if top.kind is Kind.DRAW_TWO:
            give(draft, left, AMOUNTS[top.kind], Why.HIT)
        draft.add(Skipped(left))
        draft.add(TurnMoved(draft.state.next_seat(left), Phase.AWAIT_PLAY))
