"""The edge of the line mode: a sentence becomes the characters of a line here, and nowhere else."""

from __future__ import annotations

from client.text import Text


def shown(text: Text, line: str) -> str:
    """A line as it is sent to who reads this language."""
    return line
