"""Floods from people who have logged in: packets, windows, requests and channels beyond measure."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import asyncssh
from asyncssh.constants import (
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_OPEN,
    MSG_CHANNEL_REQUEST,
    MSG_CHANNEL_WINDOW_ADJUST,
    MSG_GLOBAL_REQUEST,
    MSG_IGNORE,
)
from asyncssh.packet import Boolean, String, UInt32

from tests.attack.field import GONE, Deaf, Field, attack

WINDOW = 0xFFFFFFFF
REQUESTS = (b"tcpip-forward", b"keepalive@openssh.com", b"unheard-of@example.org", b"hostkeys-prove-00@openssh.com")
PULSE = 0.01
"""Seconds between two bursts: the attacker's own loop must go round."""


def deafen(conn: asyncssh.SSHClientConnection) -> None:
    """Take nothing from the network any more."""
    transport = conn._transport
    assert transport is not None
    transport.pause_reading()


async def press(field: Field, channels: list[asyncssh.SSHClientChannel[bytes]], keys: bytes) -> None:
    """Keys whose every effect is a frame, until the time is over."""
    while field.left and any(not channel.is_closing() for channel in channels):
        for channel in channels:
            if not channel.is_closing():
                channel.write(keys)
                field.count("keys", len(keys) // 3)
        await asyncio.sleep(PULSE)


@attack(2.5)
async def stalled_readers(field: Field) -> None:
    """Memory: ten people order frame after frame and read none, so that all of it waits inside the server (SECURITY §0.2)."""
    people = [await field.screen("quick") for _ in range(10)]
    for conn, _, _ in people:
        deafen(conn)
    await press(field, [channel for _, channel, _ in people], b"\x1b[C\x1b[D" * 4 + b"?\x1b")


@attack(2.5)
async def a_window_of_4_GiB(field: Field) -> None:
    """The same, past the channel's own window: whatever is sent is allowed, and none of it is read."""
    people = [await field.screen("quick", window=WINDOW) for _ in range(10)]
    for conn, _, _ in people:
        deafen(conn)
    await press(field, [channel for _, channel, _ in people], b"\x1b[C\x1b[D" * 4 + b"?\x1b")


@attack()
async def tiny_packets(field: Field) -> None:
    """CPU: each frame cut into thousands of packets of one byte, or of as few as are taken (SECURITY §0.5)."""
    for size in (0, 1, 2, 1023):
        with suppress(*GONE):
            conn = await field.connect()
            channel, _ = await conn.create_session(Deaf, "quick", term_type="xterm", encoding=None, max_pktsize=max(1, size))
            await channel.wait_closed()
            assert conn.is_closed(), f"packets of {size} are taken"
    people = [await field.screen("quick", max_pktsize=1024, term_size=(300, 100)) for _ in range(4)]
    for _, channel, _ in people:
        channel.write(b"?")
    while field.left:
        for _, channel, _ in people:
            channel.change_terminal_size(300, 100)
        await asyncio.sleep(PULSE)


@attack()
async def environment_flood(field: Field) -> None:
    """Memory: 20 000 variables of 4 kB, none of which tells of a terminal (SECURITY §0.4)."""

    async def one(number: int) -> None:
        conn = await field.connect()
        channel, _ = await conn.create_session(Deaf, encoding=None, env={"LANG": "C"}, request_pty=False, command="bot")
        for turn in range(20_000):
            channel.send_packet(
                MSG_CHANNEL_REQUEST, String("env"), Boolean(False), String(f"LC_{turn}"), String(bytes([65 + turn % 26]) * 4000)
            )
            field.count("variables")
            if turn % 20 == 0:
                await asyncio.sleep(0)
            if channel.is_closing() or not field.left:
                return

    await field.many(4, one)


@attack()
async def channel_flood(field: Field) -> None:
    """Memory and apps: channels on one connection without end (SECURITY §0.4)."""

    async def one(number: int) -> None:
        conn = await field.connect()
        for turn in range(3000):
            conn.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(turn), UInt32(WINDOW), UInt32(32768))
            field.count("channels")
            if turn % 20 == 0:
                await asyncio.sleep(PULSE)
            if not field.left:
                return

    await field.many(6, one)


@attack()
async def request_flood(field: Field) -> None:
    """CPU and memory: requests that want an answer, by the thousand, from somebody who reads none."""

    async def one(number: int) -> None:
        conn = await field.connect()
        deafen(conn)
        about = REQUESTS[number % len(REQUESTS)]
        while field.left and not conn.is_closed():
            for _ in range(50):
                conn.send_packet(MSG_GLOBAL_REQUEST, String(about), Boolean(True), String(""), UInt32(0))
            field.count("requests", 50)
            await asyncio.sleep(PULSE)

    await field.many(8, one)


@attack()
async def packet_flood(field: Field) -> None:
    """CPU: packets that mean nothing or too much: ignored ones, windows grown past their end, data for channels of others."""

    async def one(number: int) -> None:
        conn, _, _ = await field.screen("quick")
        packets = (
            (MSG_IGNORE, String(bytes(1000))),
            (MSG_IGNORE, String(b"")),
            (MSG_CHANNEL_WINDOW_ADJUST, UInt32(0), UInt32(WINDOW)),
            (MSG_CHANNEL_DATA, UInt32(number), String(b"x" * 500)),
        )[number % 4]
        while field.left and not conn.is_closed():
            for _ in range(50):
                conn.send_packet(*packets)
            field.count("packets", 50)
            await asyncio.sleep(PULSE)

    await field.many(8, one)


@attack()
async def rekey_storm(field: Field) -> None:
    """CPU: new keys asked for again and again, each of which costs the server a key exchange."""

    async def one(number: int) -> None:
        conn = await field.connect()
        while field.left and not conn.is_closed():
            if conn._kex_complete:
                conn._send_kexinit()
                conn._kexinit_sent = True
                field.count("exchanges")
            await asyncio.sleep(0.001)

    await field.many(8, one)


@attack()
async def sessions_one_after_the_other(field: Field) -> None:
    """CPU: whole apps begun and dropped, as fast as a few addresses may."""

    async def one(number: int) -> None:
        address, key = field.address(), asyncssh.generate_private_key("ssh-ed25519")
        while field.left:
            try:
                conn, channel, _ = await field.screen("quick", address=address, client_keys=[key])
                field.count("apps")
                channel.close()
                await channel.wait_closed()
                conn.abort()
            except GONE:
                field.count("refused")
                await asyncio.sleep(0.1)

    await field.many(6, one)


@attack(2.5)
async def a_crowd_of_newcomers(field: Field) -> None:
    """CPU: forty people from forty addresses who all come at once, and again: each login and first screen costs the core."""

    async def one(number: int) -> None:
        while field.left:
            with suppress(*GONE):
                conn, _, _ = await field.screen("quick")
                field.count("apps")
                conn.abort()

    await field.many(40, one)
