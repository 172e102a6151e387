"""Scenario files (SCENARIOS.md): a position, some acts, and what must hold after them.

`lexer` and `parser` read the text (`setting` and `expecting` its lines) into the values of `model`; `position` sets it
up, `running` plays it; `formatting` writes a position back. `seeing` and `folding` answer what expectations ask.
"""

from engine.scenario.formatting import format_position
from engine.scenario.lexer import ParseError
from engine.scenario.model import Scenario
from engine.scenario.parser import parse
from engine.scenario.position import entropy, place
from engine.scenario.running import Failure, Report, run, run_file, run_text
from engine.state import State

__all__ = [
    "Failure",
    "ParseError",
    "Report",
    "Scenario",
    "entropy",
    "format_position",
    "parse",
    "parse_position",
    "run",
    "run_file",
    "run_text",
]


def parse_position(text: str) -> State:
    """The position a text sets up. Raises `ParseError`."""
    return place(parse(text).setup, text.count("\n") + 1)[0]
