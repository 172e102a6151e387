"""How to verify the round that is over, and the seal of the coming deal, in one line."""

from __future__ import annotations

from client.protocol import TableView
from client.text import Text
from client.tui.paint import Line, Row
from client.tui.palette import Palette


def proof_rows(text: Text, palette: Palette, table: TableView, address: str, width: int) -> list[Row]:
    """What to type about the last round, and the seal of the next; nothing where there is none."""
    if table.proof is None:
        return []
    host = address or text("<this host>")
    line = Line(width, palette.base).add(" ").add(text("Dealt fairly? "), palette.dim)
    line.add(f"ssh {host} verify {table.proof.id}", palette.dim)
    sealed = text("   Next seal: {id}", id=table.seal.id) if table.seal else ""
    return [line.add(sealed, palette.dim).row() if len(sealed) <= line.room else line.row()]
