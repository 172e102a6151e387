"""What is answered in 80 columns: nothing is lost, a command stays whole, and what explains it stands beside it."""

from __future__ import annotations

import pytest

from client.text import Text
from client.tui.paint import cells
from server.doors.folding import WIDTH, folded
from server.doors.me import ABOUT, CODE, DELETED

DATES = {"created": "2026-11-30", "seen": "2026-11-30"}
FACTS = {"name": "Somebody", "tag": "FXR4", "games": 3, "settings": "none", "keys": "1", **DATES}


@pytest.mark.parametrize("language", ["en", "fa", "sr", "lt"])
@pytest.mark.parametrize("template", [ABOUT, CODE, DELETED])
@pytest.mark.parametrize("host", ["play.example.org", "-p 44575 a-rather-long-name.example.org"])
def test_no_line_of_words_is_wider_and_none_is_lost(language: str, template: str, host: str) -> None:
    answer = Text(language)(template, host=host, code="AAAA-BBBB", minutes=10, **FACTS)
    told = folded(answer)
    assert told.split() == answer.split()
    assert max(cells(line) for line in told.split("\n") if "ssh" not in line) <= WIDTH


def test_short_answers_stay_as_they_are() -> None:
    assert folded("This key opens\n  the account.\n\n") == "This key opens\n  the account.\n\n"


def test_an_explanation_goes_on_below_itself() -> None:
    assert folded("  ssh -p 44575 localhost key                a code that lets another key open this account") == (
        "  ssh -p 44575 localhost key                a code that lets another key open\n"
        "                                            this account"
    )


def test_beside_a_long_command_is_no_room_so_it_stands_below() -> None:
    command = "  ssh -p 44575 a-rather-long-name.example.org key remove NUMBER"
    assert folded(f"{command}  let a key open it no longer") == f"{command}\n      let a key open it no longer"
