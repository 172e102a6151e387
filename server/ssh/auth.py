"""Who somebody is: the key he *proved* to hold, or nobody in particular (SECURITY §2.4).

A client may ask about any public key without holding it, so an offered key is remembered only until the next step of
the login, whatever that step is; the one read of it happens when asyncssh says that this very step succeeded.
"""

from __future__ import annotations

from typing import Final

import asyncssh

from server.lobby.guests import new_id
from server.lobby.people import Person
from server.ssh.limits import AUTH_ATTEMPTS, KEYS_OFFERED, Attempts

GUEST: Final = "guest"
"""`ssh guest@host` is let in at once, without a question and without a key."""
PROMPT: Final = "Guest name, or Enter: "
WISH: Final = 64
"""Characters of a wished-for name that are handed on."""
MIN_RSA_BITS: Final = 2048
KEY_TYPES: Final = (
    "ssh-ed25519", "ssh-ed448", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com", "ssh-rsa",
)  # fmt: skip
RSA_SIGNATURES: Final = {b"rsa-sha2-256", b"rsa-sha2-512"}


class TooMany(Exception):
    """The login used up its attempts."""


class Login:
    """One login, step by step. Every step forgets the key of the step before it.

    Every step raises TooMany when the peer should be sent away.
    """

    def __init__(self) -> None:
        self._user = ""
        self._name = ""
        self._proven: str | None = None
        """The fingerprint of the key in this step; it counts only if the step ends in success."""
        self._kind = ""
        """Of that key."""
        self._last: str | None = None
        self._attempts = Attempts(AUTH_ATTEMPTS)
        self._keys = Attempts(KEYS_OFFERED)

    def begin(self, user: str) -> bool:
        """A login for `user` starts (over). False: nothing more is needed."""
        self._step()
        self._user, self._name = user, ""
        return user != GUEST

    def key(self, key: asyncssh.SSHKey) -> bool:
        """A key is offered, or used to sign: which of the two is not known here. Is it one that we take?"""
        fingerprint = key.get_fingerprint("sha256")
        self._step(self._attempts if fingerprint == self._last else self._keys)
        self._last = fingerprint
        if not is_strong(key):
            return False
        self._proven, self._kind = fingerprint, key.get_algorithm()
        return True

    def ask(self) -> bool:
        """The peer would rather answer a question than show a key. It may."""
        self._step()
        return True

    def answer(self, name: str) -> bool:
        """The answer to it: a name to be called by, or nothing. Every answer is right."""
        self._step()
        self._name = name
        return True

    def person(self, source: str = "") -> Person:
        """Who this is, from this network address. To be called once, in the step that succeeded."""
        hint = (self._name or self._user)[:WISH]
        if self._proven is None:
            return Person(new_id(), "" if hint == GUEST else hint, guest=True, source=source)
        return Person(self._proven, hint, guest=False, source=source, kind=self._kind)

    def _step(self, attempts: Attempts | None = None) -> None:
        self._proven = None
        if not (attempts or self._attempts).use():
            raise TooMany


def is_strong(key: asyncssh.SSHKey) -> bool:
    """Is a client's key of a kind that stands for a person? Signatures with SHA-1 are switched off on the way."""
    if key.get_algorithm() not in KEY_TYPES:
        return False
    if key.get_algorithm() == "ssh-rsa":
        key.all_sig_algorithms = RSA_SIGNATURES
        return _rsa_bits(key.public_data) >= MIN_RSA_BITS
    return True


def _rsa_bits(blob: bytes) -> int:
    """The modulus' length; the blob is `string "ssh-rsa", mpint e, mpint n` (RFC 4253 §6.6), checked by asyncssh."""
    parts = []
    while blob:
        length = int.from_bytes(blob[:4], "big")
        parts.append(blob[4 : 4 + length])
        blob = blob[4 + length :]
    return int.from_bytes(parts[2], "big").bit_length()
