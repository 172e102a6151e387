"""Hosting: one Textual app for one session, next to all the others in this process.

`host` builds the app in a task and a context of its own and returns a `Host` at once: the session feeds it bytes and
sizes, and awaits how it ended.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Final, ParamSpec, cast
from weakref import WeakKeyDictionary

from textual._context import active_app
from textual.app import App

from server.ssh import hardening
from server.ssh.driver import Channel, SSHDriver
from server.ssh.glyphs import readable
from server.ssh.hosted import End, Hosted, failure, hosted, origin
from server.ssh.terminal import Terminal
from server.ssh.toll import LEDGER, Toll

P = ParamSpec("P")

log = logging.getLogger("unotty.app")

STOP_SECONDS: Final = 2.0
"""How long an app may take to end after being asked to."""
REST_SECONDS: Final = 0.5
"""How long a finished app is kept whole, for what was scheduled before its end."""


class Turns:
    """Whose deliveries come next: one app in each turn of the loop.

    A move repaints the screens of a whole table. Were they painted in one go, everybody's keys would wait for all of
    them; so the loop looks at its sockets after each.
    """

    def __init__(self) -> None:
        self._hosts: deque[Host] = deque()

    def add(self, host: Host) -> None:
        """Queue a host that is not queued yet."""
        self._hosts.append(host)
        if len(self._hosts) == 1:
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        host = self._hosts[0]
        try:
            host.take_delivery()
        finally:
            self._hosts.popleft()
            if self._hosts:
                asyncio.get_running_loop().call_soon(self._next)


_turns: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Turns]] = WeakKeyDictionary()


class Host:
    """One running app. All calls are safe at any time; after the end they do nothing."""

    def __init__(self, build: Callable[[], Hosted], channel: Channel, terminal: Terminal, size: tuple[int, int]) -> None:
        self._channel = channel
        self._terminal = terminal
        self._size = size
        self.toll = Toll()
        """What this session costs."""
        self._app: Hosted | None = None
        self._driver: SSHDriver | None = None
        self._waiting: list[Callable[[], None]] = []
        self._verdict: End | None = None
        self._gone = False
        self._deadline: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._turns = _turns.setdefault(self._loop, Turns())
        if self._loop.get_exception_handler() is None:
            self._loop.set_exception_handler(blame)
        self._context = contextvars.Context()
        self._end: asyncio.Future[End] = self._loop.create_future()
        self._task: asyncio.Task[None] | None = self._loop.create_task(
            self._run(build), name="hosted app", context=self._context
        )
        _running.add(self)
        LEDGER.open(self.toll)

    async def ended(self) -> End:
        """Wait for the app's end; by then the terminal is restored, its sentence said and the app let go."""
        return await asyncio.shield(self._end)

    @property
    def bytes_out(self) -> int:
        """Bytes sent to the client so far."""
        return self._driver.bytes_out if self._driver is not None else 0

    # ── what the session does ────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Input from the client."""
        if self._driver is not None:
            with self.toll:
                self._driver.feed(data)

    def resize(self, width: int, height: int) -> None:
        """The client's window has another size, in cells; any two numbers will do."""
        self._size = width, height
        if self._driver is not None:
            self._driver.resize(width, height)

    def deliver(self, act: Callable[[], None]) -> None:
        """Run `act` in the app's own context, soon; all that is delivered until its turn comes runs together."""
        if self._end.done():
            return
        self._waiting.append(act)
        if len(self._waiting) == 1:
            self._turns.add(self)

    def take_delivery(self) -> None:
        """Do all that was delivered."""
        acts, self._waiting = self._waiting, []
        with self.toll:
            self._context.run(self._do, acts)

    def stop(self, sentence: str, status: int = 0) -> None:
        """End the app: restore the terminal, say why."""
        if self._verdict is None and not self._end.done():
            self._verdict = End(sentence, status)
            self._loop.call_soon(self._ask_to_end, context=self._context)

    def disconnected(self) -> None:
        """The client is gone; end the app without a word."""
        self._gone = True
        if self._driver is not None:
            self._driver.disconnected()
        self.stop("")

    # ── the app's life ───────────────────────────────────────────────────────────────────────────────────

    async def _run(self, build: Callable[[], Hosted]) -> None:
        try:
            end = await self._live(build)
        except asyncio.CancelledError:
            end = self._verdict or End("The session was ended.", 1)
        except Exception as error:  # noqa: BLE001  # whatever an app does, its session ends with a sentence
            end = failure(error)
        end = self._verdict or end
        if self._driver is not None:
            self._driver.leave(end.sentence)
        elif end.sentence and not self._gone:  # before there was anything to see
            self._channel.write(f"{readable(end.sentence, self._terminal.glyphs)}\r\n".encode())
        self._app = self._driver = self._task = self._deadline = None  # their contexts would keep the app
        self._context = contextvars.Context()
        self._waiting.clear()
        _running.discard(self)
        LEDGER.close(self.toll)
        self._end.set_result(end)

    async def _live(self, build: Callable[[], Hosted]) -> End:
        if self._verdict is not None:
            return self._verdict
        self._app = app = build()
        self._driver = driver = SSHDriver(app, self._channel, self._terminal, self._size, self.toll)
        app.settle(driver)
        app._loop = self._loop
        app._thread_init()  # type: ignore[no-untyped-call]  # Textual's
        with app._context():
            try:
                await app._process_messages(mouse=self._terminal.mouse, terminal_size=self._size)
            finally:
                if self._deadline is not None:
                    self._deadline.cancel()
                end = self._verdict or app.end
                driver.leave(end.sentence)
                await self._shut_down(app)
        return end

    async def _shut_down(self, app: Hosted) -> None:
        screens = (screen for stack in app._screen_stacks.values() for screen in stack)
        nodes = [app, *screens, *app._registry]
        virtual = [styles.node for node in nodes for styles in node._component_styles.values()]
        parts = [app.animator, *nodes, *virtual]
        try:
            await asyncio.wait_for(app._shutdown(), STOP_SECONDS)
        except TimeoutError:
            log.warning("an app did not shut down within %g seconds", STOP_SECONDS)
        else:
            self._loop.call_later(REST_SECONDS, hardening.dismantle, parts)

    def _do(self, acts: list[Callable[[], None]]) -> None:
        app = self._app
        try:
            for act in acts:
                act()
        except Exception as error:  # noqa: BLE001  # as in any handler of the app
            if app is not None:
                app._handle_exception(error)

    def _ask_to_end(self) -> None:
        if self._app is not None and self._app._running:
            self._app.exit()
            self._deadline = self._loop.call_later(STOP_SECONDS, self._give_up)
        else:
            self._give_up()

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()


def blame(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The loop's handler of what fails outside any task: an app answers for its own callbacks, as for its handlers.

    asyncio's own handler would leave the app with a stale screen, and write arguments with people's cards to the log.
    """
    error = context.get("exception")
    scheduled = getattr(context.get("handle"), "_context", None)  # uvloop has none: it calls from within
    app = scheduled.get(active_app) if scheduled is not None else active_app.get(None)
    if isinstance(app, Hosted) and isinstance(error, Exception):
        app._handle_exception(error)
    else:
        log.error("%s: %s", context.get("message", "failed").split("(")[0], origin(error) if error else "no exception")


_running: Final[set[Host]] = set()
"""The loop holds its tasks weakly: an app nobody holds is collected while it runs."""


def host(
    app_class: Callable[P, App[str]],
    channel: Channel,
    terminal: Terminal,
    size: tuple[int, int],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Host:
    """Run `app_class(*args, **kwargs)`, an App class, for one client; call it on the loop, after `hardening.install`."""
    build = cast(Callable[P, Hosted], hosted(cast(type[App[str]], app_class)))
    return Host(lambda: build(*args, **kwargs), channel, terminal, size)
