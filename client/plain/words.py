"""What may be typed: a `Word` of a room, and the word somebody meant who typed something like it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from client.text import Text

LIKE: Final = 0.6
"""How alike a misspelt word must be to be suggested (`difflib`)."""


class Word(NamedTuple):
    """Something to type: `names` (the first is the one told), how it is used, what it does, and who does it."""

    names: tuple[str, ...]
    usage: str
    help: str
    do: Callable[[str], None]
    """Gets the rest of the line."""
    acts: bool = False
    """Is it a move in the game?"""
    hidden: bool = False
    """Understood, but not offered."""


def understood(typed: str, words: Sequence[Word]) -> list[Word]:
    """The words that `typed` may stand for: one of that name, else those that begin so; told ones before others.

    One letter begins only the name that is told: a slip must not mean what nobody was told of, such as `disconnect`.
    """
    typed = typed.casefold()
    exact = [word for word in words if typed in word.names]
    if exact:
        return exact[:1]
    begun = [word for word in words if any(name.startswith(typed) for name in word.names[: 1 if len(typed) == 1 else None])]
    first = [word for word in begun if word.names[0].startswith(typed)] or begun
    return [word for word in first if not word.hidden] or first


def unknown(text: Text, typed: str, words: Iterable[Word], lobby: Iterable[Word] = ()) -> str:
    """One sentence about a word that is none here: that it is one of the `lobby`, or what was meant, if that can be seen."""
    if any(typed.casefold() in word.names for word in lobby):
        return text("{word} is a word for the lobby, and leave takes you there.", word=typed)
    names = [name for word in words for name in word.names]
    like = get_close_matches(typed.casefold(), names, 1, LIKE)
    if like:
        return text("{word} is no word here. Did you mean {other}?", word=typed, other=like[0])
    return text("{word} is no word here. Type help for those that are.", word=typed)


def ambiguous(text: Text, typed: str, words: Sequence[Word]) -> str:
    """Several words begin like that."""
    return text("{word} may be short for {others}.", word=typed, others=either(text, [word.names[0] for word in words]))


def either(text: Text, parts: Sequence[str]) -> str:
    """`play, draw or keep`."""
    if len(parts) < 2:
        return "".join(parts)
    return text("{several} or {last}", several=text.listed(parts[:-1]), last=parts[-1])


def number_in(typed: str) -> int | None:
    """The number a word is, in whatever digits; None if it is none."""
    return int(typed) if typed.isdecimal() and len(typed) < 5 else None


def parted(line: str) -> tuple[str, str]:
    """The first word of a line and the rest."""
    first, _, rest = line.strip().partition(" ")
    return first, rest.strip()


def named(typed: str, names: Sequence[str]) -> list[int]:
    """The places of the names that `typed` may stand for: those equal to it, else all that begin so. `~` may be left out."""
    typed = typed.casefold().lstrip("~")
    folded = [name.casefold().lstrip("~") for name in names]
    equal = [place for place, name in enumerate(folded) if name == typed]
    return equal or [place for place, name in enumerate(folded) if typed and name.startswith(typed)]


def beyond(said: str, told: str) -> str:
    """What is left to say of `told` after `said`: not the sentence in which the one ends and the other begins."""
    end = next((end for end in range(len(told), 0, -1) if said.endswith(told[:end]) and said[-1] in ".!"), 0)
    return told[end:].lstrip() if end and (len(said) == end or said[-end - 1] == " ") else told
