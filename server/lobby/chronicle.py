"""`Chronicle`: what history is told of the matches of one table, and what the table may tell of the one that is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from client.protocol import Kind, RatingChange, Stage
from engine.options import Options
from engine.shuffle import Entropy, Stream
from engine.view import Status
from server.lobby.matches import Finished, Match, Player, Result, demoted, forgotten, fresh_id
from server.lobby.outbox import Outbox
from server.lobby.referee import Referee
from server.lobby.seats import Seat, Seats
from server.lobby.tools import Tools


class Chronicle:
    """One match after another, each told of when it begins and when it is over."""

    def __init__(self, code: str, tools: Tools, outbox: Outbox) -> None:
        """`code` is the table's; nothing passes its outbox before history has it."""
        self.replay = ""
        """The id of the match that is over, until the next deal."""
        self.ratings: tuple[RatingChange, ...] = ()
        """What that match changed."""
        self.is_rated = True
        """Does the match count? Not if two accounts play it from one network address (SECURITY A2)."""
        self._code, self._tools, self._outbox = code, tools, outbox
        self._chance: Stream | None = None
        self._match: Match | None = None
        """The one that is played."""

    def begin(self, name: str, options: Options, seats: Seats, public: bool) -> None:
        """A match was dealt to these seats."""
        self.replay, self.ratings = "", ()
        self.is_rated = not _is_crowded(seats)
        self._chance = self._chance or Entropy(self._tools.seed()).stream("matches")
        players = tuple([self._player(seat) for seat in seats])
        started = int(self._tools.clock.wall())
        self._match = Match(fresh_id(self._code, self._chance), name, options, players, public, started)
        self._outbox.hold(self._tools.history.begin(self._match))

    def restore(self, name: str, is_rated: bool) -> None:
        """Go on with a match that was begun before a restart. One that history does not know stays unknown to it."""
        self.is_rated = is_rated
        known = self._tools.history.recall(name)
        if isinstance(known, Finished):
            self.replay, self.ratings = known.match.id, known.result.ratings
        else:
            self._match = known

    @property
    def people(self) -> frozenset[str]:
        """Who began the match that is played, as far as history knows them, by their persons' ids."""
        return frozenset(player.person for player in self._match.players if player.person) if self._match else frozenset()

    @property
    def had_company(self) -> bool:
        """Did two people or more begin the match that is played?"""
        players = self._match.players if self._match else ()
        return sum(player.kind in (Kind.PERSON, Kind.GUEST) for player in players) > 1

    def disown(self, person: str, pseudonym: str) -> list[int]:
        """Somebody who played wants to be forgotten: the seats he had in the running match."""
        match = self._match
        if match is None:
            return []
        self._match = forgotten(match, person, pseudonym)
        return [seat for seat, player in enumerate(match.players) if player.person == person]

    def mind(self, referee: Referee | None, expelled: Collection[int]) -> None:
        """If the match is over, let it be kept. Who lost his seat to a bot (`expelled`) is placed as who left."""
        match = self._match
        if match is None or referee is None or referee.stage is not Stage.MATCH_OVER:
            return
        self._match, tally, ranks = None, referee.tally, referee.state.ranks
        assert ranks is not None, "a match that is over has ranks"
        if expelled:
            left = [seat for seat, status in enumerate(referee.state.status) if status is Status.LEFT]
            ranks = demoted(ranks, {*expelled, *left})
        result = Result(int(self._tools.clock.wall()), ranks, tuple(tally.gains), tally.moves, is_rated=self.is_rated)
        settled = self._tools.history.finish(match, result)
        for player in match.players:
            self._tools.played(player.person)
        self.replay, self.ratings = match.id, settled.ratings
        self._outbox.hold(settled.durable)

    def _player(self, seat: Seat) -> Player:
        """Who sits there; somebody's autopilot is not told."""
        person = seat.member.person.id if seat.member and seat.kind is Kind.PERSON else ""
        level = seat.bot.level if seat.bot and seat.kind is Kind.BOT else ""
        return Player(person if self._tools.is_kept(person) else "", seat.name, seat.kind, level)


def _is_crowded(seats: Seats) -> bool:
    """Do two accounts come from one network address?"""
    people = [seat.member.person for seat in seats if seat.member and seat.kind is Kind.PERSON]
    return max(Counter(one.source for one in people if one.source).values(), default=0) > 1
