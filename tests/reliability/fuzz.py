"""The part that feeds our own parsers with inputs that are almost right: the protocol in both forms, PROXY headers, keys.

An input fails a law if a parser raises what it may not raise, or lets through what it must not; the input is told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from ipaddress import ip_address
from random import Random
from typing import Final, NamedTuple

from textual import events

from client import wire
from client.wire.limits import LONGEST_FRAME
from server.ssh.keyboard import PASTE_LIMIT, Keyboard
from server.ssh.proxy import FIXED, MOST, SIGNATURE, Header, NotProxied
from tests.client.traffic import COMMANDS, messages
from tests.reliability.mutate import mutated, pieces
from tests.reliability.part import Outcome, Say, Wish, batches, many
from tests.reliability.record import Row, nothing

BATCH: Final = 5000
TOLD: Final = 5
A_WORD_EVERY: Final = 40
WAITING: Final = 16 * 1024
"""Characters that a keyboard may hold back, of inputs of half as many bytes."""


AT_ONCE: Final = 1
"""Keys beside the first that one sequence stands for (Ctrl+Alt and an arrow)."""


class Found(NamedTuple):
    """What came of one input."""

    taken: bool
    """Was it read, and not refused?"""
    fault: str = ""


def _commands() -> list[bytes]:
    return [wire.pack(one) for one in COMMANDS]


def _lines() -> list[bytes]:
    return [wire.command_to_json(one) for one in COMMANDS]


def _told() -> list[bytes]:
    return [data for one in messages() if len(data := wire.pack(one)) < LONGEST_FRAME][:300]


def _told_lines() -> list[bytes]:
    return [data for one in messages() if len(data := wire.to_json(one)) < LONGEST_FRAME][:300]


def _command(data: bytes, random: Random) -> Found:
    try:
        one = wire.unpack_command(data)
    except wire.Malformed:
        return Found(False)
    return Found(True, "" if wire.unpack_command(wire.pack(one)) == one else "what was read does not come back")


def _line(data: bytes, random: Random) -> Found:
    try:
        one = wire.command_from_json(data)
    except wire.Malformed:
        return Found(False)
    return Found(True, "" if wire.command_from_json(wire.command_to_json(one)) == one else "what was read does not come back")


def _message(data: bytes, random: Random) -> Found:
    try:
        wire.unpack_message(data)
    except wire.Malformed:
        return Found(False)
    return Found(True)


def _message_line(data: bytes, random: Random) -> Found:
    try:
        wire.message_from_json(data)
    except wire.Malformed:
        return Found(False)
    return Found(True)


def _headers() -> list[bytes]:
    v4 = bytes((192, 0, 2, 7, 10, 0, 0, 1, 0x9C, 0x40, 0x08, 0xAE))
    v6 = ip_address("2001:db8::7").packed * 2 + bytes(4)
    mapped = ip_address("::ffff:192.0.2.7").packed * 2 + bytes(4)
    bodies = (
        (0x21, 0x11, v4),
        (0x21, 0x21, v6),
        (0x21, 0x21, mapped),
        (0x21, 0x11, v4 + bytes(100)),
        (0x20, 0x00, b""),
        (0x21, 0x11, v4[:6]),
    )
    plain = [SIGNATURE + bytes((command, family)) + len(body).to_bytes(2, "big") + body for command, family, body in bodies]
    return [*plain, b"PROXY TCP4 192.0.2.7 10.0.0.1 40000 2222\r\n", b"SSH-2.0-OpenSSH_9.2\r\n"]


def _header(data: bytes, random: Random) -> Found:
    whole, split = _read_header(data, None), _read_header(data, random)
    if whole != split:
        return Found(False, f"it matters how it is split: {whole}, {split}")
    complete, address, read = whole
    if complete and (not data.startswith(SIGNATURE) or read > MOST):
        return Found(True, "something that is no header was taken")
    if address:
        ip_address(address)
    return Found(complete)


def _read_header(data: bytes, random: Random | None) -> tuple[bool, str, int]:
    one, read = Header(), 0
    try:
        while one.wanted and read < len(data):
            size = min(one.wanted, len(data) - read)
            size = random.randint(1, size) if random is not None else size
            one.feed(data[read : read + size])
            read += size
    except NotProxied:
        return False, "", FIXED
    return one.is_complete, one.address, read


def _keys() -> list[bytes]:
    return [
        b"abc", b"\r\n\t\x7f", b"\x1b[A\x1b[B\x1bOP\x1b[15~", b"\x1b[1;5C\x1b[97;5u", b"\x1bx\x1b\x1b[A", b"\x03\x04\x0c\x11",
        b"\x1b[<0;5;7M\x1b[<64;1;1M\x1b[<0;5;7m", b"\x1b[M !!", b"\x1b[200~paste\r\nof two lines\x1b[201~x",
        b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1bP1+r544e=78\x1b\\", b"\x1b[?64;1;2c", b"\x1b[24;80R", b"\x1b_Gi=1;OK\x1b\\",
        "ąžŪ čć 漢字 👩‍👧 سلام".encode(), b"\x9b2J\x9d0;x\x9c",
    ]  # fmt: skip


def _keyboard(data: bytes, random: Random) -> Found:
    keyboard, found = Keyboard(), list[events.Event]()
    for packet in pieces(random, data):
        keyboard.feed(packet)
        limit = random.choice((1, 7, 50, 5000))
        some = keyboard.take(limit)
        if len(some) > limit + AT_ONCE:
            return Found(True, f"{len(some)} events where {limit} were asked for")
        found += some
        if keyboard.waiting > WAITING:
            return Found(True, f"{keyboard.waiting} characters are held back")
    found += keyboard.take(100_000)
    found += keyboard.give_up()
    return Found(bool(found), next((fault for event in found if (fault := _odd(event))), ""))


def _odd(event: events.Event) -> str:
    if isinstance(event, events.Paste):
        if len(event.text) > PASTE_LIMIT:
            return "a paste is too long"
        return (
            ""
            if event.text.isprintable() or not any(ord(one) < 32 or 127 <= ord(one) < 160 for one in event.text)
            else "a control in a paste"
        )
    if isinstance(event, events.Key):
        is_odd = event.is_printable and event.character is not None and not event.character.isprintable()
        return f"a control is typed: {event.key}" if is_odd else ""
    return "" if isinstance(event, events.MouseEvent) else f"an event of an odd sort: {type(event).__name__}"


class Target(NamedTuple):
    """A parser, and what is right for it."""

    name: str
    corpus: Callable[[], list[bytes]]
    feed: Callable[[bytes, Random], Found]


TARGETS: Final = (
    Target("commands, msgpack", _commands, _command),
    Target("commands, JSON", _lines, _line),
    Target("messages, msgpack", _told, _message),
    Target("messages, JSON", _told_lines, _message_line),
    Target("PROXY v2 headers", _headers, _header),
    Target("keys, mouse and pastes", _keys, _keyboard),
)


class Fed(NamedTuple):
    """What came of a bunch."""

    taken: int
    faults: list[str]
    slowest: float
    """Milliseconds of processor time."""


def fed(place: int, seed: int, numbers: range) -> Fed:
    """Inputs by their numbers, for the target at this place: the same seed and number is the same input."""
    target = TARGETS[place]
    corpus, taken, faults, slowest = target.corpus(), 0, list[str](), 0.0
    for number in numbers:
        random = Random(f"{seed} {target.name} {number}")
        data = mutated(random, corpus)
        began = time.thread_time()
        try:
            found = target.feed(data, random)
        except Exception as error:  # noqa: BLE001 - any that comes out is what is looked for
            found = Found(False, f"{type(error).__name__} came out")
        slowest = max(slowest, time.thread_time() - began)
        taken += found.taken
        if found.fault:
            faults.append(f"{target.name}, input {number}: {found.fault}: {data[:200]!r}")
    return Fed(taken, faults, 1000 * slowest)


def fuzz(wish: Wish, say: Say) -> Outcome:
    """So many inputs for each parser."""
    count = int(wish.size)
    lines, faults, broken = list[list[str | float | None]](), list[str](), Counter[str]()
    with ProcessPoolExecutor(max_workers=wish.jobs) as pool:
        for place, target in enumerate(TARGETS):
            bunches = list(pool.map(partial(fed, place, wish.seed), batches(count, BATCH)))
            wrong = [fault for bunch in bunches for fault in bunch.faults]
            broken[target.name] = len(wrong)
            faults += wrong[:TOLD]
            taken, slowest = sum(bunch.taken for bunch in bunches), max(bunch.slowest for bunch in bunches)
            lines.append([target.name, count, taken, round(slowest, 2), len(wrong)])
            say(f"{target.name}: {count} inputs, {taken} taken, {len(wrong)} faults")
    rows = [
        Row("inputs", count * len(TARGETS)),
        nothing("inputs that broke a law", sum(broken.values())),
        Row("slowest input", max(float(line[3] or 0) for line in lines), "ms of processor time"),
    ]
    heads = ("parser", "inputs", "read, and not refused", "slowest, ms", "faults")
    return Outcome(f"{many(wish, 'input')} for each of {len(TARGETS)} parsers", rows, faults, heads, lines)
