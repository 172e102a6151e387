"""What views tell of the sealed deal: the commitment before it, and what opens that when the round is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SEAL_ID: Final = 12
"""Digits of a commitment that name a round in `ssh HOST verify ID`."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The chance of the running round, or of the coming one, committed to before its deal (`engine.seal`)."""

    match: str
    round: int
    commitment: str
    """64 hexadecimal digits."""
    cuts: tuple[str, ...] = ()
    """What was mixed in, or so far would be; sorted."""

    @property
    def id(self) -> str:
        """What `ssh HOST verify` takes once the round is over."""
        return self.commitment[:SEAL_ID]


@dataclass(frozen=True, slots=True)
class Proof:
    """What opens the seal of a round that is over. `seed` and `nonce` in hexadecimal."""

    match: str
    round: int
    commitment: str
    cuts: tuple[str, ...]
    seed: str
    nonce: str

    @property
    def id(self) -> str:
        """What `ssh HOST verify` takes."""
        return self.commitment[:SEAL_ID]
