"""The waiting room in lines: who sits there, the way in for others, and what its host may do."""

from __future__ import annotations

from collections.abc import Sequence

from client.levels import DEFAULT_LEVEL, LEVELS, level_name
from client.plain.asking import Listed, item
from client.plain.position import who
from client.plain.room import Room
from client.plain.words import Word, either, named, number_in
from client.protocol import CUT_CELLS, AddBot, Cut, Join, Kind, Remove, Reply, Stage, Start, TableView
from client.rulebook.changes import rules_line
from client.rulebook.short import in_short


class TableRoom(Room):
    """What the rooms of a table share."""

    def cut_words(self) -> tuple[Word, ...]:
        """The word that mixes something of one's own into the coming deal, for who has a seat."""
        table, text = self.table, self.text
        if table is None or table.you is None or table.stage in (Stage.PLAYING, Stage.BROKEN):
            return ()
        return (Word(("cut",), text("cut WORDS"), text("Mixes words of yours into the shuffle."), self._cut),)

    def _cut(self, rest: str) -> None:
        if rest:
            self.client.send(Cut(rest), room=_Cutting(self.client))
        else:
            self.say(self.text("Cut with what? Type cut and any words, up to {count} characters.", count=CUT_CELLS))

    def way_in(self) -> str:
        """How others come to this table."""
        table, client = self.table, self.client
        if table is None:
            return ""
        return self.text("Others join with: ssh -t {host} join {code}", host=client.host, code=table.code)

    def way_back(self) -> str:
        """How a guest comes back to his seat."""
        if not self.client.departure.way_back or self.table is None or self.table.you is None:
            return ""
        return self.text("If you lose the connection, come back with: {line}", line=self.client.departure.way_back)


class _Cutting(Room):
    """Hears whether a cut was taken."""

    def replied(self, reply: Reply) -> None:
        """See `Room`."""
        self.say(self.text("Your words go into the shuffle."))


class WaitingRoom(TableRoom):
    """Before the first deal."""

    name = "waiting"
    _had: int = -1
    """How many seats were taken when that was told last."""

    @property
    def _is_host(self) -> bool:
        table = self.table
        return table is not None and table.you is not None and table.you == table.host

    def words(self) -> Sequence[Word]:
        """What the host may do, or where one may sit."""
        text = self.text
        words = [Word(("table", "seats"), "table", text("Tells who sits where, and the rules."), lambda rest: self._tell())]
        if self.table is not None and self.table.you is None:
            seat = Word(("sit", "join"), "sit", text("Takes a free seat."), lambda rest: self._sit())
            return (seat, *words)
        hidden = not self._is_host
        levels = "|".join(LEVELS)
        words += [
            Word(("start", "deal"), "start", text("Deals the first round."), lambda rest: self._start(), hidden=hidden),
            Word(("bot", "add"), f"bot [{levels}]", text("Puts a bot on a free seat."), self._bot, hidden=hidden),
            Word(("remove", "kick"), text("remove NAME"), text("Clears a seat."), self._remove, hidden=hidden),
        ]
        return (*words, *self.cut_words())

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────

    def arrival(self) -> str:
        """The table, and what to do."""
        table = self.table
        if table is None:
            return ""
        self._had = seated(table)
        lines = [f"{self._about(table)} {self.prompt()}", self.way_in() if table.you is not None else "", self.way_back()]
        return "\n".join(filter(None, lines))

    def _about(self, table: TableView) -> str:
        text, rules = self.text, rules_line(self.text, table.options)
        names = [self._name(table, seat) for seat, chair in enumerate(table.chairs) if chair.kind is not Kind.FREE]
        told = text("Table {code}, {rules}.", code=table.code, rules=rules)
        fields = {"taken": len(names), "count": len(table.chairs), "names": text.listed(names)}
        seats = text("{taken} of {count} seats taken: {names}.", **fields)
        opened = f"{text('Spectators see every hand, one round late')}." if table.open_hands else ""
        return " ".join(filter(None, (told, seats, opened)))

    def _name(self, table: TableView, seat: int) -> str:
        text, chair = self.text, table.chairs[seat]
        words = [who(text, table, seat)]
        if chair.kind is Kind.BOT:
            words.append(text("{level} bot", level=level_name(text, chair.level)))
        words += [text("host")] if seat == table.host else []
        words += [text("away")] if chair.away else []
        return " ".join([words[0], f"({', '.join(words[1:])})"]) if len(words) > 1 else words[0]

    def prompt(self) -> str:
        """Who is waited for."""
        table, text = self.table, self.text
        if table is None:
            return ""
        free = len(table.chairs) - seated(table)
        if table.you is None:
            return (
                text("You are watching. Type sit to take a free seat.")
                if free
                else text("You are watching; every seat is taken.")
            )
        if not self._is_host:
            host = table.chairs[table.host].name if table.host is not None else text("the host")
            return text("{host} deals when everybody is here.", host=host)
        if seated(table) < 2:
            return text("You are alone: type bot for a bot, or wait for somebody.")
        if not free:
            return text("Every seat is taken: type start to deal.")
        return text.plural(
            "Type start to deal, or bot to fill the free seat.",
            "Type start to deal, or bot to fill one of {count} free seats.",
            free,
        )

    def news(self) -> str:
        """What to do, when people have come or gone."""
        table = self.table
        if table is None or seated(table) == self._had:
            return ""
        self._had = seated(table)
        return self.prompt()

    def _tell(self) -> None:
        table = self.table
        if table is None:
            return
        self.say(self._about(table), self.prompt())
        self.say(f"{'. '.join(in_short(self.text, table.options))}.")
        self.say(self.way_in())

    # ── what is done ─────────────────────────────────────────────────────────────────────────────────────

    def _may(self) -> bool:
        if not self._is_host:
            self.say(self.text("Only the host arranges the seats."), self.prompt())
        return self._is_host

    def _sit(self) -> None:
        if self.table is not None:
            self.client.send(Join(), self.table.code)

    def _start(self) -> None:
        table = self.table
        if table is None or not self._may():
            return
        if seated(table) < 2:
            self.say(self.text("A match takes two. Type bot for a bot, or wait for somebody."))
        else:
            self.client.send(Start())

    def _bot(self, rest: str) -> None:
        if not self._may():
            return
        names = tuple(LEVELS)
        found = named(rest, names) if rest else [names.index(DEFAULT_LEVEL)]
        if len(found) != 1:
            self.say(self.text("A bot is {levels}.", levels=either(self.text, names)))
        else:
            self.client.send(AddBot(names[found[0]]))

    def _remove(self, rest: str) -> None:
        table, text = self.table, self.text
        if table is None or not self._may():
            return
        others = [seat for seat, chair in enumerate(table.chairs) if chair.kind is not Kind.FREE and seat != table.you]
        names = [table.chairs[seat].name for seat in others]
        if not others:
            self.say(text("There is nobody on another seat."))
            return
        number = number_in(rest)
        found = named(rest, names) if number is None else self._numbered(number, names)
        if len(found) == 1:
            self.client.send(Remove(others[found[0]]))
            return
        self.client.listed = Listed(("remove", *names), lambda place: self._clear(names, place))
        listed = text.listed(item(text, number, name) for number, name in enumerate(names, 1))
        self.say(text("Whom? {names}.", names=listed))

    def _numbered(self, number: int, names: Sequence[str]) -> list[int]:
        """Whom a number meant in the list that was read last, if he still sits here."""
        listed = self.client.listed
        read = listed.keys[1:] if listed is not None and listed.keys[0] == "remove" else ()
        return [place for place, name in enumerate(names) if (name,) == read[number - 1 : number]]

    def _clear(self, names: Sequence[str], place: int) -> None:
        """Clear the seat of somebody by the name that was listed, wherever he sits by now."""
        table = self.table
        seats = (
            [seat for seat, chair in enumerate(table.chairs) if 0 <= place < len(names) and chair.name == names[place]]
            if table
            else []
        )
        if len(seats) == 1:
            self.client.send(Remove(seats[0]))
        else:
            self.say(self.text("That number is not in the list."))


def seated(table: TableView) -> int:
    """How many chairs are taken."""
    return sum(chair.kind is not Kind.FREE for chair in table.chairs)
