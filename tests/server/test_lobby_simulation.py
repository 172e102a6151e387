"""People and bots do whatever comes to their minds at several tables at once, over many virtual hours."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest

from client.protocol import (
    LOBBY,
    AddBot,
    Body,
    Command,
    Create,
    Happening,
    Join,
    Leave,
    Patch,
    Ready,
    Rematch,
    Remove,
    Rename,
    Reply,
    Say,
    Snapshot,
    Stage,
    Start,
    Sync,
    Watch,
)
from engine.bots.memory import Memory
from engine.cards import CARDS, Color
from engine.events import Dealt
from engine.moves import Catch, ChooseColor, Draw, Move, NextRound, Play, Resign, SayUno
from engine.observe import observe
from engine.options import Options
from engine.view import SPECTATOR, PlayerView
from tests.server.hall import LOOSE, Client, Hall
from tests.server.peeking import leak

NAMES: Final = ("Ann", "bob", "Cleo", "d@n", "Šarūnas", "علی", "admin")
STEPS: Final = 900


def odd_bot(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
    """A bot that now and then breaks down, sleeps, or asks for the impossible."""
    if word % 41 == 0:
        raise RuntimeError("a bot fell over")
    if word % 43 == 0:
        return Play(CARDS[word % len(CARDS)], Color.RED)
    return None if word % 47 == 0 else eager(view, word)


def eager(view: PlayerView, word: int) -> Move | None:
    """Some card rather than none, and whatever else is due."""
    moves = [move for move in view.legal if not isinstance(move, Resign | NextRound)]
    plays = [move for move in moves if isinstance(move, Play | Catch)]
    return (plays or moves)[word % len(plays or moves)] if moves else None


class Crowd:
    """Seeded people. Every message anybody takes is looked at."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.hall = Hall(seed, LOOSE, choose=odd_bot)
        self.clients: list[Client] = []

    def enter(self) -> None:
        name = self.chance.choice(NAMES)
        client = self.hall.enter(name, guest=self.chance.random() < 0.3, key=name)
        self.clients.append(client)

    def act(self) -> None:
        """One thing happens."""
        what = self.chance.random()
        if (what < 0.03 and len(self.clients) < 9) or not self.clients:
            self.enter()
        elif what < 0.045:
            gone = self.clients.pop(self.chance.randrange(len(self.clients)))
            gone.leave()
        elif what < 0.25:
            self.hall.clock.advance(self.chance.choice((0.1, 0.1, 0.5, 0.5, 1, 1, 1, 3, 3, 10, 31, 70)))
        else:
            client = self.chance.choice(self.clients)
            body, table = self.thought(client)
            client.link.request(body, table)
        for client in self.clients:
            if self.chance.random() < 0.5:
                self.look(client)

    def thought(self, client: Client) -> tuple[Body, str]:
        """What a client would like to do now."""
        chance, table = self.chance, client.link.table
        codes = [line.code for line in client.link.lobby.tables] if client.link.lobby else []
        if table is None:
            rules = Options(target_score=chance.choice((None, 100)), uno_penalty=chance.choice((2, 4)))
            wish = Create(
                rules, chance.randint(2, 6), ("normal",), clock=chance.choice((None, 30)), start=chance.random() < 0.3
            )
            wishes: list[tuple[Body, str]] = [(wish, ""), (Rename(chance.choice(NAMES)), ""), (Sync(), LOBBY)]
            wishes += [(body, code) for code in codes for body in (Join(), Join(), Watch())]
            return chance.choice(wishes)
        game = table.game
        if game is not None and game.legal and chance.random() < 0.75:
            moves = [move for move in game.legal if not isinstance(move, Resign) or chance.random() < 0.02]
            return eager(game, chance.randrange(99)) or chance.choice([*moves, SayUno()]), ""
        others: list[Body] = [Start(), Start(), AddBot("easy"), AddBot("clever"), Remove(chance.randrange(6)), Say("hello")]
        others += [Ready(), Ready(), Ready(), Ready(), Rematch(), Rematch(), Rematch(), Sync(), Join(), NextRound()]
        others += [Draw(), Catch(chance.randrange(4)), ChooseColor(Color.RED), Play(chance.choice(CARDS))]
        others += [Leave()] if chance.random() < 0.2 else [Say("bye")]
        return chance.choice(others), ""

    def look(self, client: Client) -> None:
        """Take what arrived, check it for secrets, and the views for being true."""
        versions: dict[str, int] = {}
        while client.inbox:
            message = client.inbox.popleft()
            client.taken.append(message)
            client.link.deliver(message)
            table = client.link.table
            if isinstance(message, Reply):
                continue
            if isinstance(message, Patch):
                assert message.version == message.base + 1
                assert versions.get(message.topic, message.base) == message.base
            versions[message.topic] = message.version
            if table is not None and message.topic == table.code:
                is_over = table.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER)
                assert not leak(message, table.you, is_over)
        self.compare(client)

    def compare(self, client: Client) -> None:
        """Is what this client put together from patches what the lobby would show him afresh?"""
        view = client.link.table
        assert client.session.at == (view.code if view else None)
        if view is None:
            return
        table = self.hall.table(view.code)
        assert not table.is_broken
        assert client.link.version == table.showing.version
        referee = table.course.referee
        assert view.game == (observe(referee.state, SPECTATOR if view.you is None else view.you) if referee else None)
        kept = len(client.taken)
        self.hall.lobby.handle(client.session, Command(1, view.code, 0, Sync()))
        snapshot = next(one for one in client.inbox if isinstance(one, Snapshot))
        assert snapshot.view == view
        assert snapshot.version == client.link.version
        client.inbox.clear()
        assert len(client.taken) == kept


@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_do_every_view_is_true_and_no_card_gets_out(seed: int) -> None:
    crowd = Crowd(seed)
    for _ in range(STEPS):
        crowd.act()
    dealt = sum(isinstance(one, Dealt) for client in crowd.hall.clients for one in happenings(client))
    assert dealt > 3, "nothing much went on"


@pytest.mark.parametrize("seed", range(6))
def test_matches_come_to_their_end_and_nothing_is_left_when_all_have_gone(seed: int) -> None:
    crowd = Crowd(100 + seed)
    for _ in range(STEPS // 3):
        crowd.act()
    for _ in range(3000):
        for client in crowd.clients:
            crowd.look(client)
            table = client.link.table
            if table is not None and table.stage is Stage.ROUND_OVER:
                client.link.request(Ready())
            elif table is not None and table.game is not None and (move := eager(table.game, crowd.chance.randrange(99))):
                client.link.request(move)
        if not any(line.stage in (Stage.PLAYING, Stage.ROUND_OVER) for line in crowd.hall.lobby.board.lines()):
            break
        crowd.hall.clock.advance(2)
    assert {line.stage for line in crowd.hall.lobby.board.lines()} <= {Stage.WAITING, Stage.MATCH_OVER}
    for client in crowd.clients:
        client.leave()
    crowd.hall.clock.advance(1000)
    assert crowd.hall.lobby.board.lines() == ()
    assert crowd.hall.clock.waiting == 0


def happenings(client: Client) -> Iterator[Happening]:
    """Everything a client was told happened."""
    return (one for message in client.taken if isinstance(message, Patch) for one in message.happened)
