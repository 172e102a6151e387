"""SSH by hand: packets before there are keys, and what an honest client says there."""

from __future__ import annotations

from typing import Final

from asyncssh.packet import String

HELLO: Final = b"SSH-2.0-OpenSSH_9.2p1\r\n"


def plain(payload: bytes) -> bytes:
    """A packet that is not enciphered (RFC 4253 §6)."""
    padding = 8 - (5 + len(payload)) % 8
    padding += 8 if padding < 4 else 0
    return (1 + len(payload) + padding).to_bytes(4, "big") + bytes([padding]) + payload + bytes(padding)


def kexinit() -> bytes:
    """An honest first packet of a client (RFC 4253 §7.1)."""
    lists = ("curve25519-sha256", "ssh-ed25519", *(("aes256-ctr",) * 2), *(("hmac-sha2-256-etm@openssh.com",) * 2))
    names = b"".join(String(one) for one in (*lists, "none", "none", "", ""))
    return plain(bytes([20]) + bytes(16) + names + bytes(5))


def ecdh(point: bytes) -> bytes:
    """The client's half of the exchange (RFC 5656 §4)."""
    return plain(bytes([30]) + String(point))
