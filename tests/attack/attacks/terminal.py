"""What a terminal may send and claim: sizes, keys, pastes, reports, answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tests.attack.field import GONE, Field, attack

PULSE = 0.01
SIZES = ((100_000, 20_000), (0, 0), (2**32 - 1, 2**32 - 1), (1, 1), (2**31, 3), (5000, 2000), (300, 100), (1, 2**32 - 1))


@attack(2.5)
async def huge_terminals(field: Field) -> None:
    """CPU and memory: screens of billions of cells, of none, and of the most that is drawn (SECURITY §0.8)."""

    async def one(number: int) -> None:
        _, channel, session = await field.screen("quick", term_size=SIZES[number])
        channel.write(b"?\x1b")
        assert not session.is_over, f"a terminal of {SIZES[number]} ends the session"
        field.count("screens")
        while field.left:
            channel.change_terminal_size(*field.random.choice(SIZES))
            await asyncio.sleep(0.05)

    await field.many(len(SIZES), one)


@attack()
async def a_storm_of_resizes(field: Field) -> None:
    """CPU: 10 000 new sizes, each of which would repaint everything."""

    async def one(number: int) -> None:
        _, channel, _ = await field.screen("quick")
        while field.left and not channel.is_closing():
            for _ in range(50):
                channel.change_terminal_size(field.random.randint(20, 300), field.random.randint(5, 100))
            field.count("sizes", 50)
            await asyncio.sleep(PULSE)

    await field.many(6, one)


def floods(what: str, make: Callable[[Field], bytes], people: int = 6) -> Callable[[Field], asyncio.Future[None]]:
    """Several people who send nothing but that."""

    async def act(field: Field) -> None:
        async def one(number: int) -> None:
            _, channel, session = await field.screen("quick")
            while field.left and not session.is_over:
                said = make(field)
                channel.write(said)
                field.count(what, len(said))
                await asyncio.sleep(PULSE)

        await field.many(people, one)

    return act  # type: ignore[return-value]  # any awaitable will do


@attack(2.5)
async def a_flood_of_keys(field: Field) -> None:
    """CPU: keys as fast as a line carries them, each of which repaints (SECURITY §0.8)."""
    await floods("bytes", lambda field: b"\x1b[C\x1b[D" * 50)(field)


@attack()
async def a_flood_of_letters(field: Field) -> None:
    """CPU: 200 000 letters that nobody bracketed, in a chat line (CASES 2-06)."""
    await floods("bytes", lambda field: b"tabcdefgh" * 200)(field)


@attack()
async def an_endless_paste(field: Field) -> None:
    """Memory: a bracketed paste that never ends, and one that ends inside an end (SECURITY §0.8)."""
    await floods(
        "bytes", lambda field: field.random.choice((b"\x1b[200~", b"x" * 3000, b"\x1b[201", b"\x1b[200~\x1b[201~\x1b[201~"))
    )(field)


@attack()
async def escapes_byte_by_byte(field: Field) -> None:
    """Errors: sequences split at every byte, begun and never ended, of every kind."""
    pieces = (
        b"\x1b",
        b"[",
        b"<",
        b"0",
        b";",
        b"9",
        b"M",
        b"O",
        b"P",
        b"]",
        b"_",
        b"\x1b\\",
        b"\x9b",
        b"\xc3",
        b"\x00",
        b"~",
        b"u",
    )

    async def one(number: int) -> None:
        _, channel, session = await field.screen("quick")
        while field.left and not session.is_over:
            for _ in range(10):
                channel.write(field.random.choice(pieces))
            field.count("pieces", 10)
            await asyncio.sleep(PULSE)

    await field.many(8, one)


@attack()
async def a_flood_of_mouse_reports(field: Field) -> None:
    """CPU and errors: clicks, moves and wheels everywhere, outside the screen, with numbers that are none."""

    def reports(field: Field) -> bytes:
        random = field.random
        some = b"".join(
            b"\x1b[<%d;%d;%d%s"
            % (
                random.choice((0, 1, 2, 32, 35, 64, 65, 999)),
                random.randrange(9999),
                random.randrange(99),
                random.choice((b"M", b"m")),
            )
            for _ in range(20)
        )
        return some + b"\x1b[M\x20\xff\xff\x1b[<99999999999;1;1M\x1b[<;;M"

    await floods("bytes", reports)(field)


ANSWERS = (
    b"\x1bP1+r544e=787465726d\x1b\\",
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b[?64;1;2;6;9;15;22c", b"\x1b[24;80R", b"\x1b[?2026;2$y",
    b"\x1b]4;1;rgb:ff/00/00\x07", b"\x1b[8;99999;99999t", b"\x1b_Gi=1;OK\x1b\\", b"\x1b[>41;354;0c", b"\x1b]52;c;cm0gLXJm\x07",
)  # fmt: skip


@attack()
async def answers_that_nobody_asked_for(field: Field) -> None:
    """Typed commands: a terminal's answers to queries, which must not become letters (CASES 2-26)."""
    await floods("bytes", lambda field: field.random.choice(ANSWERS))(field)


@attack()
async def hostile_terminal_names(field: Field) -> None:
    """The log, and other people's screens: escapes in TERM, in the environment, in commands (CASES 3-10, 3-20)."""
    names = ("xterm\x1b[2J", "", "x" * 30_000, "../../etc/passwd", "dumb\r\n", "xterm-\u202e", "%s%n", "\x00")
    words = (
        "\x1b]0;x\x07",
        "ls; rm -rf /",
        "join \x1b[2J",
        "watch " + "A" * 20_000,
        "replay ../../x",
        "rules \u202e",
        "\x00",
        "me export\n",
        "verify '",
        "back 💥",
        "help " + "x " * 5000,
        "scp -t /",
        "sftp",
        "mosh-server new",
    )

    async def one(number: int) -> None:
        conn = await field.connect()
        for word in words[number % 2 :: 2]:
            with suppress(*GONE):
                told = await conn.run(word, term_type=names[number], encoding=None, env={"LANG": word, "LC_ALL": names[number]})
                for said in (told.stdout, told.stderr):
                    assert isinstance(said, bytes)
                    assert not set(said) & ESCAPES, f"{word!r} comes back raw to {names[number]!r}"
                field.count("commands")

    await field.many(len(names), one)


ESCAPES = {*range(7), 8, 11, 12, *range(14, 27), *range(28, 32), 127}
"""Controls that no answer has; a terminal with a name may be sent ESC."""
