"""A terminal's letters and nothing else: hundreds of these fit into the one process that plays all the clients.

It understands what a cell-diffing server sends (moves, erasing, repeating, text) and skips colours and modes. pyte, which the
end-to-end tests use, would need a core of its own at this load.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"\x1b\[(?P<mark>[<=>?]?)(?P<args>[\d;:]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-OQ-WYZ\\`-~]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])"
    r"|(?P<text>[^\x00-\x1f\x7f]+)"
)


class Grid:
    """The cells of one terminal, each one letter."""

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self.columns, self.lines = columns, lines
        self.cells = [[" "] * columns for _ in range(lines)]
        self._x = self._y = 0
        self._rest = b""

    @property
    def rows(self) -> list[str]:
        """The rows from the top."""
        return ["".join(row) for row in self.cells]

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(self.rows)

    def feed(self, data: bytes) -> None:
        """Draw what arrived; half a character or half a code waits for its other half."""
        data = self._rest + data
        text = data.decode("utf-8", "ignore")
        end = 0
        for token in _TOKEN.finditer(text):
            if token.start() != end:
                break
            end = token.end()
            if (letters := token["text"]) is not None:
                self._write(letters)
            elif token["final"] is not None:
                if not token["mark"]:
                    self._do(token["final"], token["args"])
            elif token["control"] is not None:
                self._control(token["control"])
        done = len(text[:end].encode())
        self._rest = data[done:] if len(data) - done < 64 else b""

    def _write(self, letters: str) -> None:
        for letter in letters:
            if self._x < self.columns and self._y < self.lines:
                self.cells[self._y][self._x] = letter
            self._x += 1

    def _control(self, letter: str) -> None:
        if letter == "\r":
            self._x = 0
        elif letter == "\n":
            self._y = min(self._y + 1, self.lines - 1)
        elif letter == "\b":
            self._x = max(0, self._x - 1)

    def _do(self, final: str, arguments: str) -> None:
        numbers = [int(word) if word.isdigit() else 0 for word in arguments.split(";")]
        count = max(1, numbers[0])
        if final in "Hf":
            self._y = min(count, self.lines) - 1
            self._x = min(max(1, numbers[1]) if len(numbers) > 1 else 1, self.columns) - 1
        elif final == "G":
            self._x = min(count, self.columns) - 1
        elif final == "d":
            self._y = min(count, self.lines) - 1
        elif final == "C":
            self._x = min(self._x + count, self.columns - 1)
        elif final == "D":
            self._x = max(self._x - count, 0)
        elif final == "A":
            self._y = max(self._y - count, 0)
        elif final == "B":
            self._y = min(self._y + count, self.lines - 1)
        elif final == "X":
            stop = min(self._x + count, self.columns)
            self.cells[self._y][self._x : stop] = [" "] * (stop - self._x)
        elif final == "b":
            self._write(self.cells[self._y][max(0, self._x - 1)] * count)
        elif final == "K":
            self._erase_row(numbers[0])
        elif final == "J":
            self._erase(numbers[0])

    def _erase_row(self, part: int) -> None:
        first, stop = ((self._x, self.columns), (0, self._x + 1), (0, self.columns))[min(part, 2)]
        self.cells[self._y][first:stop] = [" "] * (stop - first)

    def _erase(self, part: int) -> None:
        self._erase_row(part)
        rows = ((self._y + 1, self.lines), (0, self._y), (0, self.lines))[min(part, 2)]
        for row in range(*rows):
            self.cells[row] = [" "] * self.columns
