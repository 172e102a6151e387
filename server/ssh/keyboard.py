"""Keyboard: what arrives from a terminal, byte by byte and split anywhere, as Textual's input events.

Written for clients that may be hostile: it never raises, holds a few thousand characters at most, and swallows every
sequence that is no key — late answers of the terminal, unknown codes, stray controls — so that none of it turns into
typed letters.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.keys import KEY_NAME_REPLACEMENTS, _character_to_key

ESCAPE_DELAY: Final = 0.25
"""Seconds after which an ESC alone is the Escape key: longer than network jitter, shorter than patience."""
SEQUENCE_DELAY: Final = 1.0
"""Seconds after which an unfinished sequence is forgotten. Nobody types these by hand, so it may be long."""
PASTE_DELAY: Final = 1.0
"""Seconds of silence after which an unfinished paste counts as complete."""
PASTE_LIMIT: Final = 4096
"""Characters of a paste; the rest up to its end marker is dropped."""

_ESC: Final = "\x1b"
_NEVER_WITH_ALT: Final = frozenset("\x03\x04\x0c\x11")
"""Ctrl+C, D, L and Q: they leave or repaint, so right behind an ESC they are keys of their own, pressed quickly after it."""
_PASTE: Final = "\x1b[200~"
_PASTE_END: Final = "\x1b[201~"

_SEQUENCE: Final = re.compile(
    r"""\x1b(?:
      \[<(?P<button>\d{1,3});(?P<x>\d{1,4});(?P<y>\d{1,4})(?P<state>[Mm])
    | \[\[[A-E]                                         # function keys of the Linux console
    | \[M[^\x1b]{3}                                     # mouse reports of very old terminals
    | \[(?!M)[0-?]*[ -/]*[@-~]                          # control sequences (ECMA-48 §5.4)
    | O[0-9;]*[@-~]                                     # keypads
    | [\]P_^X][^\x07\x1b]*(?: \x07 | \x1b\\ | (?=\x1b[^\\]) )   # control strings: the terminal's own answers
    )""",
    re.VERBOSE,
)
_BEGUN: Final = re.compile(r"\x1b(?:\[\[?|\[M[^\x1b]{0,2}|\[[0-?]*[ -/]*|O[0-9;]*|[\]P_^X][^\x07\x1b]*\x1b?|\x1b)?\Z")
_EXTENDED: Final = re.compile(r"\x1b\[(\d{1,7})?(?:;(\d{1,3}))?([u~A-HPQRS])")
_MODIFIERS: Final = ((1, "shift"), (2, "alt"), (4, "ctrl"), (8, "super"), (16, "hyper"), (32, "meta"))
_SCROLLS: Final = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)
_IN_PASTE: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_BREAKS: Final = re.compile(r"[ \t]*[\r\n\t\v\f\u2028\u2029]+[ \t]*")


class Keyboard:
    """One terminal's input: `feed` bytes, then `take` events."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._split = False
        """The first character is an ESC that came last in its packet, so what follows it was not sent together."""
        self._paste: str | None = None
        self._mouse_at = (0, 0)

    @property
    def waiting(self) -> int:
        """Characters not looked at yet."""
        return len(self._text)

    @property
    def patience(self) -> float | None:
        """Seconds to wait for more input before calling `give_up`; None if nothing is unfinished."""
        if self._paste is not None:
            return PASTE_DELAY
        if not self._text:
            return None
        return ESCAPE_DELAY if self._text in ("\x1b", "\x1b\x1b") else SEQUENCE_DELAY

    def feed(self, data: bytes) -> None:
        """Add a packet."""
        self._split = self._text == _ESC
        self._text += self._decoder.decode(data)

    def drop(self, keep: int = 0) -> None:
        """Forget what is waiting, except the first `keep` characters."""
        self._text = self._text[:keep]

    def take(self, limit: int) -> list[events.Event]:
        """At most `limit` events, in order, unless one sequence is two keys. What remains is unfinished, or waits."""
        found: list[events.Event] = []
        at = 0
        while len(found) < limit:
            if self._paste is not None:
                before = len(found)
                at = self._collect(at, found)
                if len(found) == before:
                    break
                continue
            if at >= len(self._text):
                break
            if self._text[at] != _ESC:
                found += _plain(self._text[at])
                at += 1
            elif match := _SEQUENCE.match(self._text, at):
                at = match.end()
                if match[0] == _PASTE:
                    self._paste = ""
                else:
                    found += self._sequence(match)
            elif _BEGUN.match(self._text, at):
                break
            else:
                at = self._escape(at, found)
        self._text = self._text[at:]
        return found

    def give_up(self) -> list[events.Event]:
        """Nothing more came: what an unfinished beginning means by itself."""
        text, self._text = self._text, ""
        if self._paste is not None:
            paste, self._paste = self._paste, None
            return [events.Paste(_one_line(paste))]
        if text in ("\x1b", "\x1b\x1b"):
            return [_escape_key()]
        if len(text) == 2:
            alone = self._split or text[1] in _NEVER_WITH_ALT
            return [_escape_key(), *_plain(text[1])] if alone else [_alt(text[1])]
        return []

    def _collect(self, at: int, found: list[events.Event]) -> int:
        """Take the text of a paste up to its end marker, or all but a possible beginning of the marker."""
        assert self._paste is not None
        end = stop = self._text.find(_PASTE_END, at)
        if end < 0:
            stop = len(self._text)
            begun = self._text.rfind(_ESC, max(at, stop - len(_PASTE_END) + 1))
            if begun >= 0 and _PASTE_END.startswith(self._text[begun:]):
                stop = begun
        self._paste += self._text[at : min(stop, at + PASTE_LIMIT - len(self._paste))]
        if end < 0:
            return stop
        found.append(events.Paste(_one_line(self._paste)))
        self._paste = None
        return end + len(_PASTE_END)

    def _escape(self, at: int, found: list[events.Event]) -> int:
        """An ESC that begins no sequence: the key itself, or Alt and the character sent with it."""
        following = self._text[at + 1]
        if following == _ESC:
            found.append(_escape_key())
            return at + (1 if _SEQUENCE.match(self._text, at + 1) else 2)  # Windows sends two for one press
        if (at == 0 and self._split) or following in _NEVER_WITH_ALT:
            found.append(_escape_key())
            return at + 1
        found.append(_alt(following))
        return at + 2

    def _sequence(self, match: re.Match[str]) -> Iterator[events.Event]:
        sequence = match[0]
        if match["button"]:
            yield from self._mouse(int(match["button"]), int(match["x"]) - 1, int(match["y"]) - 1, match["state"] == "M")
            return
        keys = ANSI_SEQUENCES_KEYS.get(sequence)
        if isinstance(keys, tuple):
            for key in keys:
                yield events.Key(key.value, None)
        elif isinstance(keys, str):
            yield from _plain(keys)
        elif keys is None and (extended := _EXTENDED.fullmatch(sequence)):
            yield from _extended(int(extended[1] or 1), int(extended[2] or 1), extended[3])

    def _mouse(self, button: int, x: int, y: int, pressed: bool) -> Iterator[events.Event]:
        if x < 0 or y < 0 or button > 127:
            return
        delta = x - self._mouse_at[0], y - self._mouse_at[1]
        self._mouse_at = x, y
        number = 0
        kind: type[events.MouseEvent]
        if button & 64:
            kind = _SCROLLS[button & 3]
        else:
            number = (button + 1) & 3
            kind = events.MouseMove if button & 32 or not number else events.MouseDown if pressed else events.MouseUp
        modifiers = bool(button & 4), bool(button & 8), bool(button & 16)
        yield kind(None, x, y, *delta, number, *modifiers, screen_x=x, screen_y=y)


def _escape_key() -> events.Key:
    return events.Key("escape", _ESC)


def _plain(character: str) -> list[events.Key]:
    """The key of one character; none for what no keyboard types."""
    if character > "\x7f" and ((not character.isprintable() and character != "\u200c") or character == "\ufffd"):
        return []
    keys = ANSI_SEQUENCES_KEYS.get(character)
    if isinstance(keys, tuple):
        return [events.Key(key.value, character) for key in keys]
    return [events.Key(_name(character), character)]


def _alt(character: str) -> events.Key:
    keys = ANSI_SEQUENCES_KEYS.get(_ESC + character) or ANSI_SEQUENCES_KEYS.get(character)
    if isinstance(keys, tuple):
        name = keys[0].value
        return events.Key(name if _ESC + character in ANSI_SEQUENCES_KEYS else f"alt+{name}", None)
    name = _name(character)
    return events.Key(f"alt+shift+{name.lower()}" if name.isupper() else f"alt+{name}", None)


def _extended(code: int, modifiers: int, final: str) -> Iterator[events.Key]:
    """Keys with modifiers as numbers, which xterm sends for cursor keys and some terminals for all."""
    if final == "R" and modifiers > 8:
        return  # F3 looks like a report of where the cursor is
    held = sorted(name for bit, name in _MODIFIERS if (modifiers - 1) & bit) if modifiers else []
    name = FUNCTIONAL_KEYS.get(f"{code}{final}")
    if name is not None:
        yield events.Key("+".join([*held, name]), None)
    elif final == "u" and code < 0x110000 and chr(code).isprintable():
        character = chr(code)
        if held in ([], ["shift"]):
            yield from _plain(character.upper() if held else character)
        else:
            yield events.Key("+".join([*held, _name(character)]), None)


@lru_cache(maxsize=1024)
def _name(character: str) -> str:
    name = character if character.isalnum() else _character_to_key(character)
    return KEY_NAME_REPLACEMENTS.get(name, name)


def _one_line(text: str) -> str:
    """Pasted text without control sequences and characters, its lines joined by blanks."""
    return _IN_PASTE.sub("", _BREAKS.sub(" ", text)).strip()
