"""The words about the past: `history`, `top`, `replay` and `verify`, whose answers may have to be looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from client.text import Text
from client.usertext import clean
from server.doors import records
from server.doors.cast import cast
from server.doors.commands import MISUSED, NOT_KEPT, REFUSED, no_such_rules, verdict_text
from server.doors.door import Visit
from server.doors.inquiry import NoAnswer, Tell
from server.lobby.casefile import NoCase, case_lines
from server.lobby.library import PAGE, RULE_SETS, pages, past_line
from server.lobby.lobby import Lobby
from server.lobby.matches import Finished, Recording, is_match_id
from server.lobby.people import Person
from server.lobby.replay import Replay
from server.lobby.verdict import is_seal_id, judge

Ask = Callable[[Tell], None]

MOST_PAGES: Final = 10_000
JSON: Final = "--json"
SHOWN: Final = 16
"""Cells of what somebody took for an id."""


class Archive:
    """Knows what each of these words may be followed by, and where its answer is."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._words = {"history": self._history, "top": self._top, "replay": self._replay, "verify": self._verify}

    def ask(self, words: Sequence[str], visit: Visit, host: str) -> Ask | None:
        """What asks for the answer; None if that is no way to use the word. `host` is what to type after `ssh`."""
        return self._words[words[0]](list(words[1:]), visit, host)

    def _verify(self, words: list[str], visit: Visit, host: str) -> Ask | None:
        text = visit.text
        as_json = _take(words, JSON)
        if len(words) != 1 or words[0].startswith("-"):
            return None
        if not is_seal_id(words[0]):
            return lambda tell: tell(text(NOT_KEPT, host=host), REFUSED)

        def judged(transcript: str | None) -> Iterator[str]:
            if transcript is None:
                raise NoAnswer(text(NOT_KEPT, host=host))
            if as_json:
                yield transcript
                return
            verdict = judge(transcript, words[0])
            told = verdict_text(text, verdict, host)
            if verdict.fault:
                raise NoAnswer(told)
            yield told.rstrip("\n")

        return lambda tell: self._lobby.history.find(words[0], lambda transcript: tell(judged(transcript)))

    def _top(self, words: list[str], visit: Visit, host: str) -> Ask | None:
        text = visit.text
        as_json = _take(words, JSON)
        rules = words[0].lower() if words else "classic"
        if len(words) > 1:
            return None
        if rules not in RULE_SETS:
            return lambda tell: tell(no_such_rules(text), MISUSED)
        view = self._lobby.history.ladder.top(rules, self._account(visit.person))
        return lambda tell: tell(records.json_text(view) if as_json else records.top_text(text, view))

    def _history(self, words: list[str], visit: Visit, host: str) -> Ask | None:
        text = visit.text
        as_json = _take(words, JSON)
        page = int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 6 else 1
        if len(words) > 1 or (words and words[0] != str(page)) or not 1 <= page <= MOST_PAGES:
            return None
        if visit.person.guest:
            return lambda tell: tell(text(records.NO_ACCOUNT, host=host), REFUSED)
        account = self._account(visit.person)

        def told(matches: Sequence[Finished], count: int) -> Iterator[str]:
            lines = [past_line(one, account) for one in matches]
            yield records.json_text(lines) if as_json else records.history_text(text, lines, page, pages(count), host)

        skip, past = (page - 1) * PAGE, self._lobby.history.past
        return lambda tell: past(account, skip, PAGE, lambda matches, count: tell(told(matches, count)))

    def _replay(self, words: list[str], visit: Visit, host: str) -> Ask | None:
        text = visit.text
        as_json, as_cast, as_text = _take(words, JSON), _take(words, "--cast"), _take(words, "--text")
        number = _after(words, "--case")
        wanted = words[0].upper() if len(words) == 1 else ""
        if not wanted or wanted.startswith("-") or number == 0 or as_json + as_cast + as_text + (number is not None) > 1:
            return None
        if not is_match_id(wanted):
            return lambda tell: tell(text(records.NO_MATCH, host=host, id=clean(wanted, SHOWN)), REFUSED)

        def opened(recording: Recording | None) -> Iterator[str]:
            if recording is None:
                raise NoAnswer(text(records.NO_MATCH, host=host, id=wanted))
            replay = Replay(recording)
            if number is not None:
                yield from _case(text, replay, number)
            elif as_cast:
                yield from cast(text, replay)
            else:
                yield from records.replay_json(replay) if as_json else records.replay_text(text, replay, host)

        return lambda tell: self._lobby.history.open(wanted, lambda recording: tell(opened(recording)))

    def _account(self, person: Person) -> str:
        """The id of somebody's account; empty if he has none."""
        accounts = self._lobby.accounts
        account = None if person.guest else accounts.of(accounts.mark(person.id))
        return account.id if account else ""


def _case(text: Text, replay: Replay, number: int) -> Iterator[str]:
    """The round of this number, from 1."""
    try:
        yield from case_lines(replay, number - 1)
    except NoCase as no:
        raise NoAnswer(f"unotty: {text(no.template, **no.facts)}") from None


def _take(words: list[str], flag: str) -> bool:
    """Take a flag off the words; was it there?"""
    is_there = flag in words
    if is_there:
        words.remove(flag)
    return is_there


def _after(words: list[str], flag: str) -> int | None:
    """Take a flag and the number behind it off the words; None if it is not there, 0 if no number from 1 to 999 follows."""
    if flag not in words:
        return None
    place = words.index(flag)
    _, *value = words[place : place + 2]
    del words[place : place + 2]
    return int(value[0]) if value and value[0].isascii() and value[0].isdecimal() and len(value[0]) < 4 else 0
