"""`Ears`: hears what the server writes to its log, where a fault that was caught is told."""

from __future__ import annotations

import logging
from types import TracebackType


class Ears(logging.Handler):
    """Within its `with`, warnings and worse are kept in `heard` and told to nobody else."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []
        self._log = logging.getLogger("unotty")
        self._was = self._log.propagate

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging`."""
        self.heard.append(self.format(record))

    def __enter__(self) -> Ears:
        self._was, self._log.propagate = self._log.propagate, False
        self._log.addHandler(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self._log.removeHandler(self)
        self._log.propagate = self._was
