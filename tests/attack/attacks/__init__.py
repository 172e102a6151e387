"""Every attack, each a function whose docstring says what it is after."""

from tests.attack.attacks import asking, crossing, entrance, flood, handshake, identity, speech, terminal, wire
from tests.attack.field import ATTACKS

__all__ = ["ATTACKS", "asking", "crossing", "entrance", "flood", "handshake", "identity", "speech", "terminal", "wire"]
