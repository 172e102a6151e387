"""Text to scenario: the acts here, the setting-up in `setting`, the expectations in `expecting`."""

from __future__ import annotations

from typing import Final

from engine.notation import NotationError, move_of
from engine.refusal import SENTENCES
from engine.scenario.expecting import read_expectation
from engine.scenario.lexer import Line, ParseError, Word, lines
from engine.scenario.model import Act, Scenario, Seed, Setup, Step
from engine.scenario.setting import read_seed, read_setting

MOST_CHARACTERS: Final = 200_000
"""No scenario is longer; a position of any deck takes 2 000."""
_CODES: Final = dict.fromkeys(SENTENCES)


def parse(text: str) -> Scenario:
    """The scenario a text holds. Raises `ParseError`."""
    if len(text) > MOST_CHARACTERS:
        raise ParseError(1, 1, f"a scenario has at most {MOST_CHARACTERS} characters, not {len(text)}")
    setup = Setup()
    steps: list[Step] = []
    for line in lines(text):
        line.seats = setup.seats or line.seats
        first = line.here.text
        if first == "expect":
            steps.append(read_expectation(line))
        elif first == "seed" and steps:
            steps.append(Seed(line.number, read_seed(line)))
        elif first in ("refused", "any") or first[:1].isupper():
            steps.append(_act(line))
        elif steps:
            raise line.here.error("setting up ends where acts and expectations begin")
        else:
            read_setting(line, setup)
        line.end()
    return Scenario(setup, tuple(steps))


def _act(line: Line) -> Act:
    refused = line.skip("refused")
    seat = None if line.skip("any") else line.seat()
    version = line.whole("a version") if line.skip("@") else None
    line.need(":")
    behind = line.here
    words = line.rest()
    code = _code(words) if refused else None
    try:
        move = move_of([word.text for word in words])
    except NotationError as error:
        word = words[error.place] if error.place < len(words) else line.here if words else behind
        raise word.error(str(error)) from None
    return Act(line.number, seat, move, version, refused, code)


def _code(words: list[Word]) -> str | None:
    """Take `because CODE` off the end."""
    if len(words) < 2 or words[-2].text != "because":
        return None
    code = words.pop()
    words.pop()
    if code.text not in _CODES:
        raise code.error(f"there is no reason {code.text!r}; reasons are {', '.join(_CODES)}")
    return code.text
