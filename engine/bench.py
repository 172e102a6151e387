"""`python -m engine bench`: how fast the rules are, and what a move costs to show and to write down (BUDGETS §2–3).

Random legal play of classic hands, one core. The whole house is measured by `make bench`; this needs the engine alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from engine.bots.chance import Chance
from engine.codec import FIELD_NAMES, events_to_bytes, pack_event, pack_field, pack_view, to_bytes
from engine.codec.values import Raw
from engine.events import Event
from engine.game import legal, start, step
from engine.moves import Accept, Challenge, ChooseColor, Draw, Keep, Move, Pass, Play
from engine.observe import observe, observe_event
from engine.options import Options
from engine.scenario import entropy
from engine.state import State
from engine.view import SPECTATOR, PlayerView

ONE_HAND: Final = replace(Options(), target_score=None)
EVERY_RULE: Final = replace(
    ONE_HAND,
    stacking="any_draw",
    wild4_legality_when_stacking="applies",
    first_draw2="pending",
    draw_to_match=True,
    force_play=True,
    seven_zero=True,
    jump_in=True,
    skip_answers_skip=True,
    play_on_until_one_left=True,
    false_catch_penalty=1,
)
"""Every house rule that adds something to a hand and goes with the others, at any number of seats."""
TABLES: Final = (2, 4, 10)
MOST_MOVES: Final = 5_000
_ORDER: Final[tuple[tuple[type[Move], ...], ...]] = ((Play, ChooseColor, Accept, Challenge), (Draw,), (Keep,), (Pass,))


class Made(NamedTuple):
    """One move of a game: the events, and the position they lead to."""

    events: tuple[Event, ...]
    state: State


def hand(seats: int, number: int) -> Iterator[Made]:
    """One hand of random legal moves; each number is another hand. Draws only when nothing fits."""
    chance, source = Chance(number), entropy(number)
    state, events = start(ONE_HAND, seats, source)
    yield Made(events, state)
    for _ in range(MOST_MOVES):
        if not state.is_playing:
            return
        moves = legal(state, state.turn)
        wanted = next(fit for kinds in _ORDER if (fit := [move for move in moves if type(move) in kinds]))
        state, events = step(state, state.turn, chance.one_of(wanted), source)
        yield Made(events, state)


class Speed(NamedTuple):
    """Per second of one core."""

    hands: float
    moves: float


def speed(seats: int, seconds: float) -> Speed:
    """Hands and moves a second, `legal`, `decide` and `evolve` together."""
    hands = moves = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += sum(1 for _ in hand(seats, hands)) - 1
        hands += 1
    return Speed(hands / spent, moves / spent)


class Showing(NamedTuple):
    """Means over many moves at one table."""

    microseconds: float
    """To observe, compare and encode a move for every seat and the spectators."""
    patch: float
    """Bytes of a seat's patch."""
    public_patch: float
    """Bytes of a spectator's patch."""
    snapshot: float
    """Bytes of a seat's whole view."""
    event: float
    """Bytes of an event in the journal."""


PRIVATE: Final = ("hand", "drawn", "reveal", "legal")
"""The fields of a view that differ from viewer to viewer (`viewer` itself never changes)."""
PUBLIC: Final = tuple(name for name in FIELD_NAMES if name not in PRIVATE)
_PLACE: Final = {name: place for place, name in enumerate(FIELD_NAMES)}


def changes(old: PlayerView, new: PlayerView, names: tuple[str, ...]) -> list[Raw]:
    """The fields that changed: each one's place, then its value."""
    found: list[Raw] = []
    for name in names:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            found += [_PLACE[name], pack_field(name, after)]
    return found


def patches(old: list[PlayerView], new: list[PlayerView], events: tuple[Event, ...]) -> list[bytes]:
    """What each viewer is sent; the last one is the spectator, whose part all others share."""
    public = changes(old[-1], new[-1], PUBLIC)
    seen = [observe_event(event, SPECTATOR) for event in events]
    packed: list[Raw] = [pack_event(event) for event in seen]
    sent: list[bytes] = []
    for before, after in zip(old[:-1], new[:-1], strict=True):
        mine: list[Raw] = list(packed)
        for place, event in enumerate(events):
            if event is not seen[place] and (own := observe_event(event, after.viewer)) != seen[place]:
                mine[place] = pack_event(own)
        sent.append(to_bytes([public + changes(before, after, PRIVATE), mine]))
    return [*sent, to_bytes([public, packed])]


def showing(seats: int, seconds: float) -> Showing:
    """What it takes to show each move to every seat and to one spectator, who stands for all of them."""
    viewers = [*range(seats), SPECTATOR]
    moves, spent, number = 0, 0.0, 0
    own, public, snapshots, journal, events = 0, 0, 0, 0, 0
    while spent < seconds:
        views: list[PlayerView] = []
        for one in hand(seats, number):
            begin = time.process_time()
            fresh = [observe(one.state, viewer) for viewer in viewers]
            sizes = [len(sent) for sent in patches(views, fresh, one.events)] if views else []
            spent += time.process_time() - begin
            if sizes:
                moves += 1
                own += sum(sizes[:-1])
                public += sizes[-1]
                snapshots += len(to_bytes(pack_view(fresh[0])))
                journal += len(events_to_bytes(one.events))
                events += len(one.events)
            views = fresh
        number += 1
    return Showing(1e6 * spent / moves, own / moves / seats, public / moves, snapshots / moves, journal / events)


def report(seconds: float) -> str:
    """The table, measured for so many seconds a line."""
    lines = ["seats   hands/s    moves/s   show a move   patch  spectator  snapshot  journal"]
    for seats in TABLES:
        rate, shown = speed(seats, seconds), showing(seats, seconds)
        lines.append(
            f"{seats:5}{rate.hands:10.0f}{rate.moves:11.0f}{shown.microseconds:11.1f} µs{shown.patch:6.1f} B"
            f"{shown.public_patch:9.1f} B{shown.snapshot:8.0f} B{shown.event:7.1f} B"
        )
    lines.append("show: observe, compare and encode for every seat and the spectators; journal: an event; the rest: a move")
    return "\n".join(lines)
