"""A memory of bounded size: when it is full, what was not written for longest is forgotten."""

from __future__ import annotations

from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """What is known of sources, of which an attacker may have any number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[str, V] = {}

    def get(self, key: str, otherwise: V) -> V:
        """What was last written of it."""
        return self._known.get(key, otherwise)

    def put(self, key: str, value: V) -> None:
        """Write it down, as the newest of all."""
        self._known.pop(key, None)
        if len(self._known) >= self._most:
            del self._known[next(iter(self._known))]
        self._known[key] = value

    def __len__(self) -> int:
        return len(self._known)
