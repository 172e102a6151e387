"""Text -> cells: the characters that may reach a terminal, each with a width every terminal agrees on.

This is the last door before the wire: no control, bidi or zero-width character gets through, whatever a screen
painted (SECURITY §3 E1), so text can never act as an escape sequence.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size, split_graphemes

from server.ssh.terminal import Glyphs

TAIL: Final = "\0"
"""Stands in the second cell of a wide character."""

MARKS: Final = 2
"""Combining marks kept on one character; more would climb over the neighbouring lines."""

_FLAG: Final = range(0x1F1E6, 0x1F200)
_JOINERS: Final = ("\u200c",)
"""Zero-width, yet part of Persian spelling."""


def _table(*pairs: tuple[str, str]) -> dict[int, str]:
    return {ord(character): to for characters, to in pairs for character in characters}


_ASCII: Final = _table(
    ("─━═╌╍┄┅┈┉╴╶╸╺‐‑‒–—―−▁▔▂", "-"),
    ("│┃║╎╏┆┇┊┋╵╷▏▕▎▍▌▐", "|"),
    ("┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋", "+"),
    ("╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰", "+"),
    ("█▓▒░▀▄▇▆▅▃■▪▮▬◼", "#"),
    ("□▫▯◻", "."),
    ("•●○◦◉◎◆◇★☆✦✱∙·", "*"),
    ("▶►▸→⇒⟶➜❯›»", ">"),
    ("◀◄◂←⇐⟵❮‹«", "<"),
    ("▲▴↑⇑", "^"),
    ("▼▾↓⇓", "v"),
    ("↻↷⟳", ")"),
    ("↺↶⟲", "("),
    ("↕⇅", "|"),
    ("↔⇄⇆", "="),
    ("‘’‚′", "'"),
    ("“”„″", '"'),
    ("…", "."),
    ("×✕✖✗✘⊘", "x"),
    ("✓✔√", "v"),
    ("⭘°", "o"),
    ("±", "+"),
    ("♥♡", "h"),
    ("♦♢", "d"),
    ("♣♧", "c"),
    ("♠♤", "s"),
    ("đ", "d"),
    ("Đ", "D"),
    ("łŁ", "l"),
    ("øØ", "o"),
    ("ß", "s"),
    ("ı", "i"),
    ("æ", "a"),
    ("œ", "o"),
    ("\u00a0", " "),
)
# Heavy lines become double ones: that a card is selected must still show.
_CONSOLE: Final = _table(
    ("╭", "┌"), ("╮", "┐"), ("╯", "┘"), ("╰", "└"), ("╌╍┄┅╴╶", "─"), ("╎╏┆┇╵╷", "│"),
    ("┏", "╔"), ("┓", "╗"), ("┛", "╝"), ("┗", "╚"), ("━╸╺", "═"), ("┃", "║"), ("┣", "╠"), ("┫", "╣"), ("┳", "╦"), ("┻", "╩"),
    ("╋", "╬"), ("▶▸❯›", "►"), ("◀◂❮‹", "◄"), ("▴", "▲"), ("▾", "▼"), ("●◉◆", "•"), ("◇", "○"), ("✓✔", "√"), ("×✕✖✗✘", "x"),
    ("↻↷⟳", ")"), ("↺↶⟲", "("), ("⇄⇆", "↔"), ("⇅", "↕"), ("★☆✦", "*"), ("▏▎▍", "│"), ("▕", "│"), ("▁▂", "_"), ("▮▪", "■"),
    ("▯▫", "·"), ("⊘", "/"), ("…", "."), ("–—−‑‐", "-"), ("‘’‚", "'"), ("“”„", '"'), ("\u00a0", " "),
)  # fmt: skip


@lru_cache(maxsize=8192)
def cells(text: str, glyphs: Glyphs = Glyphs.FULL) -> str | tuple[str, ...]:
    """The cells of a piece of text, one item a cell, as many as Rich counts for it.

    A wide character is followed by `TAIL`. A `str`, unless some letter carries combining marks: then a tuple.
    """
    if text.isascii() and text.isprintable():
        return text
    spans, _ = split_graphemes(text)
    result: list[str] = []
    for start, end, width in spans:
        result += _cluster(text[start:end], width, glyphs)
    return "".join(result) if max(map(len, result), default=1) == 1 else tuple(result)


def readable(sentence: str, glyphs: Glyphs) -> str:
    """A sentence in characters a terminal has, to be written where nothing else is drawn."""
    return "".join(cells(sentence, glyphs)).replace(TAIL, "")


def _cluster(cluster: str, width: int, glyphs: Glyphs) -> list[str]:
    """One grapheme of a given width, cut down to what is safe and certain to fill exactly that width."""
    head = cluster[0]
    if width == 0:
        return []
    if head.isspace():
        return [" "] * width
    if not head.isprintable():
        return ["?"] * width
    if ord(head) in _FLAG:  # terminals disagree on flags; two letters are two cells everywhere
        letters = [chr(ord(each) - 0x1F1E6 + ord("A")) for each in cluster if ord(each) in _FLAG]
        return (letters + [" "] * width)[:width]
    if glyphs is Glyphs.ASCII:
        return list(_ascii(head, width).ljust(width)[:width])
    if glyphs is Glyphs.CONSOLE:
        head = _CONSOLE.get(ord(head), head)
    own = get_character_cell_size(head)
    marks = [each for each in cluster[1:] if unicodedata.combining(each) or each in _JOINERS][:MARKS]
    return ["".join((head, *marks)), *[TAIL] * (own - 1), *[" "] * (width - own)]


def _ascii(character: str, width: int) -> str:
    if character.isascii():
        return character
    if (known := _ASCII.get(ord(character))) is not None:
        return known * width
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base.isascii() and base.isprintable() else "?" * width
