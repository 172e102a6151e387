"""What `unotty admin` prints for people: an answer's facts as lines and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from client.usertext import width
from server.admin.spans import UNITS
from server.admin.speech import Plain

NOT_KEPT: Final = "It is done, but not written down yet: the server cannot write just now, and does so as soon as it can."
Facts = Mapping[str, Plain]


def told(command: str, facts: Facts) -> str:
    """The lines of one command's answer."""
    lines = _TOLD[command](facts)
    return lines if facts.get("kept", True) else f"{lines}\n{NOT_KEPT}"


def _status(facts: Facts) -> str:
    stalled, draining = facts["stalled"], facts["draining"]
    workers = facts["workers"]
    hired = [("Workers", f"{workers['count']}, {_megabytes(workers['memory'])} together")] if isinstance(workers, dict) else []
    rows = [
        ("Version", str(facts["version"])),
        ("Process", f"{facts['pid']}, for {_rough(facts['up'])}, {_megabytes(facts['memory'])}"),
        *hired,
        ("People", f"{facts['people']} over {facts['connections']} connections"),
        ("Tables", _counts(facts["tables"])),
        ("Bans", str(facts["bans"])),
        ("Refused", _counts(facts["turned_away"])),
        ("Dearest", _dearest(facts)),
        ("Store", f"STALLED: {stalled}" if stalled else "writes"),
    ]
    if draining is not None:
        rows.append(("Draining", f"stops within {_rough(draining)}; rounds still played: {facts['rounds']}"))
    return "\n".join(f"{name:<10}{value}" for name, value in rows)


def _dearest(facts: Facts) -> str:
    """The sessions that took most of the processor of late; those of worker processes are not told."""
    told = [f"{one['name']} {one['share']} %{' (slowed down)' if one['slowed'] else ''}" for one in _list(facts["dearest"])]
    return (
        ", ".join(told) + (f"; slowed down since the start: {facts['slowed']}" if facts["slowed"] else "") if told else "none"
    )


def _counts(facts: Plain) -> str:
    return ", ".join(f"{count} {what}" for what, count in facts.items()) if isinstance(facts, dict) and facts else "none"


def _tables(facts: Facts) -> str:
    rows = [
        [
            str(one["code"]),
            str(one["rules"]),
            str(one["stage"]),
            str(one["round"]),
            "yes" if one["public"] else "no",
            str(one["watchers"]),
            ", ".join(_chair(chair) for chair in _list(one["chairs"])),
        ]
        for one in _list(facts["tables"])
    ]
    return _columns(["TABLE", "RULES", "STAGE", "ROUND", "PUBLIC", "WATCHING", "CHAIRS"], rows) if rows else "No table is open."


def _chair(chair: Facts) -> str:
    notes = [
        word for word, is_so in (("bot", chair["kind"] == "bot"), ("away", chair["away"]), ("left", chair["left"])) if is_so
    ]
    return f"{chair['chair']} {chair['name']}" + (f" ({', '.join(notes)})" if notes else "")


def _people(facts: Facts) -> str:
    rows = [
        [
            str(one["name"]),
            str(one["kind"]),
            str(one["connections"]),
            str(one["seat"] or "·"),
            ", ".join(str(code) for code in at) if isinstance(at := one["at"], list) and at else "·",
            str(one["from"] or "·"),
        ]
        for one in _list(facts["people"])
    ]
    return _columns(["NAME", "KIND", "CONNECTIONS", "SEAT", "AT", "FROM"], rows) if rows else "Nobody is here."


def _quarantine(facts: Facts) -> str:
    rows = [[str(one["code"]), _time(one["at"]), str(one["why"])] for one in _list(facts["tables"])]
    return _columns(["TABLE", "SINCE (UTC)", "WHAT IS WRONG"], rows) if rows else "Every table could be read."


def _kick(facts: Facts) -> str:
    seat = f"{facts['kicked']} is off table {facts['table']}." if facts["table"] else f"{facts['kicked']} had no seat."
    return seat + (f" Sessions ended: {facts['ended']}." if facts["ended"] else "")


def _conduct(facts: Facts) -> str:
    outcomes = facts["outcomes"]
    seen = Counter(str(one) for one in outcomes) if isinstance(outcomes, list) else Counter[str]()
    told = ", ".join(f"{word} {count}" for word, count in seen.most_common())
    pause = f" Public tables are closed for {_rough(facts['pause'])}." if facts["pause"] else ""
    return f"{facts['name']}: {told or 'no match with strangers yet'}.{pause}"


def _forgive(facts: Facts) -> str:
    return f"Nothing is held against {facts['forgiven']} any more."


def _ban(facts: Facts) -> str:
    ban = facts["ban"]
    assert isinstance(ban, dict)
    end = f"until {_time(ban['until'])} UTC" if ban["until"] else "until it is lifted"
    return f"Ban {ban['id']}: {_whom(ban)}, {end}. Connections ended: {facts['ended']}."


def _bans(facts: Facts) -> str:
    rows = [
        [
            str(one["id"]),
            str(one["banned"]),
            str(one["name"] or one["target"]),
            _time(one["since"]),
            _time(one["until"]) if one["until"] else "·",
            str(one["who"]),
            str(one["why"] or "·"),
        ]
        for one in _list(facts["bans"])
    ]
    return _columns(["ID", "OF", "WHOM", "SINCE (UTC)", "UNTIL (UTC)", "BY", "REASON"], rows) if rows else "No ban is in force."


def _unban(facts: Facts) -> str:
    ban = facts["ban"]
    assert isinstance(ban, dict)
    return f"Ban {ban['id']} is lifted: {_whom(ban)}."


def _broadcast(facts: Facts) -> str:
    return f"People who see it: {facts['people']}." if facts["text"] else "The banner is gone."


def _drain(facts: Facts) -> str:
    return f"The server stops within {_rough(facts['seconds'])}; rounds still played: {facts['rounds']}."


def _backup(facts: Facts) -> str:
    said = f"{facts['path']}: {_megabytes(facts['bytes'])}, {facts['matches']} matches, read from end to end."
    broken = facts["broken"]
    wrong = [f"Damaged, as in the database itself: {one}" for one in broken] if isinstance(broken, list) else []
    return "\n".join([said, *wrong, "Keep the file `secret` of the data folder and the host keys with it."])


_TOLD: Final = {
    "status": _status,
    "tables": _tables,
    "people": _people,
    "quarantine": _quarantine,
    "kick": _kick,
    "conduct": _conduct,
    "forgive": _forgive,
    "ban-key": _ban,
    "ban-network": _ban,
    "bans": _bans,
    "unban": _unban,
    "broadcast": _broadcast,
    "drain": _drain,
    "backup": _backup,
}


def _whom(ban: Facts) -> str:
    return f"the account {ban['name']}" if ban["banned"] == "key" else f"the network {ban['target']}"


def _list(plain: Plain) -> list[dict[str, Plain]]:
    return [one for one in plain if isinstance(one, dict)] if isinstance(plain, list) else []


def _time(seconds: Plain) -> str:
    return f"{datetime.fromtimestamp(_number(seconds), UTC):%Y-%m-%d %H:%M}"


def _rough(seconds: Plain) -> str:
    """A span in its largest whole unit."""
    left = int(_number(seconds))
    unit = next((unit for unit in reversed(UNITS) if left >= UNITS[unit]), "s")
    return f"{left // UNITS[unit]}{unit}"


def _megabytes(size: Plain) -> str:
    return f"{_number(size) / 1_000_000:.1f} MB"


def _number(plain: Plain) -> float:
    return float(plain) if isinstance(plain, int | float) else 0.0


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    table = [head, *rows]
    sizes = [max(map(_cells, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(cell + " " * (size - _cells(cell)) for cell, size in zip(row, sizes, strict=True)).rstrip() for row in table
    )


def _cells(text: str) -> int:
    return sum(map(width, text))
