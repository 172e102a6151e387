"""A program at the `bot` door: a real `ssh` with pipes, one JSON message a line, everything it was sent kept."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from tests.e2e.desk import PATIENCE, Desk

Message = dict[str, Any]


class Program:
    """Connects at once; `command` is the whole ssh command line but for its last word."""

    def __init__(self, desk: Desk, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.messages: list[Message] = []
        """All that came, in order."""
        self._desk = desk
        self._rest = b""
        self._last_id = 0
        self.process = subprocess.Popen(
            [*command, "bot"],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        desk.add(self.process.stdout.fileno(), self._hear)

    def _hear(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.messages += [json.loads(line) for line in lines]

    def send(self, do: str, table: str = "", version: int = 0, about: Mapping[str, object] | None = None) -> Message:
        """Ask for something; the reply."""
        self._last_id += 1
        number = self._last_id
        line = json.dumps({"id": number, "do": do, "table": table, "version": version, **(about or {})})
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self.until(lambda message: message["kind"] == "reply" and message["id"] == number)

    def until(self, fits: Callable[[Message], bool], seconds: float = PATIENCE) -> Message:
        """The first message that fits, waited for."""
        return self._desk.until(
            lambda: next(filter(fits, self.messages), {}), seconds, lambda: f"the last messages: {self.messages[-3:]}"
        )

    def seen(self, field: str) -> Iterator[Any]:
        """Every value of a field of the game (`top`, `hand`) that was sent, in order, nulls included."""
        for message in self.messages:
            view = message.get("view")
            if view is not None and isinstance(view.get("game"), dict):
                yield view["game"][field]
            changes = message.get("changes", {})
            if isinstance(changes.get("game"), dict):
                yield changes["game"][field]
            if f"game.{field}" in changes:
                yield changes[f"game.{field}"]

    def happened(self) -> Iterator[Message]:
        """Every event that was told, in order."""
        for message in self.messages:
            yield from message.get("happened", ())
            yield from message.get("view", {}).get("log", ())

    def drain(self) -> None:
        """Take what the server still got out before it ended."""
        self._desk.until(lambda: self.process.poll() is not None, why=lambda: "ssh goes on without its server")
        assert self.process.stdout is not None
        while data := self.process.stdout.read1():  # type: ignore[attr-defined]  # a pipe is a BufferedReader
            self._hear(data)

    def close(self) -> None:
        """Hang up."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._desk.remove(self.process.stdout.fileno())
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):  # what was still to be sent
                pipe.close()
