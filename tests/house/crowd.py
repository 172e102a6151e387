"""`Crowd`: the people at work: they come, look at their screens, ask for things, and lose their connections."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from client.protocol import Body, Command, Leave, Reply
from server.lobby.guests import PREFIX, Unknown
from tests.house.creating import creates
from tests.house.house import House
from tests.house.kind import Kind
from tests.house.laws import check_view, is_up_to_date
from tests.house.minds import Wish, thought
from tests.house.people import Somebody, guest_id, somebody
from tests.house.terminal import Desk, Terminal
from tests.sim.laws import check

AT_MOST: Final = 3
"""Terminals of one person."""
FAIR: Final = frozenset({"held", "saving", "stopping", "draining"})
"""Why a legal move may be refused to somebody who sees the table as it is."""
SIZES: Final = (1, 2, 2, 3, 3, 4, 6)


class Crowd:
    """`looks` counts how often somebody has looked at his screen."""

    def __init__(self, kind: Kind, desk: Desk, look: Random) -> None:
        """`look` decides what is checked, and changes nothing."""
        chance = kind.stream("crowd")
        count = chance.choice(SIZES)
        people = [somebody(number, kind.stream(f"person {number}"), "odd" not in kind.without) for number in range(count)]
        self.people = people[: kind.people]
        self.looks = 0
        self.is_active = True
        self._desk, self._look = desk, look
        self._creates = creates(kind, chance)
        self._terminals = 0

    def begin(self, house: House) -> None:
        """They are on their way."""
        for one in self.people:
            house.time.later(one.chance.uniform(0, 3), partial(self.wake, house, one))

    def wake(self, house: House, one: Somebody) -> None:
        """Somebody looks at his screen, and does something or not."""
        if not self.is_active:
            return
        temper, chance = one.temper, one.chance
        house.time.later(chance.uniform(temper.quickest, temper.slowest), partial(self.wake, house, one))
        self.looks += 1
        if house.life is None:
            return
        if not one.terminals or (chance.randrange(100) < temper.second and len(one.terminals) < AT_MOST):
            self._come(house, one)
        terminal = chance.choice(one.terminals)
        if chance.randrange(100) < temper.vanish:
            self.hang_up(house, terminal)
            return
        terminal.pump(1_000_000 if chance.random() < 0.9 else 2)
        if not terminal.inbox and self._look.random() < 0.3:
            check_view(terminal, house.life.lobby)
        wish = thought(one, terminal.link, chance.choice(self._creates), chance)
        if wish is None:
            return
        if chance.randrange(100) < temper.repeat:
            self._repeat(one, terminal, wish)
        elif chance.random() < 0.1:
            house.time.later(chance.uniform(0.01, 0.4), partial(_ask, terminal, wish))
        else:
            is_fair = wish[0] in _legal(terminal) and not wish[1] and is_up_to_date(terminal, house.life)
            _ask(terminal, wish)
            if is_fair:
                _check_done(terminal, wish)

    def _repeat(self, one: Somebody, terminal: Terminal, wish: Wish) -> None:
        """Twice, or as decided on a view that is no longer, or not yet, there."""
        body, code = wish
        version = terminal.link.version + one.chance.choice((-3, -1, 0, 0, 5))
        code = code or (terminal.link.table.code if terminal.link.table else "")
        for _ in range(one.chance.choice((1, 2, 2, 3))):
            terminal.send(Command(1_000_000 + self.looks, code, max(0, version), body))

    def _come(self, house: House, one: Somebody) -> None:
        assert house.life is not None
        if one.is_guest and one.has_come:
            try:
                house.life.lobby.guests.recognise(one.id.removeprefix(PREFIX), one.source)
                self._desk.counts["guests back"] += 1
            except Unknown:
                one.id = guest_id(one.chance)
        one.has_come = True
        self._terminals += 1
        one.terminals.append(Terminal(self._desk, house.life, one.person, self._terminals))

    def hang_up(self, house: House, terminal: Terminal) -> None:
        """A connection ends while the server runs."""
        if not terminal.is_over and house.life is not None:
            house.life.lobby.disconnect(terminal.session)
            self._forget(terminal)

    def hang_up_all(self, house: House) -> None:
        """The network is gone for a moment."""
        for one in self.people:
            for terminal in tuple(one.terminals):
                self.hang_up(house, terminal)

    def take_leave(self, house: House) -> None:
        """Everybody gives up his seat, wherever he is."""
        for one in self.people:
            if not one.terminals:
                self._come(house, one)
            for terminal in one.terminals:
                terminal.pump()
                terminal.link.request(Leave())
            house.time.settle()

    def cut(self) -> None:
        """The server is gone, and with it every connection."""
        for one in self.people:
            for terminal in tuple(one.terminals):
                self._forget(terminal)

    def _forget(self, terminal: Terminal) -> None:
        terminal.is_over = True
        terminal.pump()
        for one in self.people:
            if terminal in one.terminals:
                one.terminals.remove(terminal)


def _ask(terminal: Terminal, wish: Wish) -> None:
    if not terminal.is_over:
        terminal.link.request(*wish)


def _legal(terminal: Terminal) -> tuple[Body, ...]:
    table = terminal.link.table
    return table.game.legal if table is not None and table.game is not None else ()


def _check_done(terminal: Terminal, wish: Wish) -> None:
    """What is offered to somebody who sees the table as it is, is accepted."""
    last = next((one for one, _ in reversed(terminal.inbox) if isinstance(one, Reply) and one.id), None)
    if last is not None and last.refusal is not None:
        check(last.refusal.code in FAIR, "a legal move is accepted", (wish, last.refusal))
