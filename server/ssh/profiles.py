"""Which key exchanges, ciphers and MACs are offered: two lists to choose from with `--crypto` (SECURITY §2.1)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Profile(NamedTuple):
    """Algorithms in the server's order; a client's own order decides which of them are used."""

    name: str
    kex: tuple[str, ...]
    ciphers: tuple[str, ...]
    macs: tuple[str, ...]


_MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
_CIPHERS: Final = ("aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "aes256-ctr")

BALANCED: Final = Profile(
    "balanced",
    kex=("curve25519-sha256", "mlkem768x25519-sha256"),
    ciphers=("chacha20-poly1305@openssh.com", *_CIPHERS),
    macs=_MACS,
)
"""For every client in use. Older Dropbears guess the first key exchange, and who knows the second gets it (SECURITY §0.6)."""
STRICT: Final = Profile("strict", kex=("mlkem768x25519-sha256",), ciphers=_CIPHERS, macs=_MACS)
"""Only what also withstands who records today to read with a quantum computer later: OpenSSH 9.9 and newer."""
PROFILES: Final = {profile.name: profile for profile in (BALANCED, STRICT)}
