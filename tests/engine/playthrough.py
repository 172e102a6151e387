"""A round as text: every position, every seat's view, the legal moves and the events, each line where it changed.

The moves stand in the text and are made again from there (`acts_of`); only where there is none, or it is no longer
allowed, do dice choose. So a change of the rules changes the lines it touches and not the whole rest of the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Final, NamedTuple

from engine.bots.chance import Chance
from engine.cards import DECKS, Card, Color
from engine.events import Event
from engine.game import Refused, legal, start, step
from engine.moves import Catch, Draw, Keep, Move, Play, Resign, SayUno
from engine.notation import cards_text, move_of, move_text, seat_letter, seat_of
from engine.observe import observe, observe_event
from engine.options import Options
from engine.scenario import entropy, format_position
from engine.state import Cards, State
from engine.view import SPECTATOR, PlayerView, Reveal

Act = tuple[int, Move]
MOST_MOVES: Final = 300
_MANY: Final = 24
"""Longer rows of cards are told as a number: the lines of the position have them one by one."""
_SEATS: Final = ("seat", "dealer", "turn", "source", "target", "by", "winner", "out_order", "left_order")
_PILES: Final = ("draw", "discard")
_COLORS: Final = tuple(Color)


class Show(NamedTuple):
    """What is played: the options, the seats, and the word from which the deck and the dice are made."""

    options: Options
    seats: int = 3
    word: int = 1


class Step(NamedTuple):
    """One move, or the deal (`act` None), and where it led."""

    act: Act | None
    events: tuple[Event, ...]
    state: State


def acts_of(text: str) -> list[Act]:
    """The moves of a playthrough, read from the lines that begin with a number."""
    acts: list[Act] = []
    for line in text.splitlines():
        if line.startswith("[") and ":" in line:
            _, seat, *words = line.replace(":", "").split()
            acts.append((seat_of(seat), move_of(words)))
    return acts


def steps(show: Show, recorded: Sequence[Act] = ()) -> Iterator[Step]:
    """A round from the deal to its end: the recorded moves as long as they are accepted, then the dice's."""
    dice, chance = Chance(show.word), entropy(show.word)
    deck = list(DECKS[show.options.deck].cards)
    deck = [deck.pop(dice.below(len(deck))) for _ in range(len(deck))]
    state, events = start(show.options, show.seats, chance, dealer=dice.below(show.seats), deck=tuple(deck))
    yield Step(None, events, state)
    coming = list(recorded)
    for _ in range(MOST_MOVES):
        if not state.is_playing:
            return
        act = coming.pop(0) if coming else _picked(state, dice)
        try:
            state, events = step(state, *act, chance)
        except Refused:
            coming.clear()
            act = _picked(state, dice)
            state, events = step(state, *act, chance)
        yield Step(act, events, state)
    raise AssertionError(f"no end after {MOST_MOVES} moves: take another word")


def _picked(state: State, dice: Chance) -> Act:
    """Mostly a card by the seat on turn; now and then a call, a catch, a jump-in, or somebody leaves."""
    offers = [(seat, move) for seat in range(len(state.hands)) for move in legal(state, seat)]
    if dice.happens(1):
        return dice.one_of([act for act in offers if isinstance(act[1], Resign)])
    aside = [(seat, move) for seat, move in offers if isinstance(move, SayUno | Catch) or _is_jump(state, seat, move)]
    if aside and dice.happens(40):
        return dice.one_of(aside)
    moves = [move for seat, move in offers if seat == state.turn and not isinstance(move, SayUno | Catch | Resign)]
    eager = [move for move in moves if not isinstance(move, Draw | Keep)]
    move = dice.one_of(eager if eager and dice.happens(90) else moves)
    if isinstance(move, Play) and move.card.is_wild and dice.happens(60):
        move = Play(move.card, color=dice.one_of(_COLORS))
    return state.turn, move


def _is_jump(state: State, seat: int, move: Move) -> bool:
    return isinstance(move, Play) and seat != state.turn


def transcript(show: Show, recorded: Sequence[Act] = ()) -> str:
    """The round as text."""
    lines: list[str] = []
    before: State | None = None
    for number, (act, events, state) in enumerate(steps(show, recorded)):
        said = "the deal" if act is None else f"{seat_letter(act[0])}: {move_text(act[1])}"
        lines += ["", f"[{number}] {said}"]
        lines += [f"    {_event(event, show.seats)}" for event in events]
        lines += [f"  = {line}" for line in _position(before, state)]
        lines += [f"    {line}" for line in _views(before, state)]
        before = state
    return "\n".join(lines[1:]) + "\n"


def _event(event: Event, seats: int) -> str:
    """`Drew seat=B cards=R5 G7 why=hit  (A, C and spectators: no cards)`."""
    said = [type(event).__name__, *(f"{one.name}={_said(one.name, getattr(event, one.name))}" for one in fields(event))]
    hidden: dict[str, list[str]] = {}
    for viewer in (*range(seats), SPECTATOR):
        seen = observe_event(event, viewer)
        names = [one.name for one in fields(event) if getattr(seen, one.name) != getattr(event, one.name)]
        if names:
            hidden.setdefault(" and ".join(names), []).append(_viewer(viewer))
    told = [f"{names} hidden from {', '.join(viewers)}" for names, viewers in hidden.items()]
    return " ".join(said) + (f"  ({'; '.join(told)})" if told else "")


def _position(before: State | None, state: State) -> Iterator[str]:
    """The lines of the position that changed; of a pile, the cards that came or went."""
    old, new = ({} if before is None else _facts(before)), _facts(state)
    for name, value in new.items():
        if name not in old:
            yield f"{name} {value}".rstrip()
        elif value != old[name]:
            yield _pile(name, old[name].split(), value.split()) if name.rstrip(":") in _PILES else f"{name} {value}"
    for name in old:
        if name not in new:
            yield f"no {name.rstrip(':')}"


def _facts(state: State) -> dict[str, str]:
    """The lines of a position by what they are about: `hand A:`, `discard:`, `turn`."""
    found = {}
    for line in format_position(state).splitlines():
        words = line.split(" ")
        about = 2 if words[0] in ("hand", "sees") else 1
        found[" ".join(words[:about])] = " ".join(words[about:])
    del found["version"]
    for seat, hand in enumerate(state.hands):
        if state.left_in_hand == hand != ():
            found["remembered:"] = f"the hand of {seat_letter(seat)}"
    return found


def _pile(name: str, old: list[str], new: list[str]) -> str:
    gone = len(old) - len(new)
    if new[: len(old)] == old:
        return f"{name} … {' '.join(new[len(old) :])}"
    if gone > 0 and old[gone:] == new:
        return f"{name} {len(new)} left, without {' '.join(old[:gone])}"
    return f"{name} {' '.join(new)}"


def _views(before: State | None, state: State) -> Iterator[str]:
    """What changed in the public part of the views, in each seat's own part, and in what it may do."""
    everybody = observe(state, SPECTATOR)
    was = None if before is None else observe(before, SPECTATOR)
    yield from _seen("all see", was, everybody, [one.name for one in fields(everybody) if one.name not in ("viewer", "legal")])
    for seat in range(len(state.hands)):
        view, old = observe(state, seat), None if before is None else observe(before, seat)
        own = [
            one.name
            for one in fields(view)
            if one.name not in ("viewer", "legal")
            and (one.name in ("hand", "drawn", "reveal") or getattr(view, one.name) != getattr(everybody, one.name))
        ]
        yield from _seen(f"{seat_letter(seat)} sees", old, view, own)
        if old is None or old.legal != view.legal:
            yield f"{seat_letter(seat)} may {', '.join([move_text(move) for move in view.legal]) or 'nothing'}"


def _seen(who: str, old: PlayerView | None, view: PlayerView, names: Sequence[str]) -> Iterator[str]:
    changed = [name for name in names if old is None or getattr(old, name) != getattr(view, name)]
    if changed:
        yield f"{who} " + " ".join([f"{name}={_said(name, getattr(view, name))}" for name in changed])


def _viewer(viewer: int) -> str:
    return "spectators" if viewer == SPECTATOR else seat_letter(viewer)


def _said(name: str, value: object) -> str:
    """A value of an event or a view in the words of scenarios."""
    if isinstance(value, Reveal):
        return f"{seat_letter(value.seat)}:{cards_text(value.cards)}"
    if isinstance(value, tuple):
        if value and all(isinstance(one, Card) for one in value):
            return _cards(value)
        between = " / " if any(isinstance(one, tuple) for one in value) else " "
        return between.join([_said(name, one) for one in value]) or "none"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return seat_letter(value) if name in _SEATS and isinstance(value, int) else str(value)


def _cards(cards: Cards) -> str:
    return cards_text(cards) if len(cards) <= _MANY else f"{len(cards)} cards"
