"""The app of one person: pages painted on one canvas, driven by the views of a link."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Sequence
from typing import Final

from textual import events
from textual.app import App, ComposeResult
from textual.timer import Timer

from client.link import Link
from client.protocol import Body, Leave, Reply
from client.text import Text
from client.tui.arriving import Arriving
from client.tui.calling import Calling
from client.tui.canvas import Canvas, Surface
from client.tui.chrome import unfold_status
from client.tui.dialogs import Question
from client.tui.entry import ENTER
from client.tui.keys import action_for
from client.tui.leaving import LeaveQuestion, farewell
from client.tui.liking import Liking
from client.tui.motion import Motion
from client.tui.news import News
from client.tui.overrun import Overrun
from client.tui.page import ENTRY_DONE, ENTRY_DROPPED, Page
from client.tui.paint import Row
from client.tui.reading import in_order
from client.tui.screens import page_for
from client.tui.screens.chat import ChatPage
from client.tui.screens.help import Help
from client.tui.screens.lesson import Tutor
from client.tui.screens.log import LogPage
from client.tui.screens.rules import RulesPage
from client.tui.screens.settings import SettingsPage
from client.tui.screens.welcome import Greeting
from client.tui.small import too_small
from client.tui.theme import Look
from client.tui.wardrobe import palette

NOTICE: Final = 4.0
"""Seconds an answer stays in the status line, if no key takes it away before."""
DOUBLED: Final = 0.5
"""Seconds after a line was said in which another Enter is the same finger on the same key."""


class UnoApp(App[str]):
    """Everything one session sees. Ends with `exit(sentence)`: what to tell the person after the screen is gone."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""

    def __init__(
        self,
        link: Link,
        look: Look,
        door: str = "lobby",
        table: str = "",
        *,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        address: str = "",
        **app_kwargs: object,
    ) -> None:
        super().__init__(**app_kwargs)  # type: ignore[arg-type]  # whatever the host's App class takes
        self.link = link
        self.look = look
        self.text = Text()
        self.palette = palette(look)
        self.now = now
        self.wall = wall
        """Seconds since the epoch, for ages of tables."""
        self.address = address
        """How people reach this server, as they would type it after `ssh`; empty where nobody said."""
        self.status = ""
        """The last answer to the person: see `tell`."""
        self._hushing: asyncio.TimerHandle | None = None
        self._said_at: float | None = None
        self._overrun = Overrun(now)
        self.canvas = Canvas(self._paint, self.palette.base, look.unicode)
        self.liking = Liking(self, look)
        self.calling, self.tutor, self.motion = Calling(self), Tutor(self), Motion(self)
        self._followers = self.calling, Greeting(self, door == "lobby"), self.tutor, self.motion
        self._news, self._arriving = News(self), Arriving(self, door, table)
        self._base: Page = page_for(self, None)
        self._overlays: list[Page] = []
        self._senders: dict[int, Page] = {}
        self.own_context: contextvars.Context | None = None
        """Where everything runs that a timer or the link calls; None before there is a screen."""
        self._timer: Timer | None = None
        self._period = 0.0
        self._small = False

    # ── life ─────────────────────────────────────────────────────────────────────────────────────────────

    def paint_on(self, surface: Surface) -> Callable[[], None]:
        """Show rows there, past Textual's compositor; for hosts, before the app runs. Returns what paints again."""
        self.canvas.surface = surface
        return self.canvas.repaint

    def compose(self) -> ComposeResult:
        """One widget."""
        yield self.canvas

    def on_mount(self) -> None:
        """Start listening and walk through the door."""
        self.own_context = contextvars.copy_context()
        self._unsubscribe = self.link.subscribe(self._news.deliver)
        self.liking.mind()
        self._choose_base()
        self._base.changed()
        self._follow()
        self._arriving.walk_in()
        self.retick()

    def on_unmount(self) -> None:
        """Stop listening."""
        self._unsubscribe()
        self.hush()
        self.motion.stop()
        self._arriving.stop()

    # ── the link ─────────────────────────────────────────────────────────────────────────────────────────

    def send(self, body: Body, table: str = "", page: Page | None = None) -> int:
        """Send a verb or move; `page` (else the base page) hears the reply. Returns the command's id."""
        id_ = self.link.request(body, table)
        self._senders[id_] = page or self._base
        return id_

    def show(self) -> None:
        """Bring the screen up to date, in the app's own context."""
        try:
            self._settle()
            self.canvas.repaint()
        except Exception as error:  # noqa: BLE001  # nobody above handles it: as in any handler of an app
            self._handle_exception(error)

    def _settle(self) -> None:
        """Bring the pages up to the link's newest views; called before anything else is asked of them."""
        messages = self._news.take()
        if not messages or not self.is_running:
            return
        self.liking.mind()
        self._choose_base()
        for page in self.pages:
            page.changed()
        self._follow()
        for message in messages:
            if isinstance(message, Reply):
                self._answer(message)
        self.calling.proclaim()
        self.retick()

    def _follow(self) -> None:
        for one in self._followers:
            one.mind()

    def _answer(self, reply: Reply) -> None:
        page = self._senders.pop(reply.id, self._base)
        if self._arriving.heard(reply):
            return
        if reply.refusal is None:
            page.replied(reply)
        else:
            page.refused(reply.refusal)

    # ── pages ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def top(self) -> Page:
        """The page that gets the keys."""
        return self._overlays[-1] if self._overlays else self._base

    @property
    def pages(self) -> Sequence[Page]:
        """All that are open, the lowest first."""
        return self._base, *self._overlays

    @property
    def base(self) -> Page:
        """The page that the table's life chose."""
        return self._base

    def open(self, page: Page) -> None:
        """Show a page above the others; one of its kind that fills the screen already goes, with all above it."""
        if not page.floats:
            twin = next((index for index, one in enumerate(self._overlays) if type(one) is type(page)), len(self._overlays))
            del self._overlays[twin:]
        self._overlays.append(page)
        self.retick()

    def close(self, page: Page) -> None:
        """Take a page away again, with all above it."""
        if page in self._overlays:
            del self._overlays[self._overlays.index(page) :]
            if not self._overlays:
                self._base.uncovered()
        self.retick()

    def wear(self, look: Look, text: Text) -> None:
        """Show everything in another look or language from now on."""
        if (look, text) == (self.look, self.text):
            return
        self.look, self.text, self.palette = look, text, palette(look)
        self.hush()
        self.canvas.wear(self.palette.base, look)
        for page in self.pages:
            page.restyled()

    def tell(self, sentence: str) -> None:
        """Say something in the status line, for a few seconds; a key takes it away, and so does another position."""
        self.hush()
        self.status = sentence
        self._hushing = asyncio.get_running_loop().call_later(NOTICE, self._fade, context=self.own_context)
        self.canvas.repaint()

    def hush(self) -> None:
        """Take back what was told."""
        self.status = ""
        if self._hushing is not None:
            self._hushing.cancel()
            self._hushing = None

    def _fade(self) -> None:
        self.hush()
        self.show()

    def said(self) -> None:
        """A line went out: an Enter that follows at once is not meant for the page."""
        self._said_at = self.now()

    def _choose_base(self) -> None:
        typed = self.top.entry
        old, self._base = self._base, page_for(self, self._base)
        if old is self._base:
            return
        self.hush()
        self._overlays = [page for page in self._overlays if not page.passing]
        if isinstance(old, ChatPage) and isinstance(self._base, ChatPage):
            self._base.take_over(old)
        if typed is not None and typed.text and self.top.entry is not typed:
            self._overrun.begin()

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def _paint(self, width: int, height: int) -> list[Row]:
        self._settle()
        ground = self._ground
        floating = self._overlays[self._overlays.index(ground) + 1 :] if ground in self._overlays else self._overlays
        self._small = width < ground.min_width or height < ground.min_height
        if self._small:
            return in_order(too_small(ground, width, height), self.look.bidi, self.text.rtl)
        for page in (ground, *floating):
            page.hits.clear()
        rows = in_order(ground.paint(width, height), self.look.bidi, self.text.rtl)
        for page in floating:
            page.float_over(rows, width, height)
        unfold_status(ground, rows, width)
        return rows

    @property
    def _ground(self) -> Page:
        """The page that fills the screen, below what floats."""
        return next((page for page in reversed(self._overlays) if not page.floats), self._base)

    def retick(self) -> None:
        """Run a timer only while something moves by itself on the page that fills the screen."""
        ground = self._ground
        if self._timer is not None and (not ground.ticks or self._period != ground.period):
            self._timer.stop()
            self._timer = None
        if ground.ticks and self._timer is None:
            self._period = ground.period
            self._timer = self.set_interval(self._period, self._beat)

    def _beat(self) -> None:
        self._ground.beat()
        self.canvas.repaint()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    async def on_event(self, event: events.Event) -> None:
        """Keys, clicks and pastes are ours; mouse movements are dropped; the rest is Textual's."""
        self._settle()
        if isinstance(event, events.Key):
            self._key(event)
        elif isinstance(event, events.Paste):
            if self.top.entry is not None and not self._small:
                self.top.entry.insert(event.text)
        elif isinstance(event, events.MouseDown):
            self.hush()
            if not self._small:
                self.click(int(event.x), int(event.y))
        elif isinstance(event, events.MouseScrollUp | events.MouseScrollDown):
            self.top.scroll(-1 if isinstance(event, events.MouseScrollUp) else 1)
        elif isinstance(event, events.MouseEvent):
            return
        else:
            await super().on_event(event)
            return
        self.canvas.repaint()

    def _key(self, event: events.Key) -> None:
        page, action = self.top, action_for(self.top.name, event.key)
        self.calling.is_here()
        if self._overrun.takes(event):
            return
        self.hush()
        self.motion.stop()
        said_at, self._said_at = self._said_at, None
        if event.key in ENTER and said_at is not None and self.now() - said_at < DOUBLED:
            return
        if action is not None and action.name in ("leave", "repaint"):
            self._do(page, action.name)
            return
        if self._small:
            if action is not None and action.name == "back" and isinstance(page, Question):
                self.close(page)
            return
        if page.type_key(event.key, event.character):
            return
        if action is None and page.yields:
            self.close(page)
            self._key(event)
            return
        if action is None:
            page.wake("")
            return
        self._do(page, action.name, int(event.key) if event.key in tuple("0123456789") else 0)

    def click(self, x: int, y: int) -> None:
        """A click at a cell does what a key for it would."""
        page, hit = self.top, self.top.hit(x, y)
        if hit is None:
            page.wake("")
        elif hit.action in (ENTRY_DONE, ENTRY_DROPPED):
            page.end_entry(hit.action == ENTRY_DONE)
        else:
            self._do(page, hit.action, hit.argument)

    def _do(self, page: Page, action: str, argument: int = 0) -> None:
        """What everybody is always heard on, then what the page makes of it, then what it leaves to us."""
        if action == "leave":
            self.ask_leave()
        elif action == "repaint":
            self.repaint_all()
        elif not page.wake(action) and not page.act(action, argument):
            self._default(action)

    def _default(self, action: str) -> None:
        match action:
            case "back" if self._overlays:
                self.close(self.top)
            case "help" if not isinstance(self.top, Help):
                self.open(Help(self, self.top))
            case "log" if not isinstance(self.top, LogPage | Question):
                self.open(LogPage(self))
            case "rules" if not isinstance(self.top, RulesPage | Question):
                self.open(RulesPage(self))
            case "settings" if not isinstance(self.top, SettingsPage | Question):
                self.open(SettingsPage(self))

    def repaint_all(self) -> None:
        """Draw everything again, whatever the terminal shows; a host that remembers the terminal forgets it here."""
        self.canvas.refresh()
        self.screen.refresh(layout=True)

    # ── leaving ──────────────────────────────────────────────────────────────────────────────────────────

    def ask_leave(self) -> None:
        """The leave question, from every page; asked twice in a row it means yes."""
        if isinstance(self.top, LeaveQuestion):
            self.quit()
        else:
            self.open(LeaveQuestion(self))

    @property
    def is_guest(self) -> bool:
        """Without a key there is nothing to come back with."""
        return self.link.lobby is not None and self.link.lobby.you.startswith("~")

    def go_back(self) -> None:
        """Esc at a table: a spectator goes back to the lobby, everybody else is asked."""
        if self.link.table is not None and self.link.table.you is None:
            self.leave_table()
        else:
            self.ask_leave()

    def leave_table(self) -> None:
        """Give up the seat, or stop watching."""
        self.send(Leave())

    def quit(self) -> None:
        """End the session with a sentence."""
        self.exit(farewell(self))
