"""One line of words from left to right: the bidirectional algorithm (UAX 9) with python-bidi, and quotes kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from unicodedata import bidirectional, category, mirrored

OPEN: Final = "\u2068"
CLOSE: Final = "\u2069"
"""Around what a sentence quotes (a name, a card), so that it keeps its own direction and its neighbours keep theirs."""
JOIN: Final = "\u2060"
"""At the end of a piece of a sentence whose next piece has another style."""

ZWNJ: Final = "\u200c"
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_KINDS: Final = frozenset({"L", "R", "AL", "EN", "ES", "ET", "AN", "CS", "NSM", "WS", "ON"})


class Drawn(NamedTuple):
    """A character in its place, and where in the text it came from."""

    character: str
    at: int


def in_order(piece: Sequence[Drawn], rtl: bool) -> list[Drawn]:
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
                atoms.append(in_order(inner, first_strong(inner)))
                inner = []
        elif depth:
            inner.append(one)
        elif atoms and category(one.character) in ("Mn", "Me") and len(atoms) - 1 not in quotes:
            atoms[-1].append(one)
        elif one.character not in (CLOSE, JOIN, ZWNJ):
            atoms.append([one])
    if inner:  # cut off before its end
        quotes.add(len(atoms))
        atoms.append(in_order(inner, first_strong(inner)))
    kinds = _kinds(atoms, quotes)
    _pair_brackets(atoms, kinds, rtl)
    if not rtl and not any(kind in ("R", "AL") for kind in kinds):
        return [one for atom in atoms for one in atom]
    drawn: list[Drawn] = []
    for index, level in _resolved(kinds, 1 if rtl else 0):
        atom = atoms[index]
        if level % 2 and index not in quotes and mirrored(atom[0].character):
            atom = [Drawn(_mirror(atom[0].character), atom[0].at), *atom[1:]]
        drawn += atom
    return drawn


def first_strong(piece: Sequence[Drawn]) -> bool:
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
        after_word = index > 1 and before == "WS" and kinds[index - 2] == "L"
        if kinds[index] == "AN":
            goes_on = before == "L" or (after_word and _ends_command(atoms[: index - 1]))
        else:
            goes_on = index in quotes and after_word and _is_ltr(atoms[index])
        if goes_on:
            kinds[index] = "L"
        elif kinds[index] in ("ES", "ET") and before in ("WS", "ON") and after in ("AN", "EN"):
            kinds[index] = after
    return kinds


def _pair_brackets(atoms: Sequence[Sequence[Drawn]], kinds: list[str], rtl: bool) -> None:
    """Brackets around words of the other direction that stand after such words go with them (UAX 9, N0), which python-bidi
    does not know; all others go with the line.
    """
    home, away = ("R", "L") if rtl else ("L", "R")
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for index, atom in enumerate(atoms):
        if atom and atom[0].character in _BRACKETS and kinds[index] == "ON":
            opened.append(index)
        elif opened and atom and atom[0].character == _BRACKETS[atoms[opened[-1]][0].character]:
            pairs.append((opened.pop(), index))
    for start, stop in sorted(pairs):
        inside = {_side(kinds, at) for at in range(start + 1, stop)}
        before = next((side for at in range(start - 1, -1, -1) if (side := _side(kinds, at))), home)
        if inside & {home, away}:
            kinds[start] = kinds[stop] = away if home not in inside and before == away else home


def _side(kinds: Sequence[str], at: int) -> str:
    """`L` or `R`, if this character pulls its neighbours there; a number goes with the word before it."""
    if kinds[at] == "EN":
        return next(("L" if kind == "L" else "R" for kind in reversed(kinds[:at]) if kind in ("L", "R", "AL")), "R")
    return {"L": "L", "R": "R", "AL": "R", "AN": "R"}.get(kinds[at], "")


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
