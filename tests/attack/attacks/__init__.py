"""Every attack, each a function whose docstring says what it is after."""

from tests.attack.attacks import flood
from tests.attack.field import ATTACKS

__all__ = ["ATTACKS", "flood"]
