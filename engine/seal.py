"""`Sealed`: the chance of one round, chosen and committed to before its deal, and opened after it (SECURITY H4).

    commitment = SHA-256("unotty seal 1\\n" match "\\n" round "\\n" seed "\\n" nonce "\\n"), seed and nonce in hexadecimal
    key        = HMAC-SHA256(seed, "unotty key 1\\n" match "\\n" round "\\n" and each cut, sorted, ended by "\\n")

All chance of the round comes from the key (`engine.shuffle`). `engine/verify.py` repeats it without our code.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NoReturn

from engine.shuffle import SEED_BYTES, Entropy

NONCE_BYTES: Final = 16


class Secret:
    """Bytes that no text shows by accident: neither a log line nor a traceback with its local variables."""

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        self._value = value

    def tell(self) -> bytes:
        """The bytes themselves."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not copied or written down by accident")


class Sealed:
    """One round's seed and nonce, and the commitment that may be shown before the deal."""

    __slots__ = ("_nonce", "_seed", "commitment", "match", "round")

    def __init__(self, match: str, round: int, seed: Secret, nonce: Secret) -> None:
        """`match` names the match and its table, in one line. Raises `ValueError` for a seed or nonce of another size."""
        if len(seed.tell()) != SEED_BYTES or len(nonce.tell()) != NONCE_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, a nonce {NONCE_BYTES}")
        self.match = match
        self.round = round
        self._seed = seed
        self._nonce = nonce
        self.commitment: str = sha256(f"unotty seal 1\n{match}\n{round}\n{self.seed}\n{self.nonce}\n".encode()).hexdigest()
        """64 hexadecimal digits."""

    @property
    def seed(self) -> str:
        """In hexadecimal. To be told to nobody before the round is over."""
        return self._seed.tell().hex()

    @property
    def nonce(self) -> str:
        """In hexadecimal. To be told to nobody before the round is over."""
        return self._nonce.tell().hex()

    def key(self, cuts: Sequence[str]) -> Secret:
        """What all chance of the round comes from, with these cuts (one line each) mixed in; their order does not matter."""
        text = "".join([f"{one}\n" for one in (f"unotty key 1\n{self.match}\n{self.round}", *sorted(cuts))])
        return Secret(hmac.digest(self._seed.tell(), text.encode(), "sha256"))

    def entropy(self, cuts: Sequence[str]) -> Entropy:
        """The round's chance, with these cuts mixed in."""
        return Entropy(self.key(cuts).tell())
