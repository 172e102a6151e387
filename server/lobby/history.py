"""The rounds that are over, for whoever wants to verify them: a port of two calls, and one that keeps the newest in memory."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, Protocol

from client.protocol import SEAL_ID
from engine.verify import check

ROOM: Final = 8 * 1024 * 1024
"""Characters of transcripts kept; a round has some 6000."""
_DIGITS: Final = frozenset("0123456789abcdef")


class History(Protocol):
    """Where transcripts of finished rounds are kept."""

    def keep(self, commitment: str, transcript: str) -> None:
        """Keep a round (`engine.transcript`, as JSON) under its commitment."""

    def find(self, start: str) -> str | None:
        """The transcript of the round whose commitment starts like this; None if there is none, or more than one."""


class RecentRounds:
    """The newest rounds, in memory."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._used = 0
        self._rounds: dict[str, str] = {}

    def keep(self, commitment: str, transcript: str) -> None:
        """Keep a round; the oldest make room for it."""
        self._rounds[commitment] = transcript
        self._used += len(transcript)
        while self._used > self._room:
            self._used -= len(self._rounds.pop(next(iter(self._rounds))))

    def find(self, start: str) -> str | None:
        """See `History`."""
        found = [commitment for commitment in self._rounds if commitment.startswith(start)]
        return self._rounds[found[0]] if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Verdict:
    """A round that is over, and whether it was dealt as it was sealed."""

    transcript: str
    """As JSON, for a verifier elsewhere."""
    record: dict[str, Any]
    """The same, read."""
    checked: str
    """What was found in order; empty if something was not."""
    fault: str
    """What was not; empty if all was."""


def is_seal_id(text: str) -> bool:
    """Can this name a round: the first SEAL_ID or more digits of a commitment?"""
    return SEAL_ID <= len(text) <= 64 and set(text) <= _DIGITS


def judge(transcript: str, start: str) -> Verdict:
    """Verify a round whose commitment should start like this, with the very code that anybody can run elsewhere."""
    record = json.loads(transcript)
    try:
        return Verdict(transcript, record, check(record, start), "")
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        return Verdict(transcript, record, "", str(fault))
