"""What shows that a deal is honest: its seal, what was cut into it, and how to verify the round that is over."""

from __future__ import annotations

from collections.abc import Sequence

from client.protocol import Seal, Stage, TableView
from client.text import Text
from client.tui.chrome import spoken
from client.tui.paint import Line, Row, cells, wrap
from client.tui.palette import Palette


def proof_rows(text: Text, palette: Palette, table: TableView, address: str, width: int) -> list[Row]:
    """After a round: what to type about it, and the seal of the next; in one line if both fit."""
    if table.proof is None or table.seal is None:
        return []
    asked = text("Dealt fairly? ssh {host} verify {id}", host=_host(text, address), id=table.proof.id)
    sealed = _sealed(text, table.seal, (text("Next seal: {id}", id=table.seal.id),), width - 1, _offer(text, table))
    if cells(asked) + cells(sealed) + 5 <= width:
        asked, sealed = f"{asked}   {sealed}", ""
    lines = [*wrap(asked, width - 2), *([sealed] if sealed else [])]
    return [Line(width, palette.dim).add(" ").add(line).row() for line in lines]


def seal_row(text: Text, palette: Palette, table: TableView, width: int) -> list[Row]:
    """Before the first deal: its seal, and what was cut into it so far."""
    seal = table.seal
    if seal is None:
        return []
    leads = text("Seal of the deal: {id}", id=seal.id), text("Seal: {id}", id=seal.id)
    told = _sealed(text, seal, leads, width - 1, _offer(text, table))
    return [Line(width, palette.dim).add(" ").add(told).row()]


def deal_facts(text: Text, table: TableView, address: str) -> list[tuple[str, str]]:
    """All there is to know of the running deal, or of the coming one, as a lead and what it is about."""
    seal, host = table.seal, _host(text, address)
    if seal is None:
        return []
    is_dealt = table.stage is Stage.PLAYING
    why = text("shown before the deal, and binding") if is_dealt else text("of the coming deal, and binding")
    none = text("nobody cut the deck") if is_dealt else text("nobody has cut the deck yet")
    line = text("ssh {host} verify {id}", host=host, id=seal.id)
    facts = [
        (text("seal"), f"{seal.commitment} {why}"),
        (text("cuts"), _quoted(seal) or none),
        (text("verify"), text("{line} deals it again, once the round is over", line=line)),
    ]
    if table.proof is not None:
        line = text("ssh {host} verify {id}", host=host, id=table.proof.id)
        facts.append(("", text("{line} deals the last one again", line=line)))
    return facts


def _host(text: Text, address: str) -> str:
    return address or text("<this host>")


def _offer(text: Text, table: TableView) -> str:
    return text("c cuts the deck") if table.you is not None else ""


def _quoted(seal: Seal) -> str:
    return ", ".join(f"“{cut}”" for cut in seal.cuts)


def _sealed(text: Text, seal: Seal, leads: Sequence[str], room: int, uncut: str = "") -> str:
    """The seal, and what was cut into it: the words themselves, or how many cuts there are, as room allows."""
    if not seal.cuts:
        return spoken([f"{lead}   {uncut}".rstrip() for lead in leads], room)
    count = text.plural("one cut", "{count} cuts", len(seal.cuts))
    tails = text("cut with {words}", words=_quoted(seal)), text("{cuts} (? shows them)", cuts=count), count
    return spoken([f"{lead}   {tail}" for tail in tails for lead in leads], room)
