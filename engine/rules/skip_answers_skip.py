"""The house rule Skip Answers Skip: who is to be skipped may play a Skip instead, and then the next player is.

The law. A Skip that somebody plays asks the next seat in play, in RESPOND with nothing to draw: it accepts and loses
the turn, or plays a Skip of any colour (a Wild Skip in All Wild), which asks the one after it in turn. The colour is then
that of the last Skip. As soon as somebody accepts, the seat after that one is on turn. With two players it goes back and
forth. When the time is up, the seat accepts.

- Only a Skip answers: no wild, no draw card, no Skip Two, no Reverse, also not where it counts as a Skip for two; these
  are not answered either. Nor is the Skip that the deal turned up: nobody played it. A Skip never answers a draw card,
  whatever may be stacked.
- An answer is a play: it closes the UNO windows, is announced as any other, and may be the last card. Accepting closes
  none. A call made before an answer that did not come is void.
- A Skip as the last card ends the round and asks nobody. Where the others play on it is asked and answered like any
  other, and the points of the first one out are fixed when somebody has accepted.
- If the seat asked leaves, the Skip is spent on it and the next one is on turn; if the one who played it leaves, it stands.
- Nobody jumps in while a Skip is open. Partners are skipped, and answer, like anybody. Who owes a turn (Skip Two) may
  answer still: that is no turn of its own.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Card, Kind, of_kind
from engine.events import Threatened
from engine.rules.draft import Draft
from engine.rules.uno import lapse
from engine.state import State
from engine.view import Phase

_SKIPS: Final = (Kind.SKIP, Kind.WILD_SKIP)


def ask(draft: Draft, seat: int) -> None:
    """The next seat is to be skipped, and may answer."""
    lapse(draft)
    draft.add(Threatened(draft.state.next_seat(seat), seat, 0, True))


def is_skip_open(state: State) -> bool:
    """Is a Skip waiting to be answered?"""
    return state.phase is Phase.RESPOND and state.top.kind in _SKIPS


def answers(state: State) -> frozenset[Card]:
    """The faces that answer the open Skip."""
    return of_kind(state.top.kind)
