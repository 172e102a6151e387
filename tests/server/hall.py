"""A lobby on a virtual clock with people in it: what every test of the lobby stands on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from client.link import Link
from client.protocol import (
    LOBBY,
    Body,
    Command,
    Create,
    Happening,
    Join,
    LobbyView,
    Message,
    Patch,
    Refusal,
    Reply,
    Snapshot,
    Stage,
    Start,
    Sync,
    TableView,
)
from engine.bots.memory import Memory
from engine.moves import Move, NextRound, Resign
from engine.options import Options
from engine.view import PlayerView
from server.lobby.accounts import Accounts
from server.lobby.guests import PREFIX
from server.lobby.history import History
from server.lobby.journal import Journal
from server.lobby.lobby import Lobby
from server.lobby.opening import Limits
from server.lobby.people import Person, Session
from server.lobby.table import Table
from tests.clock import Seeds, VirtualClock

LOOSE = Limits(tables_each=100, chat=((1000, 1.0),), acts=((1000, 1.0),))
ONE_ROUND = Options(target_score=None)


def any_move(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
    """A bot that does whatever is allowed."""
    moves = [move for move in view.legal if not isinstance(move, Resign | NextRound)]
    return moves[word % len(moves)] if moves else None


class Client:
    """One connection of somebody; `pump` takes what has arrived, as an app would in its own time."""

    def __init__(self, hall: Hall, person: Person) -> None:
        self.person = person
        self.inbox: deque[Message] = deque()
        self.taken: list[Message] = []
        """Every message so far."""
        self.link = Link(self._send)
        self._hall = hall
        self.session: Session = hall.lobby.connect(person, self.inbox.append)
        self.pump()

    def _send(self, command: Command) -> None:
        self._hall.lobby.handle(self.session, command)

    def pump(self) -> None:
        """Take every waiting message, and what comes of taking them."""
        while self.inbox:
            message = self.inbox.popleft()
            self.taken.append(message)
            self.link.deliver(message)

    def ask(self, body: Body, table: str = "") -> Refusal | None:
        """Ask for something; None means it was done."""
        reply = self.try_to(body, table)
        assert reply is not None, f"no reply to {body}"
        return reply.refusal

    def try_to(self, body: Body, table: str = "") -> Reply | None:
        """Ask for something; None means that there is no answer yet."""
        self.pump()
        id = self.link.request(body, table)  # noqa: A001
        self.pump()
        return self.reply_to(id)

    def do(self, body: Body, table: str = "") -> None:
        """Ask for something that must be done."""
        assert self.ask(body, table) is None

    def code_of(self, body: Body, table: str = "") -> str:
        """Ask for something that must be refused; its code."""
        refusal = self.ask(body, table)
        assert refusal is not None, f"{body} was done"
        assert refusal.sentence.endswith((".", "!"))
        return refusal.code

    def reply_to(self, id: int) -> Reply | None:
        """The answer to a command."""
        return next((one for one in self.taken if isinstance(one, Reply) and one.id == id), None)

    def send(self, table: str, version: int, body: Body) -> Refusal | None:
        """A command with a version of the test's own choosing."""
        self._hall.lobby.handle(self.session, Command(999_999, table, version, body))
        self.pump()
        return next(one.refusal for one in reversed(self.taken) if isinstance(one, Reply) and one.id == 999_999)

    def leave(self) -> None:
        """The connection ends."""
        self._hall.lobby.disconnect(self.session)

    @property
    def told(self) -> list[str]:
        """Codes of what the lobby said without being asked."""
        return [one.refusal.code for one in self.taken if isinstance(one, Reply) and one.id == 0 and one.refusal]

    @property
    def lobby(self) -> LobbyView:
        """The lobby as this client sees it."""
        self.pump()
        assert self.link.lobby is not None
        return self.link.lobby

    @property
    def table(self) -> TableView:
        """The table as this client sees it."""
        self.pump()
        assert self.link.table is not None, f"{self.person.name} is at no table"
        return self.link.table

    @property
    def game(self) -> PlayerView:
        """The game as this client sees it."""
        game = self.table.game
        assert game is not None, "nothing was dealt yet"
        return game

    def stage(self) -> Stage:
        """Where the table is in its life (a call: type checkers do not take it for settled)."""
        return self.table.stage

    def happened(self) -> tuple[Happening, ...]:
        """What the newest patch of the table told."""
        return self.patches[-1].happened

    @property
    def patches(self) -> list[Patch]:
        """Every patch of a table so far."""
        self.pump()
        return [one for one in self.taken if isinstance(one, Patch) and one.topic != LOBBY]

    def fresh(self) -> TableView:
        """The table as a new snapshot tells it. The link's own view is left as it was."""
        self.pump()
        kept = self.link.table, self.link.version
        self.do(Sync())
        snapshot = next(one for one in reversed(self.taken) if isinstance(one, Snapshot) and one.topic != LOBBY)
        assert isinstance(snapshot.view, TableView)
        assert (snapshot.topic, snapshot.version) == (kept[0].code if kept[0] else "", kept[1])
        self.link.table, self.link.version = kept
        return snapshot.view


class Hall:
    """The lobby, its clock and its people."""

    def __init__(
        self,
        seed: int = 0,
        limits: Limits = LOOSE,
        journal: Journal | None = None,
        choose: Callable[[str, PlayerView, Options, int, Memory], Move | None] = any_move,
        accounts: Accounts | None = None,
        history: History | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.lobby = Lobby(self.clock, Seeds(seed), journal, limits, choose, history, accounts)
        self.clients: list[Client] = []

    def enter(self, name: str, guest: bool = False, key: str = "", source: str = "") -> Client:
        """Somebody connects; the same `key` (or name) is the same person, unless he is a guest."""
        identity = f"{PREFIX}{len(self.clients):010}" if guest else (key or name)
        return self.let_in(Person(identity, name, guest, source))

    def let_in(self, person: Person) -> Client:
        """Somebody whom the door knows connects."""
        client = Client(self, person)
        self.clients.append(client)
        return client

    def table(self, code: str) -> Table:
        """The table itself, for a look behind the scenes."""
        return self.lobby._tables[code]

    def open(self, *names: str, wish: Create | None = None, start: bool = True) -> list[Client]:
        """People at one table, the first of them its host, with the first round dealt."""
        people = [self.enter(name) for name in names]
        people[0].do(wish or Create(options=ONE_ROUND, seats=max(2, len(names))))
        for other in people[1:]:
            other.do(Join(), people[0].table.code)
        if start:
            people[0].do(Start())
        return people

    def pass_time(self, seconds: float) -> None:
        """Let time pass and everybody take what has arrived."""
        self.clock.advance(seconds)
        for client in self.clients:
            client.pump()

    def on_turn(self, people: list[Client]) -> Client:
        """Whose turn it is."""
        return next(one for one in people if one.game.turn == one.table.you)

    def play_out_with_bots(self, people: list[Client]) -> None:
        """The same, to the end of the round or match, where others have seats as well."""
        for _ in range(5000):
            if people[0].stage() is not Stage.PLAYING:
                return
            turn = next((one for one in people if one.game.turn == one.table.you), None)
            if turn is not None:
                turn.try_to(next(move for move in turn.game.legal if not isinstance(move, Resign)))
            self.pass_time(2)
        raise AssertionError("the round did not end")

    def play_out(self, people: list[Client], stage: Stage = Stage.MATCH_OVER) -> None:
        """Let everybody do the first thing allowed until the table is at this stage."""
        for _ in range(5000):
            if people[0].table.stage is stage:
                return
            turn = self.on_turn(people)
            turn.try_to(next(move for move in turn.game.legal if not isinstance(move, Resign)))
            self.pass_time(2)
        raise AssertionError("the match did not end")
