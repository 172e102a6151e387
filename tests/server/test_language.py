"""What somebody reads is decided by what his client sent and what he has chosen, and only where it can be shown."""

from __future__ import annotations

import re

import pytest

from client.protocol import TopView
from client.text import Text
from server.doors import commands, me, records
from server.doors.door import Kind, Visit
from server.doors.writing import written
from server.lobby.accounts import Account
from server.lobby.people import Person
from server.ssh.language import language_of, reads_utf8
from tests.client.pseudo import Pseudo
from tests.server.test_doors import LINES


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "lt_LT.UTF-8"}, "lt"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "sr"),
        ({"LANG": "sr_RS@latin", "LC_CTYPE": "en_US.UTF-8"}, "sr"),
        ({"LANG": "fa_IR.utf8"}, "fa"),
        ({"LANG": "lt"}, "en"),
        ({"LC_MESSAGES": "fa_IR.UTF-8", "LANG": "en_GB.UTF-8"}, "fa"),
        ({"LC_ALL": "C", "LANG": "fa_IR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "lt_LT.UTF-8"}, "lt"),
        ({"LANG": "fa_IR.UTF-8", "LC_CTYPE": "C"}, "en"),
        ({"LANG": "lt_LT.ISO-8859-13"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "lt_LT.UTF-8" + "x" * 300}, "en"),
        ({"LANG": "../../lt.UTF-8"}, "en"),
        ({"LANG": "lt_LT.UTF-8\n"}, "en"),
        ({"LANGUAGE": "lt"}, "en"),
    ],
)
def test_the_first_locale_that_is_set_names_the_language(env: dict[str, str], language: str) -> None:
    assert language_of(env) == language


def test_utf8_goes_without_saying_but_not_against_what_is_said() -> None:
    assert reads_utf8({})
    assert reads_utf8({"LC_CTYPE": "UTF-8"})
    assert not reads_utf8({"LANG": "C"})


def visit(term: str | None = None, language: str = "en", **env: str) -> Visit:
    return Visit(Person("x", "x", True), Kind.EXEC, "top", term, env=env, text=Text(language))


def test_who_has_no_utf8_gets_no_byte_above_127() -> None:
    for one in (visit(LANG="C"), visit("vt100", LANG="C"), visit("dumb")):
        assert written(one, "Gintarė · 3\nŽ\n").isascii()
    assert written(visit(), "Gintarė\n") == "Gintarė\n".encode()
    assert written(visit("xterm"), "a\nė\n") == "a\r\nė\r\n".encode()


def test_a_pipe_gets_persian_as_it_is_read_and_a_terminal_as_it_is_drawn() -> None:
    sentence = "سلام"
    assert written(visit(language="fa"), sentence).decode() == sentence
    drawn = written(visit("xterm", "fa"), sentence).decode()
    assert (len(drawn), drawn == sentence, "م" in drawn) == (4, False, False), "joined letters, last one first"


def plain_english(text: str) -> list[str]:
    """Lines that say something in plain English besides what is typed after `ssh`."""
    typed = re.compile(r"`[^`]*`|ssh .*?(?=  |$)|\{[^}]*\}")
    return [
        line for line in text.splitlines() if re.search(r"\b[a-z]*[aeiou][a-z]* [a-z]*[aeiou][a-z]*\b", typed.sub("", line))
    ]


def test_answers_at_the_door_are_in_the_visitors_language() -> None:
    other = Pseudo()
    assert plain_english(commands.help_text(Text(), "uno.example.org")), "or this test finds nothing"
    account = Account("a1", "ann", 20_000, 20_001)
    assert plain_english(commands.help_text(other, "uno.example.org")) == []
    assert plain_english(commands.tables_text(other, LINES, "uno.example.org", 1_700_000_400)) == []
    assert plain_english(commands.tables_text(other, (), "uno.example.org", 0)) == []
    assert plain_english(me.about(other, account, 1, "uno.example.org")) == []
    assert plain_english(records.history_text(other, [], 1, 1, "uno.example.org")) == []
    assert plain_english(records.top_text(other, TopView("classic", (), None))) == []
