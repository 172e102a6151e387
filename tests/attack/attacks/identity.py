"""Becoming somebody else: keys that were shown and not proven, in every order (SECURITY §0.1, I1)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncssh
from asyncssh.constants import MSG_USERAUTH_REQUEST
from asyncssh.packet import Boolean, SSHPacket, String

from tests.attack.field import GONE, Field, attack
from tests.attack.program import Program

WAYS = (
    "asks, then answers a question", "asks, then needs nothing", "asks, then is another", "signs with rubbish, then answers",
    "signs with rubbish", "signs for another name", "signs another session", "shows a certificate", "shows a security key",
    "all at once",
)  # fmt: skip


class Thief(asyncssh.SSHClient):
    """Has seen a victim's public key and nothing more of it."""

    def __init__(self, way: str, victim: asyncssh.SSHKey, mine: asyncssh.SSHKey) -> None:
        self._way, self._victim, self._mine = way, victim, mine
        self._turn = 0

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """See asyncssh."""
        self._conn = conn

    def kbdint_auth_requested(self) -> str:
        """See asyncssh."""
        return ""

    def kbdint_challenge_received(self, name: str, lines: str, lang: str, prompts: Sequence[tuple[str, bool]]) -> list[str]:
        """See asyncssh."""
        return ["Mallory"] * len(prompts)

    def _ask(self, user: str, method: str, *about: bytes) -> None:
        self._conn.send_packet(MSG_USERAUTH_REQUEST, String(user), String("ssh-connection"), String(method), *about)

    async def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        """See asyncssh."""
        self._turn += 1
        if self._turn > 1:
            return None
        blob = self._victim.public_data
        known = (String("ssh-ed25519"), String(blob))
        if self._way.startswith("signs with rubbish"):
            return self._forged()
        heard = self._listen()
        if self._way == "all at once":
            self._ask("ann", "publickey", Boolean(False), *known)
            self._ask("ann", "publickey", Boolean(True), *known, String(String("ssh-ed25519") + String(bytes(64))))
            self._ask("ann", "publickey", Boolean(False), *known)
            self._ask("ann", "none")
            self._ask("guest", "none")
        elif self._way in ("signs for another name", "signs another session"):
            session = self._conn._session_id if "name" in self._way else bytes(32)
            signed = (
                String(session) + bytes([MSG_USERAUTH_REQUEST]) + String("bob") + String("ssh-connection")
                + String("publickey") + Boolean(True) + known[0] + String(self._mine.public_data)
            )  # fmt: skip
            self._ask("ann", "publickey", Boolean(True), *known, String(self._mine.sign(signed, b"ssh-ed25519")))
        elif self._way == "shows a certificate":
            made = self._mine.generate_user_certificate(self._victim.convert_to_public(), "victim", principals=["ann"])
            self._ask("ann", "publickey", Boolean(False), String(made.algorithm), String(made.public_data))
        elif self._way == "shows a security key":
            key = String("sk-ssh-ed25519@openssh.com") + blob[15:] + String("ssh:")
            rubbish = String("sk-ssh-ed25519@openssh.com") + String(bytes(64)) + b"\x01" + bytes(4)
            self._ask("ann", "publickey", Boolean(True), String("sk-ssh-ed25519@openssh.com"), String(key), String(rubbish))
        else:
            self._ask("ann", "publickey", Boolean(False), *known)
        with suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 2)
        if "nothing" in self._way:
            self._ask("ann", "none")
        if "answers" not in self._way:
            self._ask("guest", "none")
            await asyncio.Event().wait()
        return None

    def _forged(self) -> asyncssh.SSHKeyPair:
        pair = asyncssh.load_keypairs([self._victim])[0]
        pair.sign = lambda data: self._mine.sign(data, b"ssh-ed25519")  # type: ignore[method-assign]  # not the key that is shown
        return pair

    def _listen(self) -> asyncio.Event:
        heard = asyncio.Event()
        auth = self._conn.auth
        assert auth is not None

        def hear(number: int, sequence: int, packet: SSHPacket) -> bool:
            heard.set()
            return True

        auth.process_packet = hear  # type: ignore[method-assign,assignment]  # the library would go on by itself
        return heard


@attack(5.0)
async def the_identity_matrix(field: Field) -> None:
    """An account: that of a victim whose public key is known, in every order of asking, signing and being somebody else."""
    victim, mine = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    name = f"Vera{field.random.randrange(10**6)}"
    owner = await Program.open(field, client_keys=[victim], username="ann")
    assert await owner.ask("rename", name=name) == ""
    assert (await Program.open(field, client_keys=[victim], username="bob")).views["lobby"]["you"] == name

    async def one(number: int) -> None:
        options: dict[str, Any] = {
            "client_factory": lambda: Thief(WAYS[number], victim, mine),
            "username": "ann",
            "client_keys": [],
            "preferred_auth": "publickey,keyboard-interactive",
        }
        try:
            thief = await asyncio.wait_for(field.connect(**options), 4)
        except (*GONE, TimeoutError, AttributeError):  # the library's client is not made for answers out of turn
            field.count("refused")
            return
        process = await thief.create_process("bot", encoding=None)
        program = Program(process)
        await program.until(lambda: "lobby" in program.views)
        assert program.views["lobby"]["you"] != name, f"who {WAYS[number]} is the victim"
        field.count("let in as nobody")

    await field.many(len(WAYS), one)
    assert sum(field.counts.values()) == len(WAYS), f"only {field.counts} were tried"


@attack()
async def a_flood_of_logins(field: Field) -> None:
    """CPU: thousands of tries to log in on each connection (SECURITY §0.4: asyncssh sets no limit)."""

    class Tries(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.conn = conn

        async def public_key_auth_requested(self) -> None:
            for turn in range(2000):
                method = ("password", "none", "keyboard-interactive", "publickey", "hostbased", "\x1b[2J")[turn % 6]
                more = (String(""), String("")) if "keyboard" in method else (Boolean(False), String("x"))
                about = (String(f"user{turn}"), String("ssh-connection"), String(method), *more)
                self.conn.send_packet(MSG_USERAUTH_REQUEST, *about)
                field.count("tries")
                if turn % 50 == 0:
                    await asyncio.sleep(0)
            await asyncio.Event().wait()

    async def one(number: int) -> None:
        while field.left:
            with suppress(*GONE):
                await field.connect(client_factory=Tries, client_keys=[], preferred_auth="publickey")

    await field.many(12, one)


NAMES = (
    "",
    "\x1b[2J\x1b]0;x\x07",
    "x" * 1000,
    "root",
    "admin ",
    "Аdmin",
    "\u200b\u200c",
    "a\rb\nc",
    "[SYSTEM]",
    "\u202egnp.x",
    "💥" * 40,
    "%s%n{}",
)
"""CASES 3-17."""


@attack(2.0)
async def hostile_user_names(field: Field) -> None:
    """Other people's screens and the log: names of SSH users with escapes, of other people, of nobody (CASES 3-17)."""

    async def one(number: int) -> None:
        conn = await field.connect(username=NAMES[number])
        result = await conn.run("me --json", encoding=None)
        assert isinstance(result.stdout, bytes)
        assert b"\x1b" not in result.stdout, f"the name {NAMES[number]!r} comes back raw"
        _, channel, _ = await field.screen("quick")
        channel.write(b"q")
        field.count("names")

    await field.many(len(NAMES), one)
