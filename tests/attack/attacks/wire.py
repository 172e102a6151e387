"""Bombs for the doors that speak the protocol: lengths, nests and numbers that unpack to more than they are (CASES 3-29)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgpack

from tests.attack.field import GONE, Deaf, Field, attack
from tests.attack.program import Program

PULSE = 0.01


def framed(data: bytes) -> bytes:
    """A frame around any bytes."""
    return len(data).to_bytes(4, "big") + data


FRAMES: dict[str, bytes] = {
    "4 GiB announced": b"\xff\xff\xff\xff" + b"x" * 100,
    "2 GiB announced, and an endless frame": b"\x7f\xff\xff\xff",
    "a row of 4 billion": framed(b"\xdd\xff\xff\xff\xff"),
    "a map of 4 billion": framed(b"\xdf\xff\xff\xff\xff"),
    "a text of 4 GiB": framed(b"\xdb\xff\xff\xff\xff"),
    "bytes of 4 GiB": framed(b"\xc6\xff\xff\xff\xff"),
    "10 000 nested rows": framed(b"\x91" * 4090),
    "an ext type": framed(msgpack.packb(msgpack.ExtType(1, b"x" * 1000))),
    "a moment in time": framed(b"\xd7\xff" + b"\xff" * 8),
    "NaN": framed(msgpack.packb([float("nan"), "", 0, 1])),
    "endless": framed(msgpack.packb([float("inf"), "", float("-inf"), 1])),
    "a huge number": framed(msgpack.packb([2**64 - 1, "", 2**63, 1])),
    "the same key twice": framed(b"\x82\xa2id\x01\xa2id\x02"),
    "a key that is a row": framed(b"\x81\x90\x01"),
    "a version of the future": framed(msgpack.packb([1, "", 2**53, 99, "x"])),
    "rubbish": framed(bytes(range(256)) * 8),
    "frames of nothing": bytes(4000),
}
LINES: dict[str, bytes] = {
    "a deep nest": b"[" * 4000 + b"\n",
    "a nest of maps": b'{"a":' * 800 + b"\n",
    "NaN": b'{"id":NaN,"do":"draw"}\n',
    "endless": b'{"id":1e999,"do":"draw","version":-Infinity}\n',
    "a number of 4000 digits": b'{"id":' + b"9" * 4000 + b"}\n",
    "the same key twice": b'{"id":1,"id":2,"do":"say","do":"create"}\n',
    "a version of the future": b'{"id":1,"do":"sync","version":99999999999999999}\n',
    "half a surrogate": b'{"id":1,"do":"say","text":"\\ud800\\udfff\\u0000"}\n',
    "no UTF-8": b'\xff\xfe{"do":"say"}\n',
    "an endless line": b"x" * 5000,
    "only ends of lines": b"\n" * 5000,
    "escapes": b'{"id":1,"do":"\\u001b[2J","table":"\\u001b]0;x\\u0007"}\n',
}


def _itself(session: Deaf) -> Deaf:
    return session


async def bombs(field: Field, subsystem: bool, pieces: list[bytes]) -> None:
    """People who throw one after the other, come back when they are closed, and now and then a byte at a time."""

    async def one(number: int) -> None:
        turn = number
        while field.left:
            with suppress(*GONE):
                conn = await field.connect()
                session = Deaf()
                words, name = (None, "unotty") if subsystem else ("bot", None)
                channel, _ = await conn.create_session(partial(_itself, session), words, subsystem=name, encoding=None)
                while field.left and not session.is_over:
                    turn += 1
                    piece = pieces[turn % len(pieces)]
                    channel.write(piece)
                    field.count("bombs")
                    await asyncio.sleep(PULSE)
                conn.abort()

    await field.many(6, one)


@attack(2.0)
async def msgpack_bombs(field: Field) -> None:
    """Memory and errors: frames that claim gigabytes, ten thousand nested rows, frames without end, odd types (CASES 3-29)."""
    await bombs(field, True, list(FRAMES.values()))


@attack(2.0)
async def json_bombs(field: Field) -> None:
    """Memory and errors: deep nests, numbers that are none, keys twice, lines without end (CASES 3-29)."""
    await bombs(field, False, list(LINES.values()))


@attack()
async def an_endless_frame(field: Field) -> None:
    """Memory: a frame of just the length that is allowed, begun again and again and never finished, on many lines."""

    async def one(number: int) -> None:
        conn = await field.connect()
        session = Deaf()
        channel, _ = await conn.create_session(lambda: session, subsystem="unotty", encoding=None)
        channel.write((4096).to_bytes(4, "big"))
        for _ in range(4095):
            if not field.left or session.is_over:
                return
            channel.write(b"\xc0")
            field.count("bytes")
            await asyncio.sleep(0)

    await field.many(8, one)


@attack()
async def mutated_commands(field: Field) -> None:
    """Errors: real commands with bytes flipped, fields swapped, types changed."""
    values: list[object] = [
        None,
        True,
        -1,
        2**31,
        2**53,
        1.5,
        "",
        "x" * 4000,
        "\x1b[2J",
        [],
        {},
        [[]],
        {"a": 1},
        ["easy"],
        "\u202e",
        [1, 2, 3],
    ]
    names = (
        "create",
        "join",
        "say",
        "rename",
        "play",
        "choose_color",
        "catch",
        "remove",
        "add_bot",
        "vote",
        "mute",
        "set",
        "cut",
        "seek",
    )
    fields = (
        "id",
        "table",
        "version",
        "options",
        "seats",
        "bots",
        "clock",
        "card",
        "color",
        "target",
        "uno",
        "chair",
        "text",
        "name",
        "value",
        "yes",
    )

    def command() -> bytes:
        random = field.random
        said: dict[str, object] = {name: random.choice(values) for name in random.sample(fields, 6)}
        said["do"] = random.choice(names)
        data = bytearray(json.dumps({"id": 1, **said}).encode())
        if random.random() < 0.2:
            data[random.randrange(len(data))] = random.randrange(256)
        return bytes(data) + b"\n"

    await bombs(field, False, [command() for _ in range(400)])


@attack(2.0)
async def a_flood_of_commands(field: Field) -> None:
    """CPU: lawful commands as fast as a line carries them, whole views wanted with each, and none of them read."""
    kinds: tuple[Callable[[int], dict[str, object]], ...] = (
        lambda turn: {"do": "sync", "table": "lobby"},
        lambda turn: {"do": "top", "rules": "classic"},
        lambda turn: {"do": "past", "page": turn},
        lambda turn: {"do": "rename", "name": f"n{turn}"},
        lambda turn: {"do": "set", "name": "hand_order", "value": ("color", "drawn")[turn % 2]},
        lambda turn: {"do": "replay", "match": f"{turn:08}"},
    )

    async def one(number: int) -> None:
        while field.left:
            with suppress(*GONE):
                program = await Program.open(field)
                program.heard = []
                turn = 0
                while field.left and not program.is_over:
                    lines = [json.dumps({"id": turn + i, "version": 0, **kinds[number](turn + i)}) for i in range(20)]
                    program.write("\n".join(lines).encode() + b"\n")
                    turn += 20
                    field.count("commands", 20)
                    await asyncio.sleep(PULSE)

    await field.many(len(kinds), one)
