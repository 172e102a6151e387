"""Large figures for large cards: three rows of lines each."""

from __future__ import annotations

from typing import Final

from engine.cards import Kind

_DIGITS: Final = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("━━┓", "┏━┛", "┗━━"),
    "3": ("━━┓", "╺━┫", "━━┛"),
    "4": ("┃ ┃", "┗━┫", "  ┃"),
    "5": ("┏━━", "┗━┓", "━━┛"),
    "6": ("┏━━", "┣━┓", "┗━┛"),
    "7": ("━━┓", "  ┃", "  ┃"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "━━┛"),
    "+": ("   ", "╺╋╸", "   "),
}


def figure(kind: Kind) -> tuple[str, str, str] | None:
    """The figure of a number or a Draw Two; None for what is shown as a symbol."""
    word = kind.value
    if any(character not in _DIGITS for character in word):
        return None
    parts = [_DIGITS[character] for character in word]
    rows = [" ".join(part[row] for part in parts) for row in range(3)]
    return rows[0], rows[1], rows[2]
