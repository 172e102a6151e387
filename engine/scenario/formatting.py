"""A position as the text of SCENARIOS.md: what a table that crashed prints, and what goes into a bug report.

`place(parse(format_position(state)).setup)` is the state again, for every position of a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import DECKS
from engine.codec.options import changed
from engine.notation import cards_text, seat_letter
from engine.state import State
from engine.view import Phase, Status, Uno

_LITERALS = {True: "true", False: "false", None: "null"}


def format_position(state: State, seed: int | None = None) -> str:
    """The position of a round that was dealt. `seed`: what later shuffles come from, if it is to be told."""
    return "\n".join([*_table(state, seed), *_cards(state), *_turn(state), *_match(state), *_remembered(state)]) + "\n"


def _table(state: State, seed: int | None) -> Iterator[str]:
    options = [f"{name}={_value(value)}" for name, value in changed(state.options).items()]
    yield " ".join(["rules", state.options.rules, *options])
    yield f"seats {len(state.hands)}"
    yield f"dealer {seat_letter(state.dealer)}"
    if seed is not None:
        yield f"seed {seed}"
    deck = DECKS[state.options.deck]
    if sorted(card.code for pile in (state.draw_pile, state.discard, *state.hands) for card in pile) != sorted(
        card.code for card in deck.cards
    ):
        yield "loose"


def _value(value: str | int | None) -> str:
    return _LITERALS[value] if value is None or isinstance(value, bool) else str(value)


def _cards(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        if state.status[seat] is not Status.LEFT:
            yield f"hand {seat_letter(seat)}: {cards_text(hand)}"
    yield f"discard: {cards_text(state.discard)}"
    yield f"draw: {cards_text(state.draw_pile)}"


def _turn(state: State) -> Iterator[str]:
    yield f"color {state.color or 'none'}"
    yield f"turn {seat_letter(state.turn)}"
    yield f"direction {'cw' if state.direction == 1 else 'ccw'}"
    phase = f"phase {state.phase.value}"
    if state.phase is Phase.DRAWN_CARD:
        phase += f" {state.drawn}"
    pending = state.pending
    if pending is not None:
        source = "" if pending.source is None else f" from {seat_letter(pending.source)}"
        threat = f"{pending.amount}{source} was {'lawful' if pending.lawful else 'bluff'}"
        if state.phase is Phase.RESPOND:
            phase += f" {threat}"
        else:
            yield f"pending {threat}"
    yield phase


def _match(state: State) -> Iterator[str]:
    yield f"round {state.round}"
    if any(state.scores):
        yield f"scores {_pairs(state.scores)}"
    marks = [f"{seat_letter(seat)}={mark.value}" for seat, mark in enumerate(state.uno) if mark is not Uno.NONE]
    if marks:
        yield " ".join(["uno", *marks])
    if state.out_order:
        yield f"out {_seats(state.out_order)}"
    if state.left_order:
        yield f"left {_seats(state.left_order)}"
    if state.eliminated:
        yield " ".join(["eliminated", *(f"{seat_letter(seat)}@{number}" for number, seat in state.eliminated)])
    if state.gains is not None:
        yield f"gains {_pairs(state.gains)}"
    if state.ranks is not None:
        yield f"rank {_pairs(state.ranks)}"


def _remembered(state: State) -> Iterator[str]:
    """What the match remembers beside the cards and the turn; most positions have none of it."""
    pending = state.pending
    if pending is not None and pending.snapshot != (() if pending.source is None else state.hands[pending.source]):
        yield f"snapshot: {cards_text(pending.snapshot)}"
    if state.left_in_hand != (state.hands[state.turn] if state.phase is Phase.CHOOSE_COLOR else ()):
        yield f"remembered: {cards_text(state.left_in_hand)}"
    if state.shown is not None:
        yield f"sees {seat_letter(state.shown.to)} hand {seat_letter(state.shown.seat)}: {cards_text(state.shown.cards)}"
    if state.owed:
        yield f"owed {_seats(state.owed)}"
    if state.accused:
        yield f"accused {_seats(state.accused)}"
    if state.locked is not None:
        yield f"locked {state.locked}"
    for word, number in (("passes", state.passes), ("reshuffles", state.reshuffles), ("version", state.version)):
        if number:
            yield f"{word} {number}"


def _seats(seats: Sequence[int]) -> str:
    return " ".join([seat_letter(seat) for seat in seats])


def _pairs(column: Sequence[int]) -> str:
    return " ".join([f"{seat_letter(seat)}={value}" for seat, value in enumerate(column)])
