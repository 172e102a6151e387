"""A table as everybody sees it: its view without anybody's chair and without the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.protocol import Clock, Stage, TableView

if TYPE_CHECKING:
    from server.lobby.table import Table


def public(table: Table, clock: Clock | None) -> TableView:
    """What the eyes of a spectator see besides the game, at this time of the running turn."""
    is_rest, onlookers = table.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER), table.course.onlookers
    host = table.seats.host
    return TableView(
        table.code,
        table.stage,
        table.wish.options,
        tuple([seat.chair(is_rest and (seat.is_flown or seat in onlookers)) for seat in table.seats]),
        None,
        table.seats.number(host) if host else None,
        table.showing.gallery.names,
        table.wish.public,
        clock,
        None,
        turn_limit=table.wish.clock,
        spectators=table.wish.spectators,
        seal=None if table.is_lesson else table.course.seal,
        proof=None if table.is_lesson else table.course.proof,
        replay=table.course.chronicle.replay,
        ratings=table.course.chronicle.ratings,
        open_hands=table.wish.open_hands,
        lesson=table.is_lesson,
        vote=table.company.votes.ballot,
    )
