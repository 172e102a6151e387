"""Handshakes that went wrong on purpose: those of an honest client, cut, mixed up and lied about by the thousand."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from asyncssh.packet import Boolean, String, UInt32

from tests.attack.field import Field, attack
from tests.attack.flow import HELLO, ecdh, kexinit, plain

AT_ONCE = 16
PATIENCE = (0.001, 0.02, 0.15)
"""Seconds for an answer: less than the server takes to find the fault, about as much, and more: it may wait for the rest."""


def honest(random: Random) -> list[bytes]:
    """The packets of a whole login, as far as they can be said in the clear."""
    return [
        HELLO,
        kexinit(),
        ecdh(random.randbytes(32)),
        plain(bytes([21])),
        plain(bytes([5]) + String("ssh-userauth")),
        plain(bytes([50]) + String("guest") + String("ssh-connection") + String("none")),
        plain(bytes([90]) + String("session") + UInt32(0) + UInt32(1 << 21) + UInt32(32768)),
        plain(bytes([98]) + UInt32(0) + String("shell") + Boolean(True)),
    ]


def spoilt(random: Random) -> bytes:
    """A login that something happened to."""
    packets = honest(random)
    kind = random.randrange(8)
    if kind == 0:
        random.shuffle(packets)
    elif kind == 1:
        del packets[random.randrange(len(packets))]
    elif kind == 2:
        packets.insert(random.randrange(1, len(packets)), random.choice(packets))
    elif kind == 3:
        at = random.randrange(1, len(packets))
        length = random.choice((0, 1, 4, 0x7FFFFFFF, 0xFFFFFFFF, 35_000, 262_144, len(packets[at])))
        packets[at] = length.to_bytes(4, "big") + packets[at][4:]
    elif kind == 4:
        at = random.randrange(1, len(packets))
        packets[at] = packets[at][:4] + bytes([random.choice((0, 255, 4, 100))]) + packets[at][5:]
    stream = bytearray(b"".join(packets))
    if kind >= 5:
        for _ in range(random.choice((1, 3, 20))):
            stream[random.randrange(len(stream))] = random.randrange(256)
    if random.random() < 0.3:
        del stream[random.randrange(len(stream)) :]
    return bytes(stream)


@attack(4.0)
async def mutated_handshakes(field: Field) -> None:
    """Errors: thousands of logins, each cut short, reordered, doubled, with wild lengths, paddings or flipped bytes."""

    async def one(number: int) -> None:
        while field.left:
            with suppress(OSError):
                reader, writer = await field.raw(spoilt(field.random))
                with suppress(TimeoutError, OSError):
                    await asyncio.wait_for(reader.read(-1), field.random.choice(PATIENCE))
                writer.transport.abort()
                field.count("handshakes")

    await field.many(AT_ONCE, one)


LISTS = {
    "nothing in common": b"".join(String(name) for name in ["none"] * 8 + ["", ""]),
    "empty": b"".join(String("") for _ in range(10)),
    "commas": b"".join(String("," * 3000) for _ in range(10)),
    "a long one": String("x," * 16_000) + b"".join(String("none") for _ in range(9)),
    "no UTF-8": b"".join(String(b"\xff\xfe,\x1b[2J") for _ in range(10)),
    "cut": String("curve25519-sha256")[:-3],
}
POINTS = (
    b"",
    bytes(32),
    b"\xff" * 32,
    b"\x01" + bytes(31),
    bytes(31),
    bytes(33),
    b"x" * 30_000,
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
)
"""Halves that are no curve's points, or points of small order (RFC 7748 §6.1)."""


@attack()
async def lies_in_the_key_exchange(field: Field) -> None:
    """Errors and weak keys: lists of algorithms that are no lists, and halves of an exchange that give no secret."""
    tries = [HELLO + plain(bytes([20]) + bytes(16) + names + bytes(5)) for names in LISTS.values()]
    tries += [HELLO + kexinit() + ecdh(point) for point in POINTS]
    for said in tries:
        reader, writer = await field.raw(said)
        answer = b""
        with suppress(TimeoutError, OSError):
            answer = await asyncio.wait_for(reader.read(-1), 2)
        writer.transport.abort()
        assert bytes([0, 0, 0, 12, 10, 21]) not in answer, f"keys are taken into use after {said[-40:]!r}"
        field.count("tries")
