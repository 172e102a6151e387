"""A scenario's setting-up as a position, with every default filled in and every card accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NoReturn, TypeVar

from engine.cards import DECKS, Card, Color
from engine.events import Event
from engine.game import Entropy, start
from engine.notation import seat_letter
from engine.options import problems
from engine.scenario.lexer import ParseError
from engine.scenario.model import Setup
from engine.shuffle import SEED_BYTES
from engine.state import Cards, Pending, State, new_match
from engine.view import Phase, Status, Uno

T = TypeVar("T")

_OF_A_POSITION: Final = ("hand", "discard", "draw", "color", "turn", "direction", "phase", "uno", "left", "out")


def entropy(seed: int) -> Entropy:
    """The chance a seed number stands for."""
    return Entropy(seed.to_bytes(SEED_BYTES, "big"))


def place(setup: Setup, line: int) -> tuple[State, tuple[Event, ...]]:
    """The position, and the events of a deal. `line` is where what is missing is missed. Raises `ParseError`."""
    for word in ("rules", "seats"):
        if word not in setup.where:
            raise ParseError(line, 1, f"{word!r} is missing")
    for problem in problems(setup.options, setup.seats):
        _wrong(setup, "rules", problem)
    if setup.deal:
        return _dealt(setup)
    if "deck" in setup.where:
        _wrong(setup, "deck", "a deck is for dealing: `deal` is missing")
    if setup.turn is None:
        raise ParseError(line, 1, "'turn' is missing")
    gone = (*setup.left, *setup.out, *(seat for _, seat in setup.eliminated))
    for seat in range(setup.seats):
        if seat not in setup.hands and seat not in gone:
            raise ParseError(line, 1, f"the hand of {seat_letter(seat)} is missing")
    return _placed(setup, setup.turn), ()


def _wrong(setup: Setup, part: str, sentence: str) -> NoReturn:
    raise setup.where[part].error(sentence)


def _dealt(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    for word in _OF_A_POSITION:
        if word in setup.where:
            _wrong(setup, word, f"{word!r} belongs to a position, but this round is dealt")
    deck: Cards | None = None
    if setup.deck is not None:
        deck = setup.deck + (_rest(setup, setup.deck) if setup.deck_rest else ())
        _check_total(setup, deck, "deck")
        if len(deck) <= setup.options.hand_size * setup.seats + 1:
            _wrong(setup, "deck", "the deck is too small to deal from")
    state, events = start(setup.options, setup.seats, entropy(setup.seed), dealer=setup.dealer, deck=deck)
    return state._replace(round=setup.round, scores=_column(setup.scores, setup.seats, 0)), events


def _placed(setup: Setup, turn: int) -> State:
    count = setup.seats
    hands = _column(setup.hands, count, ())
    discard, draw = _piles(setup, hands)
    _check_total(setup, [*draw, *discard, *(card for hand in hands for card in hand)], "turn")
    status = [Status.IN] * count
    if setup.phase not in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        for seat in setup.out:
            status[seat] = Status.OUT
    for _, seat in setup.eliminated:
        status[seat] = Status.OUT
    for seat in setup.left:
        status[seat] = Status.LEFT
    if setup.drawn is not None and setup.drawn not in hands[turn]:
        _wrong(setup, "phase", f"the drawn {setup.drawn} is not in the hand")
    state = new_match(setup.options, count)._replace(
        version=setup.version,
        round=setup.round,
        dealer=setup.dealer,
        direction=setup.direction,
        turn=turn,
        phase=setup.phase,
        color=_color(setup, discard[-1]),
        draw_pile=draw,
        discard=discard,
        hands=hands,
        uno=_column(setup.uno, count, Uno.NONE),
        scores=_column(setup.scores, count, 0),
        status=tuple(status),
        drawn=setup.drawn,
        left_in_hand=_remembered(setup, hands[turn]),
        shown=setup.shown,
        passes=setup.passes,
        reshuffles=setup.reshuffles,
        owed=setup.owed,
        accused=setup.accused,
        out_order=setup.out,
        left_order=setup.left,
        eliminated=setup.eliminated,
        locked=setup.locked,
        gains=None if setup.gains is None else _column(setup.gains, count, 0),
        ranks=None if setup.ranks is None else _column(setup.ranks, count, 1),
    )
    return _threatened(setup, state)


def _threatened(setup: Setup, state: State) -> State:
    threat = setup.threat
    if threat is None:
        return state
    held = () if threat.source is None else state.hands[threat.source]
    snapshot = held if setup.snapshot is None else setup.snapshot
    return state._replace(pending=Pending(threat.amount, threat.source, threat.lawful, snapshot))


def _remembered(setup: Setup, hand: Cards) -> Cards:
    if setup.remembered is not None:
        return setup.remembered
    return hand if setup.phase is Phase.CHOOSE_COLOR else ()


def _color(setup: Setup, top: Card) -> Color | None:
    if "color" in setup.where:
        return setup.color
    color = top.color or setup.named
    if color is None and setup.options.deck == "classic108" and setup.phase is not Phase.CHOOSE_COLOR:
        _wrong(setup, "discard", "the wild on top has no color: say `color`, or `W:green`")
    return color


def _piles(setup: Setup, hands: Iterable[Cards]) -> tuple[Cards, Cards]:
    """The discard pile and the draw pile."""
    named = [*setup.draw, *(card for hand in hands for card in hand)]
    discard = setup.discard
    if discard is None:
        left = _rest(setup, named)
        fit = [card for card in left if card.is_number] or list(left)
        if not fit:
            raise setup.where["turn"].error("every card is in a hand or the draw pile; none is left for the discard pile")
        discard = (fit[0],)
    return discard, setup.draw + (_rest(setup, [*named, *discard]) if setup.draw_rest else ())


def _rest(setup: Setup, named: Iterable[Card]) -> Cards:
    """The cards of the deck that are named nowhere, in canonical order."""
    gone = Counter(named)
    left: list[Card] = []
    for card in reversed(DECKS[setup.options.deck].cards):
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(reversed(left))


def _check_total(setup: Setup, cards: Iterable[Card], part: str) -> None:
    """In a strict scenario, the very cards of the deck."""
    if not setup.strict:
        return
    deck, found = Counter(DECKS[setup.options.deck].cards), Counter(cards)
    for card in found:
        if found[card] > deck[card]:
            _wrong(setup, part, f"{card} is there {found[card]} times, in the deck {deck[card]} times; say `loose` if so meant")
    missing = deck - found
    if missing:
        _wrong(
            setup,
            part,
            f"{missing.total()} cards of the deck are missing, among them {next(iter(missing))}; "
            "end the pile with `rest`, or say `loose`",
        )


def _column(given: dict[int, T], seats: int, default: T) -> tuple[T, ...]:
    return tuple([given.get(seat, default) for seat in range(seats)])
