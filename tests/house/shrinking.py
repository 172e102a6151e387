"""A game that breaks a law is tried again with less going on in it: what is told at the end is the smallest that still does."""

from __future__ import annotations

from tests.house.game import Kind, play
from tests.house.trouble import ALL
from tests.sim.laws import Broken


def shrunk(kind: Kind, broken: Broken) -> Broken:
    """The report of the same fault with as few sorts of trouble as possible."""
    law = _law(broken)
    for name in ALL:
        if name not in kind.without:
            fewer = kind._replace(without=kind.without | {name})
            try:
                play(fewer)
            except Broken as other:
                if _law(other) == law:
                    kind, broken = fewer, other
    return broken


def _law(broken: Broken) -> str:
    return str(broken).partition("\n")[0].split(": ")[1]
