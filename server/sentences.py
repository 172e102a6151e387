"""What everybody is told when the server ends, by whichever of its processes."""

from __future__ import annotations

from typing import Final

from client.text import later

STOPPING: Final = later("The server is stopping. Your seat and your cards are kept: come back soon, with the same key.")
