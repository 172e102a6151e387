"""What a move must have led to, told independently of the rules' own code: what was drawn, and what a round is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import DECKS, Card
from engine.events import Caught, Drew, Event, FalselyCaught, Marked, Played, Reshuffled, RoundEnded, SeatLeft, WentOut, Why
from engine.moves import Catch, Draw, Move, Play, Resign, SayUno
from engine.options import Options
from engine.state import State
from tests.sim.laws import check

_POINTS: Final = {deck.name: {line.card: line.points for line in deck.stock} for deck in DECKS.values()}
_PILES: Final = (Drew, Played, Reshuffled, SeatLeft)
_SAID: Final[dict[type[Move], tuple[type[Event], ...]]] = {
    Play: (Played,),
    Draw: (Drew,),
    Catch: (Caught, FalselyCaught),
    SayUno: (Marked,),
    Resign: (SeatLeft,),
}
"""What must be among the events of a move."""


def check_outcome(seat: int, move: Move, events: Sequence[Event], after: State) -> None:
    """The move was carried out, and the draw pile was filled again as soon as it ran out (RULES §6.2 `give`)."""
    kinds = {type(event) for event in events}
    due = _SAID.get(type(move))
    check(due is None or not kinds.isdisjoint(due), "a move does what it says", events)
    drew = [event for event in events if isinstance(event, Drew)]
    check(
        all(event.cards and event.count == len(event.cards) for event in drew), "whoever draws draws at least one card", events
    )
    if type(move) is Draw:
        drawn = [event for event in drew if event.why is Why.TURN]
        # Whom the table itself catches at this moment draws first, and may take the last card there is.
        is_none_left = not drawn and Caught in kinds and not after.can_draw
        check(is_none_left or [(event.seat, event.count) for event in drawn] == [(seat, 1)], "a draw is one card", events)
    if not after.draw_pile and len(after.discard) > 1:
        last = next((type(event) for event in reversed(events) if isinstance(event, _PILES)), None)
        check(last is not Drew, "an empty draw pile is filled at once", events)
    if WentOut in kinds and not after.options.play_on_until_one_left:
        for event in events:
            if isinstance(event, RoundEnded):
                check(event.gains == _worth(after.options, event), "the round is worth the cards that are held", event)


def _worth(options: Options, event: RoundEnded) -> tuple[int, ...]:
    """The points of a round that somebody won by going out (RULES §10.3, §10.8, §12)."""
    held = [_held(options.deck, hand) for hand in event.hands]
    if options.score_mode != "winner_takes":
        return tuple(held)
    ours = [seat == event.winner or (options.teams_2v2 and seat % 2 == (event.winner or 0) % 2) for seat in range(len(held))]
    won = sum(count for count, mine in zip(held, ours, strict=True) if not mine)
    return tuple(won if mine else 0 for mine in ours)


def _held(deck: str, hand: Sequence[Card]) -> int:
    return sum(_POINTS[deck][card] for card in hand)
