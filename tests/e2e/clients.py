"""The programs with which people connect: OpenSSH, PuTTY's `plink`, Dropbear's `dbclient`, each as the command it is typed as.

None of them reads a configuration but what it is given here, and none of them asks about the host's key.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

UTF8: Final = {"LANG": "en_US.UTF-8"}


@dataclass(frozen=True)
class Call:
    """Who connects to what, and how; see `tests.e2e.person.Person`."""

    port: int
    home: Path
    name: str
    words: Sequence[str] = ()
    key: Path | None = None
    agent: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    options: Sequence[str] = ()


Client = Callable[[Call], list[str]]
"""The command line that makes a call from within a terminal."""


def ssh_arguments(port: int, home: Path, *, key: Path | None = None, agent: Path | None = None) -> list[str]:
    """The command line of an OpenSSH client that reads no configuration but what it is given here."""
    identity = f"-oIdentityFile={key or 'none'}"
    keyless = [] if key or agent else ["-oPubkeyAuthentication=no"]
    return [
        *("ssh", "-F", "none", "-p", str(port), identity, f"-oIdentitiesOnly={'no' if agent else 'yes'}"),
        *(f"-oIdentityAgent={agent or 'none'}", "-oStrictHostKeyChecking=accept-new", "-oLogLevel=ERROR"),
        *(f"-oUserKnownHostsFile={home / 'known_hosts'}", "-oGlobalKnownHostsFile=/dev/null", *keyless),
    ]


def ssh_environment(home: Path, term: str = "xterm-256color", env: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a client: nothing of the machine's own leaks in."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": term, **(env or {})}


def openssh(call: Call) -> list[str]:
    """`ssh`, which sends what of its environment it is told to."""
    send = [f"-oSendEnv={variable}" for variable in call.env]
    ssh = [*ssh_arguments(call.port, call.home, key=call.key, agent=call.agent), "-tt", *send]
    return [*ssh, *call.options, f"{call.name}@127.0.0.1", *call.words]


def plink(call: Call) -> list[str]:
    """PuTTY without its window. It sends TERM and no environment, and takes our host's key by its print."""
    keyless = ["-ssh", "-noagent", "-no-antispoof", "-t", "-P", str(call.port), *call.options]
    return ["plink", *keyless, f"{call.name}@127.0.0.1", *call.words]


def dbclient(call: Call) -> list[str]:
    """Dropbear's client, as on routers and phones. It sends TERM and no environment."""
    return ["dbclient", "-y", "-y", "-t", "-p", str(call.port), *call.options, f"{call.name}@127.0.0.1", *call.words]
