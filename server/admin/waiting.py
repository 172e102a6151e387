"""Waiting for the store, but not for ever."""

from __future__ import annotations

import asyncio
from typing import Final

from server.lobby.journal import Durable

KEPT_SECONDS: Final = 5.0


async def is_kept(durable: Durable) -> bool:
    """Was it safe within KEPT_SECONDS? A store that stalls keeps it later."""
    done = asyncio.Event()
    durable.add_done_callback(lambda _: done.set())
    try:
        await asyncio.wait_for(done.wait(), KEPT_SECONDS)
    except TimeoutError:
        return False
    return durable.exception() is None
