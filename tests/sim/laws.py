"""What must hold of every game, whatever its options: after each event, in each position, and at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import CARDS, DECKS, Card
from engine.codec import events_from_bytes, events_to_bytes, pack_options, unpack_options
from engine.events import Event
from engine.game import Entropy, Refused, decide, evolve, new_match, timeout_move
from engine.moves import Catch, Move, Play, Resign, SayUno
from engine.refusal import SENTENCES
from engine.scenario import format_position, parse_position
from engine.state import State
from engine.view import Phase, Status, Uno
from tests.sim.players import Offers

_PLACE: Final = [1 << 7 * card.code for card in CARDS]
"""A multiset of at most 127 cards as one number: 7 bits count each face."""
_AT_ANY_TIME: Final = (SayUno, Catch, Resign)


class Broken(Exception):
    """A law does not hold; the text says which."""


def check(holds: bool, law: str, found: object = "") -> None:
    """Raise `Broken` if it does not hold."""
    if not holds:
        raise Broken(f"{law}: {found}" if found != "" else law)


class Census:
    """Counts the cards on the table after each event. A pile or hand that did not change is not counted again."""

    def __init__(self, state: State) -> None:
        self._deck = Counter(DECKS[state.options.deck].cards)
        self._wanted = _number(DECKS[state.options.deck].cards)
        self._known: dict[int, tuple[tuple[Card, ...], int]] = {}

    def check(self, state: State) -> None:
        """Every card of the deck is somewhere, as often as in the deck, and the discard pile has a top."""
        piles = (state.draw_pile, state.discard, *state.hands)
        known, fresh, total = self._known, dict[int, tuple[tuple[Card, ...], int]](), 0
        for pile in piles:
            key = id(pile)
            entry = known.get(key) or (pile, _number(pile))
            fresh[key] = entry
            total += entry[1]
        self._known = fresh
        if total != self._wanted:
            found = Counter(card for pile in piles for card in pile)
            lost, more = self._deck - found, found - self._deck
            raise Broken(f"the cards are those of the deck: lost {[*lost.elements()]}, too many {[*more.elements()]}")
        check(bool(state.discard), "the discard pile has a top")


def _number(cards: Sequence[Card]) -> int:
    return sum([_PLACE[card.code] for card in cards])


def check_position(state: State, offers: Offers) -> None:
    """Exactly one seat has to act, and it can; marks, phases and what is pending fit together (RULES §4)."""
    turn, phase = state.turn, state.phase
    if phase is Phase.MATCH_OVER:
        check(not any(offers), "nobody moves after the match", offers)
        return
    for seat, status in enumerate(state.status):
        if (status is Status.LEFT) != (not offers[seat]):
            raise Broken(f"a seat has moves unless it left: {seat}, {status}, {offers[seat]}")
    if phase is Phase.ROUND_OVER:
        check(state.pending is None and state.drawn is None, "nothing is open between rounds")
        check(all(mark is Uno.NONE for mark in state.uno), "no UNO mark outlives a round", state.uno)
        return
    check_one_actor(state, offers)
    choosing = phase is Phase.CHOOSE_COLOR or phase is Phase.CHOOSE_TARGET
    check(choosing or state.status[turn] is Status.IN, "the seat on turn is in play", state.status)
    check((state.drawn is not None) == (phase is Phase.DRAWN_CARD), "a drawn card waits in its phase alone", state.drawn)
    check(state.drawn is None or state.drawn in state.hands[turn], "the drawn card is in the hand", state.drawn)
    check(choosing or (state.pending is not None) == (phase is Phase.RESPOND), "what is pending is answered", state.pending)
    for seat, (hand, mark, status) in enumerate(zip(state.hands, state.uno, state.status, strict=True)):
        if mark is Uno.OPEN and len(hand) != 1:
            raise Broken(f"who can be caught holds one card: {seat}, {hand}")
        if bool(hand) != (status is Status.IN) and not (choosing and seat == turn):
            raise Broken(f"who is in play holds cards, and nobody else: {seat}, {status}, {hand}")


def check_one_actor(state: State, offers: Offers) -> None:
    """The seat on turn has a move, and the clock one for it; the others may call, catch, leave and jump in."""
    turn, due = state.turn, timeout_move(state)
    check(not isinstance(due, _AT_ANY_TIME) and due in offers[turn], "the seat on turn can move, and the clock for it", due)
    jump = Play(state.top) if state.options.jump_in and state.phase is Phase.AWAIT_PLAY else None
    for seat, moves in enumerate(offers):
        if len(moves) > 1 and len(set(moves)) < len(moves):
            raise Broken(f"no move is offered twice: {seat}, {moves}")
        if seat != turn:
            for move in moves:
                if not isinstance(move, _AT_ANY_TIME) and move != jump:
                    raise Broken(f"who is not on turn waits: {seat}, {move}")


def check_attempt(state: State, seat: int, move: Move, offered: tuple[Move, ...], chance: Entropy) -> bool:
    """Was this move accepted? It is only if `legal` says so; a refusal has a reason and changes nothing."""
    bare = Play(move.card) if isinstance(move, Play) else move
    image = hash(state)
    try:
        decide(state, seat, move, chance)
    except Refused as refused:
        check(refused.code in SENTENCES, "a refusal has a code", refused.code)
        check(hash(state) == image, "a refusal changes nothing")
        check(move != bare or bare not in offered, "a legal move is accepted", (seat, move, refused.code))
        return False
    check(bare in offered, "a move that is not legal is refused", (seat, move))
    return True


def check_end(state: State) -> None:
    """The ranks are those of a finished match: 1 is first, ties share a rank and the next is skipped."""
    ranks = state.ranks
    check(ranks is not None and len(ranks) == len(state.hands), "everybody has a rank", ranks)
    assert ranks is not None
    check(all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), "ranks skip after ties", ranks)
    gone = [ranks[seat] for seat in state.left_order]
    if not state.options.play_on_until_one_left:
        check(gone == sorted(gone, reverse=True), "the later one left, the higher its rank", (state.left_order, ranks))


def check_replay(log: Sequence[tuple[Event, ...]], state: State) -> None:
    """The log, as a journal keeps it, leads to the same state again, without rules or chance."""
    options = unpack_options(pack_options(state.options))
    again, count = new_match(options, len(state.hands)), 0
    for events in log:
        kept = events_from_bytes(events_to_bytes(events))
        check(kept == events, "a record comes back as it went", kept)
        for event in kept:
            again = evolve(again, event)
            count += 1
    check(again == state, "the log replays to the same state", again)
    check(count == state.version, "the version counts the events", count)


def check_text(state: State) -> None:
    """The position's text says all of it."""
    again = parse_position(format_position(state))
    check(again == state, "a position comes back from its text", format_position(again))
