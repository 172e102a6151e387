"""An open vote as one viewer sees it: whether he is asked, and the words for it."""

from __future__ import annotations

from client.names import seat_name
from client.protocol import Kind, TableView
from client.text import Text


def may_vote(table: TableView | None) -> bool:
    """Is there a vote in which the viewer has one?"""
    return table is not None and table.vote is not None and table.you in table.vote.voters


def is_asked(table: TableView | None) -> bool:
    """Has the viewer a vote, and not given it yet?"""
    return may_vote(table) and table is not None and table.vote is not None and table.you not in table.vote.yes + table.vote.no


def vote_words(text: Text, table: TableView | None) -> tuple[str, ...]:
    """What is voted on, and how it stands, at length and in fewer words; nothing while nothing is."""
    if table is None or table.vote is None:
        return ()
    vote = table.vote
    name, count = seat_name(text, table.chairs, vote.chair), text("{yes} of {needed}", yes=len(vote.yes), needed=vote.needed)
    if is_asked(table):
        long = text("Take {name} off the table? y: yes, n: no ({count})", name=name, count=count)
        return long, text("{name} off the table? y or n", name=name), text("{name} off? y/n", name=name)
    return tally_words(text, table)


def tally_words(text: Text, table: TableView) -> tuple[str, ...]:
    """How the vote stands."""
    vote = table.vote
    if vote is None:
        return ()
    count = text("{yes} of {needed}", yes=len(vote.yes), needed=vote.needed)
    if vote.chair == table.you:
        long = text("The others vote on taking you off the table: {count}", count=count)
        return long, text("Vote on you: {count}", count=count)
    name = seat_name(text, table.chairs, vote.chair)
    long = text("Vote on taking {name} off the table: {count}", name=name, count=count)
    return long, text("Vote on {name}: {count}", name=name, count=count)


def accusable(table: TableView | None) -> dict[str, int]:
    """On whom the viewer may call a vote now: their chairs by name."""
    if table is None or table.you is None or table.vote is not None:
        return {}
    people = [
        place for place, chair in enumerate(table.chairs) if chair.kind in (Kind.PERSON, Kind.GUEST) and place != table.you
    ]
    held = [place for place in people if not is_gap(table, place)]
    return {table.chairs[place].name: place for place in held} if len(held) > 1 else {}


def is_gap(table: TableView, place: int) -> bool:
    """Does the chair only stand for somebody who left the match?"""
    return table.game is not None and place in table.game.left_order
