"""Bots at a table: sessions like any other, which get views and send commands, at a person's pace.

How long a bot thinks comes from its own stream of chance and never from its cards (SECURITY H5). It remembers what its
own link was told, and nothing else. One decision, one command; a bot that fails, or asks for something impossible, has the
time-out move played for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

import engine.bots
from client.link import Link
from client.protocol import Command, Message, Noticed, Patch, Reply, Said, Snapshot, TableView
from engine.bots.memory import BLANK, Memory, remember
from engine.moves import Move, NextRound, Resign
from engine.options import Options
from engine.shuffle import Stream
from engine.view import PlayerView, Uno
from server.lobby.clock import Clock, Timer
from server.lobby.names import skeleton
from server.lobby.people import Session

log = logging.getLogger("unotty.bots")

LEVELS: Final = tuple(engine.bots.LEVELS)
NAMES: Final = ("Ada", "Bela", "Cleo", "Dana", "Emil", "Faye", "Gus", "Hana", "Ivo", "June", "Kaja", "Lars")
QUICKEST: Final = 0.8
SLOWEST: Final = 2.2
"""Seconds a bot thinks."""
LONGER: Final = 1.5
"""Seconds more while somebody could be caught: so that people can be the ones who do it."""
ON_ITS_WAY: Final = frozenset({"stale", "held"})
"""Refusals that a new view follows by itself."""
HALTED: Final = frozenset({"saving", "stopping"})
"""Refusals after which the same is asked for again."""


def bot_name(chance: Stream, taken: Collection[str]) -> str:
    """A bot's name that nobody at its table has, nor one that looks like it."""
    first = chance.below(len(NAMES))
    alike = {skeleton(name) for name in taken}
    return next(name for name in NAMES[first:] + NAMES[:first] if skeleton(name) not in alike)


Choose = Callable[[str, PlayerView, Options, int, Memory], Move | None]
"""A brain: the level, what the seat sees, the rules, a word of chance, and what was noted of what happened."""


class Bot:
    """Watches its own views and sends a move when there is one to make. `stuck` has a time-out move played."""

    def __init__(
        self,
        level: str,
        clock: Clock,
        chance: Stream,
        choose: Choose,
        send: Callable[[Command], None],
        stuck: Callable[[], None],
        is_behind: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_behind`: is a newer view on its way, so that a refusal speaks of what the bot could not know?"""
        self.level = level
        self._clock = clock
        self._chance = chance
        self._choose = choose
        self._stuck = stuck
        self._is_behind = is_behind
        self._memory = BLANK
        self._link = Link(send)
        self._link.subscribe(self._note)
        self._timer: Timer | None = None
        self._asked: object = None
        """What the thinking is about: another question starts it anew."""
        self._done_with: PlayerView | None = None
        """The position that was answered: one answer to each."""

    def deliver(self, message: Message) -> None:
        """Take note of a message, and begin or end thinking. Sends nothing by itself."""
        self._link.deliver(message)
        if not isinstance(message, Reply):
            self._ponder()
        elif message.refusal is not None and message.refusal.code in HALTED:
            self._think_again()
        elif message.id and message.refusal is not None and message.refusal.code not in ON_ITS_WAY:
            if self._is_behind():
                self._think_again()
                return
            log.warning("a bot asked for what it may not do: %s", message.refusal.code)
            table = self._link.table
            if table is not None and table.game is self._done_with:
                self._later(self._stuck)

    def stop(self) -> None:
        """The chair is no longer this bot's: whatever it was about to do is off."""
        self._link = Link(lambda _: None)
        self._forget()

    def _note(self, message: Message) -> None:
        """Remember what happened. A view of the whole table is a beginning: its log is all there is to go by."""
        if isinstance(message, Snapshot) and isinstance(message.view, TableView):
            self._memory, happened = BLANK, message.view.log
        elif isinstance(message, Patch):
            happened = message.happened
        else:
            return
        for one in happened:
            if not isinstance(one, Said | Noticed):
                self._memory = remember(self._memory, one)

    def _think_again(self) -> None:
        self._done_with = None
        self._later(self._act)

    def _forget(self) -> None:
        self._asked = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ponder(self) -> None:
        table = self._link.table
        game = table.game if table else None
        if game is self._done_with and game is not None:
            return
        if game is None or not any(type(move) not in (Resign, NextRound) for move in game.legal):
            self._forget()
            return
        mine = game.is_playing and game.turn == game.viewer
        asked = (mine, game.round, game.phase if mine else None)
        if self._timer is None or asked != self._asked:
            self._forget()
            self._asked = asked
            self._later(self._act)

    def _later(self, act: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        pause = QUICKEST + (SLOWEST - QUICKEST) * self._chance.below(256) / 255
        table = self._link.table
        if table is not None and table.game is not None and Uno.OPEN in table.game.uno:
            pause += LONGER
        self._timer = self._clock.call_later(pause, act)

    def _act(self) -> None:
        self._timer = None
        table = self._link.table
        if table is None or table.game is None:
            return
        game = self._done_with = table.game
        word = self._chance.below(256) << 8 | self._chance.below(256)
        try:
            move = self._choose(self.level, game, table.options, word, self._memory)
        except Exception:
            log.exception("a %s bot failed", self.level)
            move = None
        if move is not None:
            self._link.request(move)
        elif game.is_playing and game.turn == game.viewer:
            self._stuck()


def hire(
    level: str,
    code: str,
    clock: Clock,
    chance: Stream,
    choose: Choose,
    handle: Callable[[Session, Command], None],
    stuck: Callable[[], None],
    version: Callable[[], int],
) -> tuple[Bot, Session]:
    """A bot for the table `code`, whose newest version `version` tells, and the session it speaks through."""

    def hear(message: Message) -> None:
        bot.deliver(message)

    session = Session(None, hear)
    session.at = code
    bot = Bot(level, clock, chance, choose, partial(handle, session), stuck, lambda: session.seen < version())
    return bot, session
