"""What happened, as sentences: everything worth telling, once, about the right people."""

from __future__ import annotations

import typing

import pytest

from client.protocol import Chair, Kind, Notice, Noticed, Said
from client.sentences import Sentence, Weight, final_draw, sentences
from client.text import Text
from engine import events as e
from engine.cards import Color, card
from engine.options import Options
from engine.view import Phase, Uno

TEXT = Text()
CLASSIC = Options()
CHAIRS = tuple(Chair(Kind.PERSON, name) for name in ("Ada", "Bo", "Cyril", "Dmitri"))

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
    e.ScoreLocked: e.ScoreLocked(1, None),
    e.Eliminated: e.Eliminated(1),
    e.RoundEnded: e.RoundEnded(1, (0, 90, 0), ((), (), ())),
    e.MatchEnded: e.MatchEnded((2, 1, 3)),
    Said: Said("Bo", "hello", False),
    Noticed: Noticed("Bo", Notice.AWAY),
}
SILENT = {e.Lifted, e.Covered, e.Closed, e.TurnMoved}
"""What the table shows in other ways; that a hand is covered again is told to whom it was shown."""


def told(*happenings: object, you: int | None = 0, options: Options = CLASSIC) -> list[str]:
    return [sentence.text for sentence in sentences(TEXT, happenings, CHAIRS, you, options)]  # type: ignore[arg-type]


def test_there_is_a_sample_of_every_event() -> None:
    assert set(SAMPLES) == {*typing.get_args(e.Event), Said, Noticed}


@pytest.mark.parametrize("kind", SAMPLES)
def test_everything_but_bookkeeping_is_told(kind: type) -> None:
    for you in (None, 0, 1, 2):
        lines = told(SAMPLES[kind], you=you)
        assert len(lines) == (0 if kind in SILENT else 1)
        assert not any("{" in line for line in lines)


BO, CYRIL, ADA = 1, 2, 0
TWO_PEOPLE: tuple[tuple[object, str, str, str], ...] = (
    (
        e.Challenged(BO, CYRIL, True, None),
        "You challenge Cyril: it was a bluff!",
        "Bo challenges you: it was a bluff!",
        "Bo challenges Cyril: it was a bluff!",
    ),
    (
        e.Challenged(BO, CYRIL, False, None),
        "You challenge Cyril wrongly.",
        "Bo challenges you wrongly.",
        "Bo challenges Cyril wrongly.",
    ),
    (
        e.Caught(CYRIL, BO),
        "You catch Cyril, who did not call UNO!",
        "Bo catches you: you did not call UNO!",
        "Bo catches Cyril, who did not call UNO!",
    ),
    (
        e.FalselyCaught(CYRIL, BO),
        "You accuse Cyril without cause.",
        "Bo accuses you without cause.",
        "Bo accuses Cyril without cause.",
    ),
    (e.Swapped(BO, CYRIL), "You and Cyril swap hands.", "You and Bo swap hands.", "Bo and Cyril swap hands."),
    (e.TargetChosen(BO, CYRIL), "You point at Cyril.", "Bo points at you.", "Bo points at Cyril."),
)
"""What Bo does to Cyril, as Bo, Cyril and Ada read it."""

ONE_PERSON: tuple[tuple[object, str, str], ...] = (
    (e.Dealt(2, BO, (None,) * 3, None, card("G5"), Color.GREEN, 1, 2, Phase.AWAIT_PLAY),
     "Round 2: you deal, green 5 is turned up.", "Round 2: Bo deals, green 5 is turned up."),
    (e.Played(BO, card("R7"), Color.RED), "You play red 7.", "Bo plays red 7."),
    (e.ColorChosen(BO, Color.BLUE), "You name blue.", "Bo names blue."),
    (e.TargetChosen(BO, None), "You swap with nobody.", "Bo swaps with nobody."),
    (e.Drew(BO, 2, None, e.Why.HIT), "You draw 2 cards.", "Bo draws 2 cards."),
    (e.Kept(BO), "You keep the card.", "Bo keeps the card."),
    (e.Passed(BO), "You pass.", "Bo passes."),
    (e.Skipped(BO), "You miss a turn.", "Bo misses a turn."),
    (e.Owed(BO), "You are to miss two turns.", "Bo is to miss two turns."),
    (e.Repaid(BO), "You miss the second turn, too.", "Bo misses the second turn, too."),
    (e.Threatened(BO, 0, 4, None), "You face 4 cards.", "Bo faces 4 cards."),
    (e.Threatened(BO, 0, 0, None), "You are to be skipped.", "Bo is to be skipped."),
    (e.Marked(BO, Uno.SAFE), "You call UNO!", "Bo calls UNO!"),
    (e.Caught(BO, None), "You did not call UNO!", "Bo did not call UNO!"),
    (e.WentOut(BO), "You play your last card!", "Bo plays the last card!"),
    (e.SeatLeft(BO), "You leave the match.", "Bo leaves the match."),
    (e.ScoreLocked(BO, None), "You are sure of your points.", "Bo is sure of the points."),
    (e.Eliminated(BO), "You are out of the match.", "Bo is out of the match."),
    (e.RoundEnded(BO, (0, 90, 0), ((), (), ())), "You win the round: 90 points.", "Bo wins the round: 90 points."),
    (Said("Bo", "hello", False), "You: hello", "Bo: hello"),
    (Noticed("Bo", Notice.JOINED), "You sit down.", "Bo sits down."),
    (Noticed("Bo", Notice.LEFT), "You leave.", "Bo leaves."),
    (Noticed("Bo", Notice.AWAY), "You are away.", "Bo is away."),
    (Noticed("Bo", Notice.BACK), "You are back.", "Bo is back."),
    (Noticed("Bo", Notice.HOST), "You are the host now.", "Bo is the host now."),
    (Noticed("Bo", Notice.WATCHING), "You are watching.", "Bo is watching."),
    (Noticed("Bo", Notice.TIMED_OUT), "You ran out of time.", "Bo ran out of time."),
    (Noticed("Bo", Notice.REMOVED), "You were removed from the table.", "Bo was removed from the table."),
    (Noticed("Bo", Notice.READY), "You are ready.", "Bo is ready."),
    (Noticed("Bo", Notice.CUT), "You cut the deck.", "Bo cuts the deck."),
    (Noticed("Bo", Notice.CALLS_VOTE), "You call a vote.", "Bo calls a vote."),
    (Noticed("Bo", Notice.ACCUSED), "The others vote on taking you off the table.", "Shall Bo go off the table?"),
    (Noticed("Bo", Notice.SPARED), "You stay: the vote failed.", "Bo stays: the vote failed."),
    (Noticed("Bo", Notice.VOTED_OFF), "You were voted off the table.", "Bo was voted off the table."),
    (Noticed("Bo", Notice.PILOT), "You are away: the autopilot plays your cards.", "Bo's seat plays by itself."),
)  # fmt: skip
"""What Bo does or suffers, as he and as others read it."""
IMPERSONAL = {e.Reshuffled, e.Turned, e.Rotated, e.MatchEnded}


def test_every_kind_is_in_one_of_the_tables() -> None:
    told_of = {type(row[0]) for row in (*TWO_PEOPLE, *ONE_PERSON)}
    assert told_of | SILENT | IMPERSONAL == set(SAMPLES)
    assert {row[0].notice for row in ONE_PERSON if isinstance(row[0], Noticed)} == set(Notice)


@pytest.mark.parametrize("row", TWO_PEOPLE)
def test_what_one_does_to_another_is_told_to_each_as_it_concerns_him(row: tuple[object, str, str, str]) -> None:
    happening, by_me, at_me, others = row
    assert told(happening, you=BO) == [by_me]
    assert told(happening, you=CYRIL) == [at_me]
    assert told(happening, you=ADA) == told(happening, you=None) == [others]


@pytest.mark.parametrize("row", ONE_PERSON)
def test_ones_own_acts_are_told_as_ones_own(row: tuple[object, str, str]) -> None:
    happening, mine, others = row
    assert told(happening, you=BO) == [mine]
    assert told(happening, you=ADA) == told(happening, you=None) == [others]


def test_a_spectator_is_spoken_to_as_well() -> None:
    happened = Noticed("Zoe", Notice.WATCHING), Said("Zoe", "hi", True), Noticed("Bo", Notice.BACK)
    lines = [one.text for one in sentences(TEXT, happened, CHAIRS, None, CLASSIC, "Zoe")]
    assert lines == ["You are watching.", "You: hi", "Bo is back."]


def test_a_drawn_card_that_does_not_fit_is_told_as_such_to_whom_it_concerns() -> None:
    drew, moved = e.Drew(0, 1, (card("R2"),), e.Why.TURN), e.TurnMoved(1, Phase.AWAIT_PLAY)
    assert told(drew, moved, you=0) == ["You draw red 2; it does not fit."]
    assert told(drew, e.TurnMoved(0, Phase.DRAWN_CARD), e.Kept(0), moved, you=0) == ["You draw red 2.", "You keep the card."]
    assert told(e.Drew(0, 1, None, e.Why.TURN), moved, you=1) == ["Ada draws a card."]


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


def test_a_swap_is_told_once_and_to_those_it_hits() -> None:
    swap = e.TargetChosen(1, 2), e.Swapped(1, 2)
    assert told(*swap, you=0) == ["Bo and Cyril swap hands."]
    assert told(*swap, you=1) == ["You and Cyril swap hands."]
    assert told(*swap, you=2) == ["You and Bo swap hands."]
    assert told(e.TargetChosen(1, 0), e.Drew(0, 2, None, e.Why.HIT)) == ["Bo points at you.", "You draw 2 cards."]


def test_two_turns_lost_are_announced_and_told_when_they_are_lost() -> None:
    assert told(e.Owed(1), e.Skipped(1)) == ["Bo is to miss two turns.", "Bo misses a turn."]
    assert told(e.Repaid(1), e.Skipped(1)) == ["Bo misses the second turn, too."]


def test_only_whom_a_hand_was_shown_is_told_that_it_is_covered_again() -> None:
    shown = e.Challenged(1, 2, True, None), e.Lifted(), e.Covered()
    assert "The hand you were shown is covered again." in told(*shown, you=1)
    assert len(told(*shown, you=2)) == len(told(*shown, you=None)) == 1


def test_a_false_accusation_names_who_pays_for_it() -> None:
    accused = e.FalselyCaught(1, 2), e.Drew(2, 2, None, e.Why.UNO)
    assert told(*accused, you=0) == ["Cyril accuses Bo without cause.", "Cyril draws 2 cards."]
    assert told(*accused, you=1)[0] == "Cyril accuses you without cause."
    assert told(*accused, you=2) == ["You accuse Bo without cause.", "You draw 2 cards."]


def test_cards_drawn_for_the_last_card_are_said_to_count() -> None:
    ended = e.RoundEnded(0, (40, 0, 0), ((), (), ()))
    final = e.Played(0, card("R+2"), Color.RED), e.WentOut(0), e.Drew(1, 2, None, e.Why.HIT), ended
    assert "Bo still draws 2 cards, and they count." in told(*final, you=2)
    assert final_draw(TEXT, final, CHAIRS, 1) == "You still draw 2 cards, and they count."
    assert final_draw(TEXT, (*final[:2], ended), CHAIRS, 1) == ""
    playing_on = e.WentOut(0), e.Drew(1, 2, None, e.Why.HIT), e.Skipped(1)
    assert told(*playing_on, you=2)[1:] == ["Bo draws 2 cards."]


def test_a_round_is_won_by_a_team_and_where_points_are_bad_by_nobodys_points() -> None:
    teams, fewest = Options(teams_2v2=True), Options(score_mode="lowest_wins")
    by_team = e.RoundEnded(0, (40, 0, 40, 0), ((), (), (), ()))
    assert told(by_team, you=0, options=teams) == ["You and Cyril win the round: 40 points."]
    assert told(by_team, you=2, options=teams) == ["You and Ada win the round: 40 points."]
    assert told(by_team, you=1, options=teams) == ["Ada and Cyril win the round: 40 points."]
    lost = e.RoundEnded(0, (0, 40, 10), ((), (), ()))
    assert told(lost, you=0, options=fewest) == ["You win the round; all others get points."]
    assert told(lost, you=1, options=fewest) == ["Ada wins the round; the others get points."]
