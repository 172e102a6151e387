"""The line mode among people on a real lobby: names, tables, chat, watching, coming back, being away."""

from __future__ import annotations

import re

import pytest

from client.protocol import Stage
from server.lobby.lobby import Lobby
from tests.client.reader import Reader
from tests.clock import Seeds, VirtualClock


class Hall:
    """One lobby, and readers who hear each other."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.lobby = Lobby(self.clock, Seeds(3))
        self.readers: list[Reader] = []

    def come(self, name: str, door: str = "lobby", code: str = "") -> Reader:
        """Somebody comes in."""
        reader = Reader(self.lobby, self.clock, name, door=door, code=code)
        self.readers.append(reader)
        return reader

    def go(self, reader: Reader) -> None:
        """Somebody's connection ends."""
        self.readers.remove(reader)
        self.lobby.disconnect(reader.guest.session)

    def pass_time(self, seconds: float = 1.0) -> None:
        """Let it pass for everybody."""
        for reader in self.readers:
            reader.fresh.clear()
        self.clock.advance(seconds)
        for reader in self.readers:
            reader.wait(0.0)

    def hear(self) -> None:
        """Everybody hears what there is."""
        for reader in self.readers:
            reader.wait(0.0)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def code_of(reader: Reader) -> str:
    """The code of his table, as it was told."""
    told = next(line for line in reversed(reader.told) if "join " in line)
    return re.search(r"join (\w{4})$", told)[1]  # type: ignore[index]


def test_the_first_line_says_who_one_is_and_what_to_type(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.told == [
        "Welcome to UNO. You are Ada. No table is open. "
        "Type quick to play three bots, tables to choose a table, new to open one, help for more.",
        "Are you new here? Type learn to be taught the game, name and another name, or settings language.",
    ]
    hall.go(ada)
    assert len(hall.come("Ada").told) == 1, "once is enough"


def test_quick_is_one_word_to_the_first_card(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("quick")
    assert re.search(r"Table \w{4}, round 1\..* Top: .*(Your hand: 1|1 )", ada.said)
    assert (ada.table.stage, ada.table.turn_limit) == (Stage.PLAYING, None)


@pytest.mark.parametrize(
    ("door", "words"), [("quick", "Table"), ("join", "There is no table ZZZZ. Welcome"), ("watch", "There is no")]
)
def test_every_door_begins_with_what_it_leads_to(hall: Hall, door: str, words: str) -> None:
    reader = hall.come("Ada", door, "ZZZZ" if door != "quick" else "")
    assert words in " ".join(reader.told)
    assert ("Welcome to UNO" in " ".join(reader.told)) is (door != "quick")


def test_a_table_is_opened_by_answers_or_by_enter(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.type("new")[0].startswith("Which rules? Enter: Classic. 1 Classic, 2 All Wild")
    assert ada.type("3") == ["How many seats, you included: 2 to 10? Enter: 4."]
    assert ada.type("") == ["How many bots, 0 to 3? Enter: 0."]
    assert ada.type("2") == ["How many points win the match: 500, 200, or one for a single round? Enter: 500."]
    assert ada.type("one")[0].startswith("Official, 4 seats, 2 bots. Enter opens the table.")
    ada.type("")
    assert ada.table.options.target_score is None
    assert [chair.kind.value for chair in ada.table.chairs] == ["person", "bot", "bot", "free"]


def test_all_answers_may_be_typed_at_once(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.type("new stacking 3 2 200")[0].startswith("Stacking, 3 seats, 2 bots. Enter opens the table.")
    ada.type("cancel")
    assert "All right, not done." in ada.said
    assert ada.type("new stacking 30")[0].startswith("How many seats")


def test_what_cannot_be_played_is_said_and_not_opened(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("new classic 3 0 500", "more", "teams of two", "on")
    assert ada.fresh == ["Teams of two: on. Another number, or Enter when all is right."]
    assert "Teams need exactly four players." in ada.type("")[0]
    ada.type("", "more", "teams of two", "off", "", "open")
    assert ada.table.stage is Stage.WAITING


def test_people_meet_talk_and_play(hall: Hall) -> None:
    ada, bo = hall.come("Ada"), hall.come("Bo")
    ada.type("new classic 3 0 500", "")
    hall.pass_time(5.0)
    code = code_of(ada)
    assert f"A new table: {code}, Classic, open, 1 of 3 seats taken, host Ada." in bo.told
    assert bo.type("tables")[0] == f"1 {code}, Classic, open, 1 of 3 seats taken, host Ada."
    bo.type("1")
    assert f"Table {code}, Classic. 2 of 3 seats taken: Ada (host), you." in bo.said
    ada.fresh.clear()
    hall.hear()
    assert ada.fresh == ["Bo sits down. Type start to deal, or bot to fill the free seat."]
    bo.type("say good evening")
    hall.hear()
    assert ada.told[-1] == "Bo: good evening"
    assert bo.told[-1] == "You: good evening"
    ada.type("bot easy")
    assert "Every seat is taken: type start to deal." in ada.said
    hall.hear()
    told = ada.type("mute")[0]
    assert "Bo" in told
    assert "Ada" not in told
    bot = next(chair.name for chair in ada.table.chairs if chair.kind.value == "bot")
    assert bot not in told
    assert ada.type(f"mute {bot}") == [f"{bot} is a bot, and bots say nothing."]
    ada.type("mute bo")
    assert ada.fresh == ["You do not hear Bo any more."]
    bo.type("say hello?")
    ada.fresh.clear()
    hall.hear()
    assert ada.fresh == []
    ada.type("unmute Bo", "start")
    hall.hear()
    assert "Round 1:" in " ".join(bo.fresh)


def test_the_host_clears_seats(hall: Hall) -> None:
    ada, bo = hall.come("Ada"), hall.come("Bo")
    ada.type("new classic 4 2 500", "")
    bo.type("join " + code_of(ada).lower())
    hall.hear()
    assert ada.type("remove")[0].startswith("Whom? 1 ")
    ada.type("remove bo")
    bo.fresh.clear()
    hall.hear()
    assert "The host took you off table" in bo.said
    assert "You are in the lobby." in bo.said
    ada.type("kick 1")
    assert sum(chair.kind.value == "bot" for chair in ada.table.chairs) == 1


def test_a_number_removes_who_had_it_in_the_list_that_was_read(hall: Hall) -> None:
    ada, bo, cy = hall.come("Ada"), hall.come("Bo"), hall.come("Cy")
    ada.type("new classic 3 0 500", "")
    for one in (bo, cy):
        one.type("join " + code_of(ada).lower())
    hall.hear()
    assert ada.type("remove")[0] == "Whom? 1 Bo, 2 Cy."
    bo.type("leave", "yes")
    hall.hear()
    ada.fresh.clear()
    ada.type("remove 1")
    hall.hear()
    assert [chair.name for chair in ada.table.chairs if chair.name] == ["Ada", "Cy"]
    ada.type("remove 1")
    hall.hear()
    assert [chair.name for chair in ada.table.chairs if chair.name] == ["Ada"]


def test_a_card_played_after_one_was_taken_off_the_table_deals_no_game(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.type("play 3")[0].startswith("You are in the lobby.")
    assert "Round 1:" in ada.type("play")[0]


def test_a_full_table_can_be_watched(hall: Hall) -> None:
    ada, zoe = hall.come("Ada"), hall.come("Zoe")
    ada.type("quick")
    code = ada.table.code
    assert "Watch it? yes or no." in zoe.type("join " + code)[0]
    zoe.type("yes")
    assert zoe.fresh[0].startswith(f"You are watching table {code}, round 1.")
    hall.pass_time(30.0)
    assert zoe.told
    zoe.type("leave")
    assert "You are in the lobby." in zoe.said
    zoe.type("watch")
    assert f"You are watching table {code}" in zoe.said


def test_a_seat_is_found_again_with_its_cards(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("quick")
    ada.type("hand")
    hand, code = ada.fresh[-1], ada.table.code
    hall.go(ada)
    back = hall.come("Ada")
    assert any(f"Table {code}, round 1." in line for line in back.told)
    assert not any("Welcome" in line for line in back.told)
    back.type("hand")
    assert back.fresh == [hand]


def test_whoever_is_silent_is_flown_and_takes_over_again(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("new classic 2 1 500", "", "start")
    for _ in range(40):
        hall.pass_time(10.0)
        if "the autopilot plays your cards" in ada.said:
            break
    assert "the autopilot plays your cards. Type back to play yourself." in ada.said
    ada.type("back")
    assert "You are back." in ada.said
    you = ada.table.you
    assert you is not None
    assert not ada.table.chairs[you].pilot


def test_names_change_and_bad_ones_are_refused(hall: Hall) -> None:
    ada = hall.come("Ada")
    hall.come("Bo")
    assert ada.type("name Eve") == ["You are Eve now."]
    assert ada.type("name Bo") == ["Somebody has that name, or one that looks like it."]
    assert ada.type("name") == ["You are Eve. Type name and another one to change it."]


def test_a_language_is_spoken_as_soon_as_it_is_set(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("settings language lt")
    assert ada.client.text.language == "lt"
    ada.type("settings language auto")
    assert ada.client.text.language == "en"
    assert ada.type("settings language xx")[0].startswith("That cannot be set; known are:")


def test_rules_are_read_chapter_by_chapter(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.type("rules")[0].startswith("Classic rules: 1 In short, 2 The cards,")
    assert ada.type("1")[0] == "In short."
    assert ada.type("rules uno")[0] == "Calling UNO."
    assert ada.type("rules stacking 6")[0].startswith("Wild Draw Four")
    assert ada.type("rules house")[0].startswith("House rules rules:") or ada.fresh[0].startswith("House rules:")
    assert ada.type("rules xyz") == ["There is no chapter xyz. Type rules for the list."]
    assert len(ada.type("tips")) >= 1


def test_cutting_the_deck_and_leaving_between_rounds(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("new classic 2 1 500", "")
    assert ada.type("cut for luck")[-1] == "Your words go into the shuffle."
    ada.type("leave")
    assert "You are in the lobby. No table is open." in ada.said


def test_ratings_and_history_are_told_in_the_lobby(hall: Hall) -> None:
    ada = hall.come("Ada")
    assert ada.type("top") == ["Nobody is placed at Classic yet: it takes 5 rated matches."]
    assert ada.type("top nonsense")[0].startswith("A rule set is one of: classic,")
    assert ada.type("history") == ["You have not finished a match yet."]
    ada.type("new classic 2 1 one", "", "start")
    ada.play()
    ada.type("leave")
    assert re.fullmatch(r"\w+: Classic, (1st|2nd) of 2, \d+ points, with one bot\.", ada.type("history")[0])


def test_the_older_of_two_terminals_is_told_that_the_newer_has_the_seat(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("quick")
    ada.fresh.clear()
    hall.come("Ada")
    ada.wait(0.0)
    told = [line for line in ada.fresh if "terminal" in line or "lobby" in line]
    assert told[0] == "You are playing from another terminal now."
    assert told[1].startswith("You are in the lobby. You have a seat at")


def test_who_learns_is_told_every_lesson_in_words_to_type_and_may_end_them(hall: Hall) -> None:
    ada = hall.come("Ada")
    told = " ".join(ada.type("learn"))
    assert "Lesson: Welcome. Who gets rid of all cards first wins the round." in told
    assert "Lesson: Matching. On the pile lies red 5." in told
    ada.play()
    ada.check()
    lessons = [line for line in ada.told if line.startswith("Lesson: ")]
    assert len(lessons) == len({line.partition(".")[0] for line in lessons}) >= 6
    assert not any(re.search(r"[Pp]ress |arrows|\bEsc\b", line) for line in lessons)
    assert lessons[-1].startswith("Lesson: Points.")


def test_lessons_end_as_soon_as_somebody_says_so(hall: Hall) -> None:
    ada = hall.come("Ada")
    ada.type("learn")
    assert "No more lessons here" in " ".join(ada.type("stop"))
    ada.play()
    assert sum(line.startswith("Lesson: ") for line in ada.told) == 2
