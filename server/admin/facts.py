"""What answers tell of a table, a person, a ban: plain facts, for `words` and for programs."""

from __future__ import annotations

from client.protocol import Kind
from server.admin.speech import Plain
from server.lobby.bans import Ban
from server.lobby.conduct import Conduct
from server.lobby.people import Member
from server.lobby.table import Table
from server.ssh.toll import Toll


def person_facts(member: Member) -> dict[str, Plain]:
    """Somebody who is connected or has a seat. `from`: the network people are counted together by; None: this machine."""
    person = member.person
    places: list[Plain] = [session.at for session in member.sessions if session.at]
    return {
        "name": member.name,
        "kind": "guest" if person.guest else "key",
        "id": None if person.guest else person.id,
        "connections": len(member.sessions),
        "from": person.source or None,
        "at": places,
        "seat": member.seat_at,
    }


def session_facts(toll: Toll) -> dict[str, Plain]:
    """What a session's screens cost: in per cent of a core of late, and in seconds of processor time since it began."""
    return {
        "name": toll.whose,
        "share": round(100 * toll.share, 1),
        "seconds": round(toll.spent, 1),
        "slowed": toll.is_slowed,
    }


def conduct_facts(name: str, conduct: Conduct, now: float) -> dict[str, Plain]:
    """How somebody behaved, the oldest first; `pause` in seconds from now."""
    return {"name": name, "outcomes": [one.word for one in conduct.outcomes], "pause": int(conduct.left(now))}


def ban_facts(ban: Ban) -> dict[str, Plain]:
    """A ban; times in seconds since the epoch."""
    return {
        "id": ban.id,
        "banned": ban.banned.value,
        "target": ban.target,
        "name": ban.name,
        "since": ban.since,
        "until": ban.until,
        "who": ban.who,
        "why": ban.why,
    }


def table_facts(table: Table) -> dict[str, Plain]:
    """A table and whoever has its chairs, which are counted from 1."""
    line = table.line
    chairs: list[Plain] = [
        {"chair": number, "name": seat.name, "kind": seat.kind.value, "away": seat.is_away, "left": not seat.is_held}
        for number, seat in enumerate(table.seats, 1)
        if seat.kind is not Kind.FREE
    ]
    return {
        "code": line.code,
        "rules": line.rules,
        "stage": line.stage.value,
        "round": line.round,
        "seats": line.seats,
        "chairs": chairs,
        "watchers": line.watchers,
        "public": table.wish.public,
        "opened": line.opened,
    }
