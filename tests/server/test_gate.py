"""Who may come in: so many from an address, so many strangers, so many people, and never more than the system bears."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncssh
import pytest
import uvloop
from hypothesis import given
from hypothesis import strategies as st

from server.ssh import notes
from server.ssh.addresses import source_of
from server.ssh.auth import Login
from server.ssh.crowd import CROWD, DESCRIPTORS_KEPT, Crowd
from server.ssh.farewell import parting
from server.ssh.gate import BUSY, FULL, Gate, Place, TurnedAway
from server.ssh.limits import LOG_BURST
from tests.server.rig import rig, until
from tests.server.test_limits import Clock

# ── counting ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "source", "is_spared"),
    [
        ("203.0.113.7", "203.0.113.7", False),
        ("::ffff:203.0.113.7", "203.0.113.7", False),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", False),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64", False),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64", False),
        ("fe80::1%eth0", "fe80::/64", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("::1", "::/64", True),
        ("?", "?", False),
    ],
)
def test_an_address_counts_as_its_ipv4_host_or_its_ipv6_64(address: str, source: str, is_spared: bool) -> None:
    assert (source_of(address), CROWD.spares(address)) == (source, is_spared)


def refusal(act: Callable[[], object]) -> str:
    """What somebody is told who is turned away; empty if he is not."""
    try:
        act()
    except TurnedAway as no:
        return str(no)
    return ""


@pytest.mark.parametrize("key", ["SHA256:ann", ""])
def test_a_login_that_is_completed_after_the_end_of_its_connection_takes_no_place(key: str) -> None:
    gate = Gate(Crowd(people=1, guests_per_address=1, per_key=1))
    gone = gate.enter("203.0.113.7")
    gone.leave()
    gone.log_in(key)
    here = gate.enter("203.0.113.7")
    assert refusal(lambda: here.log_in(key)) == ""


def test_a_place_is_given_back_once() -> None:
    gate = Gate(Crowd(per_address=1))
    first = gate.enter("203.0.113.7")
    first.leave()
    gate.enter("203.0.113.7")
    first.leave()
    assert refusal(lambda: gate.enter("203.0.113.7")) != ""


def test_one_address_has_so_many_places_and_no_more() -> None:
    gate = Gate(Crowd(per_address=2))
    first, second = gate.enter("203.0.113.7"), gate.enter("203.0.113.7")
    second.log_in("")
    assert "2 connections from your address" in refusal(lambda: gate.enter("203.0.113.7"))
    gate.enter("203.0.113.8")
    first.leave()
    gate.enter("203.0.113.7")
    assert refusal(lambda: gate.enter("203.0.113.7"))


def test_strangers_leave_room_for_strangers_by_logging_in() -> None:
    gate = Gate(Crowd(strangers=2))
    first = gate.enter("203.0.113.1")
    gate.enter("203.0.113.2")
    assert refusal(lambda: gate.enter("203.0.113.3")) == BUSY
    first.log_in("")
    gate.enter("203.0.113.3")


def test_this_machine_itself_is_held_back_by_the_whole_alone() -> None:
    gate = Gate(Crowd(per_address=1, strangers=2, people=4))
    for _ in range(6):
        gate.enter("127.0.0.1")
    assert refusal(lambda: gate.enter("127.0.0.1")) == refusal(lambda: gate.enter("203.0.113.1")) == FULL


def test_a_full_house_takes_nobody_in_until_somebody_goes() -> None:
    gate = Gate(Crowd(people=1))
    first, second = gate.enter("203.0.113.1"), gate.enter("203.0.113.2")
    first.log_in("")
    assert refusal(lambda: second.log_in("")) == FULL
    first.leave()
    second.log_in("")
    second.leave()


@given(st.lists(st.tuples(st.sampled_from(["enter", "log_in", "leave"]), st.integers(0, 9)), max_size=120))
def test_no_limit_is_ever_passed_and_every_place_comes_back(steps: list[tuple[str, int]]) -> None:
    crowd = Crowd(per_address=3, strangers=4, people=3)
    clock = Clock()
    gate = Gate(crowd, now=clock, chance=lambda: 0.999)
    strangers: list[tuple[str, Place]] = []
    people: list[tuple[str, Place]] = []
    for step, number in steps:
        clock.time += 60
        if step == "enter":
            address = f"203.0.113.{number % 4}"
            try:
                strangers.append((address, gate.enter(address)))
            except TurnedAway:
                of_address = sum(one == address for one, _ in strangers + people)
                assert of_address == 3 or len(strangers) == 4
        elif step == "log_in" and strangers:
            chosen = strangers[number % len(strangers)]
            if not refusal(partial(chosen[1].log_in, "")):
                strangers.remove(chosen)
                people.append(chosen)
            else:
                assert len(people) == 3
        elif step == "leave" and strangers + people:
            chosen = (strangers + people)[number % len(strangers + people)]
            chosen[1].leave()
            (strangers if chosen in strangers else people).remove(chosen)
        assert len(strangers) <= 4
        assert len(people) <= 3
    for _, place in strangers + people:
        place.leave()
    assert (gate._all, gate._strangers, gate._people, gate._sources) == (0, 0, 0, {})


@given(st.lists(st.tuples(st.sampled_from(["guest", "a", "b", "leave"]), st.integers(0, 9), st.booleans()), max_size=80))
def test_guests_of_an_address_and_connections_of_a_key_stay_few_and_the_newest_login_wins(
    steps: list[tuple[str, int, bool]],
) -> None:
    gate = Gate(Crowd(per_address=100, guests_per_address=2, per_key=2, burst=1000), chance=lambda: 0.999)
    inside: dict[str, list[Place]] = {"guest": [], "a": [], "b": []}
    ended: list[Place] = []
    for step, number, is_local in steps:
        if step == "leave":
            everybody = [(kind, place) for kind, places in inside.items() for place in places]
            if everybody:
                kind, place = everybody[number % len(everybody)]
                place.leave()
                inside[kind].remove(place)
            continue
        place = gate.enter("127.0.0.1" if is_local else "203.0.113.7")
        place.end = lambda sentence, place=place: ended.append(place)  # type: ignore[misc]  # mypy infers no default's type
        if refusal(partial(place.log_in, "" if step == "guest" else step)):
            assert step == "guest"
            assert sum(not one.is_spared for one in inside["guest"]) == 2
            place.leave()
            continue
        inside[step].append(place)
        while ended:
            gone = ended.pop()
            counted = [one for one in inside[step] if not one.is_spared]
            assert (gone, len(counted)) == (counted[0], 3)
            gone.leave()
            inside[step].remove(gone)
        assert all(sum(not one.is_spared for one in places) <= 2 for places in inside.values())
    for places in inside.values():
        for place in places:
            place.leave()
    assert (gate._all, gate._strangers, gate._people, gate._sources, gate._guests, gate._keys) == (0, 0, 0, {}, {}, {})


def test_who_is_told_to_end_and_does_not_yet_keeps_nobody_else_out() -> None:
    gate = Gate(Crowd(per_key=1))
    told: list[str] = []
    for number in range(4):
        place = gate.enter("203.0.113.7")
        place.end = partial(lambda sentence, number: told.append(f"{number}"), number=number)
        place.log_in("key")
    assert told == ["0", "1", "2"]
    assert gate.turned_away == {"outdone": 3}


def test_whoever_is_banned_takes_no_place_and_is_counted() -> None:
    gate = Gate(Crowd(per_address=1), lambda address: "You are banned." if address == "203.0.113.7" else "")
    for _ in range(3):
        assert refusal(lambda: gate.enter("203.0.113.7")) == "You are banned."
    gate.enter("203.0.113.8")
    assert refusal(lambda: gate.enter("203.0.113.8"))
    assert (gate.entered, gate.turned_away) == (1, {"banned": 3, "crowded": 1})
    assert gate._sources == {"203.0.113.8": 1}


@given(st.integers(0, 5000))
def test_a_crowd_fits_into_the_files_that_may_be_open(descriptors: int) -> None:
    crowd = CROWD.within(descriptors)
    assert crowd.people >= 1
    assert crowd.strangers >= 1
    assert crowd.descriptors <= max(descriptors, DESCRIPTORS_KEPT + 2)
    assert (crowd == CROWD) == (descriptors >= CROWD.descriptors)


# ── at the door ──────────────────────────────────────────────────────────────────────────────────────────────


async def turn_away(home: Path) -> None:
    """The third connection from an address that may have two."""
    async with rig(home, crowd=Crowd(per_address=2, burst=100, spared=())) as house:
        conn = await house.guest()
        silent = await asyncio.open_connection("127.0.0.1", house.port)
        await until(lambda: house.listener.connections == 2)
        for _ in range(30):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            said = await asyncio.wait_for(reader.read(-1), 5)
            assert said == parting("unotty has 2 connections from your address already: close one, then try again.")
            writer.close()
        assert house.listener.connections == 2
        with pytest.raises((asyncssh.Error, OSError)):
            await house.guest()
        silent[1].close()
        await until(lambda: house.listener.connections == 1)
        async with await house.guest() as again:
            assert (await again.run("exit", encoding=None)).exit_status == 7
        conn.abort()


async def test_a_banned_network_is_told_so_before_the_handshake_and_after_it_began(tmp_path: Path) -> None:
    async with rig(tmp_path) as house:
        conn = await house.guest()
        _, silent = await asyncio.open_connection("127.0.0.1", house.port)
        await until(lambda: house.listener.connections == 2)
        house.gate._banned = lambda address: "You are banned."
        assert house.listener.expel(lambda address, person: address == "127.0.0.1", "You are banned.") == 2
        await asyncio.wait_for(conn.wait_closed(), 5)
        await until(lambda: house.listener.connections == 0)
        silent.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        assert await asyncio.wait_for(reader.read(-1), 5) == parting("You are banned.")
        writer.close()
        assert house.gate.turned_away == {"banned": 1}


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def test_one_too_many_is_told_so_in_a_line_and_closed_at_once(
    tmp_path: Path, loop: Callable[[], asyncio.AbstractEventLoop], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "unotty")
    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(turn_away(tmp_path))
    assert 1 <= len(caplog.records) <= 25


async def test_a_flood_ends_as_one_line_that_says_how_many_it_were(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "unotty")
    monkeypatch.setattr(notes, "PAUSE", 0.2)
    async with rig(tmp_path) as house:
        house.gate._banned = lambda address: "You are banned."
        for _ in range(LOG_BURST + 7):
            reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
            await reader.read(-1)
            writer.close()
        await until(lambda: any("left out" in record.getMessage() for record in caplog.records))
        assert sum("turned away" in record.getMessage() for record in caplog.records) <= LOG_BURST + 1
        assert house.gate.turned_away["banned"] == LOG_BURST + 7


async def test_people_of_this_machine_are_not_counted_together(tmp_path: Path) -> None:
    async with rig(tmp_path) as house, await house.guest() as conn:
        await conn.run("exit", encoding=None)
        assert house.doors[0].visit.person.source == ""
    login = Login()
    assert not login.begin("guest")
    assert login.person("203.0.113.7").source == "203.0.113.7"


async def test_a_full_house_says_so_after_the_login(tmp_path: Path) -> None:
    async with rig(tmp_path, crowd=Crowd(people=1)) as house:
        conn = await house.guest()
        told = await house.ssh("exit")
        assert told.status == 255
        assert FULL.encode() in told.err
        assert house.doors == []
        conn.abort()
        await until(lambda: house.listener.connections == 0)
        assert (await house.ssh("exit")).status == 7
