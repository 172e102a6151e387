"""What `unotty admin` and the server say to each other: one request and one answer, each a line of JSON.

{"command": "kick", "words": {"who": "ann"}}
{"done": true, "answer": {"kicked": ["ann"]}}          or  {"done": false, "sentence": "Nobody here is called ann."}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

REQUEST_BYTES: Final = 4096
ANSWER_BYTES: Final = 4 * 1024 * 1024
SOCKET: Final = "admin.sock"
ROOM: Final = "admin"
"""The folder of the socket, in the data folder; nobody else gets into it."""

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""


class Unclear(Exception):
    """The other side said something that is no request, or no answer; the message is one sentence."""


class Mistake(Exception):
    """A request that cannot be done; the message is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command, and the words it was given, by their names."""

    command: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a request: facts if it was `done`, a sentence if not."""

    done: bool
    facts: Mapping[str, Plain] = field(default_factory=dict)
    sentence: str = ""


def request_line(request: Request) -> bytes:
    """A request on its way. Raises Unclear if it is too long."""
    line = json.dumps({"command": request.command, "words": dict(request.words)}).encode() + b"\n"
    if len(line) > REQUEST_BYTES:
        raise Unclear(f"That is too long: a request has at most {REQUEST_BYTES} bytes.")
    return line


def request_in(line: bytes) -> Request:
    """The request in a line. Raises Unclear."""
    said = _object(line)
    command, words = said.get("command"), said.get("words", {})
    if not isinstance(command, str) or not isinstance(words, dict):
        raise Unclear("A request is an object with `command` and `words`.")
    texts = {name: text for name, text in words.items() if isinstance(text, str)}
    if texts != words:
        raise Unclear("Every one of the `words` is a text.")
    return Request(command, texts)


def answer_line(answer: Answer) -> bytes:
    """An answer on its way."""
    told = {"done": True, "answer": dict(answer.facts)} if answer.done else {"done": False, "sentence": answer.sentence}
    return json.dumps(told, ensure_ascii=True).encode() + b"\n"


def answer_in(line: bytes) -> Answer:
    """The answer in a line. Raises Unclear."""
    told = _object(line)
    facts, sentence = told.get("answer"), told.get("sentence")
    if told.get("done") is True and isinstance(facts, dict):
        return Answer(True, facts)
    if told.get("done") is False and isinstance(sentence, str):
        return Answer(False, sentence=sentence)
    raise Unclear("The server's answer makes no sense: is it another version of unotty?")


def _object(line: bytes) -> dict[str, Plain]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise Unclear("That is no line of JSON.") from None
    if not isinstance(said, dict):
        raise Unclear("That is no JSON object.")
    return said
