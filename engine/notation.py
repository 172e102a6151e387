"""Seats, cards and moves as the words of SCENARIOS.md, both ways.

`A: play W+4 green uno` is how a move reads in a scenario, a log and a bug report; here stand the words after the colon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from engine.cards import Card, Color, card
from engine.moves import (
    Accept,
    Catch,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Move,
    NextRound,
    Pass,
    Play,
    Resign,
    SayUno,
)
from engine.options import MAX_SEATS

T = TypeVar("T")

SEATS: Final = "ABCDEFGHIJ"
"""The seats' letters, clockwise; `A` is seat 0."""


class NotationError(ValueError):
    """A word that is none of ours. `place` tells which of the words it was, from 0."""

    def __init__(self, place: int, sentence: str) -> None:
        self.place = place
        super().__init__(sentence)


def seat_letter(seat: int) -> str:
    """`A` for seat 0."""
    return SEATS[seat]


def seat_of(word: str) -> int:
    """0 for `A`. Raises `ValueError`."""
    if len(word) != 1 or word not in SEATS:
        raise ValueError(f"a seat is a letter from A to {SEATS[MAX_SEATS - 1]}, not {word!r}")
    return SEATS.index(word)


def card_of(word: str) -> Card:
    """The card written like this. Raises `ValueError`."""
    try:
        return card(word)
    except KeyError:
        raise ValueError(f"there is no card {word!r}") from None


def color_of(word: str) -> Color:
    """The colour with this name. Raises `ValueError`."""
    try:
        return Color(word)
    except ValueError:
        raise ValueError(f"a color is red, yellow, green or blue, not {word!r}") from None


def cards_text(cards: Sequence[Card]) -> str:
    """Cards in order, `none` for no card."""
    return " ".join([one.text for one in cards]) or "none"


_PLAIN: Final[dict[str, Move]] = {
    "draw": Draw(),
    "keep": Keep(),
    "pass": Pass(),
    "accept": Accept(),
    "challenge": Challenge(),
    "decline": Decline(),
    "uno": SayUno(),
    "resign": Resign(),
    "next-round": NextRound(),
}
_WORD_OF: Final = {type(move): word for word, move in _PLAIN.items()}
_ON_SOMETHING: Final[dict[str, tuple[Callable[[str], Move], str]]] = {
    "color": (lambda word: ChooseColor(color_of(word)), "a color"),
    "target": (lambda word: ChooseTarget(seat_of(word)), "a seat"),
    "catch": (lambda word: Catch(seat_of(word)), "a seat"),
}
_VERBS: Final = ", ".join(("play", *_ON_SOMETHING, *_PLAIN))


def move_text(move: Move) -> str:
    """The words of a move: `play W+4 green uno`, `catch A`."""
    if isinstance(move, Play):
        words = ["play", move.card.text]
        if move.color is not None:
            words.append(move.color.value)
        if move.target is not None:
            words += ["target", seat_letter(move.target)]
        return " ".join([*words, "uno"] if move.uno else words)
    if isinstance(move, ChooseColor):
        return f"color {move.color.value}"
    if isinstance(move, ChooseTarget):
        return f"target {seat_letter(move.seat)}"
    if isinstance(move, Catch):
        return f"catch {seat_letter(move.seat)}"
    return _WORD_OF[type(move)]


def move_of(words: Sequence[str]) -> Move:
    """The move these words say. Raises `NotationError`."""
    if not words:
        raise NotationError(0, f"a move is missing: {_VERBS}")
    verb = words[0]
    if verb == "play":
        return _play(words)
    if verb in _PLAIN:
        _nothing_after(words, 1)
        return _PLAIN[verb]
    if verb not in _ON_SOMETHING:
        raise NotationError(0, f"there is no move {verb!r}; moves are {_VERBS}")
    make, what = _ON_SOMETHING[verb]
    word = _word_at(words, 1, what)
    _nothing_after(words, 2)
    return _placed(1, make, word)


def _play(words: Sequence[str]) -> Play:
    played = _placed(1, card_of, _word_at(words, 1, "a card"))
    color: Color | None = None
    target: int | None = None
    uno = False
    at = 2
    while at < len(words):
        if words[at] == "uno" and not uno:
            uno = True
        elif words[at] == "target" and target is None:
            at += 1
            target = _placed(at, seat_of, _word_at(words, at, "a seat"))
        elif color is None:
            color = _placed(at, color_of, words[at])
        else:
            _nothing_after(words, at)
        at += 1
    return Play(played, color, target, uno)


def _placed(place: int, make: Callable[[str], T], word: str) -> T:
    try:
        return make(word)
    except ValueError as error:
        raise NotationError(place, str(error)) from None


def _word_at(words: Sequence[str], place: int, what: str) -> str:
    if place >= len(words):
        raise NotationError(place, f"{what} is missing")
    return words[place]


def _nothing_after(words: Sequence[str], place: int) -> None:
    if len(words) > place:
        raise NotationError(place, f"{words[place]!r} does not belong here")
