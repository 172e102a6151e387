"""A finished round written down: what was sealed, and where every card went. `engine/verify.py` reads it.

It has nothing that a verifier cannot check: no names, no calls, no points.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Dealt, Drew, Event, Played, Reshuffled, Rotated, RoundEnded, SeatLeft, Swapped, Turned, WentOut
from engine.options import Options
from engine.seal import Sealed
from engine.state import Cards


def transcript(sealed: Sealed, cuts: Sequence[str], options: Options, events: Sequence[Event]) -> dict[str, object]:
    """The round whose events these are, from its `Dealt` to its `RoundEnded`, ready for JSON.

    Raises `ValueError` if one of the two is missing.
    """
    dealt = next((event for event in events if isinstance(event, Dealt)), None)
    ended = next((event for event in events if isinstance(event, RoundEnded)), None)
    if dealt is None or ended is None:
        raise ValueError("that is no whole round")
    return {
        "unotty": 1,
        "match": sealed.match,
        "round": sealed.round,
        "seal": sealed.commitment,
        "seed": sealed.seed,
        "nonce": sealed.nonce,
        "cuts": sorted(cuts),
        "deck": options.deck,
        "hand_size": options.hand_size,
        "dealer": dealt.dealer,
        "hands": [_words(hand) for hand in dealt.hands],
        "top": dealt.top.text,
        "pile": _words(dealt.pile),
        "moves": _moves(dealt, events[: events.index(ended)]),
        "end": [_words(hand) for hand in ended.hands],
    }


def _words(cards: Cards | None) -> list[str]:
    return [card.text for card in cards or ()]


def _moves(dealt: Dealt, events: Sequence[Event]) -> list[list[object]]:
    """What moved cards: `play`, `draw`, `leave`, `reshuffle`, and `hands`: whose hand each seat holds from now on."""
    hands = [_words(hand) for hand in dealt.hands]
    in_play = [seat for seat, hand in enumerate(hands) if hand]
    direction = dealt.direction
    moves: list[list[object]] = []

    def pass_on(givers: dict[int, int]) -> None:
        around = [givers.get(seat, seat) for seat in range(len(hands))]
        moves.append(["hands", around])
        hands[:] = [hands[seat] for seat in around]

    for event in events:
        match event:
            case Played(seat, card):
                moves.append(["play", seat, card.text])
                if card.text in hands[seat]:  # if not, it is the verifier's to say so
                    hands[seat].remove(card.text)
            case Drew(seat, _, cards) if cards:
                moves.append(["draw", seat, *_words(cards)])
                hands[seat] += _words(cards)
            case Reshuffled(_, pile):
                moves.append(["reshuffle", _words(pile)])
            case Swapped(seat, target):
                pass_on({seat: target, target: seat})
            case Rotated():
                around = in_play[::direction]
                pass_on(dict(zip(around[1:] + around[:1], around, strict=True)))
            case Turned(direction):
                pass
            case WentOut(seat):
                in_play.remove(seat)
            case SeatLeft(seat) if seat in in_play:
                in_play.remove(seat)
                moves.append(["leave", seat, *hands[seat]])
                hands[seat] = []
    return moves
