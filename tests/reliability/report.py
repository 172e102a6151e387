"""RELIABILITY.md from records, and records from RELIABILITY.md: they stand at its end, so that anybody can write it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from tests.reliability.part import Part
from tests.reliability.parts import PARTS
from tests.reliability.record import Record, Row, Verdict
from tests.reliability.words import bar, figure, number

OPEN, CLOSE = "<!-- records\n", "\n-->\n"
GREATER: Final = "\\u003e"
"""So that nothing in a record ends the comment."""
HEAD: Final = """\
# Reliability

Written by `make reliability` from what was measured; no figure is typed. Each part says when, on which commit and on which
machine it was run, and how to repeat it. A bar that was missed says **missed**; *not shown* means that the run was too short,
or its noise too wide, to tell. The records that this page was written from stand at its end, as a comment.
"""
LIMITS: Final = """\
## What this does not show

- Everything ran on one machine over its loopback interface: no network, no packet lost, clients and server on the same cores.
- Machines like these are shared. Where it says that others held the cores, latencies are theirs as well as ours.
- A killed process is not a power cut. Nobody pulled a plug.
- Random inputs and random games find what chance finds. The seeds say which chance it was. Nothing found in N tries means, with
  95 % confidence, that less than one try in N/3 would find something, of the kind that was tried.
"""


def written(records: Mapping[str, Record], parts: Sequence[Part] = PARTS) -> str:
    """The whole page. A part without a record was not run, and is told so."""
    machines = _machines(records, parts)
    blocks = [HEAD, _summary(records, parts), _told_machines(machines)]
    blocks += [_section(part, records.get(part.name), machines) for part in parts]
    return "\n".join([*blocks, LIMITS, _comment(records, parts)])


def records_in(page: str) -> dict[str, Record]:
    """The records at the end of a page. Raises ValueError."""
    text = page[page.rindex(OPEN) + len(OPEN) : page.rindex(CLOSE)]
    return {raw["part"]: Record.from_json(json.dumps(raw)) for raw in json.loads(text)}


def _comment(records: Mapping[str, Record], parts: Sequence[Part]) -> str:
    kept = [asdict(records[part.name]) for part in parts if part.name in records]
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, allow_nan=False) for one in kept)
    return f"{OPEN}[{lines.replace('>', GREATER)}]{CLOSE}"


def _machines(records: Mapping[str, Record], parts: Sequence[Part]) -> list[Mapping[str, str]]:
    found: list[Mapping[str, str]] = []
    for part in parts:
        record = records.get(part.name)
        if record is not None and record.machine not in found:
            found.append(record.machine)
    return found


def _told_machines(machines: list[Mapping[str, str]]) -> str:
    lines = [f"Machine {place}: {', '.join(_fact(*fact) for fact in one.items())}.\n" for place, one in enumerate(machines, 1)]
    return "\n".join(lines)


def _fact(name: str, value: str) -> str:
    return value if name in ("processor", "system") else f"{value} {name}" if name == "memory" else f"{name} {value}"


def _summary(records: Mapping[str, Record], parts: Sequence[Part]) -> str:
    lines = ["| part | how much | result | when, UTC | commit |", "| --- | --- | --- | --- | --- |"]
    for part in parts:
        record = records.get(part.name)
        if record is None:
            lines.append(f"| [{part.title}](#{_anchor(part.title)}) | – | not run | | |")
        else:
            cells = (_amount(part, record), _result(record), record.began, _commit(record))
            lines.append(f"| [{part.title}](#{_anchor(part.title)}) | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _amount(part: Part, record: Record) -> str:
    """How much was done, and where that is less than usual, how much of it."""
    size = _cell(record.size)
    return f"{size} ({number(100 * record.amount / part.usual)} % of a full run)" if record.amount < part.usual else size


def _anchor(title: str) -> str:
    return "".join(one for one in title.lower().replace(" ", "-") if one.isalnum() or one in "-_")


def _result(record: Record) -> str:
    if record.fault:
        return "**failed**"
    bars = [row for row in record.rows if row.verdict is not Verdict.NONE]
    missed = sum(row.verdict is Verdict.MISSED for row in bars)
    unclear = sum(row.verdict is Verdict.OPEN for row in bars)
    if missed:
        return f"**{missed} of {len(bars)} bars missed**" + (f", {unclear} not shown" if unclear else "")
    if unclear:
        return f"{unclear} of {len(bars)} bars not shown, none missed"
    return f"all {len(bars)} bars met" if len(bars) > 1 else "its bar met"


def _commit(record: Record) -> str:
    name = f"`{record.commit}`" if record.commit else "no clone"
    name += f" to `{record.ended_on}`" if record.ended_on != record.commit else ""
    return f"{name} and {record.dirty} changed files" if record.dirty else name


def _section(part: Part, record: Record | None, machines: list[Mapping[str, str]]) -> str:
    head = f"## {part.title}\n\n{' '.join(part.did.split())}\n"
    if record is None:
        return f'{head}\n**Not run.** `make reliability ARGS="--part {part.name}"` runs it.\n'
    place = f"machine {1 + machines.index(record.machine)}" if len(machines) > 1 else ""
    facts = [
        f"{record.began} UTC", f"commit {_commit(record)}", place, f"seed {record.seed}", f"{number(round(record.seconds))} s",
        f"load average before it {number(record.load)}",
    ]  # fmt: skip
    lines = [head, f"{_amount(part, record)}; {', '.join(filter(None, facts))}. Again: `{record.command}`\n"]
    if record.fault:
        lines.append(f"**Failed:** {_cell(record.fault)}\n")
    if record.rows:
        lines.append(_rows(record.rows))
    if record.lines:
        lines.append(_table(record.heads, record.lines))
    if record.notes:
        lines.append("\n".join(f"- {_cell(note)}" for note in record.notes) + "\n")
    return "\n".join(lines)


def _rows(rows: Sequence[Row]) -> str:
    lines = ["| | measured | bar | |", "| --- | ---: | ---: | --- |"]
    lines += [f"| {_cell(row.name)} | {figure(row)} | {bar(row)} | {row.verdict} |" for row in rows]
    return "\n".join(lines) + "\n"


def _table(heads: Sequence[str], lines: Sequence[Sequence[str | float | None]]) -> str:
    told = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    told += [
        f"| {' | '.join('–' if one is None else one if isinstance(one, str) else number(one) for one in line)} |"
        for line in lines
    ]
    return "\n".join(told) + "\n"


def _cell(text: str) -> str:
    """On one line, and no markup of a table or a comment."""
    return " ".join(text.split()).replace("|", "\\|").replace("<!--", "<! --").replace("-->", "-- >")
