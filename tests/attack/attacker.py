"""The attacker: a process of his own, which stands back where others want the processor.

`python -m tests.attack.attacker PORT` reads lines of JSON (`attack`, `seed`, `stretch`) and answers each with one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys

from server.ssh.listener import accept_any_user_name
from tests.attack.attacks import ATTACKS  # noqa: F401 - so that they are entered
from tests.attack.field import run


async def serve(port: int) -> None:
    """One attack after the other until the input ends."""
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # whoever misuses a library hears of it all the time
    while line := await reader.readline():
        request = json.loads(line)
        answer = await run(port, request["attack"], request["seed"], request["stretch"])
        print(json.dumps(answer), flush=True)  # noqa: T201 - what it is asked for


if __name__ == "__main__":
    os.nice(10)
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    accept_any_user_name()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    asyncio.run(serve(int(sys.argv[1])))
