"""A finished match as an asciicast (version 2, docs.asciinema.org): every position as a screen of 80 by 24, hands open."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from client.names import color_name, place_name
from client.rulebook.changes import rules_line
from client.text import Text
from client.usertext import width
from engine.cards import Card, Color
from engine.view import PlayerView, Status, Uno
from server.doors.records import told
from server.lobby.replay import Replay

COLUMNS: Final = 80
ROWS: Final = 24
MOVE: Final = 1.5
"""Seconds a move is shown,"""
DEAL: Final = 4.0
"""a deal,"""
END: Final = 6.0
"""and the end of a round."""
LAST: Final = 5
"""Sentences below the table."""
_CLEAR, _RESET, _BOLD, _DIM = "\x1b[H\x1b[2J", "\x1b[0m", "\x1b[1m", "\x1b[2m"
_INK: Final = {Color.RED: "\x1b[91m", Color.YELLOW: "\x1b[93m", Color.GREEN: "\x1b[92m", Color.BLUE: "\x1b[94m"}
_WILD: Final = "\x1b[95m"


def cast(text: Text, replay: Replay) -> Iterator[str]:
    """The whole recording: a line of JSON for the header, and one for each position."""
    match = replay.match
    title = f"unotty {match.id}: {rules_line(text, match.options)}, " + ", ".join([one.name for one in match.players])
    head = {"version": 2, "width": COLUMNS, "height": ROWS, "timestamp": match.started, "title": title}
    yield json.dumps(head)
    time, log = 0.0, list[str]()
    for position in range(len(replay)):
        view = replay.view(position)
        log += told(text, view.happened, view.chairs, replay)
        screen = _CLEAR + "\r\n".join(_screen(text, replay, position, view.game, log[-LAST:]))
        yield json.dumps([round(time, 3), "o", screen])
        time += END if view.game.gains is not None else DEAL if position in replay.rounds else MOVE
    yield json.dumps([round(time, 3), "o", "\r\n"])


def _screen(text: Text, replay: Replay, position: int, game: PlayerView, log: Sequence[str]) -> Iterator[str]:
    match = replay.match
    way = text("clockwise") if game.direction > 0 else text("counter-clockwise")
    place = f"{text('round {number}', number=game.round)} · {position}/{len(replay) - 1}"
    yield f"{_BOLD}unotty{_RESET} {match.id} · {place} · {way}"
    color = "" if game.color is None else f"{_INK[game.color]}{color_name(text, game.color)}{_RESET}"
    piles = f"{text('draw pile')} {game.draw_count}, {text('discards')} {game.discard_count}"
    yield f"{_ink(game.top)} {color}   {_DIM}{piles}{_RESET}"
    yield ""
    names = [_fit(player.name, 16) for player in match.players]
    lines = 1 if len(names) > 5 else 2
    for seat, name in enumerate(names):
        yield from _seat(text, game, seat, name, lines)
    yield ""
    yield from [_fit(sentence, COLUMNS).rstrip() for sentence in log]


def _seat(text: Text, game: PlayerView, seat: int, name: str, lines: int) -> Iterator[str]:
    view = game.seat(seat)
    mark = ">" if view.is_turn else " "
    said = " UNO" if view.uno in (Uno.ANNOUNCED, Uno.SAFE) else " 1!" if view.uno is Uno.OPEN else ""
    if game.ranks is not None:
        said = f" {place_name(text, game.ranks[seat])}"
    elif view.status is not Status.IN:
        said = f" {text('out')}" if view.status is Status.OUT else f" {text('left')}"
    head = f"{mark} {_BOLD if view.is_turn else ''}{name}{_RESET} {view.score:>4}{said:<5}"
    hand = list((game.hands or ())[seat])
    room = (COLUMNS - 30) // 4 if lines == 1 else 12
    for line in range(lines):
        some = hand[line * room : (line + 1) * room]
        more = len(hand) - (line + 1) * room if line == lines - 1 else 0
        tail = f" {_DIM}+{more}{_RESET}" if more > 0 else ""
        yield (head if line == 0 else " " * 28) + " " + " ".join([_ink(card) for card in some]) + tail


def _ink(card: Card) -> str:
    ink = _WILD if card.color is None else _INK[card.color]
    return f"{ink}{card.text:<3}{_RESET}"


def _fit(text: str, cells: int) -> str:
    """Cut or filled up to so many cells."""
    kept, used = "", 0
    for letter in text:
        if used + width(letter) > cells:
            break
        kept, used = kept + letter, used + width(letter)
    return kept + " " * (cells - used)
