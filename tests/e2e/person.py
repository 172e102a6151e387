"""A person at a terminal: a real SSH client under a pty, drawn by pyte."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeVar

import pyte

from tests.e2e.clients import UTF8, Call, Client, openssh, ssh_environment
from tests.e2e.desk import PATIENCE, Desk
from tests.e2e.screen import Screen

T = TypeVar("T")
KEYS = {
    "left": b"\x1b[D",
    "right": b"\x1b[C",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "enter": b"\r",
    "esc": b"\x1b",
    "tab": b"\t",
    "space": b" ",
    "backspace": b"\x7f",
    **{f"ctrl+{letter}": bytes([ord(letter) & 31]) for letter in "abcdefghijklmnopqrstuvwxyz"},
}
"""What a terminal sends for the keys that have a name; any other one-letter name is that letter."""
_TAKE_THE_TERMINAL = 'exec "$@" <>"$0" >&0 2>&0'
"""A session leader that opens a terminal owns it: only so does ssh hear of new sizes."""


class Person:
    """Connects at once; `words` is what is typed after the host name, `client` the program it is typed at."""

    def __init__(
        self,
        desk: Desk,
        port: int,
        home: Path,
        words: Sequence[str] = (),
        *,
        name: str = "ann",
        key: Path | None = None,
        agent: Path | None = None,
        term: str = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] = UTF8,
        options: Sequence[str] = (),
        client: Client = openssh,
    ) -> None:
        self.name = name
        self.raw = bytearray()
        self.glances: list[Callable[[], None]] = []
        """Called whenever something was drawn."""
        self.screen = Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self._desk = desk
        self._fd, terminal = pty.openpty()
        self._set_size(*size)
        command = client(Call(port, home, name, words, key, agent, env, options))
        self._program = command[0]
        self.process = subprocess.Popen(
            ["sh", "-c", _TAKE_THE_TERMINAL, os.ttyname(terminal), *command],
            env=ssh_environment(home, term, env),
            start_new_session=True,
        )
        desk.add(self._fd, self._hear)
        self._open = True
        desk.until(
            lambda: self.raw or self.process.poll() is not None or self._is_reading(),
            why=lambda: f"{self._program} did not start",
        )
        os.close(terminal)

    def _is_there(self) -> bool:
        return bool(self.raw) or self.process.poll() is not None or self._is_reading()

    def _is_reading(self) -> bool:
        """Has the client taken the terminal over? Until then our end must hold the other side open."""
        try:
            return self._program in Path(f"/proc/{self.process.pid}/comm").read_text()
        except OSError:
            return True

    def _hear(self, data: bytes) -> None:
        if data:
            self.raw += data
            self._stream.feed(data)
            for glance in self.glances:
                glance()
        else:
            self._open = False

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def text(self) -> str:
        """The drawn screen, rows without their right blanks."""
        return "\n".join(self.screen.rows).rstrip()

    @property
    def rows(self) -> list[str]:
        """The drawn screen, row by row."""
        return self.screen.rows

    def __repr__(self) -> str:
        state = self.process.poll()
        return f"{self.name}'s screen ({'connected' if state is None else f'status {state}'}):\n{self.text}"

    def until(self, ask: Callable[[Self], T], seconds: float = PATIENCE) -> T:
        """What `ask(self)` answers as soon as it is true-ish; looks again whenever something was drawn."""
        return self._desk.until(lambda: ask(self), seconds, lambda: repr(self))

    def see(self, *texts: str, seconds: float = PATIENCE) -> str:
        """Wait until every one of `texts` is on the screen; returns the screen."""
        self.until(lambda person: all(text in person.text for text in texts), seconds)
        return self.text

    def miss(self, *texts: str, seconds: float = PATIENCE) -> str:
        """Wait until none of `texts` is on the screen any more; returns the screen."""
        self.until(lambda person: not any(text in person.text for text in texts), seconds)
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys one after the other: names of KEYS, or letters."""
        for key in keys:
            self.send(KEYS.get(key) or key.encode())

    def choose(self, answer: str) -> None:
        """Go down a question's answers to this one and take it."""
        chosen = re.compile(rf"[▸►>] {re.escape(answer)}")
        self.see(answer)
        while not chosen.search(self.text):
            self._go_down(answer)
        self.press("enter")

    def _go_down(self, answer: str) -> None:
        """Press Down until the mark has moved: what bots do meanwhile changes the screen, too."""
        before = self._marks(answer)
        self.press("down")
        self.until(lambda person: person._marks(answer) != before)

    def _marks(self, answer: str) -> list[int]:
        """The rows with a mark in the column where one stands before this answer."""
        column = max(0, next((row.rindex(answer) for row in reversed(self.rows) if answer in row), 0) - 2)
        return [y for y, row in enumerate(self.rows) if row[column : column + 1] in ("▸", "►", ">")]

    def change(self) -> None:
        """Wait until the screen is another one than now."""
        before = self.text
        self.until(lambda person: person.text != before)

    def send(self, data: bytes) -> None:
        """Type these bytes."""
        while data:
            data = data[os.write(self._fd, data) :]

    def resize(self, columns: int, lines: int) -> None:
        """Pull the window to another size."""
        self.screen.resize(lines, columns)
        self._set_size(columns, lines)

    def kill(self) -> None:
        """End ssh as a crash or a cut cable would: without a word to the server."""
        self.process.kill()
        self.process.wait()

    def wait(self, seconds: float = PATIENCE) -> int:
        """The exit status of ssh, once it has ended and everything it wrote is drawn."""
        self._desk.until(lambda: self.process.poll() is not None and not self._open, seconds, lambda: repr(self))
        return self.process.returncode

    def close(self) -> None:
        """End whatever is left of this client."""
        if self.process.poll() is None:
            self.kill()
        self._desk.remove(self._fd)
        os.close(self._fd)
