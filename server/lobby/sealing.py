"""`Sealing`: the chance of one table's deals. Each round has a seed of its own, sealed before its deal and opened after it.

Nothing of a seed leaves this file but its commitment, the chance made of it, and, when the round is over, the proof.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence

from client.protocol import Proof, Seal
from engine.events import Event
from engine.options import Options
from engine.seal import NONCE_BYTES, Sealed, Secret
from engine.shuffle import Entropy
from engine.transcript import transcript
from server.lobby.charter import Chance
from server.lobby.history import History

log = logging.getLogger("unotty.deal")


class Sealing:
    """What is sealed for the coming deal or the running round, and the proof of the last one."""

    def __init__(self, table: str, seed: Callable[[], bytes], history: History, kept: Chance | None) -> None:
        """`table` is the table's own name for ever; the chance of its first deal is sealed at once, or was (`kept`)."""
        self.proof: Proof | None = None
        self._table, self._fresh, self._history = table, seed, history
        self._dealt: Seal | None = None
        """Of the running round, with the cuts that were mixed in."""
        self._matches = 0
        if kept is None:
            self.next_match()
        else:
            self._matches, self._sealed, cuts, self.proof = kept
            self._dealt = None if cuts is None else self.shown(cuts)

    def next_match(self) -> None:
        """Seal the first round of the coming match."""
        self._matches += 1
        self._seal(f"{self._table}-{self._matches}", 1)

    def next_round(self) -> None:
        """Seal the coming round of the running match."""
        self._seal(self._sealed.match, self._sealed.round + 1)

    def _seal(self, match: str, round: int) -> None:
        self._sealed = Sealed(match, round, Secret(self._fresh()), Secret(self._fresh()[:NONCE_BYTES]))
        self._dealt = None
        log.debug("sealed %s round %d: %s", match, round, self._sealed.commitment)

    @property
    def chance(self) -> Chance:
        """What a table must know after a restart. It holds the seed: for the journal alone."""
        return Chance(self._matches, self._sealed, self._dealt.cuts if self._dealt else None, self.proof)

    @property
    def entropy(self) -> Entropy:
        """The chance of the round that runs."""
        return self._sealed.entropy(self._dealt.cuts if self._dealt else ())

    @property
    def match(self) -> str:
        """The name of the match that runs or comes."""
        return self._sealed.match

    def shown(self, cuts: Sequence[str]) -> Seal:
        """What everybody may see; `cuts` as they are now, where the deal is still to come."""
        sealed = self._sealed
        return self._dealt or Seal(sealed.match, sealed.round, sealed.commitment, tuple(cuts))

    def deal(self, cuts: Sequence[str]) -> Entropy:
        """The chance of the round that is dealt now, these cuts mixed in; from here on they stand."""
        self._dealt, self.proof = self.shown(cuts), None
        return self.entropy

    def reveal(self, options: Options, events: Sequence[Event]) -> None:
        """The round is over: prove it, and keep its transcript."""
        sealed, cuts = self._sealed, self.shown(()).cuts
        self.proof = Proof(sealed.match, sealed.round, sealed.commitment, cuts, sealed.seed, sealed.nonce)
        record = transcript(sealed, cuts, options, events)
        self._history.keep(sealed.commitment, json.dumps(record, separators=(",", ":")))
