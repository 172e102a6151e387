"""The lines that say what must hold: each becomes facts that are read off the position as words and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, get_args

from engine import events
from engine.cards import Card
from engine.notation import NotationError, color_of, move_of, seat_letter
from engine.scenario.folding import folded
from engine.scenario.lexer import Line, Word
from engine.scenario.model import Expectation, Fact, Moment
from engine.scenario.seeing import leak, ordered, seen
from engine.scenario.setting import DIRECTIONS, numbers, pairs, read_cards
from engine.state import State
from engine.view import SPECTATOR, Phase, Uno

_KINDS: Final = {kind.__name__: kind for kind in get_args(events.Event)}


def read_expectation(line: Line) -> Expectation:
    """`expect …`. Raises `ParseError`."""
    line.need("expect")
    negated = line.skip("not")
    word = line.take("what to expect")
    read = _READERS.get(word.text)
    if read is None:
        raise word.error(f"{word.text!r} cannot be expected; what can: {', '.join(_READERS)}")
    return Expectation(line.number, negated, tuple(read(line)))


def _turn(line: Line) -> Iterable[Fact]:
    yield Fact("turn", seat_letter(line.seat()), lambda now: seat_letter(now.state.turn))


def _dealer(line: Line) -> Iterable[Fact]:
    yield Fact("dealer", seat_letter(line.seat()), lambda now: seat_letter(now.state.dealer))


def _phase(line: Line) -> Iterable[Fact]:
    phase = line.choice({one.value: one for one in Phase}, "a phase")
    yield Fact("phase", phase.value, lambda now: now.state.phase.value)


def _pending(line: Line) -> Iterable[Fact]:
    amount = line.whole("the number of cards")
    yield Fact("pending", str(amount), lambda now: str(now.state.pending.amount if now.state.pending else 0))


def _top(line: Line) -> Iterable[Fact]:
    card = line.card()
    if line.skip(":"):
        color = line.made(color_of, "a color")
        yield Fact("top", f"{card}:{color}", lambda now: f"{now.state.top}:{now.state.color}")
    else:
        yield Fact("top", card.text, lambda now: now.state.top.text)


def _color(line: Line) -> Iterable[Fact]:
    color = None if line.skip("none") else line.made(color_of, "a color")
    yield Fact("color", color or "none", lambda now: now.state.color or "none")


def _direction(line: Line) -> Iterable[Fact]:
    wanted = line.choice({word: word for word in DIRECTIONS}, "a direction")
    yield Fact("direction", wanted, lambda now: "cw" if now.state.direction == 1 else "ccw")


def _round(line: Line) -> Iterable[Fact]:
    yield Fact("round", str(line.whole("a round")), lambda now: str(now.state.round))


def _hand(line: Line) -> Iterable[Fact]:
    seat = line.seat()
    line.need(":")
    wanted = ordered(read_cards(line))
    yield Fact(f"hand {seat_letter(seat)}:", wanted, lambda now: ordered(now.state.hands[seat]))


def _count(line: Line) -> Iterable[Fact]:
    while True:
        word = line.here
        pile = next((pile for pile in ("draw", "discard") if line.skip(pile)), None)
        seat = -1 if pile else line.seat()
        line.need("=")
        yield Fact(f"count {word.text}", str(line.whole("a number of cards")), _counter(pile, seat))
        if not line:
            return


def _counter(pile: str | None, seat: int) -> Callable[[Moment], str]:
    if pile == "draw":
        return lambda now: str(len(now.state.draw_pile))
    if pile == "discard":
        return lambda now: str(len(now.state.discard))
    return lambda now: str(len(now.state.hands[seat]))


def _uno(line: Line) -> Iterable[Fact]:
    marks = pairs(line, lambda one: one.choice({mark.value: mark for mark in Uno}, "a UNO mark"))
    return [_column("uno", seat, mark.value, lambda state: [one.value for one in state.uno]) for seat, mark in marks.items()]


def _scores(line: Line) -> Iterable[Fact]:
    return [_column("scores", seat, str(points), lambda state: state.scores) for seat, points in numbers(line).items()]


def _rank(line: Line) -> Iterable[Fact]:
    return [_column("rank", seat, str(rank), _ranks) for seat, rank in numbers(line).items()]


def _ranks(state: State) -> Iterable[object]:
    return state.ranks or ["none"] * len(state.scores)


def _column(label: str, seat: int, wanted: str, read: Callable[[State], Iterable[object]]) -> Fact:
    return Fact(f"{label} {seat_letter(seat)}", wanted, lambda now: str([*read(now.state)][seat]))


def _over(line: Line) -> Iterable[Fact]:
    wanted = line.choice({"round": Phase.ROUND_OVER, "match": Phase.MATCH_OVER}, "what is over")
    yield Fact("over", wanted.value, lambda now: "nothing" if now.state.is_playing else now.state.phase.value)


def _legal(line: Line) -> Iterable[Fact]:
    seat = line.seat()
    line.need(":")
    moves: list[str] = []
    if not line.skip("none"):
        moves.append(_one_legal(line))
        while line.skip(","):
            moves.append(_one_legal(line))
    yield Fact(f"legal {seat_letter(seat)}:", _listed(moves), lambda now: _listed(folded(now.state, seat)))


def _one_legal(line: Line) -> str:
    words: list[Word] = []
    while line and line.here.text != ",":
        words.append(line.take("a move"))
    texts = [word.text for word in words]
    bare = texts[:-1] if texts[-1:] == ["*"] else texts
    if texts != ["color", "*"]:
        try:
            move_of(bare)
        except NotationError as error:
            raise (words[error.place] if error.place < len(words) else line.here).error(str(error)) from None
    return " ".join(texts)


def _listed(moves: Iterable[str]) -> str:
    return ", ".join(sorted(set(moves))) or "none"


def _viewer(line: Line) -> tuple[int, str]:
    word = line.here
    return (SPECTATOR if line.skip("spectator") else line.seat()), word.text


def _sees(line: Line) -> Iterable[Fact]:
    viewer, name = _viewer(line)
    line.need("hand")
    owner = line.seat()
    line.need(":")
    wanted = ordered(read_cards(line))
    yield Fact(f"sees {name} hand {seat_letter(owner)}:", wanted, lambda now: ordered(seen(now.state, viewer, owner)))


def _hidden(line: Line) -> Iterable[Fact]:
    viewer, name = _viewer(line)
    line.need("hand")
    owner = line.seat()
    yield Fact(f"hidden {name} hand {seat_letter(owner)}:", "nothing seen", lambda now: leak(now.state, viewer, owner))


def _cards(line: Line) -> Iterable[Fact]:
    yield Fact("cards", str(line.whole("a number of cards")), lambda now: str(sum(map(len, piles(now.state)))))


def piles(state: State) -> tuple[tuple[Card, ...], ...]:
    """Every place where cards are."""
    return (state.draw_pile, state.discard, *state.hands)


def _events(line: Line) -> Iterable[Fact]:
    wanted: list[str] = []
    if not line.skip("none"):
        while line or not wanted:
            wanted.append(line.choice({name: name for name in _KINDS}, "a kind of event"))
    yield Fact(
        "events", " ".join(wanted) or "none", lambda now: " ".join([type(event).__name__ for event in now.events]) or "none"
    )


_READERS: Final[dict[str, Callable[[Line], Iterable[Fact]]]] = {
    "turn": _turn,
    "phase": _phase,
    "pending": _pending,
    "top": _top,
    "color": _color,
    "direction": _direction,
    "round": _round,
    "dealer": _dealer,
    "hand": _hand,
    "count": _count,
    "uno": _uno,
    "scores": _scores,
    "over": _over,
    "rank": _rank,
    "legal": _legal,
    "sees": _sees,
    "hidden": _hidden,
    "cards": _cards,
    "events": _events,
}
