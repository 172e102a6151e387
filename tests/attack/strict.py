"""A strict reader of what a terminal is sent: only the sequences that our driver is known to send may be there.

It holds the screens against what players type: names, chat, cuts. Anything that it does not know is a fault, also where a
terminal would swallow it.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final

_SGR: Final = re.compile(
    r"(?:(?:[0-57-9]|2[2-57-9]|3[0-79]|4[0-79]|9[0-7]|10[0-7]|[34]8;5;\d{1,3}|[34]8;2;\d{1,3};\d{1,3};\d{1,3})(?:;|$))*"
)
_MODES: Final = frozenset({"?1049", "?2004", "?25", "?1000", "?1006", "8"})
_STACK: Final = frozenset({"22;2", "23;2"})
_TOKEN: Final = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?P<control>[\r\n\b\a])"
    r"|\x1b\[(?P<args>[?0-9;]*)(?P<final>[A-Za-z])"
    r"|\x1b\](?P<call>2;|9;|777;notify;)(?P<words>[^\x00-\x1f\x7f-\x9f]*)\a"
)
_BEGUN: Final = re.compile(r"\x1b(?:\[[?0-9;]{0,40}|\][^\x00-\x1f\x7f-\x9f]{0,400})?\Z")
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that draw nothing, or turn around what others draw."""


class Strict:
    """One stream to a screen of this size. `faults` is what did not belong there, `text` all that was written, if kept."""

    def __init__(self, columns: int = 80, rows: int = 24, keeps: bool = False) -> None:
        self._columns, self._rows, self._keeps = columns, rows, keeps
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._rest = ""
        self.faults: list[str] = []
        self.text: list[str] = []

    def feed(self, data: bytes) -> None:
        """What arrived, cut anywhere."""
        try:
            stream = self._rest + self._decoder.decode(data)
        except UnicodeDecodeError as error:
            self._fault(f"no UTF-8: {error.reason}", data[:40])
            return
        self._rest, at = "", 0
        while at < len(stream):
            token = _TOKEN.match(stream, at)
            if token is None:
                if _BEGUN.match(stream, at):
                    self._rest = stream[at:]
                    return
                self._fault("unknown", stream[at : at + 20].encode())
                at += 1
                continue
            at = token.end()
            self._judge(token)

    def _judge(self, token: re.Match[str]) -> None:
        text = token["text"] or token["words"]
        if text:
            if not text.isascii() and any(unicodedata.category(one) in _HIDDEN for one in text):
                self._fault("hidden characters", text.encode())
            if self._keeps:
                self.text.append(text)
        final = token["final"]
        if final is not None and not self._is_known(final, token["args"]):
            self._fault("unknown", token[0].encode())

    def _is_known(self, final: str, args: str) -> bool:
        if final in "hl":
            return args in _MODES
        if final == "t":
            return args in _STACK
        if final == "m":
            return _SGR.fullmatch(args) is not None
        if final == "J":
            return args == "2"
        if final == "K":
            return not args
        if final == "H":
            parts = [int(part) for part in args.split(";")] if re.fullmatch(r"\d{1,3}(?:;\d{1,3})?", args) else []
            return not args or (bool(parts) and parts[0] <= self._rows and parts[-1] <= max(self._columns, self._rows))
        most = self._rows if final in "Bd" else self._columns
        return final in "BCDGd" and (not args or (args.isdecimal() and 1 <= int(args) <= most))

    def _fault(self, what: str, where: bytes) -> None:
        if len(self.faults) < 20:
            self.faults.append(f"{what}: {where!r}")
