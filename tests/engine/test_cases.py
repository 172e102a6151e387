"""Every scenario file is a test of its own, and the form of SCENARIOS.md is held to, word by word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.scenario import ParseError, format_position, parse, parse_position, run_file, run_text

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.uno"))
TABLE = "rules classic\nseats 3\nhand A: R5 G7\nhand B: BS B2\nhand C: Y9 Y8\ndiscard: R7\nturn A\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    report = run_file(path)
    assert not report.failures, "\n".join(f"{path}:{failure.line}: {failure.text}" for failure in report.failures)
    assert report.passed > 0


def test_every_edge_case_of_the_rules_has_a_file() -> None:
    numbers = {path.stem.split("-")[0].rstrip("abcdef") for path in CASES if path.stem[0].isdigit()}
    assert {f"{number:02}" for number in range(1, 101)} <= numbers


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_ends_in_a_position_that_can_be_pasted(path: Path) -> None:
    state = run_file(path).state
    assert state is not None
    assert parse_position(format_position(state)) == state


@pytest.mark.parametrize(
    ("expectation", "failure"),
    [
        ("expect turn B", "expected turn B, got turn A"),
        ("expect not turn A", "expected not turn A, got turn A"),
        ("expect phase respond", "expected phase respond, got phase play"),
        ("expect pending 4", "expected pending 4, got pending 0"),
        ("expect top R5", "expected top R5, got top R7"),
        ("expect color blue", "expected color blue, got color red"),
        ("expect direction ccw", "expected direction ccw, got direction cw"),
        ("expect round 2", "expected round 2, got round 1"),
        ("expect dealer B", "expected dealer B, got dealer A"),
        ("expect hand A: R5 R5", "expected hand A: R5 R5, got hand A: R5 G7"),
        ("expect count A=2 B=3 draw=0", "expected count B=3, count draw=0, got count B=2, count draw=101"),
        ("expect uno A=safe", "expected uno A=safe, got uno A=none"),
        ("expect scores A=1", "expected scores A=1, got scores A=0"),
        ("expect over round", "expected over round, got over nothing"),
        ("expect rank A=1", "expected rank A=1, got rank A=none"),
        ("expect legal A: draw", "expected legal A: draw, got legal A: draw, play G7, play R5"),
        ("expect legal B: draw", "expected legal B: draw, got legal B: none"),
        ("expect sees B hand A: R5 G7", "expected sees B hand A: R5 G7, got sees B hand A: none"),
        ("expect hidden A hand A", "expected hidden A hand A: nothing seen, got hidden A hand A: R5 G7"),
        ("expect cards 107", "expected cards 107, got cards 108"),
        ("expect events Drew", "expected events Drew, got events none"),
    ],
)
def test_an_expectation_that_does_not_hold_says_what_was_found(expectation: str, failure: str) -> None:
    report = run_text(TABLE + expectation)
    assert [(one.line, one.text, one.column) for one in report.failures] == [(8, failure, None)]
    assert report.passed == 0


@pytest.mark.parametrize(
    ("act", "failure"),
    [
        ("A: play Y9", "expected A: play Y9 accepted, got refused because not_in_hand: You do not hold that card."),
        ("refused A: play R5", "expected A: play R5 refused, got accepted"),
        ("refused B: draw because must_play", "expected B: draw refused because must_play, got refused because not_your_turn"),
        ("A@3: play R5", "expected A: play R5 accepted, got refused because stale: The table has moved on since then."),
    ],
)
def test_an_act_that_goes_otherwise_says_how(act: str, failure: str) -> None:
    report = run_text(TABLE + act)
    assert [(one.line, one.text) for one in report.failures] == [(8, failure)]


def test_after_a_failure_the_other_lines_still_count() -> None:
    report = run_text(TABLE + "expect turn B\nA: play R5\nexpect turn B\nrefused A: draw because not_your_turn\n")
    assert (report.passed, len(report.failures)) == (3, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "sentence"),
    [
        ("", 1, 1, "'rules' is missing"),
        ("rules clasic\nseats 2", 1, 7, "a rule set is one of classic, all_wild, official, stacking, mattel, not 'clasic'"),
        ("rules classic uno=2\nseats 2", 1, 15, "there is no option 'uno'"),
        ("rules classic challenge=maybe", 1, 25, "challenge is true or false, not 'maybe'"),
        ("rules classic stacking=2", 1, 24, "stacking is one of none, same_kind, any_draw, not 2"),
        ("rules official challenge=true\nseats 2\ndeal", 1, 1, "A challenge needs Wild Draw Fours that may be bluffed."),
        ("rules classic\nseats 11", 2, 7, "there are 2 to 10 seats, not 11"),
        ("rules classic\nseats two", 2, 7, "the number of seats is a number from 0 up, not 'two'"),
        ("rules classic\nseats 2\nhand C: R5", 3, 6, "there is no seat C among 2"),
        ("rules classic\nseats 2\nhand A: R5 R10", 3, 12, "there is no card 'R10'"),
        ("rules classic\nseats 2\nhand A R5", 3, 8, "':' is missing before 'R5'"),
        ("rules classic\nseats 2\nhand A: R5\nhand A: R6", 4, 6, "the hand of A was given before"),
        ("rules classic\nseats 2\nseats 3", 3, 1, "'seats' was said before, in line 2"),
        ("rules classic\nseats 2\ncolour red", 3, 1, "'colour' begins no line of a scenario"),
        ("rules classic\nseats 2\nhand A: R5\nturn A\nA: draw", 5, 1, "the hand of B is missing"),
        ("rules classic\nseats 2\nhand A: R5\nhand B: R6\nA: draw", 5, 1, "'turn' is missing"),
        ("rules classic\nseats 2\ndeck R5 rest", 3, 1, "a deck is for dealing: `deal` is missing"),
        ("rules classic\nseats 2\nturn A\ndeal", 3, 1, "'turn' belongs to a position, but this round is dealt"),
        (TABLE + "A: jump R5", 8, 4, "there is no move 'jump'; moves are play, color, target, catch, draw, keep, pass, "),
        (TABLE + "A: play", 8, 8, "a card is missing"),
        (TABLE + "A: play W purple", 8, 11, "a color is red, yellow, green or blue, not 'purple'"),
        (TABLE + "A: draw draw", 8, 9, "'draw' does not belong here"),
        (TABLE + "A:", 8, 3, "a move is missing"),
        (TABLE + "refused A: draw because bored", 8, 25, "there is no reason 'bored'"),
        (TABLE + "expect tern B", 8, 8, "'tern' cannot be expected"),
        (TABLE + "expect turn", 8, 12, "a seat is missing"),
        (TABLE + "expect turn B C", 8, 15, "'C' does not belong here"),
        (TABLE + "expect legal A: play R5, jump", 8, 26, "there is no move 'jump'"),
        (TABLE + "A: draw\ncolor red", 9, 1, "setting up ends where acts and expectations begin"),
        (TABLE.replace("discard: R7", "discard: R5 R5"), 7, 1, "R5 is there 3 times, in the deck 2 times"),
        (TABLE.replace("turn A", "draw: G1\nturn A"), 8, 1, "100 cards of the deck are missing, among them R0; "),
        (TABLE.replace("discard: R7", "discard: W"), 6, 1, "the wild on top has no color: say `color`, or `W:green`"),
        (TABLE + "phase drawn R9\nA: keep", 8, 1, "the drawn R9 is not in the hand"),
        (f"{TABLE}seed {2**256}", 8, 6, "a seed is a number below 2^256"),
        (f"{TABLE}seed {'9' * 5000}", 8, 6, "a seed is a number from 0 up"),
    ],
)
def test_a_text_that_does_not_parse_is_one_failure_with_its_place(text: str, line: int, column: int, sentence: str) -> None:
    report = run_text(text)
    assert report.passed == 0
    (failure,) = report.failures
    assert (failure.line, failure.column) == (line, column)
    assert failure.text.startswith(sentence)


def test_spaces_blank_lines_and_comments_are_free() -> None:
    text = """
        # a comment
        rules   classic  uno_penalty = 2   # the end of a line
        seats 2
        hand  A :  R5 W   W+4

        hand B:B1
        discard : Y1   W : green
        uno B = safe
        turn A
        A : play   W blue uno@0
    """.replace("uno@0", "")
    state = run_text(text).state
    assert state is not None
    assert state.options.uno_penalty == 2
    assert state.top.text == "W"
    assert state.color == "blue"
    assert run_text(text).failures == ()


def test_defaults() -> None:
    state = parse_position("rules classic\nseats 2\nhand A: R0 R1\nhand B: R1 B2\nturn B")
    assert state.top.text == "R2"
    assert [card.text for card in state.draw_pile[:3]] == ["R2", "R3", "R3"]
    assert len(state.draw_pile) == 103
    assert (state.dealer, state.round, state.direction, state.phase, state.color) == (0, 1, 1, "play", "red")
    wild = parse_position("rules all_wild\nseats 2\nhand A: W W\nhand B: WX\nturn B")
    assert (wild.top.text, wild.color) == ("W", None)


def test_a_threat_is_set_up_whole() -> None:
    text = (
        "rules classic\nseats 2\nhand A: R5 G7\nhand B: BS B2\ndiscard: R7 W+4:green\n"
        "phase respond 4 from A was bluff\nturn B\n"
    )
    report = run_text(text + "B: challenge\nexpect sees B hand A: R5 G7\nexpect count A=6 B=2\nexpect turn B\n")
    assert (report.passed, report.failures) == (4, ())
    report = run_text(text.replace("bluff", "lawful") + "B: challenge\nexpect count A=2 B=8\nexpect turn A\n")
    assert (report.passed, report.failures) == (3, ())


def test_a_seed_decides_every_shuffle_after_it() -> None:
    table = "rules classic\nseats 2\nseed {}\nhand A: R5\nhand B: B1\ndiscard: R7\nturn A\nA: play R5\n"
    ends = {seed: run_text(f"{table.format(seed)}any: next-round") for seed in (1, 2)}
    again = run_text(f"{table.format(1)}seed 2\nany: next-round")
    assert ends[1].state != ends[2].state == again.state


def test_an_endless_text_is_not_even_read() -> None:
    with pytest.raises(ParseError, match="at most"):
        parse("#" * 300_000)


def test_the_command_prints_one_line_a_failure_and_the_total(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, broken = tmp_path / "good.uno", tmp_path / "bad.uno", tmp_path / "broken.uno"
    good.write_text(TABLE + "A: play R5\nexpect turn B\n")
    bad.write_text(TABLE + "expect turn B\nexpect turn C\nexpect turn A\n")
    broken.write_text("rules classic\nseats many\n")
    assert main(["case", str(good)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    assert main(["case", str(good), str(bad), str(broken), str(tmp_path / "none.uno")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{bad}:8: expected turn B, got turn A",
        f"{bad}:9: expected turn C, got turn A",
        f"{broken}:2:7: the number of seats is a number from 0 up, not 'many'",
        f"{tmp_path / 'none.uno'}:1:1: cannot be read: No such file or directory",
        "3 passed, 4 failed",
    ]


def test_show_prints_a_position_that_parses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.uno"
    path.write_text(TABLE + "A: play R5\n")
    assert main(["show", str(path)]) == 0
    state = parse_position(capsys.readouterr().out)
    assert [len(hand) for hand in state.hands] == [1, 2, 2]
    assert state.version > 0


def test_a_wrong_command_prints_the_usage() -> None:
    done = subprocess.run([sys.executable, "-m", "engine", "deal"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "python -m engine case FILE" in done.stderr
