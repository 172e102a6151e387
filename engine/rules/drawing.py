"""A turn without a card from the hand: drawing, keeping what was drawn, passing (RULES §6.2)."""

from __future__ import annotations

from engine.events import Kept, Passed, Why, turn_moved
from engine.moves import Play
from engine.rules.draft import Draft
from engine.rules.draw_to_match import may_draw_on
from engine.rules.ending import block_round
from engine.rules.force_play import is_forced
from engine.rules.pile import give
from engine.rules.playable import playable
from engine.rules.playing import play
from engine.rules.turns import start_turn
from engine.rules.uno import close_windows
from engine.view import Phase


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; a playable one may be played at once."""
    close_windows(draft)
    if not give(draft, seat, 1, Why.TURN):  # whom the table caught a moment ago took the last card
        start_turn(draft, draft.state.next_seat(seat))
        return
    state = draft.state
    card = state.drawn
    assert card is not None
    if card in playable(state, seat):
        if is_forced(state, seat, card):
            play(draft, seat, Play(card))
        else:
            draft.add(turn_moved(seat, Phase.DRAWN_CARD))
    elif may_draw_on(state, seat):
        draft.add(turn_moved(seat, Phase.DRAWN_CARD))
    else:
        start_turn(draft, state.next_seat(seat))


def keep(draft: Draft, seat: int) -> None:
    """Keep the drawn card."""
    draft.add(Kept(seat))
    start_turn(draft, draft.state.next_seat(seat))


def pass_turn(draft: Draft, seat: int) -> None:
    """Do nothing; after a full circle of passes the round is blocked (RULES §10.4)."""
    close_windows(draft)
    draft.add(Passed(seat))
    if draft.state.passes >= len(draft.state.in_play):
        block_round(draft)
    else:
        start_turn(draft, draft.state.next_seat(seat))
