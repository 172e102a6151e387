"""What people do at a table besides playing, as sentences."""

from __future__ import annotations

from typing import Final

from client.protocol import Notice, Noticed
from client.text import Text, later

_SENTENCES: Final = {
    Notice.JOINED: (later("You sit down."), later("{name} sits down.")),
    Notice.LEFT: (later("You leave."), later("{name} leaves.")),
    Notice.AWAY: (later("You are away."), later("{name} is away.")),
    Notice.BACK: (later("You are back."), later("{name} is back.")),
    Notice.HOST: (later("You are the host now."), later("{name} is the host now.")),
    Notice.WATCHING: (later("You are watching."), later("{name} is watching.")),
    Notice.TIMED_OUT: (later("You ran out of time."), later("{name} ran out of time.")),
    Notice.REMOVED: (later("You were removed from the table."), later("{name} was removed from the table.")),
    Notice.READY: (later("You are ready."), later("{name} is ready.")),
    Notice.CUT: (later("You cut the deck."), later("{name} cuts the deck.")),
    Notice.CALLS_VOTE: (later("You call a vote."), later("{name} calls a vote.")),
    Notice.ACCUSED: (later("The others vote on taking you off the table."), later("Shall {name} go off the table?")),
    Notice.SPARED: (later("You stay: the vote failed."), later("{name} stays: the vote failed.")),
    Notice.VOTED_OFF: (later("You were voted off the table."), later("{name} was voted off the table.")),
    Notice.PILOT: (later("You are away: the autopilot plays your cards."), later("{name}'s seat plays by itself.")),
}
"""Said to whom it is about, and to all others."""


def notice_sentence(text: Text, noticed: Noticed, me: str = "") -> str:
    """`Bo sits down.`; `me` is the reader's own name."""
    yours, theirs = _SENTENCES[noticed.notice]
    return text(yours) if me and noticed.name == me else text(theirs, name=noticed.name)
