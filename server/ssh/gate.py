"""The gate: who may connect, how fast, and how many at once, from one address, before the login, and in all (SECURITY §2.3)."""

from __future__ import annotations

import math
import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from server.ssh.addresses import source_of
from server.ssh.berth import unheld
from server.ssh.crowd import CROWD, Crowd
from server.ssh.limits import Now
from server.ssh.pace import Pace
from server.ssh.penalties import Offence, Penalties
from server.ssh.startups import Startups

CHANCE: Final = secrets.SystemRandom().random
FULL: Final = "unotty is full: please try again in a few minutes."
BUSY: Final = "unotty has too many newcomers at the moment: please try again in a few seconds."
CROWDED: Final = "unotty has {count} connections from your address already: close one, then try again."
HASTY: Final = "unotty gets connections from your address too fast: please try again in a few seconds."
PUNISHED: Final = "unotty has seen too many failed connections from your address: please try again in {seconds} seconds."
GUESTS: Final = (
    "unotty has {count} guests from your address already: come with an SSH key (make one with `ssh-keygen`), "
    "or wait until one of them goes."
)
OUTDONE: Final = "You have logged in more than {count} times with this key: this was your oldest connection, so it ends."


class TurnedAway(Exception):
    """There is no place; the message is one sentence for whoever knocks, and `reason` a word for who counts them."""

    def __init__(self, sentence: str, reason: str = "full") -> None:
        super().__init__(sentence)
        self.reason = reason


def nobody(address: str) -> str:
    """The ban that no address is under."""
    return ""


class Gate:
    """Counts who is in. It knows addresses and keys only, and nothing of SSH."""

    def __init__(
        self,
        crowd: Crowd = CROWD,
        banned: Callable[[str], str] = nobody,
        now: Now = time.monotonic,
        chance: Callable[[], float] = CHANCE,
    ) -> None:
        """`banned` is asked for the sentence that an address is turned away with; empty: it may come in."""
        self.crowd, self._banned = crowd, banned
        self.entered = 0
        """Connections that were given a place, since the start."""
        self.turned_away: Counter[str] = Counter()
        """Those that were not, or lost it with the login, by reason:
        `banned`, `busy`, `crowded`, `full`, `guests`, `hasty`, `outdone`, `punished`, `unproxied`."""
        self.penalties = Penalties(now)
        self._pace = Pace(now, crowd.rate, crowd.burst)
        self._startups = Startups(crowd.strangers, chance)
        self._sources: Counter[str] = Counter()
        self._guests: Counter[str] = Counter()
        self._keys: dict[str, list[Place]] = {}
        """Places by key, the oldest first."""
        self._strangers = 0
        """Those from elsewhere who have not logged in."""
        self._people = 0
        self._all = 0

    def enter(self, address: str, *, proxied: bool = False) -> Place:
        """A place for a connection from this address, which a proxy told of or the system. Raises TurnedAway."""
        try:
            place = self._enter(address, proxied)
        except TurnedAway as no:
            self.turned_away[no.reason] += 1
            raise
        self.entered += 1
        return place

    def _enter(self, address: str, proxied: bool) -> Place:
        crowd, source = self.crowd, source_of(address)
        if sentence := self._banned(address):
            raise TurnedAway(sentence, "banned")
        is_spared = not proxied and crowd.spares(address)
        if not is_spared:
            if seconds := self.penalties.left(source):
                raise TurnedAway(PUNISHED.format(seconds=math.ceil(seconds)), "punished")
            if not self._pace.take(source):
                raise TurnedAway(HASTY, "hasty")
            if self._sources[source] >= crowd.per_address:
                raise TurnedAway(CROWDED.format(count=crowd.per_address), "crowded")
        if self._all >= crowd.strangers + crowd.people:
            raise TurnedAway(FULL)
        if not is_spared and self._startups.is_dropped(self._strangers):
            raise TurnedAway(BUSY, "busy")
        return Place(self, source, is_spared)

    # ── a place's calls ──────────────────────────────────────────────────────────────────────────────────────

    def took(self, place: Place) -> None:
        """A stranger has it."""
        self._all += 1
        self._sources[place.source] += 1
        self._strangers += not place.is_spared

    def settle(self, place: Place, key: str) -> None:
        """A person has it. Raises TurnedAway, and then a stranger still has."""
        if self._people >= self.crowd.people:
            raise self._refused(TurnedAway(FULL))
        if not key and not place.is_spared and self._guests[place.source] >= self.crowd.guests_per_address:
            raise self._refused(TurnedAway(GUESTS.format(count=self.crowd.guests_per_address), "guests"))
        self._people += 1
        self._strangers -= not place.is_spared
        if not key:
            self._guests[place.source] += 1
        elif not place.is_spared:
            self._take_turn(place, key)

    def _take_turn(self, place: Place, key: str) -> None:
        """One more of a key: the newest login wins, as it does at a table. So nobody is kept out by connections of his own that
        are dead and not noticed yet.
        """
        mine = self._keys.setdefault(key, [])
        mine.append(place)
        if len(mine) > self.crowd.per_key:
            self.turned_away["outdone"] += 1
            mine.pop(0).end(OUTDONE.format(count=self.crowd.per_key))

    def gave_back(self, place: Place, key: str | None) -> None:
        """Nobody has it any more. `key` None: nobody had logged in; empty: a guest had."""
        self._all -= 1
        _less(self._sources, place.source)
        if key is None:
            self._strangers -= not place.is_spared
            return
        self._people -= 1
        if not key:
            _less(self._guests, place.source)
        elif place in self._keys.get(key, ()):
            self._keys[key].remove(place)
            if not self._keys[key]:
                del self._keys[key]

    def _refused(self, no: TurnedAway) -> TurnedAway:
        self.turned_away[no.reason] += 1
        return no


def _less(counts: Counter[str], what: str) -> None:
    counts[what] -= 1
    if not counts[what]:
        del counts[what]


class Place:
    """One connection's place: a stranger's, then a person's."""

    def __init__(self, gate: Gate, source: str, is_spared: bool) -> None:
        self._gate, self.source = gate, source
        self.is_spared = is_spared
        """Is it of those who are not counted by their source?"""
        self.end: Callable[[str], None] = unheld
        """Set by who holds the connection: it is to end, with this sentence."""
        self._key: str | None = None
        self._is_forgiven = self._is_over = False
        gate.took(self)

    def log_in(self, key: str) -> None:
        """The stranger is a person now, with this key, or a guest with an empty one.

        Raises TurnedAway when there are enough of them. The oldest connection of a key that has too many is ended.
        After `leave` nothing is taken: asyncssh may complete the login of a connection that is gone.
        """
        if self._is_over:
            return
        self._is_forgiven = True
        self._gate.settle(self, key)
        self._key = key

    def refuse(self, reason: str) -> None:
        """Somebody for whom there was a place is not let in all the same, by no fault of his; only counted here."""
        self._is_forgiven = True
        self._gate.turned_away[reason] += 1

    def blame(self, offence: Offence) -> None:
        """The stranger does something wrong. Only the first thing counts, and nothing after a login."""
        if self._is_forgiven:
            return
        self._is_forgiven = True
        if not self.is_spared:
            self._gate.penalties.add(self.source, offence)

    def leave(self) -> None:
        """Give the place back; a second call does nothing."""
        if self._is_over:
            return
        self._is_over = True
        self.end = unheld
        self.blame(Offence.LEFT)
        self._gate.gave_back(self, self._key)
