"""What leaves the engine for whom; and the state that only whole events lead to."""

from __future__ import annotations

from functools import reduce

import pytest

from engine.events import Dealt, Drew, Threatened, TurnMoved, Why
from engine.game import decide, evolve, evolve_all, new_match, start
from engine.moves import Accept, Draw
from engine.observe import observe, observe_event
from engine.view import OPEN, SPECTATOR, Phase
from tests.engine.playing import BLUE, CHANCE, CLASSIC, A, B, C, after, cards, play, table


def test_a_deal_shows_each_seat_its_own_hand_and_nobody_the_pile() -> None:
    state, events = start(CLASSIC, 3, CHANCE)
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    for viewer in (SPECTATOR, A, B, C):
        seen = observe_event(dealt, viewer)
        assert isinstance(seen, Dealt)
        assert seen.pile is None
        assert seen.hands == tuple(hand if seat == viewer else None for seat, hand in enumerate(dealt.hands))
    assert observe(state, SPECTATOR).hands is None
    assert observe(state, OPEN).hands == state.hands


def test_a_drawn_card_is_shown_to_its_drawer_alone() -> None:
    state = table("G7 G1", "B1 B2", "Y1 Y2", draw="R3 G4")
    drew = decide(state, A, Draw(), CHANCE)[0]
    assert drew == Drew(A, 1, cards("R3"), Why.TURN)
    assert observe_event(drew, A) == drew
    assert observe_event(drew, B) == observe_event(drew, SPECTATOR) == Drew(A, 1, None, Why.TURN)
    state = after(state, (A, Draw()))
    assert observe(state, A).drawn == play("R3").card
    assert observe(state, B).drawn is None
    assert observe(state, OPEN).drawn is None


def test_nobody_is_told_whether_a_wild_draw_four_was_lawful() -> None:
    state = table("W+4 R7 G1", "B1 B2")
    threat = decide(state, A, play("W+4", BLUE), CHANCE)[-1]
    assert threat == Threatened(B, A, 4, False)
    assert {observe_event(threat, viewer) for viewer in (OPEN, SPECTATOR, A, B)} == {Threatened(B, A, 4, None)}
    bluffed, honest = after(state, (A, play("W+4", BLUE))), table("W+4 G7 G1", "B1 B2")
    assert observe(bluffed, B) == observe(after(honest, (A, play("W+4", BLUE))), B)


def test_the_view_says_who_answers_whom_for_how_many() -> None:
    view = observe(after(table("W+4 R7 G1", "B1 B2"), (A, play("W+4", BLUE))), B)
    assert (view.phase, view.turn, view.source, view.pending, view.color) == (Phase.RESPOND, B, A, 4, BLUE)
    assert Accept() in view.legal
    assert observe(table("R7 G1", "B1"), SPECTATOR).legal == ()


def test_an_event_made_for_a_viewer_is_no_part_of_a_log() -> None:
    state, events = start(CLASSIC, 3, CHANCE)
    with pytest.raises(ValueError, match="missing"):
        evolve(new_match(CLASSIC, 3), observe_event(events[0], A))
    with pytest.raises(ValueError, match="missing"):
        evolve(state, Drew(A, 1, None, Why.TURN))


def test_applying_events_together_or_one_by_one_is_the_same() -> None:
    state = table("R+2 G1 G2", "B1 B2", "Y1 Y2")
    events = decide(state, A, play("R+2"), CHANCE)
    assert evolve_all(state, events) == reduce(evolve, events, state)
    assert evolve_all(state, events).version == state.version + len(events)
    assert events[-1] == TurnMoved(C, Phase.AWAIT_PLAY)
