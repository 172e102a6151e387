"""`unotty admin`: what may be typed, what is asked of the server, what is printed, and the exit statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from server.admin import commandline
from server.admin.office import COMMANDS
from server.admin.speech import Answer, Plain, Request
from server.cli import parser, run
from tests.e2e.house import ROOT


class Desk:
    """Stands for the server: remembers what it was asked, answers what the test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[Path, Request]] = []
        self.answer = Answer(False, sentence="No.")
        monkeypatch.setattr(commandline, "ask", self._ask)

    def _ask(self, folder: Path, request: Request) -> Answer:
        self.asked.append((folder, request))
        return self.answer


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(monkeypatch)


@pytest.mark.parametrize(
    ("line", "command", "words"),
    [
        (["status"], "status", {}),
        (["tables", "--json"], "tables", {}),
        (["people"], "people", {}),
        (["kick", "ann"], "kick", {"who": "ann"}),
        (["kick", "K7QM:2"], "kick", {"who": "K7QM:2"}),
        (["ban", "key", "ann"], "ban-key", {"name": "ann"}),
        (["ban", "key", "ann", "--for", "7d", "--reason", "abuse of chat"], "ban-key",
         {"name": "ann", "for": "7d", "reason": "abuse of chat"}),
        (["ban", "network", "203.0.113.0/24", "--for", "12h"], "ban-network", {"network": "203.0.113.0/24", "for": "12h"}),
        (["conduct", "Ann"], "conduct", {"name": "Ann"}),
        (["forgive", "~Bo"], "forgive", {"name": "~Bo"}),
        (["bans"], "bans", {}),
        (["unban", "3"], "unban", {"id": "3"}),
        (["broadcast", "Back at nine"], "broadcast", {"text": "Back at nine"}),
        (["broadcast", ""], "broadcast", {"text": ""}),
        (["drain"], "drain", {}),
        (["drain", "--in", "10m"], "drain", {"in": "10m"}),
        (["backup", "/var/backups/x.db"], "backup", {"path": "/var/backups/x.db"}),
        (["quarantine"], "quarantine", {}),
    ],
)  # fmt: skip
def test_every_command_is_asked_as_it_is_typed(desk: Desk, line: list[str], command: str, words: dict[str, str]) -> None:
    assert run(["admin", *line, "--data", "/srv/unotty"]) == 1
    assert desk.asked == [(Path("/srv/unotty"), Request(command, words))]
    assert set(words) <= set(COMMANDS[command].words)


def test_every_command_of_the_office_can_be_typed() -> None:
    typed = {"ban-key": ["ban", "key", "x"], "ban-network": ["ban", "network", "x"]}
    for command, act in COMMANDS.items():
        needed = [] if command == "drain" else ["x"] * bool(act.words)
        options = parser().parse_args(["admin", *typed.get(command, [command, *needed])])
        assert (options.request, set(options.words)) == (command, set(act.words))


def test_a_path_is_meant_from_where_one_stands(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    run(["admin", "backup", "x.db"])
    assert desk.asked[0][1].words == {"path": str(tmp_path / "x.db")}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["kick"], "NAME|CODE:CHAIR"),
        (["ban"], "key|network"),
        (["ban", "ann"], "ann"),
        (["ban", "key", "ann", "--for", "ever"], "'ever' is not a span of time"),
        (["drain", "--in", "0s"], "'0s' is not a span of time"),
        (["drain", "soon"], "soon"),
        (["status", "--dat", "x"], "--dat"),
    ],
)
def test_a_wrong_word_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], desk: Desk, line: list[str], says: str
) -> None:
    with pytest.raises(SystemExit) as end:
        run(["admin", *line])
    said = capsys.readouterr()
    assert (end.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("unotty: ")
    assert says in said.err
    assert desk.asked == []


BAN: Plain = {
    "id": 3, "banned": "network", "target": "203.0.113.0/24", "name": "", "since": 1_700_000_000, "until": None,
    "who": "op", "why": "",
}  # fmt: skip


def test_an_answer_is_words_for_people_and_json_for_programs(capsys: pytest.CaptureFixture[str], desk: Desk) -> None:
    desk.answer = Answer(True, {"ban": BAN, "ended": 2, "kept": True})
    assert run(["admin", "ban", "network", "203.0.113.0/24"]) == 0
    assert capsys.readouterr().out == "Ban 3: the network 203.0.113.0/24, until it is lifted. Connections ended: 2.\n"
    assert run(["admin", "ban", "network", "203.0.113.0/24", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ban": BAN, "ended": 2, "kept": True}


def test_what_cannot_be_done_is_said_on_standard_error_with_status_1(capsys: pytest.CaptureFixture[str], desk: Desk) -> None:
    desk.answer = Answer(False, sentence="Nobody here is called 'ann'.")
    assert run(["admin", "kick", "ann"]) == 1
    assert capsys.readouterr() == ("", "unotty: Nobody here is called 'ann'.\n")


def test_lists_are_columns(capsys: pytest.CaptureFixture[str], desk: Desk) -> None:
    desk.answer = Answer(True, {"bans": [BAN]})
    run(["admin", "bans"])
    assert capsys.readouterr().out == (
        "ID  OF       WHOM            SINCE (UTC)       UNTIL (UTC)  BY  REASON\n"
        "3   network  203.0.113.0/24  2023-11-14 22:13  ·            op  ·\n"
    )


def test_without_a_server_one_line_says_so_in_no_time_and_loads_no_screens(tmp_path: Path) -> None:
    code = (
        "import sys; from server.cli import run; run(['admin', 'status']);"
        "print([name for name in ('asyncssh', 'textual') if name in sys.modules])"
    )
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
    assert done.stderr == "unotty: no server runs on the data folder data: start one, or name its folder with --data\n"


@pytest.mark.parametrize(
    "line",
    [
        ["--data", "/srv/x", "--json", "bans"],
        ["bans", "--data", "/srv/x", "--json"],
        ["--data", "/srv/x", "bans", "--json"],
        ["--data", "/elsewhere", "bans", "--json", "--data", "/srv/x"],
    ],
)
def test_options_may_stand_before_the_command_or_behind_it(desk: Desk, line: list[str]) -> None:
    options = parser().parse_args(["admin", *line])
    commandline.run(options)
    assert [folder for folder, _ in desk.asked] == [Path("/srv/x")]
    assert options.json is True
