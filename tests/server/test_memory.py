"""Memory that runs short: what counts as short, and who gets screens all the same."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server import memory
from server.config import Config
from server.house import House
from server.memory import EVERY, SHARE, Memory, Use, in_cgroups, use_of_memory
from tests.server.rig import ssh_line, until
from tests.server.test_doors import tool
from tests.server.test_limits import Clock

GIB = 2**30


EIGHTHS = st.integers(0, 24).map(lambda eighths: eighths / 8)
"""Seconds, up to three, that add up without rounding."""


@given(st.lists(st.tuples(EIGHTHS, st.integers(0, 120)), max_size=30))
def test_the_answer_is_never_older_than_a_moment_and_the_system_is_not_asked_all_the_time(
    steps: list[tuple[float, int]],
) -> None:
    clock, used, asked = Clock(), [0], []

    def read() -> Use:
        asked.append(clock.time)
        return Use(used[0], 100)

    one = Memory(read, clock)
    known: int | None = None
    for pause, now in steps:
        clock.time += pause
        used[0] = now
        before = len(asked)
        answer = one.has_room()
        if len(asked) > before:
            known = now
        assert known is not None
        assert answer == (known < 100 * SHARE)
        assert clock.time - asked[-1] < EVERY
    assert all(later - sooner >= EVERY for sooner, later in pairwise(asked))


def test_worker_processes_count_where_no_group_of_processes_is_limited() -> None:
    one = Memory(lambda: Use(50, 100, is_ours=True), Clock())
    one.elsewhere = lambda: 29
    assert one.has_room()
    other = Memory(lambda: Use(50, 100, is_ours=True), Clock())
    other.elsewhere = lambda: 30
    assert not other.has_room()
    group = Memory(lambda: Use(50, 100), Clock())
    group.elsewhere = lambda: 30
    assert group.has_room()


def test_who_cannot_tell_has_room() -> None:
    assert Memory(lambda: None, Clock()).has_room()


def group(folder: Path, limit: str, current: int, inactive: int = 0, high: str = "max") -> Path:
    """A control group's files."""
    folder.mkdir(exist_ok=True)
    (folder / "memory.max").write_text(f"{limit}\n")
    (folder / "memory.high").write_text(f"{high}\n")
    (folder / "memory.current").write_text(f"{current}\n")
    (folder / "memory.stat").write_text(f"anon 7\ninactive_file {inactive}\nactive_file 9\n")
    return folder


def test_every_limit_around_the_process_counts_and_old_pages_of_files_do_not(tmp_path: Path) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    own.write_text("12:cpu:/elsewhere\n0::/system.slice/unotty.service\n")
    (root / "system.slice").mkdir(parents=True)
    assert list(in_cgroups(root, own)) == []
    group(root / "system.slice", "max", 5 * GIB)
    inner = group(root / "system.slice" / "unotty.service", f"{GIB}", GIB // 2, inactive=GIB // 8)
    assert list(in_cgroups(root, own)) == [Use(GIB // 2 - GIB // 8, GIB)]
    group(inner, f"{GIB}", GIB // 2, high=f"{GIB // 2}")
    group(root / "system.slice", f"{8 * GIB}", 5 * GIB)
    assert list(in_cgroups(root, own)) == [Use(GIB // 2, GIB // 2), Use(5 * GIB, 8 * GIB)]
    own.write_text("1:memory:/old\n")
    assert list(in_cgroups(root, own)) == []
    assert list(in_cgroups(root, tmp_path / "missing")) == []


def test_in_a_container_the_own_group_is_the_root(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.write_text("0::/\n")
    group(tmp_path / "root", f"{GIB}", GIB)
    assert list(in_cgroups(tmp_path / "root", own)) == [Use(GIB, GIB)]


def test_the_fullest_group_counts_and_without_any_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "in_cgroups", lambda root, own: iter([Use(5, 10), Use(9, 10), Use(1, 2)]))
    assert use_of_memory() == Use(9, 10)
    monkeypatch.setattr(memory, "in_cgroups", lambda root, own: iter(()))
    use = use_of_memory()
    assert use is not None
    assert 10 * 2**20 < use.used < use.limit


async def test_who_has_no_seat_is_told_in_his_language_and_who_has_one_is_let_in(tmp_path: Path) -> None:
    house = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    key = tmp_path / "key"
    await tool(tmp_path, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{key}")
    mine = ssh_line(house.port, tmp_path, ["-i", f"{key}"])
    seated = await tool(tmp_path, *mine, "ann@127.0.0.1", "plain", "quick")
    assert seated.status == 1  # nothing was typed, so the session ended; the seat stays
    await until(lambda: any(member.seat_at for member in house.lobby.members))
    house.operation.memory._read = lambda: Use(9, 10)
    house.operation.memory._until = 0.0
    line = ssh_line(house.port, tmp_path)
    refused = await tool(tmp_path, *line, "guest@127.0.0.1", "plain")
    assert (refused.status, refused.err.count(b"\n")) == (1, 1)
    assert refused.err.startswith(b"unotty has no memory left for more people: please try again")
    lithuanian = await tool(tmp_path, *line, "-oSendEnv=LC_ALL", "guest@127.0.0.1", "plain", LC_ALL="lt_LT.UTF-8")
    assert "nebeturi atminties" in lithuanian.err.decode()
    assert (await tool(tmp_path, *line, "guest@127.0.0.1", "version")).status == 0
    again = await tool(tmp_path, *mine, "ann@127.0.0.1", "plain")
    assert b"memory" not in again.err
    assert house.operation.memory.turned_away == 2
    await house.close("The test is over.")
