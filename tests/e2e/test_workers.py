"""A house with `--workers 2`: who plays there sees no difference, and a worker that dies takes only its own people along."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.e2e import (
    look,
    test_doors,
    test_identity,
    test_leaving,
    test_match,
    test_plain,
    test_return,
    test_terminals,
)
from tests.e2e.desk import PATIENCE
from tests.e2e.house import ROOT, House
from tests.e2e.player import begin
from tests.e2e.screen import left_on
from tests.e2e.test_leaving import SOON, pair

TWO = ("--workers", "2")
ALIKE = (
    test_doors.test_help_and_version_answer_on_standard_output,
    test_doors.test_the_list_of_tables_is_there_for_people_and_for_programs,
    test_doors.test_a_table_that_does_not_exist_is_said_in_the_lobby,
    test_doors.test_a_forwarding_to_the_server_is_refused_and_the_session_goes_on,
    test_doors.test_a_second_session_on_a_connection_is_refused_and_the_first_goes_on,
    test_identity.test_the_answer_to_the_question_is_the_guests_name,
    test_identity.test_keys_that_are_refused_do_not_keep_anybody_out,
    test_identity.test_the_same_key_is_the_same_person_under_any_user_name,
    test_leaving.test_a_killed_client_is_marked_away_within_2_seconds_and_comes_back_to_the_same_hand,
    test_leaving.test_a_killed_spectator_and_a_killed_lobby_guest_are_gone_within_2_seconds,
    test_leaving.test_the_newest_login_takes_the_seat_and_the_older_one_is_told,
    test_leaving.test_giving_up_the_seat_ends_the_match_for_the_other_and_leads_back_to_the_lobby,
    test_leaving.test_a_client_that_hangs_up_cleanly_is_away_at_once,
    test_match.test_two_people_play_a_hand_to_its_end_by_keys_and_the_watchers_never_see_a_hand,
    test_plain.test_lines_sent_ahead_are_heard_in_order_and_the_end_of_input_ends_it,
    test_plain.test_a_huge_line_is_cut_and_nothing_is_done_with_it,
    test_return.test_the_newest_terminal_has_the_seat_whatever_its_size_and_the_older_may_have_it_back,
    test_terminals.test_resizing_in_mid_game_repaints_and_keeps_the_selected_card,
)
"""Tests that hold for every house."""


@pytest.fixture(scope="module")
def shared_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """In place of the one without workers."""
    with House(tmp_path_factory.mktemp("house"), *TWO) as house:
        yield house


def workers(house: House) -> list[psutil.Process]:
    """Its workers that live."""
    return [one for one in psutil.Process(house.process.pid).children() if _is_alive(one)]


def _is_alive(process: psutil.Process) -> bool:
    return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)


def served(house: House, worker: psutil.Process) -> int:
    """How many connections a worker serves."""
    open_now = worker.net_connections("tcp")
    return sum(one.status == psutil.CONN_ESTABLISHED and one.laddr[1] == house.port for one in open_now)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("test", ALIKE, ids=lambda test: test.__name__.removeprefix("test_"))
def test_what_holds_in_every_house(house: House, test: Callable[[House], None]) -> None:
    test(house)


def test_connections_are_shared_out_and_workers_hold_nothing_else(house: House) -> None:
    house.desk.until(lambda: [served(house, one) for one in workers(house)] == [0, 0])
    people = [house.guest("quick") for _ in range(4)]
    for person in people:
        begin(person)
    assert [served(house, one) for one in workers(house)] == [2, 2]
    assert served(house, psutil.Process(house.process.pid)) == 0
    for one in workers(house):
        assert [file.path for file in one.open_files() if str(house.folder / "data") in file.path] == []
        assert [where for where in one.net_connections("inet") if where.status == psutil.CONN_LISTEN] == []
    command = [sys.executable, "-m", "server", "admin", "status", "--data", str(house.folder / "data")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True, cwd=ROOT).stdout
    assert re.search(r"^Workers +2, [0-9.]+ MB together$", told, re.MULTILINE), told


def test_a_worker_that_is_killed_takes_only_its_own_people_along(tmp_path: Path) -> None:
    with House(tmp_path, *TWO) as house:
        ann, bo = pair(house, "ann", "bo")
        hand = look.hand(ann.rows)
        first = workers(house)
        (hers,) = (one for one in first if served(house, one) and one.pid == min(one.pid for one in first))
        assert [served(house, one) for one in first] == [1, 1]
        victim, stays = (ann, bo) if _is_served_by(house, ann.process.pid, hers) else (bo, ann)
        hers.kill()
        assert victim.wait() == 255
        stays.see(victim.name, "away", seconds=SOON)
        house.desk.until(lambda: len(workers(house)) == 2 and {one.pid for one in workers(house)} != {one.pid for one in first})
        again = house.member(name=victim.name)
        begin(again)
        if victim is ann:
            again.until(lambda one: look.hand(one.rows) == hand)
        stays.press("?")
        stays.see("Keys", "Play the selected card")
        errors = [line for line in house.log.splitlines() if " ERROR " in line]
        assert [f"worker {hers.pid} is gone" in line for line in errors] == [True], errors
        assert house.stop() == 0


def _is_served_by(house: House, client: int, worker: psutil.Process) -> bool:
    """Is this client's connection the worker's?"""
    family = [psutil.Process(client), *psutil.Process(client).children(recursive=True)]
    ports = {one.laddr[1] for process in family for one in process.net_connections("tcp") if one.raddr}
    return any(one.raddr and one.raddr[1] in ports for one in worker.net_connections("tcp"))


def test_a_server_that_is_told_to_stop_restores_every_terminal_and_leaves_no_worker(tmp_path: Path) -> None:
    with House(tmp_path, *TWO) as house:
        people = [house.member(name="ann"), house.guest("quick"), house.guest("plain")]
        people[0].see("Lobby", "Here:")
        begin(people[1])
        people[2].see("Welcome")
        theirs = workers(house)
        for one in theirs:
            one.send_signal(signal.SIGINT)  # as everybody in a terminal's foreground is sent it by Ctrl+C
        house.process.send_signal(signal.SIGINT)
        assert [person.wait() for person in people] == [0, 0, 0]
        assert house.wait() == 0
        for person in people:
            assert left_on(person.screen, bytes(person.raw)) == set()
            assert "stopping" in person.text
        assert not any(map(_is_alive, theirs))
        assert "Traceback" not in house.log
        assert " ERROR " not in house.log


def test_a_server_that_is_killed_leaves_terminals_as_they_were_and_no_worker(tmp_path: Path) -> None:
    with House(tmp_path, *TWO) as house:
        people = [house.guest("quick"), house.guest("plain")]
        begin(people[0])
        people[1].see("Welcome")
        program = house.program()
        program.until(lambda message: message["kind"] == "snapshot")
        theirs = workers(house)
        house.process.kill()
        house.desk.until(lambda: not any(map(_is_alive, theirs)), SOON)
        for person in people:
            person.wait()
            assert left_on(person.screen, bytes(person.raw)) == set()
            assert "The server is stopping" in person.text
