"""Every attack, each a function whose docstring says what it is after."""

from tests.attack.attacks import crossing, entrance, flood, handshake, identity, speech, terminal, wire
from tests.attack.field import ATTACKS

__all__ = ["ATTACKS", "crossing", "entrance", "flood", "handshake", "identity", "speech", "terminal", "wire"]
