"""What a person likes, as the lobby remembers it, and the app in that look and language: at once, on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.bidi import Bidi
from client.protocol import Setting
from client.text import LANGUAGES, Text, spoken
from client.tui.theme import Look, liked

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class Liking:
    """One person's settings. `found` is what his terminal is by itself: what `auto` means."""

    def __init__(self, app: UnoApp, found: Look) -> None:
        self._app = app
        self.found = found
        self._seen: tuple[Setting, ...] = ()

    def of(self, name: str) -> str:
        """How he likes a thing; empty where the lobby does not say."""
        lobby = self._app.link.lobby
        return lobby.liked(name) if lobby is not None else ""

    @property
    def language(self) -> str:
        """The language he reads: chosen, or else that of his machine."""
        chosen = self.of("language")
        return next((one for one in (chosen, self.found.language) if one in LANGUAGES), LANGUAGES[0])

    def mind(self) -> None:
        """Follow the lobby's newest view."""
        lobby = self._app.link.lobby
        if lobby is not None and lobby.settings is not self._seen:
            self._seen = lobby.settings
            look = liked(self.found, self.of)
            self._app.wear(look, Text(spoken(self.language, look.unicode)))
            surface = self._app.canvas.surface
            if surface is not None:
                surface.track_mouse(self.of("mouse") == "on")
                surface.keep_order(self._app.text.rtl and look.bidi is Bidi.OURS)
