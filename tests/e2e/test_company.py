"""Company, over real ssh: muting somebody for oneself alone, and open hands for spectators one round late."""

from __future__ import annotations

import json
from typing import Any

from client import wire
from client.link import Link
from client.protocol import Command, Stage
from engine.moves import NextRound, Resign
from tests.e2e.desk import Desk
from tests.e2e.form import set_up
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.program import Program


def says(person: Person, words: str) -> None:
    """Somebody says something and sees himself saying it; he says it again if that was too fast."""
    while f"You: {words}" not in person.text:
        person.press("t")
        person.see("Say:")
        person.send(words.encode())
        person.press("enter")
        person.until(lambda one: "Say:" not in one.text and (f"You: {words}" in one.text or "a bit fast" in one.text))


def mutes(person: Person, name: str) -> None:
    """Somebody opens the list, goes to a name and presses m; back at the table, he is told how to undo it."""
    person.press("m")
    person.see("People at table", name)
    while f"▸ {name}" not in person.text:
        person.press("down")
        person.change()
    person.press("m")
    person.see(f"{name} is muted for you", "m here unmutes")
    person.press("esc")
    person.miss("People at table")


def test_a_muted_person_is_silent_for_one_viewer_and_for_nobody_else_and_stays_so(house: House) -> None:
    ann = house.member(name="ann")
    code = set_up(ann, Seats="4")
    bob, zoe = house.member("join", code, name="bob"), house.member("watch", code, name="zoe")
    bob.see("Table", code)
    zoe.see("You are watching")
    says(bob, "ann is a cheat")
    ann.see("bob: ann is a cheat")
    zoe.see("bob: ann is a cheat")
    before = len(bob.raw)
    mutes(ann, "bob")
    assert "ann is a cheat" not in ann.text
    assert len(bob.raw) == before
    says(bob, "blah blah")
    zoe.see("bob: blah blah")
    says(zoe, "leave her alone")
    ann.see("zoe (watching): leave her alone")
    assert "blah blah" not in ann.text
    assert "mute" not in bob.text.replace("m mute", "")
    zoe.press("m")
    zoe.see("People at table")
    zoe.press("esc")
    mutes(zoe, "bob")
    says(bob, "and blah")
    says(ann, "hello")
    zoe.see("ann: hello")
    assert "and blah" not in zoe.text
    again = house.member(name="ann")
    again.see("Table", code, "ann")
    says(again, "I am back")
    zoe.see("ann: I am back")
    assert "bob: " not in again.text
    assert b"blah blah" not in bytes(again.raw)
    again.press("m")
    again.see("People at table", "muted")
    while "▸ bob" not in again.text:
        again.press("down")
        again.change()
    again.press("m")
    again.see("You hear bob again.")
    again.press("esc")
    says(bob, "sorry")
    again.see("bob: sorry")


# ── open hands ───────────────────────────────────────────────────────────────────────────────────────────


class Robot:
    """A player at the JSON door who does the first thing allowed."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._taken = 0
        self.link = Link(self._sync)

    def _sync(self, command: Command) -> None:
        raw = json.loads(wire.command_to_json(command))
        about = {name: value for name, value in raw.items() if name not in ("id", "do", "table", "version")}
        self.program.send(raw["do"], raw.get("table", ""), raw.get("version", 0), about)

    @property
    def has_news(self) -> bool:
        """Has something come that he has not looked at?"""
        return self._taken < len(self.program.messages)

    def look(self) -> None:
        """Take what has come."""
        while self._taken < len(self.program.messages):
            message = self.program.messages[self._taken]
            self._taken += 1
            self.link.deliver(wire.message_from_json(json.dumps(message).encode()))

    def act(self) -> bool:
        """Make a move if it is his turn."""
        self.look()
        table = self.link.table
        game = table.game if table is not None else None
        if table is None or game is None or table.stage is not Stage.PLAYING or game.turn != game.viewer:
            return False
        moves = [move for move in game.legal if not isinstance(move, Resign | NextRound)]
        if moves:
            self.link.request(moves[0])
        return bool(moves)

    def stage(self) -> Stage | None:
        """Where his table is."""
        self.look()
        return self.link.table.stage if self.link.table else None


def play_out(desk: Desk, robots: list[Robot]) -> None:
    """Until the round is over."""
    for _ in range(3000):
        if robots[0].stage() is Stage.ROUND_OVER:
            return
        if not any(robot.act() for robot in robots):
            desk.until(lambda: any(robot.has_news for robot in robots))
    raise AssertionError("the round did not end")


def open_views(program: Program) -> list[dict[str, Any]]:
    """The positions of finished rounds that a program was shown."""
    return [one["view"] for one in program.messages if one["kind"] == "snapshot" and one["topic"].startswith("replay:")]


def test_spectators_see_the_round_before_and_nothing_of_the_running_one(house: House) -> None:
    programs = [house.program(name) for name in ("dan", "eva", "fox")]
    wish = {"options": {"rules": "classic", "target_score": 500}, "seats": 3, "clock": None, "open_hands": True}
    code: str = programs[0].send("create", about=wish)["table"]
    for other in programs[1:]:
        other.send("join", code)
    zoe, spy = house.member("watch", code, name="zoe"), house.program("spy")
    spy.send("watch", code)
    zoe.see("Spectators see every hand")
    programs[0].send("start", code)
    zoe.see("open hands", "round 1")
    zoe.press("v")
    zoe.see("No round is over yet")
    assert spy.send("replay", about={"match": code})["refusal"]["code"] == "no_round_yet"
    robots = [Robot(program) for program in programs]
    play_out(house.desk, robots)
    for program in programs:
        assert "refusal" not in program.send("ready")
    zoe.see("round 2", "v open hands")
    told = len(spy.messages)

    zoe.press("v")
    zoe.see(f"Replay {code}", "move 0 of")
    assert "share it" not in zoe.text
    zoe.press("end")
    zoe.see("The end of the round")
    spy.send("replay", about={"match": code})
    length = open_views(spy)[-1]["length"]
    for position in range(0, length, max(1, length // 20)):
        spy.send("seek", about={"position": position})
    views = open_views(spy)
    assert {view["game"]["round"] for view in views} == {1}
    assert all(len(hands) == 3 for hands in (view["game"]["hands"] for view in views))
    for message in spy.messages[told:]:
        if message.get("topic") == code:
            assert not message.get("changes", {}).get("game.hand")
            assert not message.get("changes", {}).get("game.hands")
    for robot in robots:
        robot.look()
        assert robot.link.table is not None
        assert robot.link.table.game is not None
        assert (robot.link.table.game.round, robot.link.table.open_hands) == (2, True)

    zoe.press("esc")
    zoe.see("v open hands")
    assert programs[1].send("replay", about={"match": code})["refusal"]["code"] == "played_here"
    programs[2].send("leave", code)
    assert programs[2].send("watch", code)["refusal"]["code"] == "played_here"
