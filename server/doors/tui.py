"""The door to the screens: a Textual app for one person, hosted in this process, and its place in the lobby."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from client.link import Link
from client.protocol import Command, Message
from client.text import LANGUAGES, Text, later, spoken
from client.tui.app import UnoApp
from client.tui.theme import liked
from server.doors.door import Port, Visit
from server.doors.idle import Idle
from server.lobby.front import Front
from server.lobby.people import Session
from server.sentences import last_words
from server.ssh.hosting import Host, host
from server.ssh.language import language_of
from server.ssh.terminal import Terminal

INPUT_ENDED: Final = later("Your input ended, so this session does too.")


class TuiDoor:
    """`door` is one of the app's: lobby, quick, join, watch; `code` the table for the last two; `address` for invitations."""

    def __init__(self, port: Port, lobby: Front, visit: Visit, terminal: Terminal, door: str, code: str, address: str) -> None:
        self._port, self._lobby, self._visit, self._terminal = port, lobby, visit, terminal
        self._door, self._code, self._address = door, code, address
        self._session: Session | None = None
        self._host: Host
        self._idle: Idle
        self._is_lost = asyncio.Event()
        self._end: asyncio.Task[None]

    def open(self) -> None:
        """See `Door`."""
        link = Link(self._send)
        self._link = link
        look = replace(self._terminal.look, language=language_of(self._visit.env))
        self._host = host(
            UnoApp, self._port, self._terminal, self._visit.size,
            link, look, self._door, self._code, address=self._address,
        )  # fmt: skip
        self._session = self._lobby.connect(self._visit.person, self._deliver, self.stop)
        self._host.toll.whose = self._session.name or self._host.toll.whose
        self._idle = Idle(link, self.stop)
        self._end = asyncio.get_running_loop().create_task(self._see_off())

    def feed(self, data: bytes) -> None:
        """See `Door`."""
        self._idle.heard()
        self._host.feed(data)

    def resize(self, columns: int, rows: int) -> None:
        """See `Door`."""
        self._host.resize(columns, rows)

    def end_input(self) -> None:
        """See `Door`."""
        self.stop(INPUT_ENDED)

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        lobby, text = self._link.lobby, self._visit.text
        if lobby is not None:
            chosen = lobby.liked("language")
            language = chosen if chosen in LANGUAGES else language_of(self._visit.env)
            text = Text(spoken(language, liked(self._terminal.look, lobby.liked).unicode))
        way_back = f"ssh -t {self._address} back {lobby.resume}" if lobby is not None and lobby.resume else ""
        self._host.stop(last_words(text, sentence, self._link, way_back))

    def lost(self) -> None:
        """See `Door`. The seat is told at once; the app is let go when it has ended."""
        self._part()
        self._host.disconnected()
        self._is_lost.set()

    def _send(self, command: Command) -> None:
        """The app's commands, in the app's context."""
        if self._session is not None:
            self._lobby.handle(self._session, command)

    def _deliver(self, message: Message) -> None:
        """Called from inside the lobby: only puts the message down."""
        self._host.deliver(lambda: self._link.deliver(message))

    def _part(self) -> None:
        self._idle.close()
        if self._session is not None:
            self._lobby.disconnect(self._session)
            self._session = None

    async def _see_off(self) -> None:
        end = await self._host.ended()
        self._part()
        self._port.exit(end.status)
        await self._is_lost.wait()
        del self._host, self._idle, self._link  # they refer to this door; now nobody calls it any more
