"""Finished matches, lists and leaderboards made by hand, and what answers whoever asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from client import protocol
from client.protocol import (
    PAST,
    REPLAY,
    TOP,
    Chair,
    Command,
    Kind,
    Message,
    Past,
    PastLine,
    PastView,
    RatingChange,
    Refusal,
    ReplayView,
    Reply,
    Seek,
    Snapshot,
    TableView,
    Top,
    TopLine,
    TopView,
)
from engine import events as e
from engine.cards import Color, card
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import OPEN, Phase, Uno
from tests.client import tables
from tests.client.tables import cards

MATCH: Final = "K7QX39FDT"
CROWDED: Final = "M2PR4HJKC"
"""Ten seats."""
LENGTH: Final = 234
ROUNDS: Final = (0, 61, 118, 180)
NOW: Final = 1_700_000_000
HANDS: Final = (
    "R7 B5 W G7 Y2",
    "R3 G1 G2 B+2 B9 Y7 RS",
    "Y4",
    "W R0 Y7 Y7 G3 BR B1 B2 RS R+2 G4 W+4",
    "G1 R1 R2 R3 R4 R5 R6 R7 R8 R9 Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 B1 B2 B3 B4 W W+4",
    "B7 B8 B9",
    "Y1 Y0 G5 G6 W",
    "R1 R2",
    "B4 B6 Y3 Y8 G9 GR R5 R6 W",
    "GS G8 Y9 Y6 B0 B3",
)
_MOVES: Final[tuple[tuple[e.Event, ...], ...]] = (
    (e.Played(0, card("R3"), Color.RED), e.TurnMoved(1, Phase.AWAIT_PLAY)),
    (e.Drew(1, 1, cards("RS"), e.Why.TURN), e.Kept(1), e.TurnMoved(2, Phase.AWAIT_PLAY)),
    (
        e.Marked(2, Uno.ANNOUNCED),
        e.Played(2, card("R+2"), Color.RED),
        e.Drew(3, 2, cards("R+2 G4"), e.Why.HIT),
        e.Skipped(3),
    ),
    (e.Played(3, card("R9"), Color.RED), e.TurnMoved(0, Phase.AWAIT_PLAY)),
)


def chairs(seats: int) -> tuple[Chair, ...]:
    """Every third one a bot's."""
    named = enumerate(tables.NAMES[:seats])
    return tuple([Chair(Kind.BOT, n, "normal") if seat % 3 == 2 else Chair(Kind.PERSON, n) for seat, n in named])


def replay(id: str = MATCH, position: int = 0) -> ReplayView:
    """A match of four rounds, much the same at every position."""
    seats, position = 10 if id == CROWDED else 4, max(0, min(position, LENGTH - 1))
    number = sum(start <= position for start in ROUNDS)
    hands = tuple([cards(words) for words in HANDS[:seats]])
    view = tables.game("", seats, OPEN, turn=position % 4, hands=hands, counts=tuple(map(len, hands)), legal=(), round=number)
    happened: tuple[e.Event, ...] = _MOVES[position % 4 - 1]
    if position in ROUNDS:
        happened = (e.Dealt(number, 3, hands, (), card("R3"), Color.RED, 1, 0, Phase.AWAIT_PLAY),)
    if position == LENGTH - 1:
        happened = (
            e.Played(0, card("R3"), Color.RED),
            e.WentOut(0),
            e.RoundEnded(0, (231, 0, 0, 0), hands),
            e.MatchEnded((1, 2, 2, 4)),
        )
        hands = ((), *hands[1:])
        gains, counts = (231, *[0] * (seats - 1)), tuple(map(len, hands))
        view = replace(
            view,
            phase=Phase.MATCH_OVER,
            hands=hands,
            counts=counts,
            gains=gains,
            ranks=(1, 2, 2, 4, *[5] * 6)[:seats],
            scores=(520, 300, 300, 40, *view.scores[4:]),
        )
    seals = ("0a1b2c3d4e5f", "1a1b2c3d4e5f", "2a1b2c3d4e5f", "")
    options = PRESETS["stacking"] if id == CROWDED else Options()
    return ReplayView(id, options, chairs(seats), position, LENGTH, ROUNDS, view, happened, NOW - 1200, NOW, ratings(), seals)


def ratings() -> tuple[RatingChange, ...]:
    """Ada won, Bo lost, Dmitri is new."""
    return (RatingChange(0, 1500, 1524, 12), RatingChange(1, 1611, 1590, 40), RatingChange(3, 1500, 1471, 1))


def rated_match(id: str = MATCH) -> TableView:
    """A match that counted."""
    return replace(tables.match_over(), replay=id, ratings=ratings())


def unrated_match() -> TableView:
    """A match against bots and a guest."""
    over = tables.match_over()
    kinds = Kind.PERSON, Kind.GUEST, Kind.BOT, Kind.BOT
    return replace(
        over, replay=MATCH, chairs=tuple([replace(one, kind=kind) for one, kind in zip(over.chairs, kinds, strict=True)])
    )


def top(rules: str, you: int | None = 30) -> TopView:
    """Forty people of classic; nobody of any other rule set. `you`: the viewer's line, 200 for one that is not listed."""
    if rules != "classic":
        return TopView(rules, (), None)
    names = [f"{name}{number or ''}" for number in range(4) for name in tables.NAMES]
    lines = [
        TopLine(number if number < 33 else 0, name, 2010 - 17 * number, 45 - number if number < 33 else 4)
        for number, name in enumerate(names, 1)
    ]
    if you is None:
        return TopView(rules, tuple(lines), None)
    own = TopLine(143, "Ada", 1204, 9) if you >= len(lines) else replace(lines[you], name="Ada")
    if you < len(lines):
        lines[you] = own
    return TopView(rules, tuple(lines), own)


def past_line(number: int, seats: int = 4, **changes: object) -> PastLine:
    """The viewer's match of this number, newest first."""
    base = PastLine(
        f"K7QX39F{'CDFHJ'[number % 5]}{'KMNPR'[number // 5 % 5]}",
        PRESETS["all_wild" if number % 4 == 3 else "stacking" if number % 4 == 2 else "classic"],
        (Chair(Kind.PERSON, "Ada"), *chairs(seats)[1:]),
        0,
        (number % min(3, seats) + 1, *range(2, seats + 1)),
        (520 - 130 * (number % 3), *[100] * (seats - 1)),
        3 + number % 2,
        230,
        NOW - 100_000 * number - 1200,
        NOW - 100_000 * number,
        RatingChange(0, 1500, 1524 - 20 * (number % 3), 3 + number) if number % 4 else None,
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # names of fields are checked by dataclasses


def past(page: int = 0) -> PastView:
    """Forty-three matches on three pages; the second one has house rules."""
    numbers = range(20 * page, min(20 * page + 20, 43))
    lines = [past_line(number, 2 + number % 4) for number in numbers]
    lines[1] = replace(lines[1], options=Options(seven_zero=True, jump_in=True))
    return PastView(page, 3, tuple(lines))


def answer(command: Command) -> Sequence[Message]:
    """What a lobby says to those who ask for the past."""
    match command.body:
        case protocol.Replay(match=id) if id not in (MATCH, CROWDED, *(line.id for line in past().matches)):
            return (Reply(command.id, Refusal("no_such_match", f"There is no finished match {id}.")),)
        case protocol.Replay(match=id):
            _Reader.id = id
            return Snapshot(REPLAY + id, 1, replay(id)), Reply(command.id)
        case Seek(position=position):
            return Snapshot(REPLAY + _Reader.id, 1, replay(_Reader.id, position)), Reply(command.id)
        case Top(rules=rules):
            return Snapshot(TOP + rules, 1, top(rules)), Reply(command.id)
        case Past(page=page):
            return Snapshot(PAST, 1, past(page)), Reply(command.id)
    return ()


class _Reader:
    """The one who reads."""

    id = MATCH
