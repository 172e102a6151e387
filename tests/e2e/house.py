"""A server process of the tests' own: any free port, its own data and host keys, its log kept."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self, TypedDict, Unpack

from tests.e2e.clients import UTF8, Client, ssh_arguments, ssh_environment
from tests.e2e.desk import PATIENCE, Desk
from tests.e2e.person import Person
from tests.e2e.program import Program

ROOT = Path(__file__).parent.parent.parent
_PORT = re.compile(r"ssh .*-p (\d+)")


class About(TypedDict, total=False):
    """How somebody connects; see `Person`."""

    agent: Path
    key: Path
    term: str
    size: tuple[int, int]
    env: Mapping[str, str]
    options: Sequence[str]
    client: Client


class House:
    """`unotty serve` and everybody connected to it. `folder` is empty at first."""

    def __init__(self, folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.desk = Desk()
        self.people: list[Person | Program] = []
        self._arguments = arguments
        self._env = env or {}
        self._log = folder / "server.log"
        self.port = 0
        self.start()

    def _command(self, port: int) -> list[str]:
        command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", str(port)]
        folders = ["--data", str(self.folder / "data"), "--hostkeys", str(self.folder / "hostkeys")]
        return [*command, *folders, *self._arguments]

    @property
    def _environment(self) -> dict[str, str]:
        return ssh_environment(self.folder, "dumb", {"PYTHONUNBUFFERED": "1", **self._env})

    def start(self, port: int = 0) -> None:
        """Start the server and wait until it says where it listens."""
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                self._command(port), cwd=ROOT, env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        self.port = int(self.desk.until(self._find_port, why=lambda: f"the server did not start:\n{self.log}"))

    def second(self) -> subprocess.CompletedProcess[str]:
        """Try to start another server on the same folders; what it says and its status."""
        return subprocess.run(
            self._command(0), cwd=ROOT, env=self._environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def _find_port(self) -> str:
        assert self.process.poll() is None, f"the server ended:\n{self.log}"
        found = _PORT.search(self.log)
        return found[1] if found else ""

    @property
    def log(self) -> str:
        """What the server wrote since it was last started."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def fingerprint(self) -> str:
        """The print of the host's key, as it says itself."""
        return next(word for word in self.log.split() if word.startswith("SHA256:"))

    @property
    def home(self) -> Path:
        """The clients' home: their known_hosts and keys."""
        return self.folder

    def stop(self, seconds: float = PATIENCE) -> int:
        """Ask the server to end; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds: float = PATIENCE) -> int:
        """The server's exit status, once it has ended by itself."""
        self.desk.until(lambda: self.process.poll() is not None, seconds, lambda: f"the server goes on:\n{self.log}")
        return self.process.returncode

    def key(self, name: str) -> Path:
        """A person's private key, made when first asked for."""
        path = self.folder / f"key_{name}"
        if not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        return path

    def guest(self, *words: str, name: str = "guest", **about: Unpack[About]) -> Person:
        """Somebody without a key connects."""
        return self._welcome(Person(self.desk, self.port, self.home, words, name=name, **about))

    def member(self, *words: str, name: str = "ann", **about: Unpack[About]) -> Person:
        """Somebody with a key connects; the same name has the same key every time, if no other is given."""
        about.setdefault("key", self.key(name))
        return self._welcome(Person(self.desk, self.port, self.home, words, name=name, **about))

    def _welcome(self, person: Person) -> Person:
        self.people.append(person)
        return person

    def program(self, name: str = "") -> Program:
        """A program connects to the JSON door: with somebody's key, or as a guest."""
        key = self.key(name) if name else None
        command = [*ssh_arguments(self.port, self.home, key=key), f"{name or 'guest'}@127.0.0.1"]
        program = Program(self.desk, command, ssh_environment(self.home, env=UTF8))
        self.people.append(program)
        return program

    def table(self, opener: str, **wish: object) -> str:
        """Somebody with a key opens a table and goes away; coming back, he has his seat. Returns the table's code."""
        program = self.program(opener)
        code: str = program.send("create", about=wish)["table"]
        program.close()
        self.people.remove(program)
        return code

    def run(self, *words: str, stdin: str = "", flags: Sequence[str] = (), term: str = "") -> subprocess.CompletedProcess[str]:
        """`ssh host words…` without a terminal; what it wrote and its status."""
        command = [*ssh_arguments(self.port, self.home), *flags, "guest@127.0.0.1", *words]
        environment = ssh_environment(self.home, term, UTF8)
        return subprocess.run(
            command, env=environment, input=stdin, capture_output=True, text=True, timeout=PATIENCE, check=False
        )

    def see_everybody_off(self) -> None:
        """Close every client."""
        while self.people:
            self.people.pop().close()

    def close(self) -> None:
        """Close every client and end the server, by force if it must be."""
        self.see_everybody_off()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
