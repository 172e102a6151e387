"""After a round and after a match, in lines: points, placings, and once more."""

from __future__ import annotations

from collections.abc import Sequence

from client.names import card_name, place_name, seat_name
from client.plain.moves import NAMES
from client.plain.position import score_words, who
from client.plain.waiting import TableRoom
from client.plain.words import Word
from client.play.openhands import may_open
from client.play.points import change_of, next_dealer, points_left, points_of
from client.protocol import Kind, Ready, Rematch, TableView
from client.sentences import final_draw
from client.teams import partner
from engine.view import PlayerView, Status


class AfterRoom(TableRoom):
    """Hands lie open, points are told."""

    def words(self) -> Sequence[Word]:
        """To look at what is over."""
        text = self.text
        played = self.table is not None and self.table.you is not None
        return (
            *(
                Word(names, names[0], text("A move of a round."), self._too_late, hidden=True)
                for names in NAMES.values()
                if played
            ),
            Word(("hands", "table"), "hands", text("Tells what everybody held."), lambda rest: self._tell_hands()),
            Word(("score", "points"), "score", text("Tells the points."), lambda rest: self._tell_score()),
            Word(
                ("proof", "verify"),
                "proof",
                text("Tells how to check that the deal was honest."),
                lambda rest: self._tell_proof(),
            ),
            *self.cut_words(),
        )

    def _too_late(self, rest: str) -> None:
        """A move typed as the round ended must not become something else that begins with its letters."""
        self.say(self.text("The round is over: nothing was played."), self.prompt())

    @property
    def game(self) -> PlayerView | None:
        """The round that is over."""
        return self.table.game if self.table is not None else None

    @property
    def may_agree(self) -> bool:
        """Is it for this person to say that it may go on?"""
        table = self.table
        return table is not None and table.you is not None and not table.chairs[table.you].ready

    def waited_for(self, table: TableView) -> str:
        """Those who have not agreed."""
        people = (Kind.PERSON, Kind.GUEST)
        names = [chair.name for chair in table.chairs if chair.kind in people and not chair.ready and not chair.away]
        return self.text("Waiting for {names}.", names=self.text.listed(names)) if names else ""

    def gains(self, table: TableView, game: PlayerView) -> str:
        """What each one got, unless that was told when the round ended."""
        if table.options.score_mode == "winner_takes" and not self.client.is_first_look:
            return ""
        told = [
            self.text("{name} {points}", name=who(self.text, table, seat), points=points)
            for seat, points in enumerate(game.gains or ())
            if points
        ]
        return self.text("This round: {gains}.", gains=self.text.listed(told)) if told else ""

    def _tell_hands(self) -> None:
        table, game, text = self.table, self.game, self.text
        if table is None or game is None or not game.hands:
            return
        for seat, hand in enumerate(game.hands):
            if not hand:
                continue
            cards = points_of(table, hand)
            names = text.listed(card_name(text, card) for card, _ in cards)
            points = sum(points for _, points in cards)
            held = text.plural(
                "{name}: {cards}; one point.",
                "{name}: {cards}; {count} points.",
                points,
                name=who(text, table, seat),
                cards=names,
            )
            self.say(held)

    def _tell_proof(self) -> None:
        proof, host = self.table.proof if self.table is not None else None, self.client.host
        if proof is None:
            self.say(self.text("No round is over yet whose deal could be checked."))
        else:
            self.say(self.text("The deal is checked by: ssh {host} verify {id}", host=host, id=proof.id))

    def _tell_score(self) -> None:
        if self.table is not None and self.game is not None:
            self.say(score_words(self.text, self.table, self.game))


class RoundOverRoom(AfterRoom):
    """Between two rounds."""

    name = "round_over"
    _told: str = ""

    def words(self) -> Sequence[Word]:
        """Ready first."""
        ready = Word(
            ("ready", "next", "start"),
            "ready",
            self.text("Lets the next round be dealt."),
            lambda rest: self._ready(),
            hidden=not self.may_agree,
        )
        return (ready, *super().words(), self.client.open_hands.word())

    def arrival(self) -> str:
        """The points, and what to do."""
        table, game, text = self.table, self.game, self.text
        if table is None or game is None:
            return ""
        dealer = next_dealer(game)
        told = [final_draw(text, table.log, table.chairs, table.you) if self.client.is_first_look else ""]
        told += [self.gains(table, game), score_words(text, table, game)]
        if dealer is not None:
            told.append(text("Next dealer: {name}.", name=who(text, table, dealer)))
        self._told = self.prompt()
        return f"{' '.join(filter(None, told))}\n{self._told}"

    def prompt(self) -> str:
        """What is waited for."""
        table, game, text = self.table, self.game, self.text
        if table is None or game is None:
            return ""
        is_out = table.you is not None and game.status[table.you] is Status.OUT
        if self.may_agree and is_out:
            return text("You are knocked out: type ready to listen to the next round, or leave.")
        if self.may_agree:
            return text("Type ready for the next round, or hands to hear what everybody held.")
        waiting = self.waited_for(table) or text("The next round is dealt.")
        return f"{waiting} {text('Type open to hear the round, every hand open.')}" if may_open(table) else waiting

    def news(self) -> str:
        """Whom is waited for now."""
        before, self._told = self._told, self.prompt()
        return self._told if self._told != before else ""

    def _ready(self) -> None:
        if self.may_agree:
            self.client.send(Ready())
        else:
            self.say(self.prompt())


class MatchOverRoom(AfterRoom):
    """After the last round."""

    name = "match_over"
    _told: str = ""

    def words(self) -> Sequence[Word]:
        """Once more first."""
        again = Word(
            ("rematch", "ready", "start"),
            "rematch",
            self.text("Plays once more with the same people."),
            lambda rest: self._rematch(),
            hidden=not self.may_agree,
        )
        return (again, *super().words())

    def arrival(self) -> str:
        """Who won, all placings, ratings, and what to do."""
        table, game, text = self.table, self.game, self.text
        if table is None or game is None:
            return ""
        lines = [f"{self._winner(table, game)} {self.gains(table, game)}".strip(), self._placings(table, game)]
        if table.you is not None and (change := change_of(table, table.you)) is not None:
            lines.append(text("Your rating: {after}, before {before}.", after=change.after, before=change.before))
        if table.replay:
            lines.append(text("Move by move: ssh {host} replay {id}", host=self.client.host, id=table.replay))
        self._told = self.prompt()
        return "\n".join([*lines, self._told])

    def _winner(self, table: TableView, game: PlayerView) -> str:
        text = self.text
        first = [seat for seat, rank in enumerate(game.ranks or ()) if rank == 1]
        if first == [table.you]:
            return text("You win the match!")
        mate = partner(table.options, table.you) if table.you is not None else None
        if mate is not None and table.you in first and mate in first:
            return text("You and {name} win the match!", name=seat_name(text, table.chairs, mate))
        names = text.listed(who(text, table, seat) for seat in first)
        if table.options.teams_2v2 and len(first) == 2:
            pair = [seat_name(text, table.chairs, seat) for seat in first]
            return text("{name} and {other} win the match.", name=pair[0], other=pair[1])
        return text.plural("{names} wins the match.", "{names} share the first place.", len(first), names=names)

    def _placings(self, table: TableView, game: PlayerView) -> str:
        """`1st Bo, 500 points; 2nd you, 300 points.`"""
        text, ranks = self.text, game.ranks or (1,) * game.seats
        told = []
        for seat in sorted(range(game.seats), key=lambda seat: (ranks[seat], seat)):
            words = [f"{place_name(text, ranks[seat])} {who(text, table, seat)}"]
            if game.status[seat] is Status.LEFT:
                words.append(text("left"))
            elif game.status[seat] is Status.OUT and table.options.score_mode == "challenge_uno":
                words.append(text("knocked out"))
            elif table.options.target_score is not None:
                words.append(text.plural("one point", "{count} points", game.scores[seat]))
            elif game.hands and game.hands[seat]:
                words.append(points_left(text, sum(points for _, points in points_of(table, game.hands[seat]))))
            told.append(text.listed(words))
        return f"{text('; ').join(told)}."

    def prompt(self) -> str:
        """What is waited for."""
        table, text = self.table, self.text
        if table is None:
            return ""
        if table.you is None:
            return text("Type leave for the lobby.")
        if self.may_agree:
            return text("Type rematch to play again, or leave for the lobby.")
        return f"{text('You want a rematch.')} {self.waited_for(table)}".strip()

    def news(self) -> str:
        """Whom is waited for now."""
        before, self._told = self._told, self.prompt()
        return self._told if self._told != before else ""

    def _rematch(self) -> None:
        if self.may_agree:
            self.client.send(Rematch())
        else:
            self.say(self.prompt())


class BrokenRoom(TableRoom):
    """A table that stopped after a fault of ours."""

    name = "broken"

    def arrival(self) -> str:
        """What happened, and the way back."""
        code = self.table.code if self.table is not None else ""
        told = self.text("Table {code} had to stop because of a fault in the program.", code=code)
        return f"{told} {self.text('Type leave for the lobby.')}"

    def prompt(self) -> str:
        """The same."""
        return self.arrival()
