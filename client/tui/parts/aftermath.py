"""What a match leaves behind: what it did to ratings, or why to none, and its replay."""

from __future__ import annotations

from client.protocol import PROVISIONAL, Kind, RatingChange, TableView
from client.text import Text
from client.tui.chrome import spoken
from client.tui.paint import Line, Row, cells
from client.tui.palette import Palette


def rating_words(text: Text, change: RatingChange, room: int) -> str:
    """`1500 → 1523?`, or `+23` where that is too long; the question mark: not settled yet."""
    mark = "?" if change.games < PROVISIONAL else ""
    whole = text("{before} → {after}", before=change.before, after=change.after) + mark
    return spoken((whole, text.number(f"{change.after - change.before:+d}")), room)


def unrated_words(text: Text, table: TableView) -> tuple[str, ...]:
    """Why no rating changed, in fewer and fewer words; nothing where one did or it is not for sure."""
    people = sum(chair.kind is Kind.PERSON for chair in table.chairs)
    if table.ratings or people > 1:
        return ()
    long = text("Not rated: it takes two people with SSH keys; bots and guests do not count.")
    return long, text("Not rated: bots and guests do not count."), text("Not rated: too few people with keys.")


def _again(text: Text, table: TableView) -> tuple[str, ...]:
    """What the check mark in front of a name says; nothing where nobody has one."""
    return (text("✓ would play again"),) if any(chair.ready for chair in table.chairs) else ()


def _unsettled(text: Text, table: TableView) -> tuple[str, ...]:
    """What the question mark behind a rating says, in fewer and fewer words; nothing where there is none."""
    if all(change.games >= PROVISIONAL for change in table.ratings):
        return ()
    long = text("? provisional: a rating settles after {count} rated matches", count=PROVISIONAL)
    return long, text("? provisional, for {count} rated matches", count=PROVISIONAL), text("? provisional")


def _legend(text: Text, table: TableView, room: int) -> list[tuple[str, ...]]:
    """What the marks say, on one line if there is room."""
    again, unsettled = _again(text, table), _unsettled(text, table)
    both = [f"{mark}   {words}" for mark in again for words in unsettled]
    fitting = next((words for words in both if cells(words) <= room), "")
    return [(fitting,)] if fitting else [again, unsettled]


def after_rows(text: Text, palette: Palette, table: TableView, address: str, width: int) -> list[Row]:
    """Below the ranking: what its marks mean, what became of ratings, where the replay is."""
    told = [*_legend(text, table, width - 4), unrated_words(text, table)]
    if table.replay:
        fields = {"host": address or text("<this host>"), "id": table.replay}
        told.append(
            (
                text("p shows it again, move by move; to share it: ssh -t {host} replay {id}", **fields),
                text("p shows it again; so does ssh -t {host} replay {id}", **fields),
                text("p shows it again; its id: {id}", **fields),
            )
        )
    lines = [spoken(words, width - 4) for words in told if words]
    return [Line(width, palette.dim).add("   ").add(line).row() for line in lines]
