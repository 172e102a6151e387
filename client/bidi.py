"""Right-to-left words for terminals that draw letter by letter: joined letters, in the order the cells have.

Everything before this keeps the order in which a sentence is read, and every letter keeps its one cell: letters are
joined by their presentation forms and never by ligatures, so what was measured and wrapped stays so. Text that was
put in order once has no letter left that would be put in order again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple
from unicodedata import bidirectional, category, mirrored


class Bidi(StrEnum):
    """Who puts right-to-left words in order: we, or the terminal; `OFF` leaves the letters as they are written."""

    OURS = "ours"
    TERMINAL = "terminal"
    OFF = "off"


OPEN: Final = "\u2068"
CLOSE: Final = "\u2069"
"""Around what a sentence quotes (a name, a card), so that it keeps its own direction and its neighbours keep theirs."""
JOIN: Final = "\u2060"
"""At the end of a piece of a sentence whose next piece has another style."""

_MARKS: Final = {ord(mark): None for mark in (OPEN, CLOSE, JOIN)}
_RTL: Final = "\u0590-\u05bd\u05d0-\u060b\u060d-\u061a\u061c-\u061e\u0620-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufb4f"
_LETTER: Final = re.compile(f"[{_RTL}\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Letters that are not in order yet; digits and punctuation alone need no order."""
_KINDS: Final = frozenset({"L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "WS", "ON"})
_ZWNJ: Final = "\u200c"
_SHIELD: Final = re.compile(f"[^{_RTL} {_ZWNJ}]")
_ART: Final = re.compile(f"^[\u2190-\u22ff ]+|[\u2190-\u22ff ]+$| {{2,}}|[\u00b7\u2300-\u2bff]+|{OPEN}|{CLOSE}")
"""What parts a line that is no sentence: columns, frames, dots, and arrows at its ends."""


def is_rtl(text: str) -> bool:
    """Has it right-to-left letters still to be put in order?"""
    return not text.isascii() and _LETTER.search(text) is not None


def stripped(text: str) -> str:
    """Without our marks: for a place that needs the words as they are read."""
    return text if text.isascii() else text.translate(_MARKS)


def quoted(text: str, rtl: bool) -> str:
    """What a sentence quotes, kept apart from it where its direction could mingle with the sentence's (`rtl`)."""
    apart = _SHIELD.search(text) if rtl else not text.isascii() and _LETTER.search(text)
    return f"{OPEN}{text}{CLOSE}" if apart else text


def shown(text: str, mode: Bidi, rtl: bool) -> str:
    """A line as the terminal gets it. `rtl`: is it said in a language written from right to left?"""
    if text.isascii():
        return text
    if mode is not Bidi.OURS or not is_rtl(text):
        return stripped(text)
    return "".join(character for character, _ in ordered(text, rtl))


class Drawn(NamedTuple):
    """A character in its place, and where in the text it came from."""

    character: str
    at: int


def ordered(text: str, rtl: bool, *, whole: bool = False) -> list[Drawn]:
    """The characters of a line from left to right, shaped; our marks are gone, and so is what only parts letters.

    Columns, frames and the spaces at both ends stay in place, unless the text is `whole`: all one sentence.
    """
    letters = [Drawn(character, index) for index, character in enumerate(_shaped(text))]
    pieces = [letters] if whole else _pieces(text, letters)
    return [one for piece in pieces for one in _in_order(piece, rtl) if one.character not in (OPEN, CLOSE, JOIN, _ZWNJ)]


def _pieces(text: str, letters: list[Drawn]) -> list[list[Drawn]]:
    """The parts of a line that are put in order by themselves."""
    pieces: list[list[Drawn]] = []
    start = depth = 0
    start = len(text) - len(text.lstrip(" "))
    pieces += [[one] for one in letters[:start]]
    end = len(text.rstrip(" "))
    for found in _ART.finditer(text, start, end):
        if found[0] in (OPEN, CLOSE):
            depth += 1 if found[0] == OPEN else -1
        elif depth <= 0:
            stop = len(text[: found.start()].rstrip(" ")) if found.start() > start else start
            pieces.append(letters[start : max(start, stop)])
            after = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(" "))
            pieces += [[one] for one in letters[max(start, stop) : after]]
            start = after
    return [*pieces, letters[start:end], *([one] for one in letters[end:])]


def _in_order(piece: Sequence[Drawn], rtl: bool) -> list[Drawn]:
    """One paragraph from left to right; what is quoted in it counts as one character of no direction (UAX 9, isolates)."""
    atoms: list[list[Drawn]] = []
    inner: list[Drawn] = []
    depth = 0
    quotes: set[int] = set()
    for one in piece:
        if one.character == OPEN:
            depth += 1
            inner += [one] if depth > 1 else []
        elif one.character == CLOSE and depth:
            depth -= 1
            if depth:
                inner.append(one)
            else:
                quotes.add(len(atoms))
                atoms.append(_in_order(inner, _first_strong(inner)))
                inner = []
        elif depth:
            inner.append(one)
        elif atoms and category(one.character) in ("Mn", "Me") and len(atoms) - 1 not in quotes:
            atoms[-1].append(one)
        elif one.character not in (CLOSE, JOIN, _ZWNJ):
            atoms.append([one])
    if inner:  # cut off before its end
        quotes.add(len(atoms))
        atoms.append(_in_order(inner, _first_strong(inner)))
    kinds = _kinds(atoms, quotes)
    if not rtl and not any(kind in ("R", "AL") for kind in kinds):
        return [one for atom in atoms for one in atom]
    drawn: list[Drawn] = []
    for index, level in _resolved(kinds, 1 if rtl else 0):
        atom = atoms[index]
        if level % 2 and index not in quotes and mirrored(atom[0].character):
            atom = [Drawn(_mirror(atom[0].character), atom[0].at), *atom[1:]]
        drawn += atom
    return drawn


def reads_rtl(text: str) -> bool:
    """Does it read from right to left, judged by itself?"""
    return is_rtl(text) and _first_strong([Drawn(character, at) for at, character in enumerate(text)])


def rejoined(lines: Sequence[str]) -> list[str]:
    """The lines of one sentence, where what is quoted stays quoted on every line it reaches."""
    whole, depth = [], 0
    for line in lines:
        whole.append(OPEN * depth + line)
        depth = max(0, depth + line.count(OPEN) - line.count(CLOSE))
    return whole


def _first_strong(piece: Sequence[Drawn]) -> bool:
    """Does it read from right to left? Its first letter says so, what it quotes left out."""
    depth, inside = 0, False
    for character, _ in piece:
        depth += (character == OPEN) - (character == CLOSE)
        kind = bidirectional(character)
        if kind in ("R", "AL", "L"):
            if not depth:
                return kind != "L"
            inside = inside or kind != "L"
    return inside


def _kinds(atoms: Sequence[Sequence[Drawn]], quotes: set[int]) -> list[str]:
    """The bidi classes of what stands in a line; two are ours, for what people type.

    What is quoted or counted right after a command goes on in its direction (`ssh -t host join K7QX`, `play ۳`), but not after
    the name of a key (`a ۳`). A sign stays before its number.
    """
    kinds = []
    for index, atom in enumerate(atoms):
        kind = "ON" if index in quotes else bidirectional(atom[0].character) if atom else "ON"
        kinds.append("AN" if kind == "EN" and not atom[0].character.isascii() else kind if kind in _KINDS else "ON")
    for index in range(len(atoms)):
        before, after = kinds[index - 1] if index else "WS", kinds[index + 1] if index + 1 < len(atoms) else "WS"
        if index in quotes and before == "WS" and kinds[index - 2 : index - 1] == ["L"] and _is_ltr(atoms[index]):
            kinds[index] = "L"
        elif kinds[index] == "AN" and (before == "L" or (before == "WS" and _ends_command(atoms[: index - 1]))):
            kinds[index] = "L"
        elif kinds[index] in ("ES", "ET") and before in ("WS", "ON") and after in ("AN", "EN"):
            kinds[index] = after
    return kinds


def _ends_command(atoms: Sequence[Sequence[Drawn]]) -> bool:
    """Is the last word before a space one in small Latin letters, three or more, as commands are?"""
    word = "".join(atom[0].character for atom in atoms[-8:] if len(atom) == 1).rpartition(" ")[2]
    return len(word) > 2 and word.isascii() and word.isalpha() and word.islower()


def _is_ltr(atom: Sequence[Drawn]) -> bool:
    return not any(bidirectional(one.character) in ("R", "AL") for one in atom)


def _resolved(kinds: Sequence[str], base: int) -> list[tuple[int, int]]:
    """The places of characters of these bidi classes from left to right, each with its level, by python-bidi."""
    from bidi import algorithm  # type: ignore[import-untyped]  # ships no types

    chars: list[dict[str, Any]] = [  # python-bidi's own records, with the place added
        {"ch": "", "level": base, "type": kind, "orig": kind, "place": place} for place, kind in enumerate(kinds)
    ]
    storage = {**algorithm.get_empty_storage(), "base_level": base, "base_dir": "R" if base else "L", "chars": chars}
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    return [(one["place"], one["level"]) for one in storage["chars"]]


def _mirror(character: str) -> str:
    from bidi.mirror import MIRRORED  # type: ignore[import-untyped]  # ships no types

    return str(MIRRORED.get(character, character))


@cache
def _shaper() -> Callable[[str], str]:
    from arabic_reshaper import ArabicReshaper  # type: ignore[import-untyped]  # ships no types

    reshape: Callable[[str], str] = ArabicReshaper({"delete_harakat": False, "support_ligatures": False}).reshape
    return reshape


def _shaped(text: str) -> str:
    """The text with its letters joined, each where it was."""
    joined = text.replace(JOIN, "")
    found = _shaper()(joined)
    if len(found) != len(joined):
        return text
    letters = iter(found)
    return "".join(JOIN if one == JOIN else next(letters) for one in text)
