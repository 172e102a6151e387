"""The lesson: a table at which somebody learns to play, against a bot that brings up what there is to learn.

Its cards are laid out: the same seed deals the same first round to everybody. So it proves nothing, is not rated, not kept in
the history, not written to the journal, and nobody looks on. What is said about the cards is the client's, by what it sees
(`client/lessons.py`).
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Final

from client.protocol import Create
from engine.bots import choose
from engine.bots.memory import Memory
from engine.cards import Kind
from engine.moves import ChooseColor, Draw, Keep, Move, Play, SayUno
from engine.options import Options
from engine.view import PlayerView
from server.lobby.history import RecentHistory
from server.lobby.journal import NullJournal
from server.lobby.tools import Tools

WISH: Final = Create(
    Options(target_score=None), seats=2, bots=("easy",), public=False, spectators=False, clock=None, start=True
)
NAME: Final = "lesson"
"""Of its matches, whatever the table's code: a deal follows from the match's name, too."""
SEED: Final = sha256(b"unotty lesson 1429").digest()
"""Deals both sides what there is to learn; `tests/server/test_lesson.py` looks."""
FIRST: Final = (Kind.WILD_DRAW_FOUR, Kind.DRAW_TWO, Kind.SKIP, Kind.REVERSE)
"""What the bot plays as soon as it can."""


SENSIBLY: Final = (Play, Draw, Keep, ChooseColor)
"""The moves that a learner may take for an example."""


def teach(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
    """A bot that overlooks what the easy one does and plays its cards as the normal one would, but its action cards first.

    It never calls UNO, so that there is something to catch.
    """
    move = choose(level, view, options, word, memory)
    if isinstance(move, SayUno):
        return None
    if not isinstance(move, SENSIBLY):
        return move
    example = choose("normal", view, options, word, memory)
    move = example if isinstance(example, SENSIBLY) else move
    if not isinstance(move, Play):
        return move
    better = next((card for kind in FIRST for card in view.hand if card.kind is kind and Play(card) in view.legal), move.card)
    if better is not move.card:
        colors = [card.color for card in view.hand if card.color is not None]
        color = max(colors, key=colors.count, default=None) if better.is_wild else None
        move = Play(better, color)
    return replace(move, uno=False)


def lesson_tools(tools: Tools) -> Tools:
    """What a lesson's table is handed: nothing it does leaves a trace."""
    return tools._replace(journal=NullJournal(), seed=lambda: SEED, choose=teach, history=RecentHistory(), is_lesson=True)
