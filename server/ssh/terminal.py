"""Terminal: what one client's terminal can do, judged by what that client sent and by nothing else.

TERM comes with the `pty-req` (RFC 4254 §6.2), the rest with `env` requests (RFC 4254 §6.4). Most clients send only
TERM; a few forward LANG, LC_* and COLORTERM. The server's own environment never plays a part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from client.tui.theme import Depth, Look

_NAME: Final = re.compile(r"[A-Za-z0-9._+-]{1,32}")
_LOCALE: Final = re.compile(r"[A-Za-z0-9._@-]{1,64}")

_DUMB: Final = frozenset({"", "dumb", "unknown", "emacs", "network", "dialup", "lpr", "printer"})
_COLOURLESS: Final = frozenset(("vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "vt510", "wyse50", "hp", "sun"))
_XTERMS: Final = (
    "xterm", "screen", "tmux", "rxvt", "putty", "kitty", "alacritty", "foot", "wezterm", "ghostty", "contour",
    "iterm", "konsole", "vte", "gnome", "st", "stterm", "mintty", "eterm", "nsterm", "mlterm", "terminator",
)  # fmt: skip
_TRUECOLOR: Final = ("kitty", "ghostty", "alacritty", "wezterm", "foot", "contour", "direct")
_NO_24_BIT: Final = ("linux", "screen", "cygwin", "ansi", "putty", "rxvt")
"""Names whose terminals garble 24-bit codes; a COLORTERM beside them was inherited from the terminal around them."""
_UNTITLED: Final = ("screen", "st", "stterm")
"""Modern ones whose title is another program's, or cannot be given back."""
_OSC_9: Final = ("xterm", "kitty", "iterm", "wezterm", "ghostty")
_OSC_777: Final = ("rxvt", "foot", "vte", "gnome", "contour", "konsole", "mintty")
"""Which of them pass a notice on to the desktop, by the sequence they know. A plain xterm swallows either."""
_ERASES_IN_COLOUR: Final = ("xterm", "linux", "rxvt", "putty", "kitty", "alacritty", "foot", "wezterm", "ghostty")


class Glyphs(IntEnum):
    """Which characters may be sent."""

    ASCII = 0
    CONSOLE = 1
    """UTF-8 with the few hundred glyphs of the Linux console's font."""
    FULL = 2


@dataclass(frozen=True, slots=True)
class Terminal:
    """Facts about a terminal. The defaults describe a modern xterm."""

    term: str = "xterm-256color"
    depth: Depth = Depth.TRUECOLOR
    glyphs: Glyphs = Glyphs.FULL
    addressable: bool = True
    """Can the cursor be moved at all? If not, only the plain line mode is of use."""
    private_modes: bool = True
    """Has an alternate screen, bracketed paste and the other DEC private modes; never sent where they print as text."""
    hides_cursor: bool = True
    mouse: bool = True
    erases_in_colour: bool = True
    """Erasing fills with the current background (terminfo `bce`)."""
    wraps_late: bool = True
    """A character in the last column leaves the cursor there until the next one comes (terminfo `xenl`)."""
    ansi: bool = True
    """Knows the ECMA-48 codes that switch single attributes off; a vt100 knows only the full reset."""
    most: Depth = Depth.TRUECOLOR
    """The colours there are, whether or not NO_COLOR wants them."""
    titles: bool = False
    """Has a window's title that can be set, and given back."""
    notices: int = 0
    """The OSC that tells something on the desktop, 9 or 777; 0: none."""

    @classmethod
    def from_request(cls, term: str | None, env: Mapping[str, str]) -> Terminal:
        """Judge a `pty-req`'s TERM and the environment sent beside it. Anything malformed counts as not sent."""
        name = term.lower() if term is not None and _NAME.fullmatch(term) else ""
        parts = name.replace(".", "-").split("-")
        family = parts[0]
        modern = family in _XTERMS
        dumb = name in _DUMB
        colourless = dumb or family in _COLOURLESS or parts[-1] in ("m", "mono")
        glyphs = _glyphs(env, default=modern, console=family == "linux")
        most = Depth.MONO if colourless else _depth(name, parts, env)
        return cls(
            term=name or "dumb",
            depth=Depth.MONO if env.get("NO_COLOR") else most,
            glyphs=Glyphs.ASCII if dumb else glyphs,
            addressable=not dumb,
            private_modes=modern,
            hides_cursor=modern or family == "linux",
            mouse=modern,
            erases_in_colour=family in _ERASES_IN_COLOUR,
            wraps_late=modern or colourless or family == "linux",
            ansi=not colourless,
            most=most,
            titles=modern and not dumb and family not in _UNTITLED,
            notices=_notices(parts),
        )

    def wearing(self, depth: Depth, unicode: bool) -> Terminal:
        """The same terminal written to in so many colours, and with these characters, whatever was found of it."""
        glyphs = self.glyphs
        if not unicode:
            glyphs = Glyphs.ASCII
        elif not self.unicode:
            glyphs = Glyphs.CONSOLE if self.term.startswith("linux") else Glyphs.FULL
        return replace(self, depth=depth, glyphs=glyphs)

    @property
    def unicode(self) -> bool:
        """May bytes above 127 be sent?"""
        return self.glyphs is not Glyphs.ASCII

    @property
    def look(self) -> Look:
        """The same facts in the words of the screens."""
        return Look(self.depth, self.unicode, self.mouse, most=self.most, titles=self.titles, notices=self.notices > 0)


def _notices(parts: list[str]) -> int:
    if any(part in _OSC_777 for part in parts):
        return 777
    return 9 if any(part in _OSC_9 for part in parts) else 0


def _depth(name: str, parts: list[str], env: Mapping[str, str]) -> Depth:
    if any(part in _TRUECOLOR for part in parts):
        return Depth.TRUECOLOR
    wide = "256" in name
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit") and (wide or parts[0] not in _NO_24_BIT):
        return Depth.TRUECOLOR
    return Depth.ANSI256 if wide else Depth.ANSI16


def _glyphs(env: Mapping[str, str], *, default: bool, console: bool) -> Glyphs:
    """The first locale variable set decides, as in setlocale(3); without one, modern terminals speak UTF-8."""
    locale = next((env[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(key)), None)
    if locale is None:
        utf8 = default
    else:
        charset = locale.partition("@")[0].partition(".")[2].lower().replace("-", "") if _LOCALE.fullmatch(locale) else ""
        utf8 = "utf8" in (charset, locale.lower().replace("-", ""))  # macOS sends LC_CTYPE=UTF-8
    return Glyphs.ASCII if not utf8 else Glyphs.CONSOLE if console else Glyphs.FULL
