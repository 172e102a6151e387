"""What the operator asks for is done, at once, with a row that says so; and what cannot be done gets a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from client.protocol import Create, Join, Kind, Rematch, Stage, Start
from server.admin import office as offices
from server.admin.office import COMMANDS, KICKED, Isolated, Office, Rooms
from server.admin.speech import ANSWER_BYTES, Answer, Mistake, Plain, Request, answer_line
from server.admin.words import told
from server.health import Health
from server.lobby.bans import MOST, WHY, Bans, NullKeeper
from server.lobby.conduct import Outcome
from server.lobby.journal import DONE, Durable
from server.lobby.people import Person
from server.store.journal import Quarantined
from tests.server.hall import ONE_ROUND, Client, Hall


class Trail(NullKeeper):
    """A keeper that remembers the audit trail."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, str]] = []

    def audit(self, at: int, who: str, act: str, about: str) -> Durable:
        self.rows.append((who, act, about))
        return DONE


class Doors:
    """A listener without a network: who is connected, and with which sentence each was sent away."""

    def __init__(self) -> None:
        self.open: list[tuple[str, Person | None]] = []
        self.sent_away: list[tuple[str, str]] = []

    @property
    def connections(self) -> int:
        return len(self.open)

    def expel(self, concerns: Callable[[str, Person | None], bool], sentence: str) -> int:
        gone = [one for one in self.open if concerns(*one)]
        self.open = [one for one in self.open if one not in gone]
        self.sent_away += [(address, sentence) for address, _ in gone]
        return len(gone)


class Bureau:
    """An office over a lobby on a virtual clock."""

    def __init__(self, workers: Callable[[], dict[str, int] | None] = lambda: None) -> None:
        self.hall, self.doors, self.trail, self.health = Hall(), Doors(), Trail(), Health()
        self.bans = Bans(self.hall.clock.wall, self.trail)
        self.stopped = 0
        self.isolated: list[Isolated] = []
        clock, lobby, stop = self.hall.clock, self.hall.lobby, self._stop
        rooms = Rooms(lobby, self.doors, self.bans, self._backup, self._quarantined, self.health, clock, stop, workers=workers)
        self.office = Office(rooms)

    async def _backup(self, path: Path) -> dict[str, Plain]:
        return {"bytes": 1_500_000, "matches": 3, "broken": []}

    async def _quarantined(self) -> list[Isolated]:
        return self.isolated

    def _stop(self) -> None:
        self.stopped += 1

    def enter(self, name: str, address: str = "198.51.100.1", guest: bool = False) -> Client:
        """Somebody connects from an address."""
        client = self.hall.enter(name, guest, source=address)
        self.doors.open.append((address, client.person))
        return client

    async def ask(self, command: str, **words: str) -> dict[str, Plain]:
        """What came of a request that can be done; its words for people are made as well."""
        answer: Answer = await self.office.serve(
            Request(command, {name.rstrip("_"): text for name, text in words.items()}), "op"
        )
        assert answer.done
        assert told(command, answer.facts)
        return dict(answer.facts)

    async def why_not(self, command: str, **words: str) -> str:
        """The sentence on a request that cannot be done."""
        with pytest.raises(Mistake) as no:
            await self.office.serve(Request(command, {name.rstrip("_"): text for name, text in words.items()}), "op")
        assert str(no.value).endswith(".")
        return str(no.value)


def rows(plain: Plain) -> list[dict[str, Plain]]:
    assert isinstance(plain, list)
    return [one for one in plain if isinstance(one, dict)]


# ── looking ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_tables_are_listed_with_everybody_at_them_private_ones_too() -> None:
    bureau = Bureau()
    ann, bo = bureau.enter("ann"), bureau.enter("bo")
    ann.do(Create(options=ONE_ROUND, seats=3, bots=("normal",), public=False))
    bo.do(Join(), ann.table.code)
    bo.leave()
    (table,) = rows((await bureau.ask("tables"))["tables"])
    assert (table["code"], table["public"], table["stage"]) == (ann.table.code, False, "waiting")
    chairs = rows(table["chairs"])
    assert [(chair["chair"], chair["kind"], chair["away"]) for chair in chairs] == [
        (1, Kind.PERSON.value, False),
        (2, Kind.BOT.value, False),
        (3, Kind.PERSON.value, True),
    ]
    assert "1 ann" in told("tables", {"tables": [table]})
    assert "3 bo (away)" in told("tables", {"tables": [table]})


async def test_people_are_listed_with_where_they_are_and_where_from() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann", "203.0.113.5")
    bureau.enter("cy", "", guest=True)
    ann.do(Create(options=ONE_ROUND, seats=2))
    people = rows((await bureau.ask("people"))["people"])
    assert [(one["name"], one["kind"], one["from"], one["seat"]) for one in people] == [
        ("ann", "key", "203.0.113.5", ann.table.code),
        ("~cy", "guest", None, None),
    ]


async def test_the_status_tells_of_a_store_that_stalls() -> None:
    bureau = Bureau()
    assert (await bureau.ask("status"))["stalled"] is None
    bureau.health.stall("disk full")
    status = await bureau.ask("status")
    assert status["stalled"] == "disk full"
    assert "STALLED: disk full" in told("status", status)


@pytest.mark.parametrize(
    ("workers", "line"), [(None, ""), ({"count": 2, "memory": 93_000_000}, "Workers   2, 93.0 MB together")]
)
async def test_the_status_tells_of_worker_processes_where_there_are_any(workers: dict[str, int] | None, line: str) -> None:
    status = await Bureau(lambda: workers).ask("status")
    assert status["workers"] == workers
    assert [row for row in told("status", status).splitlines() if row.startswith("Workers")] == ([line] if line else [])


async def test_tables_that_could_not_be_read_are_listed() -> None:
    bureau = Bureau()
    assert told("quarantine", await bureau.ask("quarantine")) == "Every table could be read."
    bureau.isolated = [Quarantined("K7QM", "event 7 is damaged", 1_700_000_000)]
    assert "K7QM   2023-11-14 22:13  event 7 is damaged" in told("quarantine", await bureau.ask("quarantine"))


# ── kicking ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("called", ["ann", "ANN"])
async def test_whoever_is_kicked_loses_seat_and_sessions_and_is_told(called: str) -> None:
    bureau = Bureau()
    ann, bo = bureau.enter("ann"), bureau.enter("bo")
    ann.do(Create(options=ONE_ROUND, seats=2))
    bo.do(Join(), ann.table.code)
    ann.do(Start())
    answer = await bureau.ask("kick", who=called)
    ann.pump()
    assert (answer["kicked"], answer["table"], answer["ended"]) == ("ann", bo.table.code, 1)
    assert "evicted" in ann.told
    assert ann.lobby.seat is None
    assert bureau.doors.sent_away == [("198.51.100.1", KICKED)]
    assert [person.id for _, person in bureau.doors.open if person] == ["bo"]
    assert bo.stage() is Stage.MATCH_OVER
    assert bureau.trail.rows == [("op", "kick", "ann")]


async def test_a_kick_ends_the_sessions_of_nobody_else_and_of_a_guest_by_his_mark() -> None:
    bureau = Bureau()
    bureau.enter("ann")
    bureau.enter("ann", guest=True)
    await bureau.ask("kick", who="~ann")
    assert [person.guest for _, person in bureau.doors.open if person] == [False]


async def test_a_bot_is_taken_off_its_chair() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann")
    ann.do(Create(options=ONE_ROUND, seats=2, bots=("normal",)))
    bot = ann.table.chairs[1].name
    assert (await bureau.ask("kick", who=f"{ann.table.code.lower()}:2"))["kicked"] == bot
    assert ann.table.chairs[1].kind is Kind.FREE


async def test_the_host_can_be_taken_off_too_and_stays_connected() -> None:
    bureau = Bureau()
    ann, bo = bureau.enter("ann"), bureau.enter("bo")
    ann.do(Create(options=ONE_ROUND, seats=2))
    code = ann.table.code
    bo.do(Join(), code)
    await bureau.ask("kick", who=f"{code}:1")
    assert ann.lobby.table is None
    assert bo.table.host == bo.table.you
    assert len(bureau.doors.open) == 2


async def test_nobody_is_kicked_by_mistake() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann")
    ann.do(Create(options=ONE_ROUND, seats=2))
    code = ann.table.code
    assert "Nobody here is called 'bo'" in await bureau.why_not("kick", who="bo")
    assert "no table 'ZZZZ'" in await bureau.why_not("kick", who="ZZZZ:1")
    for chair in ("0", "2", "3", "-1", "x", "", "٢", "9" * 50):
        assert "Nobody has chair" in await bureau.why_not("kick", who=f"{code}:{chair}")
    assert ann.lobby.seat == code
    assert bureau.trail.rows == []


# ── banning ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_banned_account_goes_at_once_and_does_not_come_back_until_it_is_let() -> None:
    bureau = Bureau()
    ann, bo = bureau.enter("ann"), bureau.enter("bo")
    ann.do(Create(options=ONE_ROUND, seats=2))
    answer = await bureau.ask("ban-key", name="Ann", for_="7d", reason="abuse")
    assert answer["ended"] == 1
    assert "until 2023-11-21 22:13 UTC: abuse" in bureau.doors.sent_away[0][1]
    assert [person.id for _, person in bureau.doors.open if person] == ["bo"]
    assert bureau.office.barrier.of_person(ann.person) == bureau.doors.sent_away[0][1]
    assert bureau.office.barrier.of_person(bo.person) == ""
    ban = answer["ban"]
    assert isinstance(ban, dict)
    await bureau.ask("unban", id=str(ban["id"]))
    assert bureau.office.barrier.of_person(ann.person) == ""
    assert [act for _, act, _ in bureau.trail.rows] == ["ban", "unban"]


async def test_a_ban_outlives_the_account() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann")
    account = bureau.hall.lobby.accounts.named("ann")
    assert account is not None
    await bureau.ask("ban-key", name="ann")
    ann.leave()
    bureau.hall.lobby.accounts.delete(account)
    assert bureau.office.barrier.of_person(ann.person) == "Your account is banned from this server."


async def test_somebody_who_is_not_here_can_be_banned() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann")
    ann.leave()
    await bureau.ask("ban-key", name="ann")
    assert bureau.office.barrier.of_person(ann.person)


async def test_a_guest_and_a_stranger_have_no_key_to_ban() -> None:
    bureau = Bureau()
    bureau.enter("cy", guest=True)
    assert "ban the network" in await bureau.why_not("ban-key", name="~cy")
    assert "Nobody who has an account" in await bureau.why_not("ban-key", name="dee")


async def test_a_banned_network_is_cut_off_whoever_it_is() -> None:
    bureau = Bureau()
    bureau.enter("ann", "203.0.113.5")
    bureau.enter("cy", "203.0.113.6", guest=True)
    bureau.enter("bo", "203.0.112.6")
    bureau.doors.open.append(("203.0.113.99", None))
    answer = await bureau.ask("ban-network", network="203.0.113.0/24", reason="")
    assert answer["ended"] == 3
    assert [address for address, _ in bureau.doors.open] == ["203.0.112.6"]
    assert bureau.office.barrier.of_address("203.0.113.7")
    assert not bureau.office.barrier.of_address("127.0.0.1")
    listed = await bureau.ask("bans")
    assert "203.0.113.0/24" in told("bans", listed)
    bureau.hall.clock.advance(1)
    assert "this machine itself" in await bureau.why_not("ban-network", network="0.0.0.0/0")
    assert "not a span of time" in await bureau.why_not("ban-network", network="203.0.113.0/24", for_="soon")
    assert len(rows((await bureau.ask("bans"))["bans"])) == 1


@pytest.mark.parametrize("number", ["x", "-1", "٢", "1.0", "9" * 30])
async def test_what_is_no_number_of_a_ban_is_refused(number: str) -> None:
    assert "not the number of a ban" in await Bureau().why_not("unban", id=number)


# ── words to all, and the end ────────────────────────────────────────────────────────────────────────────────


async def test_a_broadcast_is_on_every_screen_until_the_next_one_and_is_cleaned() -> None:
    bureau = Bureau()
    ann = bureau.enter("ann")
    await bureau.ask("broadcast", text="Back at \x1b[31m nine")
    assert ann.lobby.notice == "Back at [31m nine"
    bo = bureau.enter("bo")
    assert bo.lobby.notice == ann.lobby.notice
    await bureau.ask("broadcast", text="")
    assert ann.lobby.notice == bo.lobby.notice == ""


async def test_a_server_that_drains_deals_nothing_new_and_stops_once_no_round_is_played() -> None:
    bureau = Bureau()
    people = [bureau.enter("ann"), bureau.enter("bo")]
    people[0].do(Create(options=ONE_ROUND, seats=2))
    people[1].do(Join(), people[0].table.code)
    people[0].do(Start())
    answer = await bureau.ask("drain", in_="1h")
    assert (answer["seconds"], answer["rounds"]) == (3600, 1)
    assert "The server stops within 1h" in people[0].lobby.notice
    assert bureau.health.problem
    assert people[0].code_of(Rematch()) == "wrong_stage"
    assert bureau.enter("cy").code_of(Create()) == "draining"
    bureau.hall.pass_time(5)
    assert bureau.stopped == 0
    bureau.hall.play_out(people)
    for one in people:
        one.do(Rematch())
    assert people[0].stage() is Stage.MATCH_OVER
    bureau.hall.pass_time(2)
    assert bureau.stopped == 1


async def test_no_next_round_is_dealt_while_draining_however_long_the_rest() -> None:
    bureau = Bureau()
    people = [bureau.enter("ann"), bureau.enter("bo")]
    people[0].do(Create(seats=2))
    people[1].do(Join(), people[0].table.code)
    people[0].do(Start())
    bureau.hall.lobby.is_draining = True
    bureau.hall.play_out(people, Stage.ROUND_OVER)
    bureau.hall.pass_time(600)
    assert people[0].stage() is Stage.ROUND_OVER


async def test_when_time_is_up_the_server_stops_in_mid_round_once() -> None:
    bureau = Bureau()
    people = [bureau.enter("ann"), bureau.enter("bo")]
    people[0].do(Create(options=ONE_ROUND, seats=2, clock=3600))
    people[1].do(Join(), people[0].table.code)
    people[0].do(Start())
    await bureau.ask("drain", in_="1h")
    await bureau.ask("drain", in_="30s")
    bureau.hall.pass_time(28)
    assert (bureau.stopped, (await bureau.ask("status"))["draining"]) == (0, 2)
    bureau.hall.pass_time(60)
    assert bureau.stopped == 1
    assert people[0].stage() is Stage.PLAYING


async def test_a_backup_says_what_it_holds_and_needs_a_whole_path() -> None:
    bureau = Bureau()
    answer = await bureau.ask("backup", path="/tmp/x.db")
    assert told("backup", answer).startswith("/tmp/x.db: 1.5 MB, 3 matches")
    broken = told("backup", {**answer, "broken": ["match K7QM-1-1 is damaged at event 3"]})
    assert "Damaged, as in the database itself: match K7QM-1-1 is damaged at event 3" in broken
    assert "begins with a slash" in await bureau.why_not("backup", path="x.db")


# ── every request ────────────────────────────────────────────────────────────────────────────────────────────


async def test_unknown_commands_and_words_are_refused() -> None:
    bureau = Bureau()
    assert "There is no command 'dance'" in await bureau.why_not("dance")
    assert "takes no 'who'" in await bureau.why_not("status", who="ann")
    for command, act in COMMANDS.items():
        if act.words and command not in ("broadcast", "drain"):
            assert "That needs" in await bureau.why_not(command)


async def test_what_cannot_be_written_down_is_done_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(durable: Durable) -> bool:
        return False

    bureau = Bureau()
    monkeypatch.setattr(offices, "is_kept", never)
    answer = await bureau.ask("ban-network", network="203.0.113.0/24")
    assert answer["kept"] is False
    assert "not written down yet" in told("ban-network", answer)
    assert bureau.office.barrier.of_address("203.0.113.1")


async def test_the_longest_list_of_bans_fits_into_one_answer() -> None:
    bureau = Bureau()
    for number in range(MOST):
        bureau.bans.ban_account(f"{number:016x}", (), "x" * 16, None, "operator", "ü" * WHY)
    answer = await bureau.office.serve(Request("bans"), "op")
    assert len(answer_line(answer)) < ANSWER_BYTES
    assert "as many as there may be" in await bureau.why_not("ban-network", network="203.0.113.0/24")


async def test_the_operator_sees_how_somebody_behaved_and_forgives_it() -> None:
    bureau = Bureau()
    ann = bureau.hall.enter("Ann")
    member = ann.session.member
    assert member is not None
    for _ in range(2):
        bureau.hall.lobby.reputation.note(member.person, Outcome.LEFT)
    seen = await bureau.ask("conduct", name="Ann")
    assert seen == {"name": "Ann", "outcomes": ["left", "left"], "pause": 300}
    assert told("conduct", seen) == "Ann: left 2. Public tables are closed for 5m."
    ann.leave()
    forgiven = await bureau.ask("forgive", name="Ann")
    assert told("forgive", forgiven) == "Nothing is held against Ann any more."
    assert bureau.trail.rows == [("op", "forgive", "Ann")]
    assert told("conduct", await bureau.ask("conduct", name="Ann")) == "Ann: no match with strangers yet."
    assert "Nobody here" in await bureau.why_not("forgive", name="~Nobody")
