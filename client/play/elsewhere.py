"""What can be typed after `ssh` instead of coming in: one sentence for those who only know the inside."""

from __future__ import annotations

from client.text import Text


def elsewhere(text: Text, address: str) -> str:
    """Where the list is, and what it is good for."""
    return text(
        "In a shell, ssh {host} help lists more: what is stored about you, another key of yours, replays.",
        host=address or text("<this host>"),
    )
