"""What must hold in every position of every game: random matches over all rule sets and option mixes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import reduce

import pytest

from engine.cards import DECKS, Color
from engine.events import Drew, Event, ScoreLocked
from engine.game import Entropy, Refused, State, decide, evolve, legal, new_match, start, step, timeout_move
from engine.moves import Accept, Catch, Draw, Move, NextRound, Play, Resign, SayUno
from engine.observe import observe, observe_event
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import OPEN, SPECTATOR, Phase, Status, Uno
from tests.engine.playing import Step, all_cards, conceivable, some_options, walk

TABLES = [(name, seats) for name in PRESETS for seats in (2, 3, 4, 10)]
MIXES = range(24)


def mixed(seed: int) -> tuple[Options, int]:
    return some_options(random.Random(seed))


def some_steps(options: Options, seats: int, seed: int, every: int, cap: int = 600) -> list[Step]:
    return [made for place, made in enumerate(walk(options, seats, seed, cap=cap)) if place % every == seed % every]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_match_of_random_moves_ends_and_replays_to_the_same_state(name: str, seats: int) -> None:
    options = replace(PRESETS[name], target_score=None)
    log: list[Event] = []
    made = None
    for made in walk(options, seats, seats):
        log.extend(made.events)
    assert made is not None
    assert made.after.phase is Phase.MATCH_OVER
    _, dealt = start(options, seats, Entropy(random.Random(seats).randbytes(32)))
    replayed = reduce(evolve, [*dealt, *log], new_match(options, seats))
    assert replayed == made.after
    assert replayed.version == len(dealt) + len(log)


@pytest.mark.parametrize("seed", MIXES)
def test_every_card_of_the_deck_is_somewhere_after_every_event(seed: int) -> None:
    options, seats = mixed(seed)
    deck = Counter(DECKS[options.deck].cards)
    for made in walk(options, seats, seed, cap=500):
        state = made.before
        for event in made.events:
            state = evolve(state, event)
            assert all_cards(state) == deck
            assert state.discard


@pytest.mark.parametrize("seed", MIXES)
def test_whoever_draws_draws_at_least_one_card_and_as_many_as_are_counted(seed: int) -> None:
    options, seats = mixed(seed)
    drew = [event for made in walk(options, seats, seed, cap=800) for event in made.events if isinstance(event, Drew)]
    assert drew
    for event in drew:
        assert event.cards
        assert event.count == len(event.cards)


@pytest.mark.parametrize("seed", MIXES)
def test_marks_turns_and_phases_fit_together(seed: int) -> None:
    options, seats = mixed(seed)
    for made in walk(options, seats, seed, cap=800):
        state = made.after
        assert all(len(hand) == 1 for hand, mark in zip(state.hands, state.uno, strict=True) if mark is Uno.OPEN)
        assert (state.drawn is not None) == (state.phase is Phase.DRAWN_CARD)
        assert state.drawn is None or state.drawn in state.hands[state.turn]
        assert state.phase is not Phase.RESPOND or state.pending is not None
        if state.is_playing:
            choosing = state.phase in (Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET)
            assert state.status[state.turn] is Status.IN or choosing
            assert all(state.hands[seat] for seat in state.in_play if not (choosing and seat == state.turn))


@pytest.mark.parametrize("seed", MIXES)
def test_exactly_the_legal_moves_are_accepted_and_a_refusal_changes_nothing(seed: int) -> None:
    options, seats = mixed(seed)
    chance = Entropy(bytes(32))
    for made in some_steps(options, seats, seed, every=29):
        state = made.after
        image = repr(state)
        allowed = {(seat, move) for seat in range(seats) for move in legal(state, seat)}
        assert len(allowed) == sum(len(legal(state, seat)) for seat in range(seats))
        for seat, move in conceivable(state):
            assert (accepted(state, seat, move, chance) is None) == ((seat, move) in allowed), (seat, move)
        assert repr(state) == image


@pytest.mark.parametrize("seed", MIXES)
def test_riders_make_no_play_legal_that_is_not_and_are_refused_by_their_own_codes(seed: int) -> None:
    options, seats = mixed(seed)
    chance = Entropy(bytes(32))
    for made in some_steps(options, seats, seed, every=37):
        state = made.after
        for seat in range(seats):
            for card in set(state.hands[seat]):
                base = accepted(state, seat, Play(card), chance)
                for target in (None, *range(-1, seats + 1)):
                    for uno in (False, True):
                        code = accepted(state, seat, Play(card, Color.RED, target, uno), chance)
                        assert code == base or (base is None and code in ("bad_target", "no_uno_due"))


@pytest.mark.parametrize("seed", MIXES)
def test_somebody_can_always_go_on_and_only_the_one_on_turn(seed: int) -> None:
    options, seats = mixed(seed)
    for made in walk(options, seats, seed, cap=600):
        state = made.after
        if state.phase is Phase.MATCH_OVER:
            assert all(legal(state, seat) == () for seat in range(seats))
            continue
        assert timeout_move(state) in legal(state, state.turn) or not state.is_playing
        for seat in range(seats):
            acts = [move for move in legal(state, seat) if not isinstance(move, SayUno | Catch | Resign | NextRound)]
            jumps = options.jump_in and state.phase is Phase.AWAIT_PLAY and all(isinstance(move, Play) for move in acts)
            assert bool(acts) == (seat == state.turn and state.is_playing) or jumps


@pytest.mark.parametrize("seed", range(4))
def test_a_step_is_a_decision_applied(seed: int) -> None:
    options, seats = mixed(seed)
    chance = Entropy(random.Random(seed).randbytes(32))
    for made in walk(options, seats, seed, cap=300):
        assert step(made.before, made.seat, made.move, chance) == (made.after, made.events)


@pytest.mark.parametrize("seed", MIXES)
def test_no_view_and_no_event_depends_on_a_card_its_viewer_cannot_see(seed: int) -> None:
    options, seats = mixed(seed)
    rng = random.Random(seed)
    for made in some_steps(options, seats, seed, every=7):
        if not made.after.is_playing:
            continue
        for viewer in (SPECTATOR, *range(seats)):
            other = with_hidden_cards_mixed(made.after, viewer, rng)
            assert observe(other, viewer) == observe(made.after, viewer)
            if viewer >= 0:
                assert_same_consequences(made.after, other, viewer)
            assert_others_tell_nothing(made.after, other, viewer)


def assert_same_consequences(state: State, other: State, viewer: int) -> None:
    """The viewer's own moves look the same to it in both, as long as they turn up no hidden card."""
    chance = Entropy(bytes(32))
    for move in legal(state, viewer):
        if isinstance(move, Draw | Resign) or not quiet(state, viewer, move, chance):
            continue
        seen = [observe_event(event, viewer) for event in decide(state, viewer, move, chance)]
        assert [observe_event(event, viewer) for event in decide(other, viewer, move, chance)] == seen


def assert_others_tell_nothing(state: State, other: State, viewer: int) -> None:
    """Others' moves that name no card look the same to the viewer in both, too."""
    chance = Entropy(bytes(32))
    for seat in range(len(state.hands)):
        for move in legal(state, seat):
            if seat != viewer and isinstance(move, Accept | Catch) and quiet(state, viewer, move, chance, seat):
                seen = [observe_event(event, viewer) for event in decide(state, seat, move, chance)]
                assert [observe_event(event, viewer) for event in decide(other, seat, move, chance)] == seen


def quiet(state: State, viewer: int, move: Move, chance: Entropy, seat: int | None = None) -> bool:
    """Does the move (of `seat`, if not of the viewer itself) show the viewer no card it did not see before?"""
    loud = ("Drew", "Challenged", "RoundEnded", "Swapped", "Rotated", "Dealt")
    for event in decide(state, viewer if seat is None else seat, move, chance):
        if type(event).__name__ in loud and not (type(event).__name__ == "Drew" and observe_event(event, viewer) != event):
            return False
    return True


def with_hidden_cards_mixed(state: State, viewer: int, rng: random.Random) -> State:
    """The same position to this viewer, with every card it cannot see at another place, and another truth about a bluff."""
    hidden = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand] + list(state.draw_pile)
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(state.hands):
        hands.append(hand if seat == viewer else tuple(hidden.pop() for _ in hand))
    drawn = state.drawn
    if drawn is not None and state.turn != viewer:
        drawn = hands[state.turn][-1]
    pending = state.pending
    if pending is not None and pending.source != viewer:
        snapshot = tuple(rng.choices(DECKS[state.options.deck].cards, k=len(pending.snapshot)))
        pending = pending._replace(lawful=not pending.lawful, snapshot=snapshot)
    shown = state.shown
    if shown is not None and shown.to != viewer:
        shown = shown._replace(cards=hands[shown.seat][:1])
    return state._replace(hands=tuple(hands), draw_pile=tuple(hidden), drawn=drawn, pending=pending, shown=shown)


@pytest.mark.parametrize("seed", range(8))
def test_a_seat_is_told_the_cards_it_drew_and_no_others(seed: int) -> None:
    options, seats = mixed(seed)
    for made in walk(options, seats, seed, cap=300):
        for event in made.events:
            for viewer in range(seats):
                seen = observe_event(event, viewer)
                mine = getattr(event, "seat", None) == viewer
                for name in ("cards", "pile", "lawful"):
                    if hasattr(event, name):
                        assert getattr(seen, name) == (getattr(event, name) if mine and name == "cards" else None)


@pytest.mark.parametrize("seed", range(3))
def test_points_are_locked_without_telling_what_the_hands_count(seed: int) -> None:
    locked = 0
    for made in walk(PRESETS["stacking"], 3, seed, cap=600):
        for event in made.events:
            if isinstance(event, ScoreLocked):
                locked += 1
                assert observe_event(event, OPEN) == event
                assert {observe_event(event, viewer) for viewer in (SPECTATOR, 0, 1, 2)} == {ScoreLocked(event.seat, None)}
    assert locked


@pytest.mark.parametrize("seed", range(8))
def test_views_count_what_they_do_not_show(seed: int) -> None:
    options, seats = mixed(seed)
    for made in some_steps(options, seats, seed, every=11):
        state = made.after
        for viewer in (OPEN, SPECTATOR, *range(seats)):
            view = observe(state, viewer)
            assert view.counts == tuple(len(hand) for hand in state.hands)
            assert view.draw_count + view.discard_count + sum(view.counts) == DECKS[options.deck].size
            assert view.hand == (state.hands[viewer] if viewer >= 0 else ())
            assert (view.hands == state.hands) if viewer == OPEN or not state.is_playing else view.hands is None


def accepted(state: State, seat: int, move: Move, chance: Entropy) -> str | None:
    """None, or the code of the refusal."""
    try:
        decide(state, seat, move, chance)
    except Refused as refusal:
        return refusal.code
    return None
