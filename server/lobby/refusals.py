"""Why the lobby did not do what was asked: a code and a sentence that says what to do instead."""

from __future__ import annotations

from client.protocol import Refusal
from client.refusals import SENTENCES as SENTENCES
from engine.refusal import Refused


def refused(code: str, /, **facts: object) -> Refused:
    """The refusal with this code, its sentence filled in with the facts."""
    known = {name: str(fact) for name, fact in facts.items()}
    return Refused(code, SENTENCES[code].format_map(known), known)


def told(refusal: Refused) -> Refusal:
    """As clients get it."""
    return Refusal(refusal.code, refusal.sentence, refusal.facts)
