"""What the words about the past say: matches, replays and leaderboards as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Final

from client.levels import level_name
from client.names import place_name
from client.play.openhands import touched
from client.protocol import PROVISIONAL, Chair, Happening, Kind, PastLine, TopLine, TopView
from client.rulebook.changes import rules_line
from client.rulebook.sets import rules_name
from client.sentences import sentences
from client.text import Text, later
from client.wire import as_json
from engine.cards import Card
from engine.events import Drew
from engine.view import PlayerView
from server.doors.columns import aligned
from server.doors.folding import folded
from server.lobby.replay import Replay

NO_ACCOUNT: Final = later(
    "unotty keeps matches with an account: come with an SSH key, as in `ssh {host} history`, and yours are listed."
)
NO_MATCH: Final = later("unotty keeps no finished match {id}: `ssh {host} history` lists yours.")
NO_MATCHES: Final = later("No finished match yet: type `ssh -t {host} quick` for one.")
NOBODY: Final = later("Nobody has played a match of {rules} that counts: it takes two people with SSH keys.")
HEADING: Final = later("Ratings begin at 1500. A question mark: fewer than {games} matches so far, not placed yet.")
PAST: Final = (
    later("ID"),
    later("ENDED (UTC)"),
    later("RULES"),
    later("PLACE"),
    later("SCORE"),
    later("RATING"),
    later("WITH"),
)
NUMBER: Final = 4
"""Cells for the number of a position."""


def when(seconds: int) -> str:
    """`2026-11-30 18:05`, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def cards_text(cards: Sequence[Card]) -> str:
    """`R5 W+4`, `-` for no card."""
    return " ".join([card.text for card in cards]) or "-"


# ── leaderboards and lists ───────────────────────────────────────────────────────────────────────────────────


def top_text(text: Text, view: TopView) -> str:
    """A leaderboard for people."""
    if not view.lines:
        return folded(text(NOBODY, rules=rules_name(text, view.rules)))
    rows = [("", text("NAME"), text("RATING"), text("MATCHES"))]
    rows += [_top_row(text, line, line == view.you) for line in view.lines]
    if view.you is not None and view.you not in view.lines:
        rows.append(_top_row(text, view.you, True))
    heading = folded(text(HEADING, games=PROVISIONAL))
    return f"{rules_name(text, view.rules)}\n\n{aligned(rows)}\n\n{heading}"


def _top_row(text: Text, line: TopLine, is_you: bool) -> tuple[str, str, str, str]:
    place = str(line.place) if line.place else "·"
    return (
        place,
        line.name + (f" ({text('you')})" if is_you else ""),
        f"{line.rating}{'' if line.place else '?'}",
        str(line.games),
    )


def history_text(text: Text, lines: Sequence[PastLine], page: int, pages: int, host: str) -> str:
    """One's own finished matches, for people."""
    if not lines:
        return (
            text(NO_MATCHES, host=host) if page == 1 else text.plural("There is one page.", "There are {count} pages.", pages)
        )
    rows = [tuple(map(text, PAST))]
    for line in lines:
        place = text("{place} of {count}", place=place_name(text, line.ranks[line.you]), count=len(line.chairs))
        change = line.rating
        rating = f"{change.after} ({change.after - change.before:+d})" if change else ""
        others = ", ".join([_player(text, chair) for seat, chair in enumerate(line.chairs) if seat != line.you])
        rows.append(
            (line.id, when(line.ended), rules_line(text, line.options), place, str(line.scores[line.you]), rating, others)
        )
    told = [aligned(rows), "", text("Move by move: `ssh {host} replay {id}`", host=host, id=lines[0].id)]
    if pages > 1:
        other = page % pages + 1
        told.append(
            text(
                "Page {page} of {pages}: `ssh {host} history {other}` for another.",
                page=page,
                pages=pages,
                host=host,
                other=other,
            )
        )
    return "\n".join(told)


def _player(text: Text, chair: Chair) -> str:
    return (
        text("{name} (bot, {level})", name=chair.name, level=level_name(text, chair.level))
        if chair.kind is Kind.BOT
        else chair.name
    )


def json_text(view: TopView | Sequence[PastLine]) -> str:
    """A leaderboard as its view, or matches as an array, in the JSON of PROTOCOL.md."""
    if isinstance(view, TopView):
        return json.dumps(asdict(view))
    return json.dumps([as_json(PastLine, line) for line in view])


# ── replays ──────────────────────────────────────────────────────────────────────────────────────────────────


def replay_text(text: Text, replay: Replay, host: str) -> Iterator[str]:
    """A match as sentences, line by line; below each the hand of whoever moved, as it is then."""
    match, result = replay.match, replay.result
    rows = [("", text("PLAYER"), text("PLACE"), text("SCORE"))]
    for seat, chair in enumerate(match.chairs):
        rows.append(("  ", _player(text, chair), place_name(text, result.ranks[seat]), str(result.scores[seat])))
    yield text("Match {id}: {rules}, {when} UTC", id=match.id, rules=rules_line(text, match.options), when=when(match.started))
    yield aligned(rows)
    for position in range(len(replay)):
        if position in replay.rounds:
            yield from _deal(text, replay, position, host)
        else:
            yield from _move(text, replay, position)


def _deal(text: Text, replay: Replay, position: int, host: str) -> Iterator[str]:
    number, view = replay.round_at(position), replay.view(position)
    yield ""
    yield from told(text, replay.happened(position), view.chairs, replay)
    rows = [(" " * NUMBER, chair.name, cards_text(hand)) for chair, hand in zip(view.chairs, _hands(view.game), strict=True)]
    yield aligned(rows)
    if number < len(view.seals) and view.seals[number]:
        asked = text("was it honest? `ssh {host} verify {id}`", host=host, id=view.seals[number])
        yield f"{'':{NUMBER}}  {asked}"


def _move(text: Text, replay: Replay, position: int) -> Iterator[str]:
    happened, view = replay.happened(position), replay.view(position)
    sentences_of = told(text, happened, view.chairs, replay)
    hands = _hands(view.game)
    for place, sentence in enumerate(sentences_of):
        number = f"{position:>{NUMBER}}" if place == 0 else " " * NUMBER
        yield f"{number}  {sentence}"
    for seat in touched(happened, len(hands)):
        yield f"{'':{NUMBER}}    {view.chairs[seat].name}: {cards_text(hands[seat])}"


def told(text: Text, happened: Sequence[Happening], chairs: tuple[Chair, ...], replay: Replay) -> list[str]:
    """What happened, as the log of a table tells it; drawn cards are named, for all is open."""
    lines = [one.text for one in sentences(text, happened, chairs, None, replay.match.options)]
    drawn = [event.cards for event in happened if isinstance(event, Drew) and event.cards]
    if drawn and lines:
        lines[-1] += f" ({', '.join(map(cards_text, drawn))})"
    return lines


def _hands(view: PlayerView) -> tuple[tuple[Card, ...], ...]:
    assert view.hands is not None, "all hands are open"
    return view.hands


def replay_json(replay: Replay) -> Iterator[str]:
    """A match as one JSON object, a step a line, in the JSON of PROTOCOL.md."""
    text, first = Text(), replay.view(0)
    head = as_json(type(first), first)
    kept = ("id", "options", "chairs", "length", "rounds", "started", "ended", "ratings", "seals")
    result = {"ranks": replay.result.ranks, "scores": replay.result.scores, "moves": replay.result.moves}
    yield json.dumps({**{name: head[name] for name in kept}, **result})[:-1] + ', "steps": ['
    for position in range(len(replay)):
        view = replay.view(position)
        step = {
            "position": position,
            "round": view.game.round,
            "happened": as_json(tuple[Happening, ...], view.happened),
            "hands": [[card.text for card in hand] for hand in _hands(view.game)],
            "told": told(text, view.happened, view.chairs, replay),
        }
        yield json.dumps(step) + ("," if position + 1 < len(replay) else "]}")
