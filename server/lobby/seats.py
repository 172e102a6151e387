"""The chairs of a table: who sits where, who is absent, and who is the host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.protocol import Chair, Happening, Kind
from engine.shuffle import Stream
from server.lobby.bots import Bot, bot_name
from server.lobby.charter import Place
from server.lobby.clock import Timer
from server.lobby.names import skeleton
from server.lobby.people import Member, Session
from server.lobby.showing import Eyes


class Seat:
    """One chair. A seat whose holder left in mid-match stays as a gap that keeps its name."""

    def __init__(self) -> None:
        self.kind = Kind.FREE
        self.name = ""
        self.member: Member | None = None
        self.bot: Bot | None = None
        self.eyes = Eyes()
        self.away_since: float | None = None
        """When, on the lobby's clock, its holder lost his last connection; None while he is there."""
        self.is_ready = False
        self.cut = ""
        """What its holder gives to the coming deal."""
        self.since = 0
        """The table's version when it was last taken, or got the number it has."""
        self.absence: Timer | None = None
        """What ends the patience with an absent holder."""
        self.patience = 0
        """The seconds of absence that `absence` gives him in all."""
        self.missed = 0
        """How many turns in a row ran out of time, up to now."""
        self.is_missed = False
        """Did time run out in the turn it has, or had last?"""
        self.pilot: tuple[Bot, Session] | None = None
        """Who plays it for its holder."""
        self.boarding: Timer | None = None
        """What calls the autopilot."""

    @property
    def is_held(self) -> bool:
        """Is a person or a bot on it?"""
        return self.member is not None or self.bot is not None

    @property
    def is_away(self) -> bool:
        """Is its holder not connected?"""
        return self.away_since is not None

    @property
    def is_present(self) -> bool:
        """Does a person sit here who is connected?"""
        return self.member is not None and not self.is_away

    @property
    def is_flown(self) -> bool:
        """Does a bot play it, for itself or for a person?"""
        return self.bot is not None or self.pilot is not None

    def take(self, member: Member, log: Sequence[Happening], version: int) -> None:
        """A person sits down; `log` is what he may know of the time before."""
        self.kind = Kind.GUEST if member.person.guest else Kind.PERSON
        self.name, self.member, self.since, self.eyes = member.name, member, version, Eyes(log)

    def employ(self, bot: Bot, session: Session, name: str, version: int) -> None:
        """A bot sits down."""
        self.kind, self.name, self.bot, self.since, self.eyes = Kind.BOT, name, bot, version, Eyes()
        self.eyes.sessions.append(session)

    @property
    def place(self) -> Place:
        """This seat as the journal keeps it."""
        person = self.member.person.id if self.member else ""
        return Place(self.kind, self.name, person, self.bot.level if self.bot else "", self.cut)

    def restore(self, place: Place, version: int) -> None:
        """The chair as it was kept, without its holder."""
        self.kind, self.name, self.cut, self.since = place.kind, place.name, place.cut, version

    def begin_turn(self) -> None:
        """A turn of this seat begins: if it made the one before in time, those it missed were not the last in a row."""
        if not self.is_missed:
            self.missed = 0
        self.is_missed = False

    def miss_turn(self) -> None:
        """Time ran out in its turn: one of several decisions is missed once."""
        self.missed += not self.is_missed
        self.is_missed = True

    def board(self, bot: Bot, session: Session) -> None:
        """The autopilot plays from now on."""
        self.expect_no_pilot()
        self.pilot = bot, session
        self.eyes.sessions.append(session)

    def miss_anew(self, now: float) -> None:
        """Its holder, who is away, is waited for from now on, and by no timer that was set before."""
        self.away_since = now
        self.expect_no_pilot()
        if self.absence is not None:
            self.absence.cancel()
            self.absence = None

    def expect_no_pilot(self) -> None:
        """The autopilot is not called any more."""
        if self.boarding is not None:
            self.boarding.cancel()
            self.boarding = None

    def take_back(self) -> Session | None:
        """Its holder plays from now on, and nothing the autopilot was about to do is done. Returns what it spoke through."""
        self.expect_no_pilot()
        if self.pilot is None:
            return None
        self.missed = 0
        (bot, session), self.pilot = self.pilot, None
        bot.stop()
        session.at = None
        if session in self.eyes.sessions:
            self.eyes.sessions.remove(session)
        return session

    def clear(self, is_gap: bool) -> None:
        """Its holder is gone; `is_gap`: the chair goes on to stand for him in the match."""
        self.take_back()
        if self.bot is not None:
            self.bot.stop()
        if self.absence is not None:
            self.absence.cancel()
        self.member = self.bot = self.absence = None
        self.away_since, self.is_ready, self.cut = None, False, ""
        self.eyes = Eyes()
        if not is_gap:
            self.kind, self.name = Kind.FREE, ""

    def chair(self, is_unasked: bool) -> Chair:
        """This seat as a view tells it; `is_unasked`: it counts as ready, for nobody waits for it."""
        is_ready, has_pilot = self.is_ready or is_unasked, self.pilot is not None
        return Chair(self.kind, self.name, self.bot.level if self.bot else "", self.is_away, is_ready, has_pilot)


class Seats:
    """All seats of a table, clockwise, and the host among them."""

    def __init__(self, count: int) -> None:
        self.all = [Seat() for _ in range(count)]
        self.host: Seat | None = None
        self._owner: Seat | None = None
        """Whose the role is: others only stand in for him while he is away."""
        self._size = count

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, number: int) -> Seat:
        return self.all[number]

    def number(self, seat: Seat) -> int:
        """Which chair it is."""
        return self.all.index(seat)

    @property
    def free(self) -> Seat | None:
        """The first free chair."""
        return next((seat for seat in self.all if seat.kind is Kind.FREE), None)

    @property
    def held(self) -> list[Seat]:
        """The seats with a person or a bot."""
        return [seat for seat in self.all if seat.is_held]

    @property
    def present(self) -> list[Seat]:
        """The seats of people who are connected."""
        return [seat for seat in self.all if seat.is_present]

    @property
    def absent(self) -> list[Seat]:
        """The seats of people who are not connected."""
        return [seat for seat in self.all if seat.member is not None and seat.is_away]

    def are_agreed(self, besides: list[Seat]) -> bool:
        """Is everybody ready who is there and plays himself, `besides` these, and is somebody there?"""
        asked = [seat for seat in self.present if seat not in besides and seat.pilot is None]
        return bool(asked) and all(seat.is_ready for seat in asked)

    @property
    def cuts(self) -> list[str]:
        """What the seats give to the coming deal, sorted."""
        return sorted(seat.cut for seat in self.all if seat.cut)

    def of_member(self, member: Member) -> Seat | None:
        """The seat a person has."""
        return next((seat for seat in self.all if seat.member is member), None)

    def of_session(self, session: Session) -> Seat | None:
        """The seat a session plays on."""
        return next((seat for seat in self.all if session in seat.eyes.sessions), None)

    def choose_host(self) -> bool:
        """See that the host is somebody who is there, if anybody is. Did the role change hands for good?

        It goes round clockwise: for good from a host who leaves, and until he is back from one who is away.
        """
        old, owner = self.host, self._owner
        for held in (self._owner, old):
            if held is not None and held.is_present and held in self.all:
                self.host = held
                break
        else:
            first = self.all.index(old) + 1 if old in self.all else 0
            around = self.all[first:] + self.all[:first]
            people = [seat for seat in around if seat.member is not None]
            self.host = next((seat for seat in people if seat.is_present), old if old in people else next(iter(people), None))
        if self._owner is None or self._owner.member is None or self._owner not in self.all:
            self._owner = self.host
        return owner is not None and self._owner is not owner

    @property
    def roles(self) -> tuple[int | None, int | None]:
        """The chairs of the host and of whom he may stand in for."""
        host, owner = [self.all.index(one) if one in self.all else None for one in (self.host, self._owner)]
        return host, owner

    def restore(self, places: Sequence[Place], roles: tuple[int | None, int | None], version: int) -> None:
        """The chairs as they were kept, nobody on them yet."""
        self.all = [Seat() for _ in places]
        for seat, place in zip(self.all, places, strict=True):
            seat.restore(place, version)
        self.host, self._owner = [None if one is None else self.all[one] for one in roles]

    def make_way(self, name: str, chance: Stream) -> None:
        """Let no bot be called like the person of this name, who sits here now."""
        for seat in self.all:
            if seat.bot is not None and skeleton(seat.name) == skeleton(name):
                seat.name = bot_name(chance, {one.name for one in self.all})

    def close_up(self, kept: list[Seat], version: int) -> None:
        """Take away every chair but these; `version` of the table will tell of it."""
        for number, seat in enumerate(kept):
            if self.all[number] is not seat:
                seat.since = version
        self.all = kept

    def open_up(self, version: int) -> None:
        """Take away the gaps, and put free chairs up to the table's size."""
        self.close_up(self.held, version)
        self.all += [Seat() for _ in range(self._size - len(self.all))]
