"""People of the crowd who sit before screens: a pty, keys chosen by what is drawn, and how long each key takes to show."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final

import asyncssh

from tests.bench.load import Client
from tests.e2e import look
from tests.e2e.person import KEYS
from tests.e2e.player import next_keys
from tests.soak.players import AWAY, REGARD, WORDS
from tests.soak.town import FIRST, Town

STAY: Final = (20.0, 150.0)
PACE: Final = (0.7, 2.5)
"""Seconds between two keys."""
LOST: Final = 5.0
"""Seconds after which a key counts as lost; its time is counted as this."""
CUT: Final = 0.5
QUICK: Final = 0.6
"""Part of the tables that may be open before nobody asks for a quick game: programs open the others."""
TALK: Final = 0.03
SAY: Final = "Say:"
"""What stands before a line of chat."""
PAGES: Final = (b"?", b"r", b"p", b"\x1b[6~", b"\x0c")
"""Keys that open a page somewhere, scroll, or paint anew; Esc follows."""


class Terminal(Client):
    """A client that may give a key up."""

    @property
    def waits(self) -> float:
        """Seconds since a key was pressed whose effect has not come; 0.0: none was."""
        return time.perf_counter() - self._sent if self._sent else 0.0

    def give_up(self) -> None:
        """Wait for it no more."""
        self._sent = 0.0


class Sitter:
    """One person at a terminal of 80×24, for the whole run."""

    def __init__(self, town: Town, number: int, key: asyncssh.SSHKey | None) -> None:
        self._town, self._key = town, key
        self._random = Random(f"{town.seed} sitter {number}")
        self._name = f"sits{number:03d}"
        self._table = ""
        """Where he sat when he was cut."""
        self._over_since = 0.0

    async def live(self) -> None:
        """One visit after the other until the end."""
        await self._town.again_and_again("a visit", self._visit, self._random, *AWAY)

    def _command(self) -> str:
        chance, waiting, playing = self._random.random(), self._town.waiting(), self._town.playing()
        if self._table:
            return ""
        if waiting and chance < 0.5:
            return f"join {self._random.choice(waiting)}"
        if playing and chance < 0.7:
            return f"watch {self._random.choice(playing)}"
        return "quick" if chance < 0.9 and len(self._town.open) < QUICK * self._town.tables else ""

    async def _visit(self) -> None:
        command = self._command()
        conn = await self._town.connect(self._name, self._key)
        try:
            client = Terminal("")
            await conn.create_session(
                lambda: client, command or None, term_type="xterm-256color", term_size=(80, 24), encoding=None
            )
            async with asyncio.timeout(FIRST):
                await client.ready.wait()
            self._town.counts["visits to the screens"] += 1
            await self._stay(client)
            await self._go(conn, client)
        finally:
            conn.abort()

    async def _stay(self, client: Terminal) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._random.uniform(*STAY)
        before, self._table = self._table, ""
        if before:
            self._town.counts["came back to a screen"] += 1
        while loop.time() < end and not self._town.ending.is_set() and client.is_open:
            await self._town.rest(self._random, *PACE)
            self._measure(client)
            if client.is_open and not client.waits:
                self._press(client)
        self._measure(client)

    def _measure(self, client: Terminal) -> None:
        self._town.latencies += client.latencies
        client.latencies.clear()
        if client.waits and look.selected(client.grid.rows) is None:
            client.give_up()  # another page came first: where no hand is, no key selects a card
        elif client.waits > LOST:
            self._town.latencies.append(LOST)
            self._town.counts["keys without effect"] += 1
            self._town.screens.append(f"{self._name}\n{client.grid.text}")
            client.give_up()

    def _press(self, client: Terminal) -> None:
        rows = client.grid.rows
        keys = next_keys(rows)
        offered = look.keys(rows)
        if look.prompt(rows).startswith(SAY):
            client.channel.write(f"{self._random.choice(WORDS)}\r".encode())
            self._town.counts["lines of chat"] += 1
        elif self._random.random() < TALK and offered.get("t") == "chat":
            client.channel.write(b"t")  # and no letter before the line is there: on another page each would be a key
        elif keys:
            client.channel.write(b"".join(KEYS.get(key) or key.encode() for key in keys))
            self._town.counts["keys that play"] += 1
        elif offered.get("Enter", "") in ("deal", "ready") or self._wants_another(offered.get("Enter", "")):
            client.channel.write(KEYS["enter"])
        elif look.selected(rows) is not None and len(look.hand(rows)) > 1:
            client.select_another()
            self._town.counts["keys that are timed"] += 1
        else:
            client.channel.write(self._random.choice(PAGES))
            if "Esc" in offered:
                client.channel.write(KEYS["esc"])

    def _wants_another(self, enter: str) -> bool:
        """Is a match over, and long enough for whoever was cut to be back?"""
        now = time.monotonic()
        self._over_since = (self._over_since or now) if enter == "rematch" else 0.0
        return bool(self._over_since) and now - self._over_since > REGARD

    async def _go(self, conn: asyncssh.SSHClientConnection, client: Terminal) -> None:
        rows = client.grid.rows
        if not client.is_open:
            self._town.counts["were let go by the server"] += 1
        elif self._random.random() < CUT:
            self._table = "somewhere" if look.hand(rows) and self._key is not None else ""
            conn.abort()
            self._town.counts["connections cut"] += 1
        else:
            await self._leave(client)

    async def _leave(self, client: Terminal) -> None:
        """Ask to leave, and take the last answer, which is to disconnect."""
        key = KEYS["ctrl+q"]
        for _ in range(6):
            before = client.grid.text
            client.channel.write(key)
            for _ in range(30):
                await asyncio.sleep(0.1)
                if not client.is_open or client.grid.text != before:
                    break
            if not client.is_open:
                break
            key = KEYS["enter"] if "▸ Disconnect" in client.grid.text else KEYS["down"]
        self._town.counts["left half-way" if client.is_open else "left politely"] += 1


class Reader:
    """Somebody with a pipe instead of a terminal, who reads lines."""

    def __init__(self, town: Town, number: int, key: asyncssh.SSHKey | None) -> None:
        self._town, self._key = town, key
        self._random = Random(f"{town.seed} reader {number}")
        self._name = f"reads{number:03d}"

    async def live(self) -> None:
        """One visit after the other until the end."""
        await self._town.again_and_again("a visit", self._visit, self._random, *AWAY)

    async def _visit(self) -> None:
        playing = self._town.playing()
        command = f"plain watch {self._random.choice(playing)}" if playing else "plain"
        conn = await self._town.connect(self._name, self._key)
        try:
            process = await conn.create_process(command, encoding=None)
            self._town.counts["visits to the lines"] += 1
            end = asyncio.get_running_loop().time() + self._random.uniform(*STAY)
            while asyncio.get_running_loop().time() < end and not self._town.ending.is_set():
                try:
                    async with asyncio.timeout(1.0):
                        data = await process.stdout.read(4096)
                except TimeoutError:
                    continue
                if not data:
                    return
                self._town.counts["bytes of lines read"] += len(data)
        finally:
            conn.abort()
