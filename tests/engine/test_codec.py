"""The codec: everything comes back as it went out, in few bytes, and nothing that comes in breaks it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events
from engine.bench import showing
from engine.cards import CARDS, Color
from engine.codec import (
    FIELD_NAMES,
    events_from_bytes,
    events_to_bytes,
    from_bytes,
    pack_event,
    pack_field,
    pack_move,
    pack_options,
    pack_view,
    to_bytes,
    unpack_event,
    unpack_field,
    unpack_move,
    unpack_options,
    unpack_view,
)
from engine.moves import Catch, ChooseColor, ChooseTarget, Draw, Move, Play, Resign
from engine.observe import observe, observe_event
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import OPEN, SPECTATOR, PlayerView, Uno
from tests.engine.playing import some_options, walk

UNPACK: tuple[Callable[[object], object], ...] = (unpack_move, unpack_event, unpack_view, unpack_options)


def through_msgpack(raw: Any) -> object:
    """What arrives at the other end of the compact form."""
    return from_bytes(to_bytes(raw))


def through_json(raw: Any) -> object:
    """What arrives at the other end of the readable form."""
    return json.loads(json.dumps(raw))


def complaint(unpack: Callable[[Any], object], raw: Any) -> str | None:
    """What is said about this; None if it is taken. Any other exception fails the test."""
    try:
        unpack(raw)
    except ValueError as error:
        return str(error)
    return None


def plays() -> st.SearchStrategy[Play]:
    """Plays with any riders."""
    seats = st.none() | st.integers(0, 9)
    return st.builds(Play, st.sampled_from(CARDS), st.none() | st.sampled_from(Color), seats, st.booleans())


@given(plays())
def test_a_play_comes_back_with_all_its_riders(play: Play) -> None:
    assert unpack_move(through_msgpack(pack_move(play))) == play
    assert unpack_move(through_json(pack_move(play))) == play


def test_every_move_without_riders_is_one_byte() -> None:
    moves: list[Move] = [Play(card) for card in CARDS]
    moves += [kind() for kind in get_args(Move) if not fields(kind)]
    moves += [ChooseColor(color) for color in Color]
    moves += [kind(seat) for kind in (ChooseTarget, Catch) for seat in range(10)]
    assert {type(move) for move in moves} == set(get_args(Move))
    packed = [pack_move(move) for move in moves]
    assert len({to_bytes(raw) for raw in packed}) == len(moves)
    assert all(len(to_bytes(raw)) == 1 for raw in packed)
    assert [unpack_move(raw) for raw in packed] == moves


@pytest.mark.parametrize(
    ("raw", "move"),
    [
        (5, Play(CARDS[5])),
        ([5], Play(CARDS[5])),
        ([5, -1, -1, 1], Play(CARDS[5], None, None, True)),
        ([54, 2], Play(CARDS[54], Color.GREEN)),
        ([56, -1, 3], Play(CARDS[56], None, 3)),
        (60, Draw()),
        (67, Resign()),
        (72, ChooseColor(Color.GREEN)),
        (83, ChooseTarget(3)),
        (91, Catch(1)),
    ],
)
def test_a_move_has_the_documented_form(raw: object, move: Move) -> None:
    assert unpack_move(raw) == move


@pytest.mark.parametrize("raw", [-1, 69, 74, 79, 100, 2**70, True, 5.0, "5", None, {}, b"5", [], [5, 4], [5, -2], [5, -1, 10]])
def test_what_is_no_move_is_a_value_error(raw: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack_move(raw)


@pytest.mark.parametrize("seed", range(25))
def test_events_and_views_of_random_games_come_back(seed: int) -> None:
    rng = random.Random(seed)
    options, seats = some_options(rng)
    assert unpack_options(through_json(pack_options(options))) == options
    for step in walk(options, seats, seed, leaving=0.03, cap=200):
        assert events_from_bytes(events_to_bytes(step.events)) == step.events
        viewer = rng.choice([*range(seats), SPECTATOR, OPEN])
        for event in step.events:
            redacted = observe_event(event, viewer)
            assert unpack_event(through_json(pack_event(redacted))) == redacted
        view = observe(step.after, viewer)
        assert unpack_view(through_msgpack(pack_view(view))) == view
        for name in FIELD_NAMES:
            value = getattr(view, name)
            assert unpack_field(name, through_json(pack_field(name, value))) == value


def test_every_kind_of_event_keeps_its_tag() -> None:
    kinds = get_args(events.Event)
    names = [
        "Dealt",
        "Played",
        "ColorChosen",
        "TargetChosen",
        "Drew",
        "Reshuffled",
        "Kept",
        "Passed",
        "Turned",
        "Skipped",
        "Owed",
        "Repaid",
        "Threatened",
        "Lifted",
        "Challenged",
        "Covered",
        "Marked",
        "Closed",
        "Caught",
        "FalselyCaught",
        "Swapped",
        "Rotated",
        "TurnMoved",
        "WentOut",
        "SeatLeft",
        "ScoreLocked",
        "RoundEnded",
        "MatchEnded",
    ]
    assert [kind.__name__ for kind in kinds][: len(names)] == names


@pytest.mark.parametrize(
    ("event", "packed"),
    [
        (events.Played(1, CARDS[3], Color.RED), [1, 1, 3, 0]),
        (events.Drew(2, 3, None, events.Why.HIT), [4, 2, 1, 3]),
        (events.Drew(2, 1, (CARDS[9],), events.Why.TURN), [4, 2, 0, [9]]),
        (events.Reshuffled(40, None), [5, 40]),
        (events.Threatened(1, None, 2, None), [12, 1, None, 2, None]),
        (events.Marked(3, Uno.OPEN), [16, 3, 3]),
        (events.Closed(), [17]),
        (events.Caught(1, None), [18, 1, None]),
        (events.ScoreLocked(1, 84), [25, 1, 84]),
        (events.ScoreLocked(1, None), [25, 1, None]),
    ],
)
def test_an_event_has_the_documented_form(event: events.Event, packed: object) -> None:
    assert pack_event(event) == packed
    assert unpack_event(packed) == event


def test_the_fields_of_a_view_are_those_of_the_class_in_order() -> None:
    assert tuple(field.name for field in fields(PlayerView)) == FIELD_NAMES


def test_what_a_newer_server_adds_to_a_view_is_ignored() -> None:
    view = observe(next(walk(PRESETS["classic"], 3, 1)).after, 0)
    assert unpack_view([*pack_view(view), "news", 7]) == view


def test_an_unknown_field_is_a_value_error_in_and_a_key_error_out() -> None:
    with pytest.raises(ValueError, match="a view has no field 'colour'"):
        unpack_field("colour", 1)
    with pytest.raises(KeyError):
        pack_field("colour", 1)


def test_a_wrong_field_is_named() -> None:
    with pytest.raises(ValueError, match="counts: a number of cards is a number from 0 to 256, not 'many'"):
        unpack_field("counts", [1, "many"])


def test_options_are_told_by_what_differs_from_their_rule_set() -> None:
    assert pack_options(Options()) == ["classic", {}]
    changed = replace(PRESETS["stacking"], target_score=None, jump_in=True)
    assert pack_options(changed) == ["stacking", {"target_score": None, "jump_in": True}]
    assert unpack_options(["classic", {"uno_penalty": 2, "challenge": 0}]) == Options(uno_penalty=2, challenge=False)


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (["chess", {}], "there is no rule set 'chess'"),
        ([None, {}], "there is no rule set None"),
        (["classic"], "a row of options has 2 to 2 items, not 1"),
        (["classic", []], "changed options are a map, not a list"),
        (["classic", {"rules": "mattel"}], "there is no option 'rules'"),
        (["classic", {7: 7}], "there is no option 7"),
        (["classic", {"stacking": "some"}], "stacking is one of none, same_kind, any_draw, not 'some'"),
        (["classic", {"stacking": []}], "stacking is one of none, same_kind, any_draw, not a list"),
        (["classic", {"challenge": 2}], "challenge is true or false, not 2"),
        (["classic", {"hand_size": True}], "hand_size is a number, not True"),
        (["classic", {"hand_size": None}], "hand_size is a number, not None"),
        (["classic", {"target_score": 10**30}], "target_score is a number, not a huge number"),
    ],
)
def test_options_that_do_not_exist_are_refused_in_a_sentence(raw: object, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        unpack_options(raw)
    assert str(caught.value) == sentence


def anything() -> st.SearchStrategy[object]:
    """Whatever JSON, msgpack or Python could hold."""
    numbers = st.integers() | st.integers(-2, 110) | st.floats()
    leaves = st.none() | st.booleans() | numbers | st.text(max_size=8) | st.binary(max_size=8)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=6)
            | st.lists(inner, max_size=6).map(tuple)
            | st.dictionaries(st.text(max_size=8) | st.integers() | st.binary(max_size=3), inner, max_size=4)
        ),
        max_leaves=20,
    )


@settings(max_examples=400)
@given(raw=anything())
def test_nothing_that_comes_in_raises_anything_but_a_value_error(raw: object) -> None:
    unpackers = [*UNPACK, *(lambda one, name=name: unpack_field(name, one) for name in FIELD_NAMES)]
    for unpack in unpackers:
        assert 5 < len(complaint(unpack, raw) or "taken as it is") < 200


@settings(max_examples=300)
@given(data=st.data())
def test_a_damaged_message_is_read_or_refused_but_never_breaks(data: st.DataObject) -> None:
    step = next(walk(PRESETS["classic"], 4, data.draw(st.integers(0, 30))))
    whole: Any = data.draw(
        st.sampled_from([pack_view(observe(step.after, 0)), pack_options(Options(jump_in=True)), *map(pack_event, step.events)])
    )
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] = data.draw(anything())
    for unpack in UNPACK:
        assert complaint(unpack, whole) != ""


@given(st.binary(max_size=200))
def test_bytes_that_are_no_record_are_a_value_error(data: bytes) -> None:
    assert complaint(events_from_bytes, data) != ""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xdd\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x91" * 10_000,
        b"\xc4\x02ab",
        b"\xd4\x01a",
        b"\xc1",
        b"\x01\x02",
        b"\xdf\x00\x01\x00\x00",
        b"\x90" + bytes(70_000),
    ],
    ids=["nothing", "4 G list", "4 G text", "nesting", "binary", "extension", "reserved", "two values", "big map", "too long"],
)
def test_hostile_bytes_are_refused_without_effort(data: bytes) -> None:
    with pytest.raises(ValueError):
        from_bytes(data)


def test_sizes_stay_within_the_budget() -> None:
    shown = showing(10, 0.1)
    assert shown.patch <= 50
    assert shown.public_patch <= 40
    assert shown.snapshot <= 120
    assert shown.event <= 20
