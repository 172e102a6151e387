"""A position of the test's choosing at a table in play, behind the referee's back."""

from __future__ import annotations

from engine.cards import CLASSIC_108, Card, card
from engine.view import Phase, Uno
from tests.server.hall import Client, Hall


def set_position(hall: Hall, client: Client, hands: tuple[str, ...], top: str) -> None:
    """Give every seat this hand, put `top` on the pile and let seat 0 play; everybody is shown it by a snapshot."""
    table = hall.table(client.table.code)
    referee = table.course.referee
    assert referee is not None
    dealt = tuple(tuple(card(word) for word in hand.split()) for hand in hands)
    rest = list(CLASSIC_108.cards)
    for one in (*(one for hand in dealt for one in hand), card(top)):
        rest.remove(one)
    referee.state = referee.state._replace(
        hands=dealt,
        discard=(card(top),),
        draw_pile=_plain_first(rest),
        turn=0,
        direction=1,
        phase=Phase.AWAIT_PLAY,
        color=card(top).color,
        uno=(Uno.NONE,) * len(dealt),
        drawn=None,
        pending=None,
        shown=None,
    )
    table.course._is_asked = True
    table._publish([])
    for other in hall.clients:
        other.pump()


def _plain_first(cards: list[Card]) -> tuple[Card, ...]:
    """Numbers before everything else, so that what is drawn is dull."""
    return tuple(sorted(cards, key=lambda one: not one.is_number))
