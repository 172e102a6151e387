"""`Verdict`: was a round that is over dealt as it was sealed? Found with the very file that anybody can run elsewhere."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from client.protocol import SEAL_ID
from engine.verify import check

_DIGITS: Final = frozenset("0123456789abcdef")


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
