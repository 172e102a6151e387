"""Asking for much: answers about the past that are long to make, and lines that cost more than they look."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import asyncssh

from tests.attack.field import GONE, Deaf, Field, attack
from tests.attack.past import ID

FORMS = ("--json", "--cast", "--text")
EACH = 5
"""Answers that one connection gets at once; for more there are others."""
LINES = b"".join(b"rules %d\nwho\ntables\nhelp\n" % chapter for chapter in range(1, 9))
ADDRESSES, LOUD = 3, 10
PULSE = 0.5


async def asked(
    conn: asyncssh.SSHClientConnection, command: str, **options: Any
) -> tuple[asyncssh.SSHClientChannel[bytes], Deaf]:
    """Without a terminal."""
    session = Deaf()
    channel, _ = await conn.create_session(lambda: session, command, encoding=None, **options)
    return channel, session


@attack(2.5)
async def replays_without_end(field: Field) -> None:
    """CPU: ten connections from one address that ask for a long match again and again, and throw it away."""
    address, got = field.address(), 0

    async def one(number: int) -> None:
        nonlocal got
        while field.left:
            with suppress(*GONE):
                conn = await field.connect(address=address)
                for _ in range(EACH):
                    channel, session = await asked(conn, f"replay {ID} {FORMS[number % len(FORMS)]}")
                    await channel.wait_closed()
                    got = max(got, session.bytes)
                    field.count("answers")
                conn.abort()

    await field.many(10, one)
    assert got > 10_000, "no replay was told"


@attack(2.5)
async def costly_lines(field: Field) -> None:
    """CPU: thirty line modes from three addresses, in which whatever tells most is typed as fast as lines are heard."""
    addresses = [field.address() for _ in range(ADDRESSES)]

    async def one(number: int) -> None:
        conn = await field.connect(address=addresses[number % ADDRESSES])
        channel, session = await asked(conn, "plain", env={"LANG": "fa_IR.UTF-8"})
        while field.left and not session.is_over:
            channel.write(LINES)
            field.count("lines", LINES.count(b"\n"))
            await asyncio.sleep(PULSE)

    await field.many(ADDRESSES * LOUD, one)
