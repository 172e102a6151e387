"""`Editor`: the line somebody types on a raw terminal, echoed in the plainest way there is."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final

from client.usertext import width

LONGEST: Final = 512
"""Characters of a line."""
_CODES: Final = re.compile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|O[ -~])?")
"""Arrow keys and the like: they mean nothing here."""
_BEGUN: Final = re.compile("\x1b(?:\\[[0-?]{0,16}[ -/]{0,4}|O)?$")
"""One whose end is still to come."""


class Editor:
    """Bytes in; lines, and the keys that mean leaving, out. `echo` gets what the terminal is to show.

    Where the cursor `can_go_back`, an erased letter vanishes as in any shell; elsewhere what is left is typed out anew.
    """

    def __init__(self, echo: Callable[[str], None], line: Callable[[str], None], leave: Callable[[], None]) -> None:
        self._echo, self._line, self._leave = echo, line, leave
        self.can_go_back = True
        self.typed = ""
        """What is typed so far."""
        self.began: Callable[[], None] = lambda: None
        """Called when the first letter of a line is typed."""
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._begun = ""
        self._after_return = False
        self.is_full = False
        """Was the line too long?"""

    def feed(self, data: bytes) -> None:
        """Bytes, split anywhere."""
        text = self._begun + self._decoder.decode(data)
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        for character in _CODES.sub("", text[: begun.start()] if begun else text):
            self._key(character)

    def _key(self, character: str) -> None:
        was_return, self._after_return = self._after_return, character == "\r"
        match character:
            case "\r":
                self._enter()
            case "\n" if not was_return:
                self._enter()
            case "\x7f" | "\b":
                self._erase(1)
            case "\x15":
                self._erase(len(self.typed))
            case "\x17":
                self._erase(len(self.typed) - len(self._without_word()))
            case "\x03":
                self.typed = ""
                self._leave()
            case "\x04" if not self.typed:
                self._leave()
            case _ if character.isprintable():
                self._add(character)

    def _without_word(self) -> str:
        return self.typed.rstrip()[: self.typed.rstrip().rfind(" ") + 1]

    def _enter(self) -> None:
        line, self.typed = self.typed, ""
        self._echo("\n")
        self._line(line)

    def _add(self, character: str) -> None:
        if len(self.typed) >= LONGEST:
            self.is_full = True
            return
        if not self.typed:
            self.is_full = False
            self.began()
        self.typed += character
        self._echo(character)

    def _erase(self, count: int) -> None:
        if not self.typed or not count:
            return
        gone, self.typed = self.typed[-count:], self.typed[:-count]
        if self.can_go_back:
            self._echo("\b \b" * sum(map(width, gone)))
        else:
            self._echo(f"\n{self.typed}")
