"""Which verbs count against how much one person may do, and which may be asked for while nothing can be kept."""

from __future__ import annotations

from typing import Final

from client import protocol
from engine.moves import Resign

VERBS: Final = (
    protocol.Create,
    protocol.Join,
    protocol.Watch,
    protocol.Leave,
    protocol.Start,
    protocol.AddBot,
    protocol.Remove,
    protocol.Ready,
    protocol.Rematch,
    protocol.Rename,
    protocol.Sync,
    protocol.Cut,
    protocol.Set,
    protocol.Back,
    protocol.Replay,
    protocol.Top,
    protocol.Past,
    protocol.Mute,
    protocol.Learn,
    protocol.Vote,
)
"""What counts against `Limits.acts`."""

IN_A_HALT: Final = (protocol.Leave, Resign, protocol.Say, protocol.Sync, protocol.Watch)
"""What may be asked for while nothing can be kept."""
