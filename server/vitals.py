"""What `/metrics` tells: everything measured of a house, gathered when it is asked for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from client.protocol import Stage
from server.admin.office import Connections
from server.bridge.wings import Wings
from server.config import VERSION
from server.health import Health
from server.lobby.lobby import Lobby
from server.memory import Memory
from server.metrics import Lag, Metric, Sample, TimedJournal, counter, counters, gauge, gauges, resident
from server.ssh.gate import Gate
from server.ssh.toll import LEDGER


def turned_away(gate: Gate, memory: Memory) -> Counter[str]:
    """Who was not let in since the start, by reason."""
    return gate.turned_away + Counter(memory=memory.turned_away)


def workers(listener: Connections) -> Mapping[str, int] | None:
    """How many worker processes take connections, and their `memory` together, in bytes. None: this process does all."""
    return {"count": listener.ready, "memory": listener.memory} if isinstance(listener, Wings) else None


class Vitals(NamedTuple):
    """Where the numbers come from."""

    lobby: Lobby
    listener: Connections
    gate: Gate
    journal: TimedJournal
    health: Health
    lag: Lag
    memory: Memory

    def gather(self) -> Iterator[Metric]:
        """Every metric as it stands. What tells samples apart are words of ours, so there are few of them."""
        lobby, gate = self.lobby, self.gate
        members = lobby.members
        stages = Counter(table.stage for table in lobby.tables)
        yield Metric("unotty_info", "gauge", "Which unotty this is.", (Sample("", {"version": VERSION}, 1),))
        yield gauges(
            "unotty_people",
            "People who are connected or have a seat.",
            "kind",
            {"guest": sum(one.person.guest for one in members), "key": sum(not one.person.guest for one in members)},
        )
        yield gauge("unotty_sessions", "Sessions in the lobby or at a table.", sum(len(one.sessions) for one in members))
        yield gauge("unotty_connections", "Connections, logged in or not.", self.listener.connections)
        yield gauges("unotty_tables", "Tables by stage.", "stage", {stage.value: stages[stage] for stage in Stage})
        yield counter("unotty_moves_total", "Moves in a game that were accepted, those of bots too.", lobby.counts.moves)
        yield counters("unotty_refusals_total", "Commands that were not done, by code.", "code", lobby.counts.refusals)
        yield counter("unotty_connections_entered_total", "Connections that were let in.", gate.entered)
        yield counters(
            "unotty_connections_refused_total",
            "Connections that were turned away, and people for whom there was no memory, by reason.",
            "reason",
            turned_away(gate, self.memory),
        )
        yield self.journal.seconds.metric("unotty_journal_commit_seconds", "From a move to its being safe on the disk.")
        yield self.lag.seconds.metric("unotty_loop_lag_seconds", "How late the server's loop makes its calls.")
        dearest = max((toll.share for toll in LEDGER.dearest(1)), default=0.0)
        yield gauge(
            "unotty_session_cpu_share", "Part of a core that the dearest session of this process took of late.", dearest
        )
        yield counter("unotty_sessions_slowed_total", "Sessions that took too much of it and were slowed down.", LEDGER.slowed)
        yield gauge("unotty_store_stalled", "Is nothing written down just now?", bool(self.health.stalled))
        yield gauge("unotty_draining", "Is the server about to stop?", self.health.is_draining)
        yield gauge("process_resident_memory_bytes", "Memory of this process.", resident())
        yield gauge("unotty_tasks", "Tasks of this process's loop.", len(asyncio.all_tasks()))
        if isinstance(self.listener, Wings):
            yield gauge("unotty_workers", "Worker processes that take connections.", self.listener.ready)
            yield gauge("unotty_workers_memory_bytes", "Memory of all worker processes together.", self.listener.memory)
            yield gauge("unotty_workers_tasks", "Tasks of all worker processes' loops together.", self.listener.tasks)
            yield counter("unotty_workers_died_total", "Worker processes that ended by themselves.", self.listener.deaths)
            yield self.listener.trips.metric("unotty_workers_trip_seconds", "To a worker and back.")
