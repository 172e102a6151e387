"""The lock of a data folder: one server at a time. The kernel holds it, so it ends with the process, however that ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

from server.store.errors import StoreError

NAME: Final = "unotty.lock"


class Lock:
    """Held from its making until `release`. The file stays; it names the process that held it last."""

    def __init__(self, folder: Path) -> None:
        """Raises `StoreError` if another process, or another part of this one, holds it."""
        self._descriptor = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(self._descriptor)
            if not isinstance(error, BlockingIOError):
                raise StoreError(f"the data folder {folder} cannot be locked: {error.strerror}") from None
            raise StoreError(
                f"another server (process {holder}) uses the data folder {folder}: stop it, or give this one its own folder"
            ) from None
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let others have the folder."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
