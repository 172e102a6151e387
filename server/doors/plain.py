"""The door to the plain line mode: typed lines in, said lines out, with a terminal that cannot be drawn on or with none."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import Final

from client.link import Link
from client.plain.asking import Mark
from client.plain.editor import LONGEST, Editor
from client.plain.session import PlainClient
from client.protocol import Command, Message
from server.doors.door import Port, Visit
from server.doors.idle import Idle
from server.doors.outlet import Outlet
from server.lobby.front import Front
from server.lobby.people import Session
from server.sentences import last_words
from server.ssh.glyphs import readable
from server.ssh.hardening import dismantle
from server.ssh.hosted import failure
from server.ssh.lane import Left, lane_of, nothing
from server.ssh.language import language_of, reads_utf8
from server.ssh.terminal import Glyphs, Terminal
from server.ssh.toll import LEDGER, Toll

PRINTER: Final = "vt100"
"""A pipe, and a terminal without a name, get what such a one would: UTF-8 only for clients that say so."""
WAITING: Final = 2000
"""Lines that may wait for a client that is behind; one more, and it is cut."""
AHEAD: Final = 32
"""Lines typed ahead, or sent by a pipe, above which no more input is read."""
MOST: Final = 500
"""Lines that may wait; what comes beyond is thrown away, with a sentence."""
RATE: Final = 20.0
"""Lines a second that are heard, lasting."""
BURST: Final = 40
"""Lines after a quiet time."""
PATIENCE: Final = 0.25
"""Seconds a line waits for the answer to the one before it."""
METER: Final = 32 * 1024
"""Bytes after which reading pauses: even deciphering costs the others."""
PAUSE: Final = 0.05


def _width(columns: int) -> int:
    """Cells of a line that no terminal wraps."""
    return max(20, columns - 1)


class PlainDoor:
    """`door` is one of the client's: lobby, quick, join, watch; `code` the table for the last two; `address`: after `ssh`."""

    def __init__(self, port: Port, lobby: Front, visit: Visit, terminal: Terminal, door: str, code: str, address: str) -> None:
        self._port, self._lobby, self._visit, self._terminal = port, lobby, visit, terminal
        self._newline = "\n" if visit.term is None else "\r\n"
        self._link = Link(self._send)
        is_named = terminal.addressable
        told = terminal if is_named else Terminal.from_request(PRINTER, visit.env)
        self._said = told.glyphs
        typed = "ssh" if visit.term is None else "ssh -t"
        self._client = PlainClient(
            self._link,
            language_of(visit.env),
            self._out,
            self._end,
            door=door,
            code=code,
            address=address,
            typed=typed,
            wall=lobby.wall,
            width=_width(visit.size[0]) if visit.term is not None and is_named else 0,
            unicode=told.unicode or (not is_named and reads_utf8(visit.env)),
        )
        self._session: Session | None = None
        self._idle: Idle
        self._editor: Editor | None = None
        self._rest = b""
        """The beginning of a line that has not ended, without a terminal."""
        self._is_skipping = False
        """Is the rest of a line thrown away that is too long?"""
        self._heard: deque[tuple[str, Mark | None, bool]] = deque()
        """Lines not looked at yet, what numbers meant when they were begun, and whether they were cut."""
        self._began: Mark | None = None
        self._inbox: deque[Message] = deque()
        self._outlet = Outlet[str](port, lambda told: self._encoded("".join(told)), WAITING)
        self._is_at_start = True
        """Is the terminal's cursor at the start of a line?"""
        self._has_ended = False
        """Will no more input come?"""
        self._count = 0
        self._settle: asyncio.Handle | None = None
        self._next: asyncio.Handle | None = None
        self._warning: asyncio.Handle | None = None
        self._asked_at = 0.0
        self._allowance, self._allowed_at = float(BURST), 0.0
        self._metered, self._fed_at = 0, 0.0
        self._held: asyncio.Handle | None = None
        self._is_paused = self._is_flooded = self._is_queued = False
        self._toll = Toll()

    def open(self) -> None:
        """See `Door`."""
        self._loop = asyncio.get_running_loop()
        self._allowed_at = self._loop.time()
        if self._visit.term is not None:
            self._editor = Editor(self._echo, self._typed, self._ask_to_leave)
            self._editor.can_go_back = self._terminal.addressable
            self._editor.began = self._begin
        self._toll.rest = self._hold
        LEDGER.open(self._toll)
        self._session = self._lobby.connect(self._visit.person, self._deliver, self.stop)
        self._toll.whose = self._session.name or self._toll.whose
        self._idle = Idle(self._link, self.stop)
        with self._toll:
            self._client.start()

    def resize(self, columns: int, rows: int) -> None:
        """Only what we put in order ourselves depends on it."""
        if self._client.width:
            self._client.width = _width(columns)

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        client = self._client
        self._close(client.shown(last_words(client.text, sentence, client.link, client.departure.way_back)), 0)

    def lost(self) -> None:
        """See `Door`."""
        self._outlet.drop()
        lane_of(self._loop).leave(self._turn)
        self._part()
        for handle in (self._settle, self._next, self._held, self._warning):
            if handle is not None:
                handle.cancel()
        dismantle((self._client, self))  # they refer to each other; now nobody calls them any more

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """See `Door`."""
        if self._outlet.is_closing:
            return
        self._idle.heard()
        self._meter(len(data))
        self._guard(partial(self._editor.feed if self._editor is not None else self._cut, data))

    def _guard(self, act: Callable[[], None]) -> None:
        """Do something of the client's: whatever fails in it ends this session, with a sentence."""
        try:
            with self._toll:
                act()
        except Exception as error:  # noqa: BLE001  # as in any handler of an app
            end = failure(error)
            self._close(self._client.shown(self._client.text(end.sentence)), end.status)

    def _later(self, seconds: float, act: Callable[[], None]) -> asyncio.Handle:
        """Order that; in a context of its own."""
        if seconds:
            return self._loop.call_later(seconds, self._guard, act, context=Context())
        return self._loop.call_soon(self._guard, act, context=Context())

    def _cut(self, data: bytes) -> None:
        """Lines as they come; one that is too long is heard to where it is cut."""
        *lines, rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line)
            self._is_skipping = False
        self._rest = rest
        if len(rest) > 4 * LONGEST:
            self._take(rest)
            self._is_skipping, self._rest = True, b""

    def _take(self, line: bytes) -> None:
        if not self._is_skipping:
            text = line.rstrip(b"\r").decode("utf-8", "ignore")
            self._queue(text[:LONGEST], None, len(text) > LONGEST)

    def _begin(self) -> None:
        self._began = self._client.mark

    def _typed(self, line: str) -> None:
        """A line that was edited here."""
        assert self._editor is not None
        self._client.departure.stay()
        self._queue(line, self._began, self._editor.is_full)
        self._editor.is_full, self._began = False, None

    def _ask_to_leave(self) -> None:
        self._break()
        self._client.departure.ask()

    def _queue(self, line: str, listed: Mark | None, is_cut: bool) -> None:
        is_empty = not line.strip()
        if is_empty and self._heard and not self._heard[-1][0].strip():
            return
        if len(self._heard) >= MOST:
            self._is_flooded = True
            return
        self._heard.append((line, listed, is_cut))
        self._count += not is_empty
        if len(self._heard) > AHEAD and not self._is_paused:
            self._is_paused = True
            self._port.pause_reading()
        self._wake()

    def _wake(self) -> None:
        """See soon whether there is a line to hear."""
        if self._next is None and not self._is_queued and not self._outlet.is_closing:
            self._next = self._later(0, self._hear)

    def _hear(self) -> None:
        """The next line, if its time has come; the one after it later, when this one has been answered."""
        self._next = None
        if self._outlet.is_closing:
            return
        now = self._loop.time()
        self._allowance = min(float(BURST), self._allowance + (now - self._allowed_at) * RATE)
        self._allowed_at = now
        is_answered = not self._client.is_waiting or now - self._asked_at > PATIENCE
        if self._heard and self._allowance >= 1 and is_answered and self._settle is None and self._held is None:
            self._is_queued = True
            lane_of(self._loop).ask(self._toll, self._turn)
        else:
            self._go_on()

    def _turn(self) -> Left | None:
        self._is_queued = False
        if self._outlet.is_closing:
            return None
        self._guard(self._obey)
        return nothing

    def _obey(self) -> None:
        """Do what the next line says."""
        self._allowance -= 1
        line, listed, is_cut = self._heard.popleft()
        self._asked_at = self._loop.time()
        if is_cut:
            self._client.say(self._client.text("That line was too long, so nothing was done with it."))
        else:
            self._client.hear(line, listed)
        self._go_on()

    def _go_on(self) -> None:
        """A line was heard, or it is not time for one."""
        if self._is_flooded and not self._heard:
            self._is_flooded = False
            self._client.say(self._client.text("More lines came at once than are heard; the last ones were thrown away."))
        if self._heard:
            self._next = self._later(0.01, self._hear)
        elif self._has_ended:
            self._next = self._later(PATIENCE, self._finish)
        if self._is_paused and len(self._heard) <= AHEAD // 2:
            self._is_paused = False
            self._resume()  # what waited is fed from within

    def end_input(self) -> None:
        """See `Door`. What was sent before is still heard."""
        self._has_ended = True
        if self._rest:
            rest, self._rest = self._rest, b""
            self._take(rest)
        self._wake()

    def _finish(self) -> None:
        """No input is left."""
        if self._count:
            self._close(self._client.shown(self._client.text("Your input ended, so this session does too.")), 0)
        else:
            host = self._client.host
            told = self._client.text("Nothing was typed, so this session ends. To play on a screen: ssh -t {host}", host=host)
            self._close(self._client.shown(told), 1)

    def _meter(self, count: int) -> None:
        now = self._loop.time()
        self._metered = count if now - self._fed_at > PAUSE else self._metered + count
        self._fed_at = now
        if self._metered > METER and self._held is None:
            self._hold(PAUSE)

    def _hold(self, seconds: float) -> None:
        """For so long no input is read, and no line heard."""
        if self._held is None:
            self._port.pause_reading()
        else:
            self._held.cancel()
        self._held = self._loop.call_later(seconds, self._release, context=Context())

    def _release(self) -> None:
        self._held, self._metered = None, 0
        self._resume()

    def _resume(self) -> None:
        if not self._is_paused and self._held is None:
            self._port.resume_reading()

    # ── the lobby ────────────────────────────────────────────────────────────────────────────────────────

    def _send(self, command: Command) -> None:
        if self._session is not None:
            self._lobby.handle(self._session, command)

    def _deliver(self, message: Message) -> None:
        """Called from inside the lobby: only puts the message down."""
        self._inbox.append(message)
        if self._settle is None and not self._outlet.is_closing:
            self._settle = self._later(0, self._catch_up)

    def _catch_up(self) -> None:
        self._settle = None
        while self._inbox:
            self._link.deliver(self._inbox.popleft())
        self._client.settle()
        self._mind_time()

    def _mind_time(self) -> None:
        """Warn when it runs out, if that is to be."""
        if self._warning is not None:
            self._warning.cancel()
        seconds = self._client.room.warning_in()
        self._warning = None if seconds is None else self._later(seconds, self._warn)

    def _warn(self) -> None:
        self._warning = None
        if not self._outlet.is_closing:
            self._client.room.warn()

    def _part(self) -> None:
        self._idle.close()
        LEDGER.close(self._toll)
        if self._session is not None:
            self._lobby.disconnect(self._session)
            self._session = None

    # ── output ───────────────────────────────────────────────────────────────────────────────────────────

    def _out(self, line: str) -> None:
        """One line; a line half typed is broken for it, and typed out again below."""
        self._break()
        self._put(f"{line}\n")
        if self._editor is not None and self._editor.typed:
            self._echo(self._editor.typed)

    def _break(self) -> None:
        if not self._is_at_start:
            self._put("\n")

    def _echo(self, characters: str) -> None:
        self._put(characters)

    def _put(self, characters: str) -> None:
        self._is_at_start = characters.endswith("\n") if characters else self._is_at_start
        self._outlet.put(characters)

    def _encoded(self, told: str) -> bytes:
        """What the client can show."""
        with self._toll:
            return self._newline.join([self._readable(line) for line in told.split("\n")]).encode()

    def _readable(self, line: str) -> str:
        """A line; what rubs a letter out is no letter."""
        return "\b".join(readable(part, self._glyphs) for part in line.split("\b"))

    @property
    def _glyphs(self) -> Glyphs:
        """What the person chose; else what his client says it can show. Persian, if it is spoken at all, takes all."""
        lobby = self._link.lobby
        chosen = lobby.liked("symbols") if lobby is not None else ""
        if chosen in ("ascii", "unicode"):
            return Glyphs.ASCII if chosen == "ascii" else Glyphs.FULL
        return Glyphs.FULL if self._client.text.language == "fa" else self._said

    def _end(self, sentence: str) -> None:
        self._close(sentence, 0)

    def _close(self, sentence: str, status: int) -> None:
        if self._outlet.is_closing:
            return
        if sentence:
            self._break()
            self._put(f"{sentence}\n")
        self._outlet.end(status)
        self._part()
        for handle in (self._settle, self._next, self._warning):
            if handle is not None:
                handle.cancel()
