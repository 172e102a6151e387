"""A server that is stopped in the middle of games and started again: everybody finds the very cards that he held."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

from tests.e2e.house import House
from tests.e2e.player import Player, begin, play_until
from tests.e2e.screen import left_on
from tests.e2e.test_leaving import pair
from tests.e2e.test_return import faces, on_turn, played

SOON = 15.0
"""Seconds a server may take to end: ten, and five for a busy machine."""


def test_who_plays_when_the_server_restarts_is_told_so_and_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        people = pair(house, "ann", "bo")
        turn = on_turn(*people).name
        hands = [sorted(faces(person)) for person in people]
        house.process.send_signal(signal.SIGTERM)
        for person in people:
            person.wait()
            assert left_on(person.screen, bytes(person.raw)) == set()
            assert "seat and your cards are kept" in " ".join(person.text.split())
        assert house.wait(SOON) == 0
        house.see_everybody_off()
        house.start(house.port)
        again = [house.member(name=name) for name in ("ann", "bo")]
        for person, hand in zip(again, hands, strict=True):
            person.until(lambda one, hand=hand: sorted(faces(one)) == hand)  # type: ignore[misc]  # a default, not a parameter
        assert on_turn(*again).name == turn
        pile = played(again[0])
        play_until([Player(person) for person in again], lambda: played(again[0]) > pile + 3)


def test_a_client_that_does_not_read_does_not_keep_a_server_from_ending_nor_loses_its_seat(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        sleeper = house.member("quick", name="sue")
        begin(sleeper)
        hand = Counter(faces(sleeper))
        os.kill(sleeper.process.pid, signal.SIGSTOP)
        try:
            house.process.send_signal(signal.SIGTERM)
            assert house.wait(SOON) == 0
        finally:
            os.kill(sleeper.process.pid, signal.SIGCONT)
        house.see_everybody_off()
        house.start(house.port)
        again = house.member(name="sue")
        again.until(lambda person: hand <= Counter(faces(person)))  # the bots may have given more


def test_two_servers_do_not_share_a_data_folder(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        answer = house.second()
        assert answer.returncode == 1
        assert "another server" in answer.stderr
        assert answer.stderr.count("\n") == 1
        house.member(name="ann").see("Lobby")
