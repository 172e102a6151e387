"""The reception: which door a visit gets. Every visit gets one; what is not offered here gets a sentence."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_address
from typing import Final

from client.text import LANGUAGES, Text, spoken
from client.usertext import clean
from server.config import VERSION
from server.doors import commands
from server.doors.archive import Archive
from server.doors.commands import MISUSED, REFUSED, USAGE, Answer
from server.doors.door import Door, Kind, Port, Visit
from server.doors.inquiry import Inquiry
from server.doors.me import Counter
from server.doors.rulebook import rules_text
from server.doors.screens import Booking, OpenScreens, open_here
from server.doors.wire import FrameDoor, LineDoor
from server.lobby.guests import Unknown
from server.lobby.lobby import Lobby
from server.lobby.matches import is_match_id
from server.lobby.people import Person
from server.memory import Memory
from server.ssh.language import language_of, reads_utf8
from server.ssh.terminal import Terminal

SUBSYSTEM: Final = "unotty"
WORD_CELLS: Final = 32
"""How much of an unknown word is repeated to who typed it."""
COPIERS: Final = ("scp", "sftp", "sftp-server", "rsync", "git-upload-pack", "git-receive-pack", "tar", "cat")


class Reception:
    """Knows the lobby, and what may be asked of it. `address` is what invitations say after `ssh`, if the operator knows."""

    def __init__(self, lobby: Lobby, address: str = "", screens: OpenScreens = open_here, memory: Memory | None = None) -> None:
        """`screens` opens what draws and tells: here, or in another process.

        Without `memory` for one more, only who has a seat gets them.
        """
        self._lobby = lobby
        self._address, self._screens_at, self._memory = address, screens, memory
        self._archive = Archive(lobby)
        self._counter = Counter(lobby.desk)

    def choose(self, visit: Visit, port: Port) -> Door:
        """The door for a visit; opened by the caller."""
        visit = self._reader(visit)
        if visit.kind is Kind.SUBSYSTEM:
            return self._subsystem(visit, port)
        words = split(visit.words)
        if not words:
            return self._screens(visit, port, "lobby", "")
        doors: dict[str, Callable[[Visit, Port, list[str]], Door]] = {
            "quick": self._quick,
            "join": self._at_table,
            "watch": self._at_table,
            "back": self._back,
            "plain": self._plain,
            "tables": self._tables,
            "verify": self._past,
            "history": self._past,
            "replay": self._replay,
            "top": self._past,
            "rules": self._rules,
            "help": self._help,
            "version": self._version,
            "me": self._me,
            "key": self._me,
            "bot": self._bot,
            "quit": self._goodbye,
            "exit": self._goodbye,
        }
        words[0] = words[0].lower()
        door = doors.get(words[0])
        return door(visit, port, words) if door else self._unknown(visit, port, words)

    def _subsystem(self, visit: Visit, port: Port) -> Door:
        if visit.words == SUBSYSTEM:
            return FrameDoor(port, self._lobby, visit.person)
        sentence = commands.FILES if visit.words == "sftp" else commands.SUBSYSTEM
        return Answer(port, visit, visit.text(sentence, word=quoted(visit.words), host=self._host(visit)), REFUSED)

    def _screens(self, visit: Visit, port: Port, door: str, code: str, *, plain: bool = False) -> Door:
        """The screens, or the line mode for who asked for it and where nothing can be drawn."""
        if self._memory is not None and not self._memory.has_room() and not self._has_seat(visit.person):
            self._memory.turned_away += 1
            return Answer(port, visit, visit.text(commands.NO_ROOM), REFUSED)
        drawn = visit.term is not None and Terminal.from_request(visit.term, visit.env).addressable
        return self._screens_at(port, self._lobby, visit, Booking(door, code, self._host(visit), plain or not drawn))

    def _has_seat(self, person: Person) -> bool:
        """Does a game wait for him?"""
        account = None if person.guest else self._lobby.accounts.of(self._lobby.accounts.mark(person.id))
        wanted = person.id if account is None else account.id
        return any(member.person.id == wanted and member.seat_at is not None for member in self._lobby.members)

    def _reader(self, visit: Visit) -> Visit:
        """The visit with what the visitor reads: as he has chosen once, or else as his machine says."""
        accounts = self._lobby.accounts
        account = None if visit.person.guest else accounts.of(accounts.mark(visit.person.id))
        likes = account.settings if account is not None else {}
        chosen = likes.get("language", "")
        has_terminal = visit.term is not None
        unicode = Terminal.from_request(visit.term, visit.env).unicode if has_terminal else reads_utf8(visit.env)
        text = Text(spoken(chosen if chosen in LANGUAGES else language_of(visit.env), unicode))
        return replace(visit, text=text, bidi=likes.get("bidi", visit.bidi))

    def _host(self, visit: Visit) -> str:
        """What to type after `ssh`."""
        return self._address or reached(visit)

    def _plain(self, visit: Visit, port: Port, words: list[str]) -> Door:
        """The line mode, wherever it is to begin."""
        match [words[0], *(word.lower() for word in words[1:2]), *words[2:]]:
            case ["plain"]:
                return self._screens(visit, port, "lobby", "", plain=True)
            case ["plain", "quick"]:
                return self._quick(visit, port, words[1:], plain=True)
            case ["plain", "join" | "watch" as door, code]:
                return self._at_table(visit, port, [door, code], plain=True)
            case ["plain", "back", code]:
                return self._back(visit, port, ["back", code], plain=True)
        return self._misuse(visit, port, "plain")

    def _quick(self, visit: Visit, port: Port, words: list[str], *, plain: bool = False) -> Door:
        if len(words) != 1:
            return self._misuse(visit, port, words[0])
        return self._screens(visit, port, "quick", "", plain=plain)

    def _at_table(self, visit: Visit, port: Port, words: list[str], *, plain: bool = False) -> Door:
        code = words[1].upper() if len(words) == 2 else ""
        if not (code.isascii() and code.isalnum() and len(code) <= 8):
            return self._misuse(visit, port, words[0])
        return self._screens(visit, port, words[0], code, plain=plain)

    def _back(self, visit: Visit, port: Port, words: list[str], *, plain: bool = False) -> Door:
        """Whoever has the code is that guest, whatever key he has."""
        if len(words) != 2:
            return self._misuse(visit, port, "back")
        try:
            guest = self._lobby.guests.recognise(words[1], visit.person.source)
        except Unknown as no:
            return Answer(port, visit, visit.text(no.args[0], host=self._host(visit)), REFUSED)
        return self._screens(replace(visit, person=guest), port, "lobby", "", plain=plain)

    def _tables(self, visit: Visit, port: Port, words: list[str]) -> Door:
        if words[1:] not in ([], ["--json"]):
            return self._misuse(visit, port, "tables")
        tables = self._lobby.board.lines()
        if words[1:]:
            return Answer(port, visit, commands.tables_json(tables))
        return Answer(port, visit, commands.tables_text(visit.text, tables, self._host(visit), self._lobby.wall()))

    def _past(self, visit: Visit, port: Port, words: list[str]) -> Door:
        ask = self._archive.ask(words, visit, self._host(visit))
        return self._misuse(visit, port, words[0]) if ask is None else Inquiry(port, visit, ask)

    def _replay(self, visit: Visit, port: Port, words: list[str]) -> Door:
        """On a terminal that can be drawn on: the screen. As text for everybody else, and for who asks for it."""
        drawn = visit.term is not None and Terminal.from_request(visit.term, visit.env).addressable
        if drawn and len(words) == 2 and is_match_id(words[1].upper()):
            return self._screens(visit, port, "replay", words[1].upper())
        return self._past(visit, port, words)

    def _help(self, visit: Visit, port: Port, words: list[str]) -> Door:
        return Answer(port, visit, commands.help_text(visit.text, self._host(visit)))

    def _rules(self, visit: Visit, port: Port, words: list[str]) -> Door:
        if len(words) > 2:
            return self._misuse(visit, port, "rules")
        name = words[1].lower() if words[1:] else "classic"
        told = rules_text(visit.text, name)
        return Answer(port, visit, told) if told else Answer(port, visit, commands.no_such_rules(visit.text), MISUSED)

    def _me(self, visit: Visit, port: Port, words: list[str]) -> Door:
        ask = self._counter.ask(words, visit, self._host(visit))
        return self._misuse(visit, port, words[0]) if ask is None else Inquiry(port, visit, ask)

    def _version(self, visit: Visit, port: Port, words: list[str]) -> Door:
        return Answer(port, visit, f"unotty {VERSION}")

    def _bot(self, visit: Visit, port: Port, words: list[str]) -> Door:
        return LineDoor(port, self._lobby, visit.person) if len(words) == 1 else self._misuse(visit, port, "bot")

    def _goodbye(self, visit: Visit, port: Port, words: list[str]) -> Door:
        return Answer(port, visit, visit.text(commands.GOODBYE))

    def _misuse(self, visit: Visit, port: Port, word: str) -> Answer:
        """The right way to type a word."""
        usage = next(line.typed for line in USAGE if f" HOST {word}" in line.typed).replace("HOST", self._host(visit))
        return Answer(port, visit, visit.text(commands.MISUSE, usage=usage), MISUSED)

    def _unknown(self, visit: Visit, port: Port, words: list[str]) -> Door:
        name = words[0].rsplit("/", 1)[-1]
        if name.startswith("mosh"):
            sentence = commands.MOSH
        elif name in COPIERS:
            sentence = commands.FILES
        else:
            sentence = commands.UNKNOWN
        return Answer(port, visit, visit.text(sentence, word=quoted(words[0]), host=self._host(visit)), REFUSED)


def reached(visit: Visit) -> str:
    """What to type after `ssh` to come to where this visit came to; right unless something in between renumbers."""
    host, port = visit.at
    name = "localhost" if ip_address(host).is_loopback else host
    return name if port == 22 else f"-p {port} {name}"


def split(line: str) -> list[str]:
    """The words of a command line, quotes understood where they match."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def quoted(word: str) -> str:
    """A word somebody typed, safe to print back."""
    return f'"{clean(word, WORD_CELLS)}"'
