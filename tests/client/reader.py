"""A person in the line mode on a real lobby: types lines, and knows of the game what the lines he was told say."""

from __future__ import annotations

import random
import re
from collections import Counter

from client.plain.session import PlainClient
from client.protocol import Stage, TableView
from server.lobby.lobby import Lobby
from tests.client.hands_on import FAIR, Guest
from tests.clock import VirtualClock

LOST = ("no word here", "none of the answers", "not in the list", "may be short for", "no list to choose")
"""Said to who typed something that makes no sense."""
ASKING = re.compile(
    r"Your turn\.|You drew|It fits|It must|does not fit: draw|You face|to be skipped|type (?:jump|catch|uno)|"
    r"Which colour\?|with whom\?|draws two cards\?"
)


class Answers:
    """What somebody types who knows of a round what the lines he was told say. `fresh`: those since the last one typed."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.fresh: list[str] = []

    def answer(self) -> str:
        """What to type, by the newest line that asks for something; nothing while none does."""
        said = next((line for line in reversed(self.fresh) if asks(line)), "")
        if not said:
            return ""
        chance = self.chance
        if "type catch!" in said and chance.random() < 0.6:
            return "catch"
        if "type uno" in said and chance.random() < 0.5:
            return "uno"
        if "Which colour?" in said:
            return chance.choice(["1", "2", "green", "b", "R", "yel"])
        if found := re.search(r"(?:with whom|draws two cards)\? (.*)", said):
            names = found[1].rstrip(".").split(", ")
            return str(chance.randrange(len(names)) + 1)
        if "type jump" in said:
            return "jump"
        offers = self.offers(said)
        return chance.choice(offers) if offers else ""

    def offers(self, said: str) -> list[str]:
        """Every move a line offers."""
        chance, offers = self.chance, list[str]()
        if found := re.search(r"(?:You can play|Everything fits:) (.*?)\.(?: |$)", said):
            numbers = re.findall(r"(?:^|, )(\d+) ", found[1])
            number = chance.choice(numbers)
            call = " uno" if "Call UNO with it" in said and chance.random() < 0.7 else ""
            offers += [chance.choice([f"play {number}{call}", f"{number}" if not call else f"p {number} uno"])] * 5
        if found := re.search(r"It fits: play (\d+), or keep", said):
            offers += [f"play {found[1]}", "keep"]
        if found := re.search(r"It must be played: play (\d+)", said):
            offers.append(found[1])
        if "draw again, or keep" in said:
            offers += ["draw", "draw", "keep"]
        if "type draw" in said:
            offers.append("draw")
        if "type pass" in said:
            offers.append("pass")
        if "accept and draw" in said or "or accept." in said or "type accept" in said:
            offers.append("accept")
        if "challenge" in said and "You can" in said:
            offers.append("challenge")
        if found := re.search(r"(?:stack|answer with) (\d+) ", said):
            offers += [f"stack {found[1]}"] * 3
        if not offers and "Your turn." in said:
            offers.append("draw")
        return offers


class Reader(Answers):
    """A person who does. `told` is every line."""

    def __init__(
        self, lobby: Lobby, clock: VirtualClock, name: str = "Ada", seed: int = 3, door: str = "lobby", code: str = ""
    ) -> None:
        self.clock, self.guest = clock, Guest(lobby, name)
        self.told: list[str] = []
        super().__init__(random.Random(seed))
        self.typed: Counter[str] = Counter()
        self.ended = ""
        self.client = PlainClient(
            self.guest.link, "en", self._hear, self._end, door=door, code=code, address="uno.example.org", now=clock.now
        )
        self.client.start()
        self.wait(0.0)

    def _hear(self, line: str) -> None:
        assert "\n" not in line
        assert "{" not in line
        assert "  " not in line, line
        self.told.append(line)
        self.fresh.append(line)

    def _end(self, sentence: str) -> None:
        self.ended = sentence

    @property
    def table(self) -> TableView:
        """The table here."""
        assert self.guest.link.table is not None
        return self.guest.link.table

    def type(self, *lines: str) -> list[str]:
        """Type lines, one after the other; what was said to the last one."""
        for line in lines:
            self.fresh.clear()
            self.typed[line.split()[0] if line else ""] += 1
            self.client.hear(line)
            self.wait(0.0)
        return list(self.fresh)

    def wait(self, seconds: float = 1.0) -> None:
        """Let time pass, and hear what happens."""
        self._settle()
        self.clock.advance(seconds)
        self._settle()

    def _settle(self) -> None:
        while self.guest.inbox:
            self.guest.pump()
            self.client.settle()

    @property
    def said(self) -> str:
        """What was said since the last line typed, in one piece."""
        return " ".join(self.fresh)

    # ── playing ──────────────────────────────────────────────────────────────────────────────────────────

    def play(self, rounds: int = 1, turns: int = 3000) -> None:
        """Play until the match, or so many rounds of it, are over."""
        for _ in range(turns):
            if self.table.stage is Stage.MATCH_OVER:
                return
            if self.table.stage is Stage.ROUND_OVER:
                rounds -= 1
                if not rounds:
                    return
                assert "Type ready" in self.said or "type ready" in self.said
                self.type("ready")
            line = self.answer()
            if line:
                self.type(line)
            elif self.is_asked and not self.type(""):
                raise AssertionError(f"on turn, and nothing is said: {self.told[-3:]}")
            self.wait()
        raise AssertionError("the round did not end")

    @property
    def is_asked(self) -> bool:
        """Is it this person's turn? Enter then tells what may be done."""
        game, own = self.table.game, self.table.you
        return game is not None and game.is_playing and game.turn == own

    def check(self) -> None:
        """Nothing that was offered was refused, and nothing typed made no sense."""
        assert [code for code in self.guest.refused if code not in FAIR] == []
        assert [line for line in self.told if any(words in line for words in LOST)] == []


def asks(line: str) -> bool:
    """Does a line offer a move?"""
    return bool(ASKING.search(line))
