"""Words that may be typed in every room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.plain.asking import Choice, Question
from client.plain.library import Library
from client.plain.moves import NAMES
from client.plain.room import Room
from client.plain.words import Word, either, named, understood
from client.play.elsewhere import elsewhere
from client.play.likings import LIKINGS
from client.play.people import place_words
from client.play.votes import accusable, may_vote, tally_words
from client.protocol import LOBBY, Kind, Leave, Mute, Rename, Say, Set, Vote

SETTINGS: Final = tuple(one for one in LIKINGS if one.name in ("language", "hand_order", "symbols", "bidi"))
"""Those that make a difference in lines; what else can be set is for screens."""

if TYPE_CHECKING:
    from client.plain.session import PlainClient


def common_words(client: PlainClient, room: Room) -> tuple[Word, ...]:
    """What `room` leaves to everybody."""
    common, library, text = Common(client, room), Library(client), client.text
    at_table = client.link.table is not None
    return (
        Word(("say", "chat"), text("say WORDS"), text("Talk to everybody at the table."), common.talk, hidden=not at_table),
        Word(("mute",), text("mute NAME"), text("Keeps from you what somebody says."), common.mute, hidden=not at_table),
        Word(
            NAMES["uno"], "uno", text("Calls UNO."), lambda rest: client.say(text("There is no UNO to call now.")), hidden=True
        ),
        Word(
            ("vote",),
            text("vote NAME"),
            text("Calls a vote on taking somebody off the table; vote yes or vote no answers one."),
            common.vote,
            hidden=not at_table,
        ),
        Word(("unmute",), text("unmute NAME"), text("Lets you hear somebody again."), common.unmute, hidden=True),
        Word(("who", "players", "online"), "who", text("Tells who is here."), common.who),
        Word(("rules", "tips"), text("rules [CHAPTER]"), text("Tells the rules, a chapter at a time."), library.rules),
        Word(
            ("settings", "set", "options"),
            text("settings [NAME VALUE]"),
            text("Tells how things are set, or sets one."),
            common.settings,
        ),
        Word(
            ("stop",),
            "stop",
            text("Ends the lessons; the game goes on."),
            lambda rest: client.tutor.stop(),
            hidden=not client.tutor.is_teaching,
        ),
        Word(("name", "nick", "rename"), text("name NEWNAME"), text("Takes another name."), common.rename),
        Word(("again", "repeat"), "again", text("Says the last lines again."), lambda rest: client.repeat()),
        Word(("help", "?", "commands"), text("help [WORD]"), text("Tells what may be typed."), common.help),
        Word(
            ("leave", "lobby", "exit"),
            "leave",
            text("Leaves the table for the lobby."),
            lambda rest: common.leave(),
            hidden=not at_table,
        ),
        Word(
            ("quit", "bye", "disconnect"),
            "quit",
            text("Ends this session; a seat in a match is kept for a while."),
            lambda rest: client.departure.quit(),
        ),
        Word(
            ("back", "here"), "back", text("Takes your cards back from the autopilot."), lambda rest: common.here(), hidden=True
        ),
    )


class Common:
    """What those words do."""

    def __init__(self, client: PlainClient, room: Room) -> None:
        self._client, self._room, self.text = client, room, client.text

    def talk(self, rest: str) -> None:
        """Chat."""
        if self._client.link.table is None:
            self._client.say(self.text("There is nobody to talk to in the lobby; people talk at tables."))
        elif not rest:
            self._client.say(self.text("Say what? Type say and your words."))
        else:
            self._client.send(Say(rest))

    def who(self, rest: str) -> None:
        """Everybody who is here."""
        lobby, table, text = self._client.link.lobby, self._client.link.table, self.text
        if table is not None:
            watching = text.listed(table.watchers)
            names = text.listed(chair.name for chair in table.chairs if chair.name)
            told = text("Watching: {names}.", names=watching) if watching else ""
            self._client.say(text("At this table: {names}.", names=names), told)
        if lobby is not None:
            where = {one.name: place_words(text, one) for one in lobby.where}
            online = [f"{name} ({where[name]})" if name in where else name for name in sorted({*lobby.online, lobby.you})]
            self._client.say(text("Online: {names}.", names=text.listed(online)))
        if lobby is not None and lobby.muted:
            self._client.say(text("Muted: {names}.", names=text.listed(lobby.muted)))

    def mute(self, rest: str) -> None:
        """Hear somebody no more."""
        lobby, table = self._client.link.lobby, self._client.link.table
        chairs = [chair for chair in table.chairs if chair.name] if table is not None else []
        bots = [chair.name for chair in chairs if chair.kind is Kind.BOT]
        around = {chair.name for chair in chairs} | set(table.watchers if table is not None else ())
        known = (around | set(lobby.online if lobby is not None else ())) - {self._client.me, *bots}
        if not named(rest, list(known)) and (found := named(rest, bots)):
            self._client.say(self.text("{name} is a bot, and bots say nothing.", name=bots[found[0]]))
            return
        self._hush(rest, sorted(known), True)

    def unmute(self, rest: str) -> None:
        """Hear him again."""
        lobby = self._client.link.lobby
        self._hush(rest, list(lobby.muted) if lobby is not None else [], False)

    def _hush(self, rest: str, names: list[str], on: bool) -> None:
        text, found = self.text, named(rest, names)
        if len(found) != 1:
            self._client.say(
                text("Whom? {names}.", names=either(text, names)) if names else text("There is nobody to choose from.")
            )
            return
        name = names[found[0]]
        done = text("You do not hear {name} any more.", name=name) if on else text("You hear {name} again.", name=name)
        self._client.send(Mute(name, on), LOBBY, _Done(self._client, done))

    def vote(self, rest: str) -> None:
        """Call a vote, or answer the one that is open."""
        client, text, table = self._client, self.text, self._client.link.table
        if table is not None and table.vote is not None:
            answer = {"yes": True, "y": True, "no": False, "n": False}.get(rest.casefold())
            if may_vote(table) and answer is not None:
                client.send(Vote(table.vote.chair, answer), room=_Done(client, text("You voted.")))
            else:
                client.say(f"{tally_words(text, table)[0]}.", text("Type vote yes or vote no.") if may_vote(table) else "")
            return
        others = accusable(table)
        found = named(rest, list(others))
        if not others:
            client.say(text("A vote takes three people with seats at one table."))
        elif len(found) != 1:
            client.say(text("Whom? {names}.", names=either(text, list(others))))
        else:
            client.send(Vote(list(others.values())[found[0]]))

    def settings(self, rest: str) -> None:
        """All settings, one of them with what it may be, or one of them set."""
        client, text = self._client, self.text
        lobby, typed = client.link.lobby, "_".join(rest.casefold().split())
        if lobby is None:
            return
        if not typed:
            told = [text("{name}: {value}", name=_spoken(one.name), value=lobby.liked(one.name)) for one in SETTINGS]
            client.say(f"{text.listed(told)}.", text("Type settings and a name to hear more, and a value to change it."))
            return
        found = [one for one in SETTINGS if typed == one.name or typed.startswith(f"{one.name}_")]
        found = found or [one for one in SETTINGS if one.name.startswith(typed.partition("_")[0])]
        if len(found) != 1:
            names = text.listed(_spoken(one.name) for one in SETTINGS)
            client.say(text("There is no setting {name}. There are: {names}.", name=rest.split()[0], names=names))
            return
        (liked,) = found
        value = typed.removeprefix(liked.name).lstrip("_") if typed.startswith(liked.name) else typed.partition("_")[2]
        if value:
            done = text("{name}: {value}.", name=_spoken(liked.name), value=value)
            client.send(Set(liked.name, value), LOBBY, _Done(client, done))
            return
        now = text("{name}: {value}.", name=_spoken(liked.name), value=lobby.liked(liked.name))
        client.say(now, text(liked.about), text("It can be {values}.", values=either(text, tuple(liked.choices))))

    def rename(self, rest: str) -> None:
        """Another name."""
        if rest:
            self._client.send(Rename(rest), LOBBY, _Renaming(self._client))
        else:
            self._client.say(self.text("You are {name}. Type name and another one to change it.", name=self._client.me))

    def help(self, rest: str) -> None:
        """All words, or what one of them does."""
        text, words = self.text, self._client.words()
        if rest:
            found = understood(rest.split()[0], words)
            for word in found:
                self._client.say(f"{word.usage}: {word.help}")
            if not found:
                self._client.say(self._client.unknown(rest.split()[0]))
            return
        own = {word.names[0] for word in self._room.words()}
        here = [word.usage for word in words if not word.hidden and word.names[0] in own]
        always = [word.usage for word in words if not word.hidden and word.names[0] not in own]
        if here:
            self._client.say(text("Here you can type: {words}.", words=text.listed(here)))
        self._client.say(text("Anywhere: {words}.", words=text.listed(always)))
        self._client.say(
            text("The first letters of a word are enough. help and a word tells more; Enter alone tells where you are.")
        )
        if self._client.link.table is None:
            self._client.say(elsewhere(text, self._client.address))

    def leave(self) -> None:
        """The table is left; a seat in a match is only given up on purpose."""
        client, text = self._client, self.text
        if client.link.table is None:
            client.say(text("You are in the lobby. Type quit to end this session."))
        elif client.departure.is_in_match:
            cost = text("Leaving gives up your seat: you are placed last, and there is no way back. To keep it, type quit.")
            sentence = f"{cost} {text('Leave, yes or no?')}"
            choices = (Choice(text("yes"), ("yes",)), Choice(text("no"), ("no",)))
            client.ask(Question(sentence, choices, self._leave, is_numbered=False))
        else:
            client.send(Leave())

    def _leave(self, place: int) -> None:
        if place == 0:
            self._client.send(Leave())
        else:
            self._client.say(self.text("You stay."), self._room.prompt())

    def here(self) -> None:
        """Only shows that somebody is there; whoever was flown hears what is asked when he has his cards."""
        if not self._client.is_flown:
            self._client.say(self._room.prompt())


def _spoken(name: str) -> str:
    """`hand order`."""
    return name.replace("_", " ")


class _Done(Room):
    """Says something when what was asked for is done."""

    def __init__(self, client: PlainClient, sentence: str) -> None:
        super().__init__(client)
        self._sentence = sentence

    def replied(self, reply: object) -> None:
        """See `Room`."""
        self.say(self._sentence)


class _Renaming(Room):
    """Hears whether a name was taken."""

    def replied(self, reply: object) -> None:
        """See `Room`."""
        self.say(self.text("You are {name} now.", name=self.client.me))
