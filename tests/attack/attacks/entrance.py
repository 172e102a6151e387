"""At the port, before any login: connections without number, without haste, and without end."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import asyncssh

from tests.attack.field import GONE, Field, attack
from tests.attack.flow import HELLO, kexinit

CROWD = 400
HERD = 24
"""Sockets that one attacker works with at once."""


async def heard(reader: asyncio.StreamReader, seconds: float) -> bytes:
    """What the server says until it hangs up, or for so long."""
    with suppress(TimeoutError, OSError):
        return await asyncio.wait_for(reader.read(-1), seconds)
    return b""


@attack()
async def a_flood_of_silent_connections(field: Field) -> None:
    """Places: connections from everywhere that say nothing and stay, so that nobody else finds one (MaxStartups)."""
    held = 0
    while field.left:
        with suppress(OSError):
            await field.raw()
            held += 1
            field.count("connections")
        if held % 20 == 0:
            await asyncio.sleep(0.005)
        if held >= CROWD:
            break
    while field.left:
        with suppress(*GONE):
            async with asyncio.timeout(field.left):
                conn = await field.connect()
                field.count("honest tries that came in")
                conn.abort()
        await asyncio.sleep(0.05)


@attack()
async def one_address_in_a_hurry(field: Field) -> None:
    """CPU: one address that connects and hangs up as fast as it can."""
    address = field.address()

    async def one(number: int) -> None:
        while field.left:
            reader, writer = await field.raw(HELLO, address)
            await heard(reader, 0.05)
            writer.transport.abort()
            field.count("connections")

    await field.many(HERD, one)


@attack()
async def handshakes_from_everywhere(field: Field) -> None:
    """CPU: whole key exchanges, from a new address each, dropped as soon as the server has done its part (DHEat)."""

    async def one(number: int) -> None:
        while field.left:
            try:
                conn = await field.connect(client_keys=None, preferred_auth="hostbased", username="x")
                conn.abort()
            except asyncssh.Error as error:
                field.count(type(error).__name__)
            except OSError:
                field.count("cut")

    await field.many(HERD, one)


@attack()
async def slow_versions(field: Field) -> None:
    """Places: a version line that comes a byte at a time and never ends (CASES 3-06)."""

    async def one(number: int) -> None:
        _, writer = await field.raw()
        while field.left and not writer.is_closing():
            writer.write(b"S")
            await asyncio.sleep(0.2)

    await field.many(100, one)


@attack()
async def stopped_handshakes(field: Field) -> None:
    """Places: peers that stop after their KEXINIT, or within it, and wait (CASES 3-06)."""

    async def one(number: int) -> None:
        said = HELLO + kexinit()
        reader, _ = await field.raw(said if number % 2 else said[: -1 - number % 60])
        await heard(reader, field.left)

    await field.many(120, one)


GARBAGE = {
    "a browser": b"GET / HTTP/1.1\r\nHost: uno\r\nUser-Agent: \x1b[31m\x1b]0;x\x07\r\n\r\n",
    "TLS": bytes.fromhex("16030102000100fc0303") + bytes(502),
    "no end of line": b"A" * 200_000,
    "a version without end": b"SSH-2.0-" + b"A" * 200_000,
    "many lines": b"\n" * 200_000,
    "a version with escapes": b"SSH-2.0-\x1b]0;pwned\x07\x1b[2J\xff\xfe\r\n",
    "nothing but zeros": bytes(100_000),
    "an old version": b"SSH-1.5-x\r\n",
    "SMTP": b"EHLO example.org\r\n",
    "RDP": bytes.fromhex("030000130ee000000000000100080003000000"),
}
"""CASES 3-07."""


@attack()
async def garbage_on_the_port(field: Field) -> None:
    """Errors: what browsers, scanners and broken programs send; each is to be closed at once (CASES 3-07)."""
    said = list(GARBAGE.values())

    async def one(number: int) -> None:
        for turn in range(40):
            reader, writer = await field.raw(said[(number + turn) % len(said)] or field.random.randbytes(3000))
            answer = await heard(reader, 2)
            assert len(answer) < 4000, "garbage is answered at length"
            writer.transport.abort()
            field.count("connections")
            if not field.left:
                return

    await field.many(HERD, one)
