"""`ssh` typed within tmux or GNU screen: a terminal inside a terminal, which can be detached and attached from elsewhere."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from tests.e2e.clients import Call, Client, openssh, ssh_environment

ENDED: Final = "it ended with"
_STAY: Final = f'"$@"; printf "\\r\\n{ENDED} %s." $?; read _'
"""What runs in the window: it stays after the client has gone, so that one sees what was left."""


class Tmux:
    """A tmux server of the test's own."""

    def __init__(self, folder: Path, term: str) -> None:
        """`term` is what it calls itself to whoever runs in it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._socket = folder / "socket"
        self._settings = folder / "conf"
        lines = [f"set -g default-terminal {term}", "set -g status off", "set -g window-size latest"]
        self._settings.write_text("\n".join(lines) + "\n")

    def _command(self, *words: str) -> list[str]:
        return ["tmux", "-u", "-S", str(self._socket), "-f", str(self._settings), *words]

    @property
    def start(self) -> Client:
        """A client that runs `ssh` in a new window."""
        return lambda call: self._command("new-session", "--", "sh", "-c", _STAY, "sh", *openssh(call))

    @property
    def attach(self) -> Client:
        """A client that looks at the window there is."""

        def command(_: Call) -> list[str]:
            return self._command("attach-session")

        return command

    def ask(self, *words: str) -> str:
        """What `tmux words…` prints."""
        told = subprocess.run(
            self._command(*words), env=ssh_environment(self._folder), capture_output=True, text=True, timeout=30, check=True
        )
        return told.stdout

    @property
    def cells(self) -> bytes:
        """What is shown, with the codes of its colours as whoever drew it gave them."""
        return self.ask("capture-pane", "-e", "-p").encode()

    @property
    def left_on(self) -> str:
        """What is changed in the window's modes and was not put back."""
        flags = ("alternate_on", "mouse_any_flag", "mouse_sgr_flag", "keypad_cursor_flag")
        told = self.ask("display-message", "-p", " ".join(f"{flag}=#{{{flag}}}" for flag in ("cursor_flag", *flags)))
        return " ".join(one for one in told.split() if one not in {"cursor_flag=1", *(f"{flag}=0" for flag in flags)})

    def close(self) -> None:
        """End it and whatever runs in it."""
        subprocess.run(self._command("kill-server"), env=ssh_environment(self._folder), capture_output=True, check=False)


def screen(folder: Path) -> Client:
    """GNU screen, which calls itself `screen` and has no second screen of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "conf"
    settings.write_text("startup_message off\nvbell off\nautodetach off\ndefutf8 on\nterm screen\n")
    return lambda call: ["screen", "-U", "-c", str(settings), "sh", "-c", _STAY, "sh", *openssh(call)]
