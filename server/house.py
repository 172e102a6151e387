"""The composition root: a `House` is a lobby, a listener and what they need, wired together; nothing else knows all of it."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from server.bridge.down import Hello
from server.bridge.far import lend
from server.bridge.hiring import Terms
from server.bridge.wing import Manners
from server.bridge.wings import Wings
from server.collector import Collector
from server.config import Config, StartError, bind, check_folder, make_folder, open_files, unmake
from server.doors.reception import Reception
from server.doors.screens import open_here
from server.libraries import prepare_libraries
from server.lobby.clock import Clock, LoopClock
from server.lobby.lobby import Lobby
from server.logs import configuration
from server.operation import Operation
from server.ssh import hostkeys
from server.ssh.crowd import Crowd
from server.ssh.doorman import Doorman
from server.ssh.entrance import Entrance
from server.ssh.gate import Gate
from server.ssh.listener import Listener
from server.ssh.notes import Notes
from server.ssh.options import connection_options
from server.ssh.rotation import publish
from server.store.accounts import open_accounts
from server.store.database import Database, StoreError
from server.store.history import StoredHistory

LAST_WRITES: Final = 3.0
"""Seconds that a server which ends waits for what was asked for to be kept."""
log = logging.getLogger("unotty")


class House:
    """One running server."""

    def __init__(
        self,
        config: Config,
        port: int,
        keys: hostkeys.Keys,
        lobby: Lobby,
        entrance: Entrance,
        listener: Listener | Wings,
        notes: Notes,
        database: Database,
        operation: Operation,
    ) -> None:
        self.config = config
        self.port = port
        """The port that was really taken."""
        self.keys = keys
        """Of the host."""
        self.lobby = lobby
        self.entrance = entrance
        self.listener = listener
        self.operation = operation
        self._notes = notes
        self._database = database
        self._collector = Collector(listener, lambda: lobby.counts.closed)

    @classmethod
    async def open(cls, config: Config, clock: Clock | None = None, stop: Callable[[], None] = lambda: None) -> House:
        """Take the port, see to the folders and the key, and begin to accept. `clock`: the lobby's, if not the loop's.

        `stop` is called when the operator wants the server to end, which is up to the caller.

        Raises StartError; then the port is free again and nothing was made by halves.
        """
        prepare_libraries()
        async with AsyncExitStack() as undo:
            sockets = bind(config.host, config.port)
            for one in sockets:
                undo.callback(one.close)
            keys = settle(config)
            database = open_database(config.data)
            undo.callback(database.stop)
            clock = clock or LoopClock(asyncio.get_running_loop())
            operation, lobby = kept_in(database, config.data, clock)
            operation.health.on_change(lobby.halt, lobby.go_on)
            database.start(operation.health.stall, operation.health.resume)
            reception = Reception(lobby, config.address, lend if config.workers else open_here, operation.memory)
            barrier = operation.barrier(lobby)
            notes = Notes(asyncio.get_running_loop())
            undo.callback(notes.close)
            manners = Manners(reception.choose, barrier.of_person)
            crowd = crowd_for(config)  # before anybody is hired: workers inherit how many files may be open
            listener = await (with_workers if config.workers else alone)(config, keys, manners, notes)
            undo.push_async_callback(listener.stop, "")
            if isinstance(wings := listener, Wings):
                operation.memory.elsewhere = lambda: wings.memory
            gate = Gate(crowd, barrier.of_address)
            entrance = Entrance(gate, listener.admit, notes, config.proxies)
            undo.push_async_callback(operation.close)
            await operation.open(config, lobby, listener, gate, stop)
            lobby.reopen()  # as late as can be: from here on turns take their time, whoever has come back
            entrance.open(sockets)
            tell_of_next(keys, config.hostkeys, clock)
            undo.pop_all()
        port = sockets[0].getsockname()[1]
        return cls(config, port, keys, lobby, entrance, listener, notes, database, operation)

    @property
    def fingerprint(self) -> str:
        """Of the host key, `SHA256:…`."""
        return hostkeys.fingerprint(self.keys.active)

    @property
    def next_fingerprint(self) -> str:
        """Of the key to come after it; empty: none is prepared."""
        return hostkeys.fingerprint(self.keys.next) if self.keys.next is not None else ""

    async def close(self, sentence: str) -> None:
        """Let nothing change any more, see that all is kept, tell everybody and close everything, within a few seconds."""
        self._collector.stop()
        self.entrance.close()
        self.lobby.stop()
        await self.operation.close()
        with suppress(TimeoutError, StoreError):
            await asyncio.wait_for(self._database.ask(lambda connection: None), LAST_WRITES)
        await self.listener.stop(sentence)
        self._notes.close()
        self._database.stop()


async def alone(config: Config, keys: hostkeys.Keys, manners: Manners, notes: Notes) -> Listener:
    """What speaks SSH in this process."""
    return Listener(await connection_options(keys.told, lambda: Doorman(*manners), config.crypto), notes)


async def with_workers(config: Config, keys: hostkeys.Keys, manners: Manners, notes: Notes) -> Wings:
    """What has it spoken by worker processes. Raises StartError."""
    hello = Hello(tuple(key.export_private_key() for key in keys.told), config.crypto.name)
    wings = Wings(config.workers, Terms(hello, *configuration()), manners)
    await wings.open()
    return wings


def open_database(folder: Path) -> Database:
    """The store in the data folder. Raises StartError."""
    try:
        return Database.open(folder)
    except StoreError as error:
        raise StartError(str(error)) from None


def kept_in(database: Database, folder: Path, clock: Clock) -> tuple[Operation, Lobby]:
    """What the operator has, and the lobby, with all that the database keeps for them. Raises StartError."""
    try:
        operation = Operation(database, clock)
        accounts = open_accounts(database, folder, clock)
        lobby = Lobby(clock, journal=operation.journal, accounts=accounts, history=StoredHistory(database))
        lobby.restore()
    except StoreError as error:
        raise StartError(str(error)) from None
    return operation, lobby


def crowd_for(config: Config) -> Crowd:
    """As many connections as the operator wants and the system bears."""
    files = open_files(config.crowd.descriptors)
    crowd = config.crowd.within(files)
    if crowd != config.crowd:
        log.warning("only %d files may be open (`ulimit -n`): there is room for %d people at once", files, crowd.people)
    return crowd


def settle(config: Config) -> hostkeys.Keys:
    """The host keys, and the folders as they should be. Raises StartError; then nothing was made."""
    check_folder(config.data, "data")
    made: list[Path] = []
    try:
        # The data first: the host key's folder may be inside, and a folder made on the way to another is open to others.
        made = make_folder(config.data, "data")
        if not os.path.exists(config.hostkeys / hostkeys.NAME):
            made = make_folder(config.hostkeys, "hostkeys") + made
        return hostkeys.load_or_create(config.hostkeys)
    except (StartError, hostkeys.HostKeyError) as error:
        unmake(made)
        raise StartError(str(error)) from None


def tell_of_next(keys: hostkeys.Keys, folder: Path, clock: Clock) -> None:
    """From now on clients learn the next host key, if there is one: note since when."""
    if keys.next is not None:
        try:
            publish(folder, keys.next, datetime.fromtimestamp(clock.wall(), UTC))
        except hostkeys.HostKeyError as error:
            log.warning("%s", error)
