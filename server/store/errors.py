"""What can be wrong with the store, each with a line for the operator."""

from __future__ import annotations


class StoreError(Exception):
    """The store cannot be used; the message is one line: what is wrong, which table or version, what to do."""


class OutOfStep(Exception):
    """Events were to be added at another place than the end of their match: somebody else wrote, or a version is wrong."""


class Damaged(Exception):
    """What was kept of one match or table cannot be trusted; the message names it and the place."""
