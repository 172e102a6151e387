"""Starts a worker: a fresh interpreter that inherits two sockets to this process, and no other open file."""

from __future__ import annotations

import asyncio
import os
import site
import socket
import subprocess
import sys
import time
from asyncio.subprocess import Process
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from server.bridge.down import Hello

ROOT = Path(__file__).parent.parent.parent
"""Where the packages are, wherever this process was started."""


class Terms(NamedTuple):
    """What every worker is given."""

    hello: Hello
    log_format: str
    verbose: bool


@dataclass(frozen=True)
class Hired:
    """A worker's process, and our ends of its sockets."""

    process: Process
    pipe: socket.socket
    hatch: socket.socket
    since: float = field(default_factory=time.monotonic)

    @property
    def pid(self) -> int:
        """Of the process."""
        return self.process.pid

    async def bury(self, seconds: float) -> None:
        """See that it has ended; it has so long to do that by itself."""
        try:
            await asyncio.wait_for(self.process.wait(), seconds)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


async def hire(terms: Terms) -> Hired:
    """Start one. Raises OSError."""
    pipe, its_pipe = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    hatch, its_hatch = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    fds = (its_pipe.fileno(), its_hatch.fileno())
    installed = str(ROOT) in site.getsitepackages()  # there it is found anyway, behind the standard library
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), "" if installed else str(ROOT))))
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "server.bridge",
            *map(str, fds),
            terms.log_format,
            "verbose" if terms.verbose else "quiet",
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            pass_fds=fds,
        )
    except OSError:
        pipe.close()
        hatch.close()
        raise
    finally:
        its_pipe.close()
        its_hatch.close()
    hatch.setblocking(False)
    pipe.setblocking(False)
    return Hired(process, pipe, hatch)
