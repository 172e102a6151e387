"""How strong bots are: the levels a table may ask for, and what people read about them."""

from __future__ import annotations

from typing import Final

from client.text import Text, later

LEVELS: Final = {
    "easy": (later("easy"), later("Plays what fits, and forgets to call UNO.")),
    "normal": (later("normal"), later("Keeps its wilds and watches its neighbours.")),
    "hard": (later("hard"), later("Remembers who lacked what, and plans ahead.")),
}
"""By the name the protocol uses: the word, and one sentence."""
DEFAULT_LEVEL: Final = "normal"


def level_name(text: Text, level: str) -> str:
    """`normal`; a level that this client does not know goes by its own name."""
    return text(LEVELS[level][0]) if level in LEVELS else level
