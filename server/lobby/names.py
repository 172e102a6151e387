"""Display names: what one may look like, whose it is, and that no two people have names that look alike (SECURITY I2, I3).

Names are plain ASCII, so no letter of another script can pass for one of theirs; a wish in other letters is folded.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from server.lobby.refusals import refused

LENGTH: Final = 16
MOST: Final = 99_999
"""The largest number behind a name that somebody chose."""
GUEST: Final = "~"
"""Stands before every guest's name, and before no other."""
RESERVED: Final = (
    "admin",
    "administrator",
    "bot",
    "computer",
    "dealer",
    "guest",
    "help",
    "host",
    "lobby",
    "me",
    "mod",
    "moderator",
    "nobody",
    "official",
    "operator",
    "owner",
    "player",
    "root",
    "server",
    "spectator",
    "staff",
    "support",
    "sysop",
    "system",
    "uno",
    "unotty",
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{2,16}")
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "m": "rn", "w": "vv", "_": "", "-": ""})
"""UTS 39's confusables within ASCII, and a little more."""


def skeleton(name: str) -> str:
    """What is left of a name when all is folded that people read over: case, 0 and o, 1 and l and i, m and rn, - and _."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)


_RESERVED: Final = frozenset(skeleton(word) for word in RESERVED)


def is_reserved(name: str) -> bool:
    """Would this name pass for the house's own? A number behind the word does not change that."""
    bare = name.strip("-_")
    return bool({skeleton(bare), skeleton(bare.rstrip("0123456789-_"))} & _RESERVED)


def is_name(name: str) -> bool:
    """May somebody be called that?"""
    return _PLAIN.fullmatch(name) is not None and not is_reserved(name)


def derived(wish: str, guest: bool, identity: str) -> str:
    """The plain name nearest to what somebody would like; made from his identity where nothing useful is left."""
    folded = unicodedata.normalize("NFKD", wish[:64])
    plain = re.sub(r"[^A-Za-z0-9_-]", "", re.sub(r"\s+", "-", folded.strip()))[:LENGTH]
    if is_name(plain):
        return plain
    return "guest" if guest else "player-" + sha256(identity.encode("utf-8", "replace")).hexdigest()[:4]


def numbered(plain: str, number: int) -> str:
    """The name with a number behind it, no longer than a name may be."""
    tail = f"-{number}"
    return plain[: LENGTH - len(tail)] + tail


class Names:
    """The names of one kind of people, and who holds each."""

    def __init__(self, mark: str = "", gives_up: Callable[[str], bool] = lambda holder: False) -> None:
        """`mark` stands before each name; `gives_up` is asked when a very name is wanted, not one with a number
        behind it: does its holder let go of it?"""
        self._mark = mark
        self._gives_up = gives_up
        self._holders: dict[str, str] = {}
        """By the names' skeletons."""

    def hold(self, name: str, holder: str) -> bool:
        """Take note that somebody has had a name; False if another one has it, or one that looks like it."""
        return self._holders.setdefault(self._key(name), holder) == holder

    def give(self, wish: str, holder: str, identity: str) -> str:
        """A name for somebody who arrived: the one he would like, or that with a number behind it."""
        name = derived(wish, self._mark == GUEST, identity)
        if not self._is_free(name, holder):
            number = self._number(name, holder)
            if number > MOST or is_reserved(numbered(name, number)):  # cut short, a name may be the house's
                name = derived("", self._mark == GUEST, identity)
                number = self._number(name, holder)
            name = numbered(name, number)
        self._holders[skeleton(name)] = holder
        return self._mark + name

    def give_back(self, name: str, holder: str) -> str:
        """The name for somebody who had this one before a restart: the same, unless another has it now."""
        return name if name and self.hold(name, holder) else self.give(name, holder, holder)

    def change(self, old: str, wish: str, holder: str) -> str:
        """Another name for somebody. Raises `Refused`: `bad_name`, `name_taken`."""
        name = wish.strip().removeprefix(GUEST)
        if not is_name(name):
            raise refused("bad_name")
        if not self._is_free(name, holder):
            raise refused("name_taken")
        self.free(old, holder)
        self._holders[skeleton(name)] = holder
        return self._mark + name

    def holder(self, name: str) -> str | None:
        """Who has this name, or one that looks like it."""
        return self._holders.get(self._key(name))

    def free(self, name: str, holder: str) -> None:
        """Its holder wants it no longer; nothing happens if it is not his."""
        if self._holders.get(self._key(name)) == holder:
            del self._holders[self._key(name)]

    def _number(self, plain: str, asker: str) -> int:
        """A number that is free behind a name; the first, if those in use have no gaps. Thousands may wish for the same."""
        taken, free = 1, 2
        while self._is_held(numbered(plain, free), asker):
            taken, free = free, 2 * free
        while free - taken > 1:
            middle = (taken + free) // 2
            taken, free = (middle, free) if self._is_held(numbered(plain, middle), asker) else (taken, middle)
        return free

    def _is_held(self, name: str, asker: str) -> bool:
        """Does another one have it?"""
        return self._holders.get(skeleton(name), asker) != asker

    def _is_free(self, name: str, asker: str) -> bool:
        return not self._is_held(name, asker) or self._gives_up(self._holders[skeleton(name)])

    def _key(self, name: str) -> str:
        return skeleton(name.removeprefix(self._mark) if self._mark else name)
