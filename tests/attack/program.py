"""`Program`: somebody at the JSON door who says whatever he likes, and remembers what he is answered."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Self

import asyncssh

from tests.attack.field import Field

Told = dict[str, Any]
PATIENCE = 10.0


class Program:
    """One connection to `ssh HOST bot`."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._last = 1000
        self._waiting: dict[int, asyncio.Future[Told]] = {}
        self.views: dict[str, Told] = {}
        """The newest view of every topic, changes put in."""
        self.versions: dict[str, int] = {}
        self.heard: list[Told] = []
        self.is_over = False
        self._news = asyncio.Event()
        self._reading = asyncio.ensure_future(self._read())

    @classmethod
    async def open(cls, field: Field, **options: Any) -> Self:
        """Connect; a guest if the keys say so."""
        conn = await field.connect(**options)
        one = cls(await conn.create_process("bot", encoding=None))
        await one.until(lambda: "lobby" in one.views)
        return one

    async def _read(self) -> None:
        try:
            async for line in self._process.stdout:
                if not line:  # asyncssh says so that it was the last one
                    break
                self._hear(json.loads(line))
                self._news.set()
        except (OSError, asyncssh.Error):
            pass
        finally:
            self.is_over = True
            self._news.set()
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the door is closed"))

    def _hear(self, told: Told) -> None:
        self.heard.append(told)
        if told["kind"] == "reply":
            waiting = self._waiting.pop(told["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(told)
            return
        topic = told["topic"]
        self.versions[topic] = told["version"]
        if told["kind"] == "snapshot":
            self.views[topic] = told["view"]
        elif topic in self.views:
            for name, value in told["changes"].items():
                part, _, inner = name.partition(".")
                if inner:
                    if self.views[topic].get(part) is not None:
                        self.views[topic][part][inner] = value
                else:
                    self.views[topic][name] = value

    def write(self, data: bytes) -> None:
        """Send these very bytes."""
        if not self.is_over:
            self._process.stdin.write(data)

    def say(self, do: str, table: str = "", version: int | None = None, **about: Any) -> asyncio.Future[Told]:
        """Ask for something; the answer is to be awaited."""
        self._last += 1
        waiting: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        if self.is_over:
            raise ConnectionError("the door is closed")
        self._waiting[self._last] = waiting
        known = self.versions.get(table, 0) if version is None else version
        self.write(json.dumps({"id": self._last, "do": do, "table": table, "version": known, **about}).encode() + b"\n")
        return waiting

    async def ask(self, do: str, table: str = "", version: int | None = None, **about: Any) -> str:
        """The same, and wait: the refusal's code, empty if it was done."""
        told = await asyncio.wait_for(self.say(do, table, version, **about), PATIENCE)
        refusal = told.get("refusal")
        return str(refusal["code"]) if refusal else ""

    async def create(self, **about: Any) -> str:
        """Open a table and sit down; its code."""
        told = await asyncio.wait_for(self.say("create", **about), PATIENCE)
        assert not told.get("refusal"), told
        code = str(told["table"])
        await self.until(lambda: code in self.views)
        return code

    async def until(self, fits: Any) -> None:
        """Wait for news until this is true-ish."""
        async with asyncio.timeout(PATIENCE):
            while not fits():
                if self.is_over:
                    raise ConnectionError("the door is closed")
                self._news.clear()
                await self._news.wait()
