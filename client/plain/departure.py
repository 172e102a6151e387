"""Going away: the question of the keys that mean it, and the sentence that says how to come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.protocol import Stage

if TYPE_CHECKING:
    from client.plain.session import PlainClient


class Departure:
    """One person's ways out of the session."""

    def __init__(self, client: PlainClient) -> None:
        self._client = client
        self._is_asked = False

    @property
    def is_in_match(self) -> bool:
        """Is there a seat to give up?"""
        table = self._client.link.table
        return table is not None and table.you is not None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER)

    @property
    def way_back(self) -> str:
        """What a guest types to come back to his seat; empty for who has a key."""
        client = self._client
        code = client.link.lobby.resume if client.link.lobby is not None else ""
        return f"{client.typed} {client.host} plain back {code}" if code else ""

    def ask(self) -> None:
        """A key that means leaving: asked once; the second time it is meant."""
        if self._is_asked:
            self.quit()
            return
        self._is_asked = True
        text = self._client.text
        kept = text("Your seat is kept.") if self.is_in_match else ""
        self._client.say(text("Disconnect? Press the same key again or type quit; anything else stays."), kept)

    def stay(self) -> None:
        """Something was typed after the question."""
        self._is_asked = False

    def quit(self) -> None:
        """End the session with a sentence."""
        client, text = self._client, self._client.text
        table = client.link.table
        if table is not None and self.is_in_match and self.way_back:
            client.end(text("Come back within 5 minutes: {line}", line=self.way_back))
        elif table is not None and self.is_in_match and not client.me.startswith("~"):
            client.end(text("Your seat at table {code} is kept. Come back with the same key.", code=table.code))
        else:
            client.end(text("Goodbye."))
