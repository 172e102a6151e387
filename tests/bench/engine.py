"""What the rules cost: random legal play at several table sizes, and what one move costs to show to everybody."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median

from engine.bench import EVERY_RULE, ONE_HAND
from engine.game import legal, start, step
from engine.moves import Accept, Challenge, ChooseColor, ChooseTarget, Draw, Keep, Move, Pass, Play
from engine.options import Options
from engine.shuffle import Entropy
from engine.state import State
from tests.bench import floor
from tests.bench.report import Row, number

SEATS = (2, 4, 10)
GAMES = {2: 3500, 4: 3400, 10: 1200}
"""Budgets in games a second (BUDGETS §2)."""
PEERS = {
    2: "RLCard env.step 1 400, game.step 3 350; OpenSpiel crazy_eights 3 240; uno-game 520",
    4: "RLCard env.step 1 200, game.step 3 160; OpenSpiel crazy_eights 3 300; uno-game 690",
    10: "RLCard env.step 350, game.step 1 140; OpenSpiel crazy_eights 710; uno-game 220",
}
MOVES = {
    2: "RLCard 59k, its game.step 148k; crazy_eights 278k",
    4: "RLCard 62k, its game.step 154k; crazy_eights 269k",
    10: "RLCard 55k, its game.step 134k; crazy_eights 236k",
}
HANDS = {"classic": ONE_HAND, "every house rule on that goes with the others": EVERY_RULE}
"""What is played one hand of. With every rule on a hand is much longer, so its games compare with nobody's, its moves do."""
LOOP = "Engine, random legal play that draws only when it must, as the peers: `legal`, a choice, `step`"
ALONE = "Engine, the same moves again: `step` (`decide` and `evolve`) alone"
MOST_MOVES = 20_000
ORDER: tuple[tuple[type[Move], ...], ...] = ((Play, ChooseColor, ChooseTarget, Accept, Challenge), (Draw,), (Keep,), (Pass,))
"""What the random player does: one of the first group that is legal. As the peers' players, it draws only when it must."""
BRINGING_ON = [kind for kinds in ORDER for kind in kinds]
Choice = Callable[[tuple[Move, ...], Random], Move]
"""How a random player picks one of the legal moves."""


def seed(random: Random) -> Entropy:
    """Chance for one match."""
    return Entropy(random.randbytes(32))


def choose(moves: tuple[Move, ...], random: Random) -> Move:
    """A random move of the kind that brings the game on."""
    for kinds in ORDER:
        if wanted := [move for move in moves if type(move) in kinds]:
            return wanted[int(random.random() * len(wanted))]
    raise AssertionError(f"nothing to do among {moves}")


def anything(moves: tuple[Move, ...], random: Random) -> Move:
    """Any move but a resignation, a call or a catch: draws as gladly as it plays, so that a game takes a thousand moves."""
    wanted = [move for move in moves if type(move) in BRINGING_ON]
    return wanted[int(random.random() * len(wanted))]


def anybody(state: State, random: Random, choice: Choice) -> tuple[int, Move]:
    """Who moves, and how: the seat on turn; where people jump in, somebody who looks whether it can comes first."""
    if state.options.jump_in:
        seat = int(random.random() * len(state.hands))
        jumps = [move for move in legal(state, seat) if type(move) is Play] if seat != state.turn else []
        if jumps:
            return seat, jumps[0]
    return state.turn, choice(legal(state, state.turn), random)


def walk(seats: int, random: Random, options: Options = ONE_HAND, choice: Choice = choose) -> Iterator[tuple[State, State]]:
    """One match of random legal moves: the states before and after each."""
    entropy = seed(random)
    state, _ = start(options, seats, entropy)
    for _ in range(MOST_MOVES):
        if not state.is_playing:
            return
        before, (seat, move) = state, anybody(state, random, choice)
        state, _ = step(state, seat, move, entropy)
        yield before, state


def play_round(seats: int, random: Random, options: Options = ONE_HAND, choice: Choice = choose) -> int:
    """Play one match of one round; the number of moves."""
    return sum(1 for _ in walk(seats, random, options, choice))


def replay(seats: int, random: Random, options: Options = ONE_HAND) -> tuple[float, int]:
    """Play one match noting the moves, then make them again: seconds that `decide` and `evolve` alone take, and the moves."""
    entropy = seed(random)
    state, _ = start(options, seats, entropy)
    first, made = state, list[tuple[int, Move]]()
    while state.is_playing and len(made) < MOST_MOVES:
        made.append(anybody(state, random, choose))
        state, _ = step(state, *made[-1], entropy)
    state, begin = first, time.process_time()
    for seat, move in made:
        state, _ = step(state, seat, move, entropy)
    return time.process_time() - begin, len(made)


def rate(play: Callable[[int, Random], int], seats: int, seconds: float, random: Random) -> tuple[float, float]:
    """Games and moves a second of CPU time."""
    games = moves = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        moves += play(seats, random)
        games += 1
    return games / spent, moves / spent


def replay_rate(seats: int, seconds: float, random: Random, options: Options = ONE_HAND) -> tuple[float, float]:
    """Games and moves a second of CPU time, of `decide` and `evolve` alone."""
    games, moves, spent = 0, 0, 0.0
    while spent < seconds / 2:
        took, made = replay(seats, random, options)
        games, moves, spent = games + 1, moves + made, spent + took
    return games / spent, moves / spent


def import_time() -> float:
    """Milliseconds of CPU time that `import engine.game` adds to a bare interpreter's start, the best of five."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def once(code: str) -> float:
        begin = spent()
        subprocess.run([sys.executable, "-c", code], check=True)
        return spent() - begin

    pairs = [(once("import engine.game"), once("pass")) for _ in range(5)]
    return 1000 * (min(whole for whole, _ in pairs) - min(bare for _, bare in pairs))


def rows(seconds: float) -> list[Row]:
    """Three interleaved rounds of engine and floor at each table size; medians."""
    found = dict[str, list[Row]]()
    glad = "Engine, random legal play that draws as gladly as it plays"
    for seats in SEATS:
        random = Random(seats)
        runs = dict[str, list[tuple[float, float]]]()
        for _ in range(3):
            runs.setdefault("floor", []).append(rate(floor.play_round, seats, seconds, random))
            runs.setdefault(glad, []).append(rate(partial(play_round, choice=anything), seats, seconds, random))
            for hand, options in HANDS.items():
                loop = rate(partial(play_round, options=options), seats, seconds, random)
                runs.setdefault(f"{LOOP} ({hand})", []).append(loop)
                alone = replay_rate(seats, seconds, random, options)
                runs.setdefault(f"{ALONE} ({hand})", []).append(alone)
        medians = {group: (median(one[0] for one in kind), median(one[1] for one in kind)) for group, kind in runs.items()}
        least, least_moves = map(number, medians.pop("floor"))
        for group, (games, moves) in medians.items():
            bare = f"{moves / games:.0f} moves a game; bare ints and lists, classic, same run: {least}; {PEERS[seats]}"
            kind = found.setdefault(group, [])
            if group != glad:
                kind.append(Row(group, f"{seats} seats", games, "games/s", GAMES[seats], True, bare))
            kind.append(Row(group, f"{seats} seats", moves, "moves/s", reference=f"bare: {least_moves}; {MOVES[seats]}"))
    everything = [row for group in found.values() for row in group]
    return [*everything, Row("Engine, start", "`import engine.game`, CPU", import_time(), "ms", 50)]
