"""Bots against each other: `python -m tests.engine.duel hard normal --rules official --seats 4 --hands 4000`.

One of the first level sits among others of the second, its seat going round; with partners one side is of each level.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, Final, NamedTuple

from engine.bots import LEVELS, choose
from engine.bots.memory import BLANK, Memory, remember
from engine.events import Event
from engine.game import Entropy, start, step
from engine.moves import Move, NextRound
from engine.observe import observe, observe_event
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.state import State
from engine.view import SPECTATOR, Phase, Uno

MOST_MOVES: Final = 3_000


class Result(NamedTuple):
    """How often the first level won, ties shared, and how often its seats alone would have."""

    won: float
    played: int
    fair: float

    @property
    def share(self) -> float:
        """Of the games."""
        return self.won / self.played

    @property
    def sigmas(self) -> float:
        """How far above its fair share, in standard deviations of chance."""
        return (self.share - self.fair) / sqrt(self.fair * (1 - self.fair) / self.played)


def noted(memory: Memory, events: Sequence[Event]) -> Memory:
    """The memory of anybody at the table: whatever is public of this."""
    for event in events:
        memory = remember(memory, observe_event(event, SPECTATOR))
    return memory


def play_out(options: Options, levels: Sequence[str], seed: int) -> Iterator[tuple[State, int, Move | None]]:
    """A match of bots: each position with what one seat does there. Ends with the match, or after MOST_MOVES."""
    rng = random.Random(seed)
    chance = Entropy(rng.randbytes(32))
    state, events = start(options, len(levels), chance)
    memory = BLANK
    for _ in range(MOST_MOVES):
        memory = noted(memory, events)
        if state.phase is Phase.MATCH_OVER:
            break
        if state.phase is Phase.ROUND_OVER:
            state, events = step(state, state.seated[0], NextRound(), chance)
            continue
        waiting = [seat for seat in state.seated if seat != state.turn]
        rng.shuffle(waiting)
        hurried = waiting if Uno.OPEN in state.uno or options.jump_in else []
        for seat in [*hurried, state.turn]:
            move = choose(levels[seat], observe(state, seat), options, rng.getrandbits(16), memory)
            yield state, seat, move
            if move is not None:
                state, events = step(state, seat, move, chance)
                break
        else:
            raise AssertionError(f"nobody moves in {state.phase}")
    yield state, -1, None


def last(games: Iterator[tuple[State, int, Move | None]]) -> State:
    """The position a match of bots ends in."""
    *_, (state, _, _) = games
    return state


def duel(one: str, other: str, options: Options, seats: int, hands: int, seed: int = 0) -> Result:
    """Matches of these options (a single hand, where they say so) from this seed on; those without an end do not count."""
    won, played = 0.0, 0
    for number in range(hands):
        mine = {(number + 2 * half) % seats for half in range(2 if options.teams_2v2 else 1)}
        levels = [one if seat in mine else other for seat in range(seats)]
        ranks = last(play_out(options, levels, seed + number)).ranks
        if ranks is not None:
            first = [seat for seat, rank in enumerate(ranks) if rank == 1]
            won += len(mine.intersection(first)) / len(first)
            played += 1
    return Result(won, played, 0.5 if options.teams_2v2 else 1 / seats)


def main() -> None:
    """Say how two levels fare against each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs=2, choices=tuple(LEVELS))
    parser.add_argument("--rules", default="classic", choices=tuple(PRESETS))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", type=int, help="matches to so many points instead of single hands")
    parser.add_argument("--on", nargs="*", default=(), help="house rules to switch on, as seven_zero")
    asked = parser.parse_args()
    one, other = asked.levels
    changes: dict[str, Any] = {"target_score": asked.target, **dict.fromkeys(asked.on, True)}
    result = duel(one, other, replace(PRESETS[asked.rules], **changes), asked.seats, asked.hands, asked.seed)
    sys.stdout.write(
        f"{one} won {result.share:.1%} of {result.played} against {other}, {asked.rules}, "
        f"{asked.seats} seats (its share: {result.fair:.1%}; {result.sigmas:+.1f} standard deviations)\n"
    )


if __name__ == "__main__":
    main()
