"""Nothing secret comes into the log, at its most talkative: a whole game is played with canaries, and the log is searched."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from client.protocol import Create, Cut, Say, Start
from engine.options import Options
from server.config import Config
from server.house import House
from server.logs import JsonFormatter, TextFormatter
from server.ssh.environment import scrub
from tests.server.robot import Robot
from tests.server.test_wire_doors import Hurried, is_over

scrub()


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged from here on, by anybody of ours, in both forms."""
    told = io.StringIO()
    handlers = [logging.StreamHandler(told), logging.StreamHandler(told)]
    handlers[0].setFormatter(JsonFormatter())
    handlers[1].setFormatter(TextFormatter())
    loggers = [logging.getLogger(name) for name in ("unotty", "server")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        for handler in handlers:
            logger.addHandler(handler)
    yield told
    for logger, level in zip(loggers, before, strict=True):
        logger.setLevel(level)
        for handler in handlers:
            logger.removeHandler(handler)


async def test_a_game_leaves_no_secret_in_the_log(tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[bytes] = []
    drawn = secrets.token_bytes

    def draw(size: int) -> bytes:
        seeds.append(drawn(size))
        return seeds[-1]

    monkeypatch.setattr(secrets, "token_bytes", draw)
    config = Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys")
    house = await House.open(config, Hurried(asyncio.get_running_loop()))
    key = asyncssh.generate_private_key("ssh-ed25519")
    try:
        common = {"known_hosts": None, "agent_path": None, "config": None}
        mine = await asyncssh.connect("127.0.0.1", house.port, username="ann", client_keys=[key], **common)
        theirs = await asyncssh.connect("127.0.0.1", house.port, username="guest", client_keys=None, **common)
        await mine.run("CANARY-exec me", env={"LANG": "CANARY-env"}, term_type="CANARY-term", check=False)
        one, guest = await Robot.open(mine, frames=False, plays=True), await Robot.open(theirs, frames=False)
        await guest.until(lambda: guest.link.lobby)
        one.write(b'{"CANARY-raw": \xff\xfe}\n')
        options = Options(target_score=None)
        assert await one.do(Create(options=options, seats=4, bots=("easy", "normal", "easy"))) is None
        assert await one.do(Cut("CANARY-cut")) is None
        assert await one.do(Say("CANARY-chat")) is None
        assert await one.do(Start()) is None
        await one.until(lambda: one.link.table is not None and one.link.table.game is not None)
        assert one.link.table is not None
        assert one.link.table.game is not None
        hand = [str(card) for card in one.link.table.game.hand]
        await is_over(one)
        assert guest.link.lobby is not None
        resume = guest.link.lobby.resume
    finally:
        await house.close("The test is over.")
    told = log.getvalue()
    assert "connects" in told
    assert "CANARY" not in told
    secret = (tmp_path / "data" / "secret").read_text().strip()
    hands = [between.join(hand[:3]) for between in (" ", ", ", "', '")]
    assert len(seeds) > 4
    for canary in [*hands, *(seed.hex()[:16] for seed in seeds), *map(repr, seeds), secret[:16], key.get_fingerprint(), resume]:
        assert canary
        assert canary not in told
