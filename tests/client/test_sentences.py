"""What happened, as sentences: everything worth telling, once, about the right people."""

from __future__ import annotations

import typing

import pytest

from client.protocol import Chair, Kind, Notice, Noticed, Said
from client.sentences import Sentence, Weight, sentences
from client.text import Text
from engine import events as e
from engine.cards import Color, card
from engine.view import Phase, Uno

TEXT = Text()
CHAIRS = tuple(Chair(Kind.PERSON, name) for name in ("Ada", "Bo", "Cyril"))

SAMPLES: dict[type, object] = {
    e.Dealt: e.Dealt(2, 1, (None, None, None), None, card("G5"), Color.GREEN, 1, 2, Phase.AWAIT_PLAY),
    e.Played: e.Played(1, card("R7"), Color.RED),
    e.ColorChosen: e.ColorChosen(1, Color.BLUE),
    e.TargetChosen: e.TargetChosen(1, 2),
    e.Drew: e.Drew(1, 2, None, e.Why.HIT),
    e.Reshuffled: e.Reshuffled(20, None),
    e.Kept: e.Kept(1),
    e.Passed: e.Passed(1),
    e.Turned: e.Turned(-1),
    e.Skipped: e.Skipped(1),
    e.Owed: e.Owed(1),
    e.Repaid: e.Repaid(1),
    e.Threatened: e.Threatened(1, 0, 4, None),
    e.Lifted: e.Lifted(),
    e.Challenged: e.Challenged(1, 0, True, None),
    e.Covered: e.Covered(),
    e.Marked: e.Marked(1, Uno.SAFE),
    e.Closed: e.Closed(),
    e.Caught: e.Caught(1, 2),
    e.FalselyCaught: e.FalselyCaught(1, 2),
    e.Swapped: e.Swapped(1, 2),
    e.Rotated: e.Rotated(),
    e.TurnMoved: e.TurnMoved(1, Phase.AWAIT_PLAY),
    e.WentOut: e.WentOut(1),
    e.SeatLeft: e.SeatLeft(1),
    e.ScoreLocked: e.ScoreLocked(1, 40),
    e.Eliminated: e.Eliminated(1),
    e.RoundEnded: e.RoundEnded(1, (0, 90, 0), ((), (), ())),
    e.MatchEnded: e.MatchEnded((2, 1, 3)),
    Said: Said("Bo", "hello", False),
    Noticed: Noticed("Bo", Notice.AWAY),
}
SILENT = {e.Owed, e.Lifted, e.Covered, e.Closed, e.TurnMoved, e.ScoreLocked}
"""What the table shows in other ways."""


def told(*happenings: object, you: int | None = 0) -> list[str]:
    return [sentence.text for sentence in sentences(TEXT, happenings, CHAIRS, you)]  # type: ignore[arg-type]


def test_there_is_a_sample_of_every_event() -> None:
    assert set(SAMPLES) == {*typing.get_args(e.Event), Said, Noticed}


@pytest.mark.parametrize("kind", SAMPLES)
def test_everything_but_bookkeeping_is_told(kind: type) -> None:
    for you in (None, 0, 1, 2):
        lines = told(SAMPLES[kind], you=you)
        assert len(lines) == (0 if kind in SILENT else 1)
        assert not any("{" in line for line in lines)


@pytest.mark.parametrize("kind", [kind for kind in SAMPLES if hasattr(kind, "seat")])
def test_ones_own_acts_are_told_as_ones_own(kind: type) -> None:
    mine, theirs = told(SAMPLES[kind], you=1), told(SAMPLES[kind], you=2)
    if mine and kind not in (e.Caught, e.FalselyCaught, e.Challenged, e.Swapped):
        assert mine[0].startswith("You ")
        assert theirs[0].startswith("Bo ")


def test_a_wild_is_told_with_its_colour_when_both_come_together() -> None:
    play, name = e.Played(1, card("W+4"), Color.RED), e.ColorChosen(1, Color.BLUE)
    assert told(play, name) == ["Bo plays Wild Draw Four: blue."]
    assert told(play) == ["Bo plays Wild Draw Four."]
    assert told(play, e.Marked(1, Uno.OPEN), name) == ["Bo plays Wild Draw Four: blue."]
    caught = (e.Caught(1, 2), e.Drew(1, 2, None, e.Why.UNO))
    assert told(play, *caught, name)[-1] == "Bo names blue."


def test_a_call_announced_before_the_play_is_told_once() -> None:
    lines = told(e.Marked(1, Uno.ANNOUNCED), e.Played(1, card("R7"), Color.RED), e.Marked(1, Uno.SAFE))
    assert lines == ["Bo calls UNO!", "Bo plays red 7."]


def test_a_forgotten_call_is_not_given_away() -> None:
    assert told(e.Marked(1, Uno.OPEN)) == []


def test_the_turn_lost_with_drawn_cards_is_not_told_again() -> None:
    assert told(e.Drew(1, 2, None, e.Why.HIT), e.Lifted(), e.Skipped(1)) == ["Bo draws 2 cards."]
    assert told(e.Skipped(1)) == ["Bo misses a turn."]


def test_ones_own_drawn_card_is_named_and_nobody_elses_is() -> None:
    drew = e.Drew(0, 1, (card("G4"),), e.Why.TURN)
    assert told(drew, you=0) == ["You draw green 4."]
    assert told(e.Drew(0, 1, None, e.Why.TURN), you=1) == ["Ada draws a card."]


def test_what_matters_stands_out() -> None:
    caught, hit = e.Caught(1, 2), e.Drew(1, 2, None, e.Why.HIT)
    weights = [sentence.weight for sentence in sentences(TEXT, [caught, hit, e.Challenged(1, 0, True, None)], CHAIRS, 0)]
    assert weights == [Weight.UNO, Weight.PENALTY, Weight.CHALLENGE]


def test_the_words_of_a_card_carry_its_colour() -> None:
    (sentence,) = sentences(TEXT, [e.Played(1, card("B+2"), Color.BLUE)], CHAIRS, 0)
    assert sentence == Sentence("Bo plays blue Draw Two.", Weight.PLAIN, "blue Draw Two", Color.BLUE)


def test_a_seat_without_a_name_is_told_by_its_number() -> None:
    assert told(e.Played(7, card("R7"), Color.RED)) == ["seat 8 plays red 7."]


def test_the_language_of_a_text_is_its_own() -> None:
    assert Text("xx")("{name} passes.", name="{name}") == "{name} passes."
    assert TEXT.plural("{count} card", "{count} cards", 1) == "1 card"
    assert TEXT.plural("{count} card", "{count} cards", 3) == "3 cards"
    assert Text("en") == Text("en") != Text("lt")
