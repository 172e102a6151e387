"""Pens: Rich styles as the attributes one kind of terminal has, and the shortest codes from one pen to another.

Rich caches the codes of a style once per process, in the colour depth of whoever rendered first; a `Palette` keeps
one cache for each kind of terminal instead. A pen is a small number, held
as one character, so that the pens of a row of cells are a string and compare as fast as its text.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

from client.tui.theme import Depth

PLAIN: Final = "\0"
"""The pen of a freshly reset terminal."""

BOLD, DIM, ITALIC, UNDERLINE, BLINK, REVERSE, STRIKE = (1 << bit for bit in (0, 1, 2, 3, 4, 6, 8))
"""Bits as in `Style._attributes`."""
_ON: Final = {BOLD: "1", DIM: "2", ITALIC: "3", UNDERLINE: "4", BLINK: "5", REVERSE: "7", STRIKE: "9"}
_OFF: Final = {BOLD | DIM: "22", ITALIC: "23", UNDERLINE: "24", BLINK: "25", REVERSE: "27", STRIKE: "29"}
_KNOWN: Final = sum(_ON)
_SEEN_ON_BLANKS: Final = UNDERLINE | REVERSE | STRIKE
_LIMIT: Final = 4096
"""Pens of one palette; far above what screens use, far below a leak."""

_SYSTEM: Final = {Depth.ANSI16: ColorSystem.STANDARD, Depth.ANSI256: ColorSystem.EIGHT_BIT}


class _Pen(NamedTuple):
    attributes: int
    foreground: str
    """SGR parameters; empty for the terminal's own colour."""
    background: str


class Palette:
    """The pens of one colour depth. `ansi` false: the terminal (a vt100) cannot switch single attributes off."""

    def __init__(self, depth: Depth, *, ansi: bool = True) -> None:
        self._depth = depth
        self._ansi = ansi
        self._pens: list[_Pen] = []
        self._number: dict[_Pen, str] = {}
        self._of_style: dict[Style | None, tuple[str, str]] = {}
        self._codes: dict[str, str] = {}
        self._blank: dict[str, str] = {}
        self._over: dict[str, str] = {}
        self._register(_Pen(0, "", ""), None)

    def pens(self, style: Style | None) -> tuple[str, str]:
        """The pen for characters of a style, and the pen for its blanks, where only what shows on a blank counts."""
        known = self._of_style.get(style)
        if known is None:
            if len(self._of_style) >= _LIMIT:
                self._of_style.clear()
            known = self._of_style[style] = self._make(style)
        return known

    def blank(self, pen: str) -> str:
        """The pen that looks the same as `pen` on a blank."""
        return self._blank[pen]

    def over(self, pen: str | None, blank: str) -> str:
        """A pen that shows a blank like `blank` and is cheap to reach: what does not show stays as in `pen`."""
        if pen is None:
            return blank
        known = self._over.get(pen + blank)
        if known is None:
            if len(self._over) >= 4 * _LIMIT:
                self._over.clear()
            attributes, foreground, _ = self._pens[ord(pen)]
            visible, _, background = self._pens[ord(blank)]
            plain = not (visible or attributes & _SEEN_ON_BLANKS)
            known = self._register(_Pen(attributes, foreground, background), blank) if plain else blank
            self._over[pen + blank] = known
        return known

    def erasable(self, pen: str, *, in_colour: bool) -> bool:
        """Does erasing with this pen leave the blanks it would write? `in_colour`: the terminal erases in colour."""
        attributes, _, background = self._pens[ord(pen)]
        return not attributes & _SEEN_ON_BLANKS and (in_colour or not background)

    def change(self, old: str | None, new: str) -> str:
        """The shortest SGR sequence from one pen to another; from None, an unknown state."""
        if old == new:
            return ""
        key = new if old is None else old + new
        codes = self._codes.get(key)
        if codes is None:
            if len(self._codes) >= 4 * _LIMIT:
                self._codes.clear()
            codes = self._codes[key] = self._change(old, new)
        return codes

    def _make(self, style: Style | None) -> tuple[str, str]:
        if style is None:
            return PLAIN, PLAIN
        attributes = style._attributes & style._set_attributes & _KNOWN
        foreground, background = self._colour(style.color, True), self._colour(style.bgcolor, False)
        reverse = attributes & REVERSE
        seen = _Pen(attributes & _SEEN_ON_BLANKS, foreground if attributes & _SEEN_ON_BLANKS else "", background)
        if reverse and not attributes & (UNDERLINE | STRIKE):
            seen = _Pen(REVERSE, foreground, "")  # only the foreground fills a reversed blank
        blank = self._register(seen, None)
        return self._register(_Pen(attributes, foreground, background), blank), blank

    def _colour(self, color: Color | None, foreground: bool) -> str:
        if color is None or color.type is ColorType.DEFAULT or self._depth is Depth.MONO:
            return ""
        return ";".join(color.downgrade(_SYSTEM.get(self._depth, ColorSystem.TRUECOLOR)).get_ansi_codes(foreground))

    def _register(self, pen: _Pen, blank: str | None) -> str:
        number = self._number.get(pen)
        if number is None:
            if len(self._pens) >= _LIMIT:
                return PLAIN  # a screen of thousands of styles loses colours, not cells
            number = self._number[pen] = chr(len(self._pens))
            self._pens.append(pen)
            self._blank[number] = number if blank is None else blank
        return number

    def _change(self, old: str | None, new: str) -> str:
        attributes, foreground, background = self._pens[ord(new)]
        whole = [code for bit, code in _ON.items() if attributes & bit]
        whole += [code for code in (foreground, background) if code]
        afresh = f"\x1b[{';'.join(['0', *whole])}m" if whole else "\x1b[m"
        if old is None or not self._ansi:
            return afresh
        before = self._pens[ord(old)]
        codes: list[str] = []
        gone = before.attributes & ~attributes
        kept = before.attributes
        for bits, code in _OFF.items():
            if gone & bits:
                codes.append(code)
                kept &= ~bits
        codes += [code for bit, code in _ON.items() if attributes & ~kept & bit]
        if foreground != before.foreground:
            codes.append(foreground or "39")
        if background != before.background:
            codes.append(background or "49")
        step = f"\x1b[{';'.join(codes)}m"
        return step if len(step) <= len(afresh) else afresh
