"""What is left of messages and of a table's log without those whom the viewer has muted.

It is left out here and not on the way: so what a muted person is sent never depends on who has muted him.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from client.protocol import Happening, Message, Patch, Said, Snapshot, TableView


def heard(message: Message, muted: Collection[str]) -> Message:
    """The message without what these people say; the very message where they say nothing."""
    if not muted:
        return message
    if isinstance(message, Patch):
        kept = _without(message.happened, muted)
        return message if kept is message.happened else replace(message, happened=kept)
    if isinstance(message, Snapshot) and isinstance(message.view, TableView):
        table = unmuted(message.view, muted)
        return message if table is message.view else replace(message, view=table)
    return message


def unmuted(table: TableView, muted: Collection[str]) -> TableView:
    """The table without what these people have said; the very table where they said nothing."""
    kept = _without(table.log, muted)
    return table if kept is table.log else replace(table, log=kept)


def _without(happened: tuple[Happening, ...], muted: Collection[str]) -> tuple[Happening, ...]:
    if not any(isinstance(one, Said) and one.name in muted for one in happened):
        return happened
    return tuple([one for one in happened if not (isinstance(one, Said) and one.name in muted)])
