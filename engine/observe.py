"""The one place where secrets are taken out: a state to a viewer's view, an event to what a viewer may know of it.

Views are built field by field from this list; what is not named here does not leave the engine (RULES §4).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from engine.cards import Card
from engine.events import Challenged, Dealt, Drew, Event, Reshuffled, ScoreLocked, Threatened
from engine.moves import Move
from engine.rules.permission import legal
from engine.state import State
from engine.view import OPEN, Phase, PlayerView, Reveal


def observe(state: State, viewer: int) -> PlayerView:
    """The table through the eyes of a seat, of SPECTATOR, or of OPEN (who sees every hand)."""
    over = not state.is_playing
    pending = state.pending
    _, hand, drawn, reveal, moves = own(state, viewer)
    return PlayerView(
        viewer=viewer,
        round=state.round,
        dealer=state.dealer,
        direction=state.direction,
        phase=state.phase,
        turn=state.turn,
        top=state.top,
        color=state.color,
        pending=pending.amount if pending else 0,
        source=pending.source if pending else None,
        counts=tuple([len(hand) for hand in state.hands]),
        uno=state.uno,
        scores=state.scores,
        status=state.status,
        draw_count=len(state.draw_pile),
        discard_count=len(state.discard),
        out_order=state.out_order,
        left_order=state.left_order,
        ranks=state.ranks,
        gains=state.gains,
        hands=state.hands if over or viewer == OPEN else None,
        hand=hand,
        drawn=drawn,
        reveal=reveal,
        legal=moves,
    )


class Own(NamedTuple):
    """The part of a view that is the viewer's own (`PlayerView`); all else is the same for everybody at the table."""

    viewer: int
    hand: tuple[Card, ...]
    drawn: Card | None
    reveal: Reveal | None
    legal: tuple[Move, ...]


def own(state: State, viewer: int) -> Own:
    """What only this viewer sees."""
    seated, shown = viewer >= 0, state.shown
    return Own(
        viewer,
        state.hands[viewer] if seated else (),
        state.drawn if state.phase is _DRAWN_CARD and state.turn == viewer else None,
        Reveal(shown.seat, shown.cards) if shown and shown.to == viewer else None,
        legal(state, viewer) if seated else (),
    )


def through(eyes: Own, public: PlayerView) -> PlayerView:
    """The whole view of somebody who sees this of his own, at the table that `public` is any view of."""
    return replace(public, **eyes._asdict())


_DRAWN_CARD: Final = Phase.DRAWN_CARD
_SECRETIVE: Final = (Drew, Challenged, ScoreLocked, Threatened, Reshuffled, Dealt)


def observe_event(event: Event, viewer: int) -> Event:
    """The event as this viewer may know it: what is hidden from it is None."""
    if type(event) not in _SECRETIVE:
        return event
    sees_hands = viewer == OPEN
    if isinstance(event, Drew):
        return event if sees_hands or event.seat == viewer else Drew(event.seat, event.count, None, event.why)
    if isinstance(event, Challenged):
        return event if sees_hands or event.seat == viewer else replace(event, cards=None)
    if isinstance(event, ScoreLocked):  # with two left, the sum less one's own cards is the other's hand
        return event if sees_hands else replace(event, points=None)
    if isinstance(event, Threatened):
        return Threatened(event.seat, event.source, event.amount, None)
    if isinstance(event, Reshuffled):
        return replace(event, pile=None)
    if isinstance(event, Dealt):
        hands = tuple(hand if sees_hands or seat == viewer else None for seat, hand in enumerate(event.hands))
        return replace(event, hands=hands, pile=None)
    return event
