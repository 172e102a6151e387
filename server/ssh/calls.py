"""Calls: the sequences that draw attention from outside the screen: bell, window title, desktop notice.

Only what is written here is ever sent, to terminals that are known to take it (`Terminal.titles`, `Terminal.notices`); the
words come through `readable`, so nothing in them can end or begin a sequence. What a title was before is put on the
terminal's own stack (xterm's `CSI 22 t`) and taken from it again at the end.
"""

from __future__ import annotations

from typing import Final

from server.ssh.glyphs import readable
from server.ssh.terminal import Terminal

BELL: Final = "\a"
CELLS: Final = 60
"""Of a title or a notice."""
_KEEP, _GIVE_BACK = "\x1b[22;2t", "\x1b]2;\a\x1b[23;2t"
"""A terminal without such a stack is left with an empty title, which makes it show its own."""


class Title:
    """The title of one terminal's window, while it is ours."""

    def __init__(self) -> None:
        self._is_ours = False

    def write(self, words: str, terminal: Terminal) -> str:
        """The codes that make this the title; no words give it back."""
        if not words or not terminal.titles:
            return self.give_back()
        kept, self._is_ours = "" if self._is_ours else _KEEP, True
        return f"{kept}\x1b]2;{_words(words, terminal)}\a"

    def give_back(self) -> str:
        """The codes that make the title what it was."""
        codes, self._is_ours = _GIVE_BACK if self._is_ours else "", False
        return codes


def notice(words: str, terminal: Terminal) -> str:
    """The codes that tell these words on the desktop; none where they would not be understood.

    Terminals know `OSC 9` (iTerm2's; a number after it means something else) or `OSC 777` (rxvt's).
    """
    told = _words(words, terminal)
    match terminal.notices:
        case 9 if not told[:1].isdigit():
            return f"\x1b]9;{told}\a"
        case 777:
            return f"\x1b]777;notify;unotty;{told}\a"
    return ""


def _words(words: str, terminal: Terminal) -> str:
    return readable(words, terminal.glyphs)[:CELLS].replace(";", ",")
