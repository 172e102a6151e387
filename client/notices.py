"""What people do at a table besides playing, as sentences."""

from __future__ import annotations

from typing import Final

from client.protocol import Notice, Noticed
from client.text import Text, later

_SENTENCES: Final = {
    Notice.JOINED: later("{name} sits down."),
    Notice.LEFT: later("{name} leaves."),
    Notice.AWAY: later("{name} is away; the seat plays by itself."),
    Notice.BACK: later("{name} is back."),
    Notice.HOST: later("{name} is the host now."),
    Notice.WATCHING: later("{name} is watching."),
    Notice.TIMED_OUT: later("{name} ran out of time."),
    Notice.REMOVED: later("{name} was removed from the table."),
    Notice.READY: later("{name} is ready."),
    Notice.CUT: later("{name} cuts the deck."),
}


def notice_sentence(text: Text, noticed: Noticed) -> str:
    """`Bo sits down.`"""
    return text(_SENTENCES[noticed.notice], name=noticed.name)
