"""Saying things that are more than words: escapes and markup in every field that others see, and every screen that shows it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import asyncssh

from client.tui.keys import ACTIONS
from tests.attack.field import GONE, Field, attack
from tests.attack.program import Program
from tests.attack.strict import Strict

CORPUS = (
    "\x1b[2J\x1b[1;1HGAME OVER", "\x1b]0;pwned\x07", "\x1b]52;c;cm0gLXJm\x07", "\x9b2J\x9d0;x\x9c", "\x1bP1$tx\x1b\\",
    "\x1bc\x1b[?1049l", "\x00\x07\x08\x7f\r\n\t\x0b\x0c", "\u202egnp.x\u2066\u2069", "[/nope] [@click=app.exit]free cards[/]",
    "[bold red]B[/", "e" + "\u0301" * 500, "\u200b\u200c\u200d\ufeff\u00ad", "\U0001f468\u200d\U0001f469 \u26d1\ufe0f 漢字漢字",
    "\ud800", "\U000e0041\U000e0042", "{name} %s {0.__class__} ${x}", "\ue000\uf8ff", "a" * 3900, "ﷺ" * 100,
    "\u2028\u2029\x85", "\x1b[31", "\x1b", "日" * 300,
)  # fmt: skip


class Reader(asyncssh.SSHClientSession[bytes]):
    """Somebody at a screen, who reads strictly."""

    def __init__(self) -> None:
        self.strict = Strict(120, 40, keeps=True)
        self.bytes = 0
        self.is_over = False
        self.has_begun = asyncio.Event()
        self.latest = 0.0

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See asyncssh."""
        self.bytes += len(data)
        self.strict.feed(data)
        self.latest = asyncio.get_running_loop().time()
        self.has_begun.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self.is_over = True
        self.has_begun.set()


LETTERS = sorted({key for one in ACTIONS for key in one.keys if len(key) == 1 and key.isalpha() and key != "q"} | set("?/!:"))
WALK = [
    step
    for letter in LETTERS
    for step in (letter.encode(), b"\x1b[6~", b"\x1b[B", b"[/x]\x1b[200~\x1b[31mpaste[/]\x1b[201~", b"\t", b"\x1b", b"\x1b")
]
"""Every key that opens a screen somewhere, some more on that, and the way back."""
STEP = 0.02


async def walk(field: Field, command: str, reader: Reader, start: int = 0) -> None:
    """Go through all screens, reading, from this step of the way on."""
    conn = await field.connect(username="walker")
    channel, _ = await conn.create_session(
        lambda: reader,
        command or None,
        term_type="xterm-256color",
        term_size=(120, 40),
        encoding=None,
        env={"COLORTERM": "truecolor"},
    )
    await reader.has_begun.wait()
    while field.left and not reader.is_over:
        for key in WALK[start:] + WALK[:start]:
            if reader.is_over or not field.left:
                break
            channel.write(key)
            field.count("keys pressed on the way")
            await asyncio.sleep(STEP if key != b"\x1b" else 5 * STEP)


PLACES = 3
"""Where readers are: in the lobby, watching the table, at it."""
SPEAKERS = 6


@attack(7.0)
async def words_with_teeth(field: Field) -> None:
    """Other people's terminals: escapes, bidi, markup and monsters as names, chat, cuts, wishes, on every screen there is."""
    host = await Program.open(field, username="host")
    table = await host.create(seats=8, open_hands=True)
    readers: list[Reader] = []

    async def speak(number: int) -> None:
        program = await Program.open(field, username=CORPUS[number * 3 % len(CORPUS)].encode("utf-8", "ignore").decode()[:200])
        with suppress(TimeoutError, *GONE):
            await program.ask("join" if number < 3 else "watch", table)
            turn = number * len(CORPUS) // SPEAKERS
            while field.left:
                text = CORPUS[turn % len(CORPUS)]
                wishes: tuple[tuple[str, dict[str, str]], ...] = (
                    ("rename", {"name": text}), ("say", {"text": text}), ("cut", {"text": text}), ("mute", {"name": text}),
                    ("set", {"name": text, "value": text}), ("top", {"rules": text}), ("replay", {"match": text}),
                    ("add_bot", {"level": text}),
                )  # fmt: skip
                for do, about in wishes:
                    field.count((await program.ask(do, table, None, **about)) or "taken")
                await program.ask("join", text)
                turn += 1
                await asyncio.sleep(0.3)

    async def go_on_shouting() -> None:
        while field.left:
            await host.ask("say", table, text=CORPUS[0])
            await asyncio.sleep(1)

    async def read(number: int) -> None:
        """Of two in one place the second begins in the middle of the way."""
        readers.append(Reader())
        start = number // PLACES * (len(WALK) // 2)
        await walk(field, ("", f"watch {table}", f"join {table}")[number % PLACES], readers[-1], start)

    async def act(number: int) -> None:
        if number < SPEAKERS:
            await speak(number)
        elif number == SPEAKERS:
            await go_on_shouting()
        else:
            await read(number - SPEAKERS - 1)

    await field.many(SPEAKERS + 1 + 2 * PLACES, act)
    faults = [fault for reader in readers for fault in reader.strict.faults]
    assert not faults, faults[:3]
    assert any("GAME OVER" in text for reader in readers for text in reader.strict.text), "nobody saw what was said"
    for told in host.heard:
        line = repr(told)
        for raw in ("\\x1b", "\\x9b", "\\u202e", "\\u200b"):
            assert raw not in line, f"raw in a message: {line[:300]}"
