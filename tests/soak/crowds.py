"""`Crowds`: the processes of the crowd, asked as if they were one."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from typing import Self

from tests.bench.hosting import Process
from tests.bench.load import Answer
from tests.soak.crowd import PARTS


class Crowds:
    """Started when entered, ended when left."""

    def __init__(self, port: int, clients: int, seed: int, tables: int) -> None:
        self._arguments = [str(number) for number in (port, clients, seed, tables)]
        self._open = ExitStack()
        self._parts: list[Process] = []

    def ask(self, do: str) -> Answer:
        """Ask each of them; what they saw together. `client_cpu`: of the one that was busier."""
        told = [part.ask(do) for part in self._parts]
        if do == "begin":
            return {"people": sum(one["people"] for one in told)}
        counts: Counter[str] = Counter()
        for one in told:
            counts.update(one["counts"])
        return {
            "counts": dict(counts),
            "latencies_ms": [value for one in told for value in one["latencies_ms"]],
            "slowest": max(one["slowest"] for one in told),
            "screens": [screen for one in told for screen in one["screens"]],
            "wrong": [line for one in told for line in one["wrong"]],
            "client_cpu": max(one["client_cpu"] for one in told),
            "broken": [fault for one in told for fault in one["broken"]],
        }

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            for part in PARTS:
                self._parts.append(opening.enter_context(Process(None, "tests.soak.crowd", *self._arguments, part)))
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
