"""What a replay says about itself: where in the match it is, when that was, and what to type to share and to verify it."""

from __future__ import annotations

from bisect import bisect_right
from datetime import UTC, datetime
from typing import Final

from client.protocol import ReplayView
from client.text import Text

ID_LENGTH: Final = 9
"""Letters of a match's id; a round that is shown by itself has its table's code in place of one."""


def where_words(text: Text, view: ReplayView, width: int) -> str:
    """`move 41 of 233, round 2 of 4`; the deal is move 0."""
    where = {"move": view.position, "last": view.length - 1, "round": view.game.round, "rounds": len(view.rounds)}
    if first_round(view) > 1:
        return text("move {move} of {last}, round {round}", **where)
    if width >= 60:
        return text("move {move} of {last}, round {round} of {rounds}", **where)
    return text("{move}/{last}, round {round}/{rounds}", **where)


def first_round(view: ReplayView) -> int:
    """The number of the round that it begins with: 1, unless it is a round by itself."""
    return view.game.round + 1 - bisect_right(view.rounds, view.position)


def about_match(text: Text, view: ReplayView, address: str) -> list[str]:
    """When it was, how to show it to somebody, and how to verify the round that is shown."""
    when = datetime.fromtimestamp(view.ended, UTC).strftime("%Y-%m-%d %H:%M")
    told = [text("Ended {when} UTC.", when=when), *shared_words(text, view, address)]
    return told if verified(view) else [*told, text("The deal of this round is kept no longer.")]


def verified(view: ReplayView) -> str:
    """What `verify` takes for the round that is shown; empty if nothing is kept of it."""
    return view.seals[view.game.round - 1] if view.game.round <= len(view.seals) else ""


def shared_words(text: Text, view: ReplayView, address: str) -> list[str]:
    """What to type: to show this match to somebody, and to verify the round."""
    host = address or text("<this host>")
    told = [text("To share it: ssh -t {host} replay {id}", host=host, id=view.id)] if len(view.id) == ID_LENGTH else []
    if seal := verified(view):
        told.append(text("Dealt fairly? ssh {host} verify {id}", host=host, id=seal))
    return told
