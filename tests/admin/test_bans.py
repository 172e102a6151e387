"""Bans: whom they keep out, for how long, what cannot be banned by accident, and that they outlive the server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.lobby.bans import WHY, BadBan, Bans, network_of
from server.store.bans import StoredBans
from server.store.database import NAME, Database
from tests.clock import VirtualClock


def bans_at(clock: VirtualClock) -> Bans:
    return Bans(clock.wall)


# ── networks ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        (" 203.0.113.7/24 ", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6/64", "2001:db8:1:2::/64"),
        ("2001:db8::1", "2001:db8::1/128"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
    ],
)
def test_a_network_is_read_however_it_is_written(text: str, network: str) -> None:
    assert str(network_of(text)) == network


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1",
        "127.0.0.0/8",
        "127.9.9.9",
        "0.0.0.0/0",
        "64.0.0.0/2",
        "::1",
        "::/0",
        "::/64",
        "::ffff:127.0.0.1",
        "::ffff:0:0/96",
    ],
)
def test_this_machine_itself_cannot_be_banned(text: str) -> None:
    with pytest.raises(BadBan, match="this machine itself"):
        network_of(text)


@pytest.mark.parametrize("text", ["", "ann", "203.0.113.7/33", "203.0.113", "203.0.113.7 ; drop", "1.2.3.4/24/24", "\x1b[2J"])
def test_what_is_no_network_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadBan, match=r"203\.0\.113\.0/24"):
        network_of(text)


networks = st.one_of(
    st.builds(lambda ip, length: f"{ip}/{length}", st.ip_addresses(v=4), st.integers(8, 32)),
    st.builds(lambda ip, length: f"{ip}/{length}", st.ip_addresses(v=6), st.integers(32, 128)),
)


@given(st.lists(networks, max_size=12), st.lists(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)), max_size=6))
def test_an_address_is_banned_exactly_if_a_banned_network_holds_it(written: list[str], others: list[object]) -> None:
    bans = bans_at(VirtualClock())
    held = []
    for text in written:
        try:
            bans.ban_network(text, None, "op", "")
            held.append(network_of(text))
        except BadBan:
            pass
    inside = [str(net[min(3, net.num_addresses - 1)]) for net in held]
    for address in [*inside, *map(str, others)]:
        ip = ip_address(address)
        expected = any(ip in net for net in held if net.version == ip.version)
        assert (bans.of_address(address) is not None) == expected or getattr(ip, "ipv4_mapped", None) is not None


def test_a_mapped_and_a_scoped_address_are_the_same_host() -> None:
    bans = bans_at(VirtualClock())
    bans.ban_network("203.0.113.0/24", None, "op", "")
    bans.ban_network("fe80::/64", None, "op", "")
    assert bans.of_address("::ffff:203.0.113.9") is not None
    assert bans.of_address("fe80::1%eth0") is not None
    assert bans.of_address("?") is None


# ── time ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_ban_ends_by_itself_to_the_second() -> None:
    clock = VirtualClock()
    bans = bans_at(clock)
    bans.ban_network("203.0.113.7", 60, "op", "")
    clock.advance(59)
    assert bans.of_address("203.0.113.7") is not None
    clock.advance(1)
    assert bans.of_address("203.0.113.7") is None
    assert bans.active == ()


def test_of_two_bans_of_one_network_the_longer_counts_whichever_came_first() -> None:
    for spans in ([60, None], [None, 60], [60, 600], [600, 60]):
        clock = VirtualClock()
        bans = bans_at(clock)
        for seconds in spans:
            bans.ban_network("203.0.113.7", seconds, "op", "")
        clock.advance(120)
        assert bans.of_address("203.0.113.7") is not None


def test_a_lifted_ban_is_over_and_cannot_be_lifted_again() -> None:
    bans = bans_at(VirtualClock())
    ban, _ = bans.ban_network("203.0.113.7", None, "op", "")
    bans.lift(ban.id, "op")
    assert bans.of_address("203.0.113.7") is None
    with pytest.raises(BadBan, match=f"no ban {ban.id}"):
        bans.lift(ban.id, "op")


# ── accounts ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_account_is_banned_by_its_id_and_by_every_key_it_had() -> None:
    bans = bans_at(VirtualClock())
    bans.ban_account("id1", ("mark1", "mark2"), "ann", None, "op", "")
    assert bans.of_account("id1") is bans.of_account("mark2") is bans.of_account("new-id", "mark1")
    assert bans.of_account("id2", "mark3") is None


def test_whom_it_concerns_is_told_until_when_and_why_in_safe_words() -> None:
    clock = VirtualClock()
    bans = bans_at(clock)
    with_end, _ = bans.ban_network("203.0.113.7", 3600, "op", "spam\x1b[2J\nSSH-2.0-x")
    for_good, _ = bans.ban_account("id1", (), "ann", None, "op", "")
    assert with_end.sentence.startswith("Your network is banned from this server until 2023-11-14 23:13 UTC: spam")
    assert with_end.sentence.isprintable()
    assert for_good.sentence == "Your account is banned from this server."
    long, _ = bans.ban_account("id2", (), "bo", None, "op", "x" * 1000)
    assert len(long.why) <= WHY


# ── the store ────────────────────────────────────────────────────────────────────────────────────────────────


def stored(folder: Path, clock: VirtualClock) -> tuple[Database, Bans]:
    database = Database.open(folder)
    bans = Bans(clock.wall, StoredBans(database))
    database.start(lambda reason: None, lambda: None)
    return database, bans


async def test_bans_outlive_the_server_and_lifted_ones_do_not_come_back(tmp_path: Path) -> None:
    clock = VirtualClock()
    database, bans = stored(tmp_path, clock)
    first, _ = bans.ban_network("203.0.113.0/24", 600, "op", "spam")
    second, _ = bans.ban_account("id1", ("mark1", "mark2"), "ann", None, "op", "")
    third, _ = bans.ban_network("2001:db8::/32", None, "op", "")
    bans.lift(third.id, "op")
    database.stop()
    database, bans = stored(tmp_path, clock)
    assert list(bans.active) == [first, second]
    assert bans.of_address("203.0.113.77") == first
    assert bans.of_account("mark2") == second
    clock.advance(601)
    assert list(bans.active) == [second]
    fourth, _ = bans.ban_network("198.51.100.0/24", None, "op", "")
    assert fourth.id == third.id + 1
    database.stop()


async def test_a_damaged_ban_is_told_of_and_the_others_are_in_force(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = VirtualClock()
    database, bans = stored(tmp_path, clock)
    bans.ban_network("203.0.113.0/24", None, "op", "")
    second, _ = bans.ban_network("198.51.100.0/24", None, "op", "")
    database.stop()
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        connection.execute("UPDATE ban SET target = '203.0.1l3.0/24' WHERE id = 1")
    database, bans = stored(tmp_path, clock)
    assert list(bans.active) == [second]
    assert "table ban: the ban 1 cannot be read" in caplog.text
    database.stop()


async def test_every_act_leaves_a_row_that_says_who_when_what(tmp_path: Path) -> None:
    clock = VirtualClock()
    database, bans = stored(tmp_path, clock)
    ban, _ = bans.ban_network("203.0.113.0/24", 600, "op", "spam")
    bans.audit("op", "ban", "1: 203.0.113.0/24")
    clock.advance(5)
    bans.lift(ban.id, "boss")
    rows = await database.ask(lambda connection: connection.execute("SELECT at, who, act, about FROM audit").fetchall())
    lifted = await database.ask(lambda connection: connection.execute("SELECT who, why, lifted, lifted_by FROM ban").fetchall())
    assert rows == [(VirtualClock.START, "op", "ban", "1: 203.0.113.0/24")]
    assert lifted == [("op", "spam", VirtualClock.START + 5, "boss")]
    database.stop()
