"""RELIABILITY.md is what the generator makes of the records: every figure from there, and a bar that was missed is said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.reliability import __main__ as command
from tests.reliability import place
from tests.reliability.part import Outcome, Part, Say, Wish
from tests.reliability.parts import BY_NAME, PARTS
from tests.reliability.record import UNENDED, Record, Row, Verdict, kept, measured
from tests.reliability.report import records_in, written

PAGE = place.ROOT / "RELIABILITY.md"
MACHINE = {
    "processor": "2 × Some CPU",
    "memory": "8 GiB",
    "system": "Debian 12, Linux 6.1",
    "Python": "3.11.7",
    "SQLite": "3.40.1",
}
HELD = Row("errors in the log", 0, most=0)
CROWD = "30 minutes, 200 clients"
FELL = Row("event loop late, 99 of 100 within", 73.21, "ms", 50)
TOLD = Row("moves", 123456)


def record(part: str = "soak", rows: Sequence[Row] = (HELD, TOLD), **about: object) -> Record:
    again = f'make reliability ARGS="--part {part}"'
    facts: dict[str, object] = {
        "part": part, "seed": 7, "command": again, "began": "2026-01-31 12:34", "seconds": 1801.2, "commit": "0123456789ab",
        "ended_on": "0123456789ab", "dirty": 0, "machine": MACHINE, "load": 0.4, "amount": 30, "size": CROWD,
        "rows": tuple(rows), **about,
    }  # fmt: skip
    return Record(**facts)  # type: ignore[arg-type]  # the fields by their names


def page(*records: Record) -> str:
    return written({one.part: one for one in records})


def section(text: str, title: str) -> str:
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


# ── the page that is published ───────────────────────────────────────────────────────────────────────────────


def test_the_published_page_is_what_the_generator_writes_from_the_records_at_its_end() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert written(records_in(text)) == text


# ── figures and verdicts ─────────────────────────────────────────────────────────────────────────────────────


def test_every_figure_of_a_record_is_on_the_page_with_its_bar_and_verdict() -> None:
    text = section(page(record(rows=[HELD, FELL, TOLD])), "Soak")
    assert "| errors in the log | 0 | none | met |" in text
    assert "| event loop late, 99 of 100 within | 73.2 ms | ≤ 50 ms | **missed** |" in text
    assert "| moves | 123 456 |  |  |" in text
    for fact in (
        "30 minutes, 200 clients",
        "2026-01-31 12:34 UTC",
        "`0123456789ab`",
        "seed 7",
        "1 801 s",
        'ARGS="--part soak"',
    ):
        assert fact in text
    assert "2 × Some CPU, 8 GiB memory, Debian 12, Linux 6.1, Python 3.11.7, SQLite 3.40.1" in page(record())


def test_another_figure_makes_another_page() -> None:
    before = page(record(rows=[HELD, TOLD]))
    for value in (1, 123457):
        changed = page(record(rows=[HELD, replace(TOLD, value=value)]))
        assert changed != before
        assert records_in(changed)["soak"].rows[1].value == value


def test_a_missed_bar_is_said_at_the_top_too() -> None:
    assert "**1 of 2 bars missed**" in page(record(rows=[HELD, FELL, TOLD])).split("## ")[0]
    assert "| its bar met |" in page(record()).split("## ")[0]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row("x", 50, most=50), Verdict.MET),
        (Row("x", 50.1, most=50), Verdict.MISSED),
        (Row("x", 1, most=0), Verdict.MISSED),
        (Row("x", -1, most=0, at_least=True), Verdict.MISSED),
        (Row("x", 5, most=5, at_least=True), Verdict.MET),
        (Row("x", None, most=50), Verdict.MISSED),
        (Row("x", 99999), Verdict.NONE),
        (Row("x", 2, most=10, noise=3), Verdict.MET),
        (Row("x", 2, most=10, noise=30), Verdict.OPEN),
        (Row("x", 12, most=10, noise=3), Verdict.OPEN),
        (Row("x", 14, most=10, noise=3), Verdict.MISSED),
        (Row("x", 2, most=10, ripe=False), Verdict.OPEN),
        (measured("x", float("inf"), most=10), Verdict.MISSED),
    ],
)
def test_a_bar_is_met_only_by_figures_whose_noise_keeps_it_too(row: Row, verdict: Verdict) -> None:
    assert row.verdict is verdict


def test_less_than_a_full_run_is_said_to_be_less() -> None:
    assert "| 30 minutes, 200 clients |" in page(record())
    assert "| 30 minutes, 200 clients (50 % of a full run) |" in page(record(amount=15))


def test_what_is_not_shown_is_not_called_met() -> None:
    text = page(record(rows=[HELD, Row("memory slope", 2.5, "MiB/h", 10, noise=30)]))
    assert "| memory slope | 2.50 ± 30 MiB/h | ≤ 10 MiB/h | not shown |" in text
    assert "1 of 2 bars not shown, none missed" in text


def test_what_was_not_run_and_what_failed_is_said_of_each_part() -> None:
    text = page(record(), record("kills", rows=(), fault="RuntimeError: the server did not open"))
    top = text.split("## ")[0]
    assert top.count("| not run |") == len(PARTS) - 2
    assert top.count("| **failed** |") == 1
    assert "**Failed:** RuntimeError: the server did not open" in section(text, BY_NAME["kills"].title)
    assert "**Not run.**" in section(text, BY_NAME["fuzz"].title)
    assert written({}).count("**Not run.**") == len(PARTS)


def test_each_part_has_its_own_date_commit_and_machine() -> None:
    other = record(
        "fuzz", began="2026-02-01 01:00", commit="aaaaaaaaaaaa", ended_on="bbbbbbbbbbbb", dirty=3, machine={"Python": "3.12"}
    )
    text = page(record(), other)
    told = section(text, "Parsers")
    assert "2026-02-01 01:00 UTC, commit `aaaaaaaaaaaa` to `bbbbbbbbbbbb` and 3 changed files, machine 1" in told
    assert "machine 2" in section(text, "Soak")
    assert "Machine 1: Python 3.12." in text


def test_nothing_in_a_record_breaks_the_page() -> None:
    one = record(notes=("a | b --> <!-- c\nd",), heads=("what", "how much"), lines=(("x", 1.5), ("y", None)))
    text = page(one)
    assert "- a \\| b -- > <! -- c d" in text
    assert "| x | 1.50 |\n| y | – |" in text
    assert records_in(text)["soak"].notes == ("a | b --> <!-- c\nd",)
    assert written(records_in(text)) == text


# ── the command ──────────────────────────────────────────────────────────────────────────────────────────────


def part(name: str, outcome: Outcome | Exception) -> Part:
    def run(wish: Wish, say: Say) -> Outcome:
        assert records_running[0]["soak"].fault == UNENDED
        if isinstance(outcome, Exception):
            raise outcome
        return replace(outcome, size=f"{wish.size:g} of {name}")

    return Part(name, name.title(), "Something.", "pieces", 2, 4000, run)


records_running: list[dict[str, Record]] = []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    records_running[:] = []
    keep = Record.keep

    def keeping(self: Record, folder: Path) -> None:
        keep(self, folder)
        records_running[:] = [kept(folder)]

    monkeypatch.setattr(Record, "keep", keeping)
    return tmp_path


def go(folder: Path, monkeypatch: pytest.MonkeyPatch, one: Part, *words: str) -> tuple[int, str]:
    monkeypatch.setattr(command, "PARTS", (one,))
    status = command.main([*words, "--records", str(folder), "--page", str(folder / "R.md")])
    return status, (folder / "R.md").read_text(encoding="utf-8")


def test_a_part_that_runs_is_kept_with_where_and_when_and_how_to_repeat_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text = go(folder, monkeypatch, part("soak", Outcome("", [HELD, TOLD])), "--short", "--seed", "9")
    one = kept(folder)["soak"]
    assert status == 0
    assert (one.seed, one.size, one.fault, one.rows) == (9, "2 of soak", "", (HELD, TOLD))
    assert one.command == 'make reliability ARGS="--part soak --size 2 --seed 9 --soak-clients 20"'
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", one.began)
    assert one.commit == place.commit()
    assert one.machine == place.machine()
    assert text == written({"soak": one})


def test_a_part_that_is_run_alone_leaves_what_the_page_has_of_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where their records are not kept any more, and where the page has a newer one."""
    newer, older = record("fuzz", began="2099-01-01 00:00"), record("kills", began="1999-01-01 00:00")
    (folder / "R.md").write_text(page(newer, older), encoding="utf-8")
    record("fuzz", began="2026-01-01 00:00").keep(folder)
    _, text = go(folder, monkeypatch, part("soak", Outcome("", [HELD])))
    told = records_in(text)
    assert (told["fuzz"], told["kills"]) == (newer, older)
    assert told["soak"].rows == (HELD,)
    (folder / "soak.json").unlink()
    assert command.main(["--render", "--records", str(folder), "--page", str(folder / "R.md")]) == 0
    assert (folder / "R.md").read_text(encoding="utf-8") == text


def test_a_part_that_misses_a_bar_or_breaks_off_fails_the_command_and_is_written_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text = go(folder, monkeypatch, part("soak", Outcome("", [FELL])))
    assert (status, "**1 of 1 bars missed**" in text) == (1, True)
    status, text = go(folder, monkeypatch, part("soak", ValueError("no such thing")))
    assert (status, "**Failed:** ValueError: no such thing" in text, "bars missed" in text) == (1, True, False)


def test_how_much_is_said_by_option() -> None:
    soak, kills = BY_NAME["soak"], BY_NAME["kills"]
    assert command.wish(soak, command.arguments(["--jobs", "1"])) == Wish(30, 1, 200, 1)
    assert command.wish(soak, command.arguments(["--soak-minutes", "90"])).size == 90
    assert command.wish(kills, command.arguments(["--soak-minutes", "90"])).size == kills.usual
    assert command.wish(kills, command.arguments(["--short"])).size == kills.short
    assert command.wish(kills, command.arguments(["--part", "kills", "--size", "3"])).size == 3
    assert command.wish(soak, command.arguments(["--short"])).clients == 20


def test_attacks_on_workers_are_repeated_with_workers_and_other_parts_without() -> None:
    wanted = command.arguments(["--workers", "2"])
    said = {part.name: command.command(part, command.wish(part, wanted)) for part in PARTS}
    assert said["attacks"].endswith('--seed 1 --workers 2"')
    assert [name for name, words in said.items() if "workers" in words] == ["attacks"]
