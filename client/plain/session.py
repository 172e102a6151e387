"""`PlainClient`: one person's game in lines. Lines go in by `hear`, come out by `say`; views come by its link."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from client.link import Link
from client.plain.asking import Listed, Mark, Question
from client.plain.departure import Departure
from client.plain.edge import shown
from client.plain.hearing import Hearing
from client.plain.lobby import LobbyRoom
from client.plain.news import News
from client.plain.openhands import OpenHands
from client.plain.over import BrokenRoom, MatchOverRoom, RoundOverRoom
from client.plain.playing import PlayingRoom
from client.plain.room import Room
from client.plain.tutor import Tutor
from client.plain.waiting import WaitingRoom
from client.plain.words import Word, beyond, unknown
from client.play.votes import is_asked
from client.play.wish import quick_game
from client.protocol import Body, Join, Message, Notice, Noticed, Patch, Reply, Snapshot, Stage, TableView, Watch
from client.text import LANGUAGES, Text, spoken
from engine.cards import Card

KEPT: Final = 6
"""Lines that `again` can say again."""
ROOMS: Final[dict[Stage, type[Room]]] = {
    Stage.WAITING: WaitingRoom,
    Stage.PLAYING: PlayingRoom,
    Stage.ROUND_OVER: RoundOverRoom,
    Stage.MATCH_OVER: MatchOverRoom,
    Stage.BROKEN: BrokenRoom,
}


class PlainClient:
    """Everything one session hears. Ends with `end(sentence)`: what to tell the person last."""

    def __init__(
        self,
        link: Link,
        language: str,
        out: Callable[[str], None],
        end: Callable[[str], None],
        *,
        door: str = "lobby",
        code: str = "",
        address: str = "",
        typed: str = "ssh",
        width: int = 0,
        unicode: bool = True,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """`language` holds until another one is set. `out` gets one line at a time. `typed` is how this person came, up to
        the host: for ways back. `width`: of the terminal that lines go to; 0 for a pipe and where nothing is drawn. `unicode`:
        can he be shown more than ASCII, as far as is known?"""
        self.link, self.text, self.now, self.wall = link, Text(spoken(language, unicode)), now, wall
        self._language, self._unicode, self.width = language, unicode, width
        self.address, self.typed = address, typed
        self.question: Question | None = None
        self.lapsed: Question | None = None
        """A question that became pointless before it was answered."""
        self.listed: Listed | None = None
        """What numbers mean: the list that was said last."""
        self.told_hand: tuple[Card, ...] = ()
        """The hand as it was told last: what the number after `play` means."""
        self._out, self._end = out, end
        self._door, self._code = door, code
        self._room: Room = LobbyRoom(self)
        self._news = News()
        self._lines: list[str] = []
        """What happened and is still to be said."""
        self._replies: list[Reply] = []
        self._senders: dict[int, Room] = {}
        self._is_new = False
        self._kept: deque[str] = deque(maxlen=KEPT)
        self._notice, self._is_saving = "", False
        self.is_welcome = False
        """Was it said where one is?"""
        self.is_first_look = False
        """Is this table one that nothing was said about yet?"""
        self._hand = ""
        """New cards, if no prompt names them."""
        self.departure = Departure(self)
        self.tutor = Tutor(self)
        self.open_hands = OpenHands(self)
        self._hearing = Hearing(self)
        self._unsubscribe = link.subscribe(self._listen)

    # ── what is said ─────────────────────────────────────────────────────────────────────────────────────

    def say(self, *sentences: str) -> None:
        """One line, of the sentences that are not empty."""
        line = " ".join(filter(None, sentences))
        if line:
            self._kept.append(line)
            self._out(self.shown(line))

    def shown(self, line: str) -> str:
        """A line as it goes out. What is read by no terminal is left in the order in which it is spelled."""
        return shown(self.text, line, self._liked("bidi") if self.width else "", self.width)

    def repeat(self) -> None:
        """What was said since the last line typed, or before."""
        for line in tuple(self._kept):
            self._out(self.shown(line))

    def ask(self, question: Question) -> None:
        """Say a question and wait for its answer."""
        self.put(question)
        self.say(question.words(self.text))

    def put(self, question: Question) -> None:
        """Wait for the answer to a question that is said elsewhere."""
        self.question, self.lapsed = question, None
        if question.is_numbered:
            self.listed = Listed((question.sentence, *question.choices), self.answer)

    def answer(self, place: int) -> None:
        """A choice of the question was named."""
        question, self.question = self.question, None
        if question is None or not question.valid():
            self.say(self.too_late, self._room.prompt())
        elif place < len(question.choices):
            question.take(place)

    @property
    def too_late(self) -> str:
        """Of an answer that nobody waits for any more."""
        return self.text("Too late: nothing was done.")

    # ── the link ─────────────────────────────────────────────────────────────────────────────────────────

    def send(self, body: Body, table: str = "", room: Room | None = None) -> int:
        """Send a verb or move; the reply is heard where one is now."""
        id_ = self.link.request(body, table)
        self._senders[id_] = room or self._room
        return id_

    @property
    def is_waiting(self) -> bool:
        """Is something that was asked for still to be answered?"""
        return bool(self._senders)

    def start(self) -> None:
        """Walk through the door."""
        match self._door:
            case "quick":
                self.send(quick_game())
            case "join":
                self.send(Join(), self._code)
            case "watch":
                self.send(Watch(), self._code)

    def _listen(self, message: Message) -> None:
        """Collect what one message tells, while the view is as it was then; `settle` says it."""
        table = self.link.table
        if isinstance(message, Reply):
            self._replies.append(message)
        elif isinstance(message, Snapshot) and isinstance(message.view, TableView):
            self._news.begin(message.view)
            self._is_new = True
        elif isinstance(message, Patch) and table is not None and message.topic == table.code:
            told = self._news.tell(self.text, table, message, self.me)
            if Noticed(self.me, Notice.PILOT) in message.happened:
                told.append(self.text("Type back to play yourself."))
            if is_asked(table) and any(isinstance(one, Noticed) and one.notice is Notice.ACCUSED for one in message.happened):
                told.append(self.text("Type vote yes or vote no."))
            if told:
                self._lines.append(" ".join(told))
            self._hand = self._news.drawn(self.text, message, table.you) or self._hand

    def settle(self) -> None:
        """Say everything that was collected, each message's happenings in a line, and what is asked for now."""
        self._read()
        lapsed = self.lapsed
        lines, replies, new = self._lines, self._replies, self._is_new
        self._lines, self._replies, self._is_new = [], [], False
        self.is_first_look = new
        changed = self._choose_room() or new
        self.question = None if changed else self.question
        self.drop_question()
        is_late = self.lapsed is not None and self.lapsed is not lapsed and not self.lapsed.must
        late = self.too_late if is_late and not changed else ""
        self._announce()
        for reply in replies:
            if not reply.id:
                self._answered(reply)
        *first, last = lines or [""]
        for line in first:
            self.say(line)
        if changed:
            self.say(last)
            self._arrive()
        else:
            told = self._room.news()
            self.say(last, late, "" if told else self._hand, beyond(last, told))
        self._hand = ""
        for reply in replies:
            if reply.id:
                self._answered(reply)
        self.tutor.mind()

    def _liked(self, name: str) -> str:
        return self.link.lobby.liked(name) if self.link.lobby is not None else ""

    def _read(self) -> None:
        """Speak the language that the person has set, or that his machine names; none whose letters he does not get."""
        chosen, symbols = self._liked("language"), self._liked("symbols")
        unicode = symbols == "unicode" if symbols in ("unicode", "ascii") else self._unicode
        self.text = Text(spoken(chosen if chosen in LANGUAGES else self._language, unicode))

    def _arrive(self) -> None:
        for line in self._room.arrival().splitlines():
            self.say(line)
        self.is_welcome = True

    def _answered(self, reply: Reply) -> None:
        room = self._senders.pop(reply.id, self._room)
        if reply.refusal is None:
            room.replied(reply)
        else:
            room.refused(reply.refusal)
        if self._door != "lobby" and not self.is_waiting:
            self._door = "lobby"
            if self._choose_room():
                self._arrive()

    def _choose_room(self) -> bool:
        """Is one somewhere else now?"""
        table = self.link.table
        wanted = LobbyRoom if table is None else ROOMS[table.stage]
        is_on_the_way = table is None and self._door != "lobby"
        if self.link.lobby is None or is_on_the_way or (isinstance(self._room, wanted) and self.is_welcome):
            return False
        self._room = wanted(self)
        self.listed = None
        return True

    def _announce(self) -> None:
        """What the operator and the disk have to say to everybody."""
        lobby = self.link.lobby
        if lobby is None:
            return
        if lobby.notice != self._notice:
            self._notice = lobby.notice
            if lobby.notice:
                self.say(self.text("The operator says: {words}", words=lobby.notice))
        if lobby.saving != self._is_saving:
            self._is_saving = lobby.saving
            waits = self.text("The server cannot save games just now, so every table waits. Play goes on by itself.")
            self.say(waits if lobby.saving else self.text("Games are saved again: play goes on."))

    # ── what is typed ────────────────────────────────────────────────────────────────────────────────────

    @property
    def mark(self) -> Mark:
        """What numbers mean now, for a line that is begun."""
        return Mark(self.listed, self.told_hand)

    def hear(self, line: str, mark: Mark | None = None) -> None:
        """One line. `mark`: what numbers meant when the person began to type it, if that is known."""
        self._hearing.hear(line, mark)

    def words(self) -> Sequence[Word]:
        """All that may be typed now."""
        return self._hearing.words()

    def unknown(self, typed: str) -> str:
        """One sentence about a word that is none of them."""
        return unknown(self.text, typed, self.words(), LobbyRoom(self).words())

    def forget(self) -> None:
        """`again` says nothing that was said before now."""
        self._kept.clear()

    def drop_question(self) -> None:
        """Let go of a question that makes no sense any more."""
        if self.question is not None and not self.question.valid():
            self.lapsed, self.question = self.question, None

    # ── who and where ────────────────────────────────────────────────────────────────────────────────────

    @property
    def me(self) -> str:
        """The person's name."""
        return self.link.lobby.you if self.link.lobby is not None else ""

    @property
    def room(self) -> Room:
        """Where the person is."""
        return self._room

    @property
    def is_flown(self) -> bool:
        """Does the autopilot play this person's seat?"""
        table = self.link.table
        return table is not None and table.you is not None and table.chairs[table.you].pilot

    @property
    def is_in_match(self) -> bool:
        """Is there a seat to give up?"""
        table = self.link.table
        return table is not None and table.you is not None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER)

    @property
    def host(self) -> str:
        """What to type after `ssh`."""
        return self.address or self.text("<this host>")

    def end(self, sentence: str) -> None:
        """End the session; the sentence is the last that is said."""
        self._unsubscribe()
        self._end(self.shown(sentence))
