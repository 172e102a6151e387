"""What a long evening brings: new session keys in mid-game, pastes, floods of keys, a client that stops reading."""

from __future__ import annotations

import os
import signal

import pytest

from tests.e2e import look
from tests.e2e.house import House
from tests.e2e.player import Player, begin, play_until, sits


@pytest.mark.timeout(300)
def test_a_change_of_session_keys_in_mid_game_loses_nothing(house: House) -> None:
    person = house.guest("quick", options=["-oRekeyLimit=16K", "-v", f"-E{house.folder / 'rekey.log'}"])
    begin(person)
    log = house.folder / "rekey.log"
    player = Player(person)

    def rekeyed() -> bool:
        person.press("right")
        return (
            log.read_text(errors="replace").count("rekeying in progress") + log.read_text(errors="replace").count("KEX done")
            > 3
        )

    play_until([player], lambda: rekeyed() and bool(player.pressed))
    before = person.text
    person.screen.erase_in_display(2)
    person.press("ctrl+l")
    person.until(lambda one: one.rows[0] == before.splitlines()[0] or bool(look.hand(one.rows)))


def test_a_paste_into_the_chat_is_text_and_presses_no_keys(house: House) -> None:
    """CASES 2-04."""
    person = house.guest("quick")
    begin(person)
    person.press("t")
    person.see("Say:")
    person.send(b"\x1b[200~hi\n/leave\nd\r\x1b[Ay\n\x1b[201~")
    person.see("hi")
    assert "Leave?" not in person.text
    person.press("esc")
    person.miss("Say:")
    person.until(sits)


def test_a_flood_of_keys_from_one_client_leaves_the_others_quick(house: House) -> None:
    """CASES 2-06."""
    calm = house.guest("quick")
    begin(calm)
    flooder = house.guest("quick")
    begin(flooder)
    flooder.send(b"\x1b[C" * 10_000)
    for number in (3, 1, 2):
        calm.press(str(number))
        calm.until(lambda one, number=number: look.selected(one.rows) == number, seconds=5)  # type: ignore[misc]


def test_a_client_that_stops_reading_disturbs_nobody_and_catches_up(house: House) -> None:
    sleeper = house.guest("quick")
    begin(sleeper)
    os.kill(sleeper.process.pid, signal.SIGSTOP)
    calm = house.guest("quick")
    begin(calm)
    for number in (3, 1, 2):
        calm.press(str(number))
        calm.until(lambda one, number=number: look.selected(one.rows) == number, seconds=5)  # type: ignore[misc]
    os.kill(sleeper.process.pid, signal.SIGCONT)
    sleeper.press("4")
    sleeper.until(lambda one: look.selected(one.rows) == 4)
