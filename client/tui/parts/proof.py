"""How to verify the round that is over, and the seal of the coming deal: one line, or two where they do not fit in one."""

from __future__ import annotations

from client.protocol import TableView
from client.text import Text
from client.tui.paint import Line, Row, cells
from client.tui.palette import Palette


def proof_rows(text: Text, palette: Palette, table: TableView, address: str, width: int) -> list[Row]:
    """What to type about the last round, and what to note for the next; nothing where no round was proved."""
    if table.proof is None or table.seal is None:
        return []
    host = address or text("<this host>")
    asked = text("Dealt fairly? ssh {host} verify {id}", host=host, id=table.proof.id)
    sealed = text("Next seal: {id}", id=table.seal.id)
    rows = [f"{asked}   {sealed}"] if cells(asked) + cells(sealed) + 5 <= width else [asked, sealed]
    return [Line(width, palette.dim).add(" ").add(row).row() for row in rows]
