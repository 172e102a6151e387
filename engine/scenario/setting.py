"""The lines that set a scenario up: one small function a word, in the table at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from engine.cards import Card
from engine.codec.options import unpack_options
from engine.notation import color_of
from engine.options import MAX_SEATS, MIN_SEATS
from engine.rules.presets import PRESETS
from engine.scenario.lexer import Line, Word
from engine.scenario.model import Setup, Threat
from engine.state import Shown
from engine.view import Phase, Uno

T = TypeVar("T")

DIRECTIONS: Final = {"cw": 1, "ccw": -1}
_PHASES: Final = {phase.value: phase for phase in Phase}
_UNO: Final = {mark.value: mark for mark in Uno}
_LITERALS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}


def read_setting(line: Line, setup: Setup) -> None:
    """Note what a line sets up. Raises `ParseError`, also for a part that was set before."""
    word = line.take("a word")
    read = _SETTINGS.get(word.text)
    if read is None:
        raise word.error(f"{word.text!r} begins no line of a scenario")
    if word.text in setup.where and word.text not in ("hand", "sees"):
        raise word.error(f"{word.text!r} was said before, in line {setup.where[word.text].line}")
    setup.where[word.text] = word
    read(line, setup)


def read_cards(line: Line) -> tuple[Card, ...]:
    """Cards up to the end of the line, or up to `rest`; nothing or `none` for no card."""
    cards: list[Card] = []
    if line.skip("none"):
        return ()
    while line and line.here.text != "rest":
        cards.append(line.card())
    return tuple(cards)


def read_seed(line: Line) -> int:
    """`seed 7`."""
    line.need("seed")
    return _seed_number(line)


def _seed_number(line: Line) -> int:
    word = line.here
    seed = line.whole("a seed")
    if seed >= 1 << 256:
        raise word.error("a seed is a number below 2^256")
    return seed


def _rules(line: Line, setup: Setup) -> None:
    options = line.choice(PRESETS, "a rule set")
    changes: dict[str, object] = {}
    while line:
        name = line.take("an option")
        line.need("=")
        value = line.take("a value")
        changes[name.text] = _value(value)
        try:
            unpack_options([options.rules, {name.text: changes[name.text]}])
        except ValueError as error:
            raise (name if "no option" in str(error) else value).error(str(error)) from None
    setup.options = unpack_options([options.rules, changes])


def _value(word: Word) -> object:
    text = word.text
    if text in _LITERALS:
        return _LITERALS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def _seats(line: Line, setup: Setup) -> None:
    word = line.here
    setup.seats = line.whole("the number of seats")
    if not MIN_SEATS <= setup.seats <= MAX_SEATS:
        raise word.error(f"there are {MIN_SEATS} to {MAX_SEATS} seats, not {setup.seats}")


def _dealer(line: Line, setup: Setup) -> None:
    setup.dealer = line.seat()


def _seed(line: Line, setup: Setup) -> None:
    setup.seed = _seed_number(line)


def _deck(line: Line, setup: Setup) -> None:
    line.skip(":")
    setup.deck = read_cards(line)
    setup.deck_rest = line.skip("rest")


def _deal(line: Line, setup: Setup) -> None:
    setup.deal = True


def _hand(line: Line, setup: Setup) -> None:
    word = line.here
    seat = line.seat()
    if seat in setup.hands:
        raise word.error(f"the hand of {word.text} was given before")
    line.need(":")
    setup.hands[seat] = read_cards(line)


def _discard(line: Line, setup: Setup) -> None:
    line.need(":")
    cards: list[Card] = []
    begin = line.here
    while line:
        cards.append(line.card())
        setup.named = None
        if line.skip(":"):
            if not cards[-1].is_wild:
                raise line.here.error(f"{cards[-1]} has a color of its own")
            setup.named = line.made(color_of, "a color")
    if not cards:
        raise begin.error("the discard pile is never empty")
    setup.discard = tuple(cards)


def _draw(line: Line, setup: Setup) -> None:
    line.need(":")
    setup.draw = read_cards(line)
    setup.draw_rest = line.skip("rest")


def _color(line: Line, setup: Setup) -> None:
    setup.color = None if line.skip("none") else line.made(color_of, "a color")


def _turn(line: Line, setup: Setup) -> None:
    setup.turn = line.seat()


def _direction(line: Line, setup: Setup) -> None:
    setup.direction = line.choice(DIRECTIONS, "a direction")


def _phase(line: Line, setup: Setup) -> None:
    setup.phase = line.choice(_PHASES, "a phase")
    if setup.phase is Phase.DRAWN_CARD:
        setup.drawn = line.card()
    elif setup.phase is Phase.RESPOND:
        _pending(line, setup)


def _pending(line: Line, setup: Setup) -> None:
    amount = line.whole("the number of cards", 0)
    source = line.seat() if line.skip("from") else None
    lawful = line.choice({"lawful": True, "bluff": False}, "`was`") if line.skip("was") else True
    setup.threat = Threat(amount, source, lawful)


def _uno(line: Line, setup: Setup) -> None:
    setup.uno = pairs(line, lambda one: one.choice(_UNO, "a UNO mark"))


def pairs(line: Line, value: Callable[[Line], T]) -> dict[int, T]:
    """`A=… B=…`, at least one."""
    found: dict[int, T] = {}
    while line or not found:
        word = line.here
        seat = line.seat()
        if seat in found:
            raise word.error(f"{word.text} was given before")
        line.need("=")
        found[seat] = value(line)
    return found


def numbers(line: Line) -> dict[int, int]:
    """`A=120 B=495`."""
    return pairs(line, lambda one: one.whole("a number"))


def _scores(line: Line, setup: Setup) -> None:
    setup.scores = numbers(line)


def _round(line: Line, setup: Setup) -> None:
    setup.round = line.whole("a round", 1)


def _seat_list(line: Line) -> tuple[int, ...]:
    found: list[int] = []
    while line or not found:
        word = line.here
        found.append(line.seat())
        if len(set(found)) < len(found):
            raise word.error(f"{word.text} was given before")
    return tuple(found)


def _left(line: Line, setup: Setup) -> None:
    setup.left = _seat_list(line)


def _out(line: Line, setup: Setup) -> None:
    setup.out = _seat_list(line)


def _strict(line: Line, setup: Setup) -> None:
    setup.strict = True


def _loose(line: Line, setup: Setup) -> None:
    setup.strict = False


def _snapshot(line: Line, setup: Setup) -> None:
    line.need(":")
    setup.snapshot = read_cards(line)


def _remembered(line: Line, setup: Setup) -> None:
    line.need(":")
    setup.remembered = read_cards(line)


def _sees(line: Line, setup: Setup) -> None:
    viewer = line.seat()
    line.need("hand")
    owner = line.seat()
    line.need(":")
    setup.shown = Shown(viewer, owner, read_cards(line))


def _owed(line: Line, setup: Setup) -> None:
    owed = [line.seat()]
    while line:
        owed.append(line.seat())
    setup.owed = tuple(owed)


def _accused(line: Line, setup: Setup) -> None:
    setup.accused = _seat_list(line)


def _passes(line: Line, setup: Setup) -> None:
    setup.passes = line.whole("the number of passes")


def _reshuffles(line: Line, setup: Setup) -> None:
    setup.reshuffles = line.whole("the number of reshuffles")


def _version(line: Line, setup: Setup) -> None:
    setup.version = line.whole("a version")


def _eliminated(line: Line, setup: Setup) -> None:
    found: list[tuple[int, int]] = []
    while line or not found:
        seat = line.seat()
        line.need("@")
        found.append((line.whole("a round", 1), seat))
    setup.eliminated = tuple(found)


def _locked(line: Line, setup: Setup) -> None:
    setup.locked = line.whole("a number of points")


def _gains(line: Line, setup: Setup) -> None:
    setup.gains = numbers(line)


def _rank(line: Line, setup: Setup) -> None:
    setup.ranks = numbers(line)


_SETTINGS: Final[dict[str, Callable[[Line, Setup], None]]] = {
    "rules": _rules,
    "seats": _seats,
    "dealer": _dealer,
    "seed": _seed,
    "strict": _strict,
    "loose": _loose,
    "deck": _deck,
    "deal": _deal,
    "hand": _hand,
    "discard": _discard,
    "draw": _draw,
    "color": _color,
    "turn": _turn,
    "direction": _direction,
    "phase": _phase,
    "uno": _uno,
    "scores": _scores,
    "round": _round,
    "left": _left,
    "out": _out,
    # What only a position taken from a running match needs:
    "pending": _pending,
    "snapshot": _snapshot,
    "remembered": _remembered,
    "sees": _sees,
    "owed": _owed,
    "accused": _accused,
    "passes": _passes,
    "reshuffles": _reshuffles,
    "version": _version,
    "eliminated": _eliminated,
    "locked": _locked,
    "gains": _gains,
    "rank": _rank,
}
