"""Display names: what one may look like, and that two people who are here never share one (SECURITY I2, I3)."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from typing import Final

from server.lobby.refusals import refused

LENGTH: Final = 16
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
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "_": "", "-": ""})


def skeleton(name: str) -> str:
    """What is left of a name when everything is folded that people read over: case, 0 and o, 1 and l and i, - and _."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)


_RESERVED: Final = frozenset(skeleton(word) for word in RESERVED)


def is_reserved(name: str) -> bool:
    """Would this name pass for the house's own? A number behind the word does not change that."""
    bare = name.strip("-_")
    return bool({skeleton(bare), skeleton(bare.rstrip("0123456789-_"))} & _RESERVED)


def derived(wish: str, guest: bool, identity: str) -> str:
    """The plain name nearest to what somebody would like; made from his identity where nothing useful is left."""
    folded = unicodedata.normalize("NFKD", wish[:64])
    plain = re.sub(r"[^A-Za-z0-9_-]", "", re.sub(r"\s+", "-", folded.strip()))[:LENGTH]
    if _PLAIN.fullmatch(plain) and not is_reserved(plain):
        return plain
    return "guest" if guest else "player-" + sha256(identity.encode("utf-8", "replace")).hexdigest()[:4]


class Names:
    """The names that are taken."""

    def __init__(self) -> None:
        self._taken: set[tuple[bool, str]] = set()

    def give(self, wish: str, guest: bool, identity: str) -> str:
        """A name for somebody who arrived: the one he would like, or that with a number behind it."""
        plain = derived(wish, guest, identity)
        name, number = plain, 1
        while (guest, skeleton(name)) in self._taken:
            number += 1
            tail = f"-{number}"
            name = plain[: LENGTH - len(tail)] + tail
        self._taken.add((guest, skeleton(name)))
        return GUEST + name if guest else name

    def change(self, old: str, wish: str, guest: bool) -> str:
        """Another name for somebody who is here. Raises `Refused`: `bad_name`, `name_taken`."""
        name = wish.strip().removeprefix(GUEST)
        if not _PLAIN.fullmatch(name) or is_reserved(name):
            raise refused("bad_name")
        key = (guest, skeleton(name))
        mine = _key(old)
        if key != mine and key in self._taken:
            raise refused("name_taken")
        self._taken.discard(mine)
        self._taken.add(key)
        return GUEST + name if guest else name

    def free(self, name: str) -> None:
        """Its owner has gone."""
        self._taken.discard(_key(name))


def _key(name: str) -> tuple[bool, str]:
    return name.startswith(GUEST), skeleton(name.removeprefix(GUEST))
