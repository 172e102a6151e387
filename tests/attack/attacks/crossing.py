"""Doing what is somebody else's to do: the host's part, another seat's moves, those of yesterday, at a table only watched."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tests.attack.field import GONE, Field, attack
from tests.attack.program import Program


async def state(program: Program, table: str) -> str:
    """What must not change: who sits where, who is host, which stage, and who has how many cards."""
    await program.ask("sync", table)
    view = program.views[table]
    game = view["game"] or {}
    chairs = [(chair["kind"], chair["name"], chair["level"]) for chair in view["chairs"]]
    return repr((view["stage"], view["host"], chairs, game.get("turn"), game.get("counts"), game.get("top")))


async def refused(field: Field, one: Program, do: str, table: str, about: Mapping[str, Any]) -> None:
    """That is refused, and not only because it comes too fast."""
    code = await one.ask(do, table, **about)
    assert code, f"{do} {about} was done"
    field.count("too fast" if code == "slow_down" else "refused")


@attack(4.0)
async def forged_host_actions(field: Field) -> None:
    """Power: a guest, a spectator and somebody from outside who start, remove and add at other people's tables."""
    host, player, watcher, stranger = [await Program.open(field) for _ in range(4)]
    guest = await Program.open(field, username="guest", client_keys=[])
    table = await host.create(seats=4)
    assert await player.ask("join", table) == ""
    assert await guest.ask("join", table) == ""
    assert await watcher.ask("watch", table) == ""
    before = await state(host, table)
    for one in (player, guest, watcher, stranger):
        cut = {"text": "x"} if one in (stranger, watcher) else {"text": 5}
        for do, about in (
            ("start", {}), ("add_bot", {"level": "easy"}), ("remove", {"chair": 0}), ("remove", {"chair": 1}),
            ("remove", {"chair": -1}), ("remove", {"chair": 2**31}), ("rematch", {}), ("ready", {}), ("cut", cut),
        ):  # fmt: skip
            await refused(field, one, do, table, about)
    assert await state(host, table) == before
    assert await host.ask("add_bot", table, level="easy") == ""
    assert await host.ask("start", table) == ""
    before = await state(host, table)
    game = host.views[table]["game"]
    turn = game["turn"]
    seats = {0: host, 1: player, 2: guest}
    others = [one for seat, one in seats.items() if seat != turn] + [watcher, stranger]
    for one in others:
        for do, about in (
            ("play", {"card": "R5"}), ("play", {"card": "W", "color": "R"}), ("draw", {}), ("pass", {}), ("keep", {}),
            ("choose_color", {"color": "R"}), ("rematch", {}), ("accept", {}), ("challenge", {}),
        ):  # fmt: skip
            await refused(field, one, do, table, about)
    for one in (watcher, stranger):
        for do, about in (
            ("say_uno", {}),
            ("catch", {"seat": 0}),
            ("vote", {"chair": 0}),
            ("next_round", {}),
        ):
            await refused(field, one, do, table, about)
    assert await state(host, table) == before
    assert field.counts["refused"] > 50, "most was refused only because it came too fast"
    hands = host.views[table]["game"]["hand"]
    assert hands, "the host sees no hand"
    assert not (watcher.views[table]["game"].get("hand")), "a spectator sees a hand"


@attack(3.0)
async def stale_and_doubled_moves(field: Field) -> None:
    """Advantage: the same move sent a hundred times at once, for an old version, and for one that is not yet."""
    one = await Program.open(field)
    table = await one.create(seats=2, bots=["easy"], start=True, clock=None)
    for _ in range(20):
        await one.until(lambda: one.views[table]["stage"] != "playing" or legal(one, table))
        if one.views[table]["stage"] != "playing" or field.counts.get("turns"):
            break
        if not may_draw(one, table):  # it begins with a Wild, say: an answer first
            await one.ask(table=table, **legal(one, table)[0])
            continue
        held, version = len(one.views[table]["game"]["hand"]), one.versions[table]
        for wrong in (-1, version + 1, 2**53):
            assert await one.ask("draw", table, version=wrong), f"a move for version {wrong} is done at {version}"
        answers = await asyncio.gather(*(one.say("draw", table, version=version) for _ in range(100)))
        done = sum(not answer.get("refusal") for answer in answers)
        assert done <= 1, f"a card was drawn {done} times in one turn"
        assert len(one.views[table]["game"]["hand"]) <= held + 1, "one draw brought more than a card"
        field.count("turns")
    assert field.counts.get("turns"), "it never came to a draw"


def legal(one: Program, table: str) -> list[dict[str, Any]]:
    """What may be done at the moment; empty while others must move."""
    game = one.views[table]["game"] if table in one.views else None
    return [move for move in game["legal"] if move["do"] != "resign"] if game else []


def may_draw(one: Program, table: str) -> bool:
    """Is a card to be had from the pile?"""
    return {"do": "draw"} in legal(one, table)


@attack(2.0)
async def tables_without_number(field: Field) -> None:
    """Memory and the lobby's list: tables opened as fast as possible, by many keys."""
    most = 0

    async def one(number: int) -> None:
        nonlocal most
        program = await Program.open(field)
        mine = 0
        while field.left:
            code = await program.ask("create", seats=2 + number % 9, bots=["easy"] * (number % 2))
            mine += not code
            most = max(most, len(program.views["lobby"]["tables"]))
            field.count(code or "opened")
            if not code:
                await program.ask("leave", program.heard[-1].get("table") or "")
            await asyncio.sleep(0)

    await field.many(20, one)
    assert most <= 220, f"there were {most} tables"


@attack(2.0)
async def a_flood_of_chat(field: Field) -> None:
    """Everybody's screen: lines of chat as fast as possible, by players and spectators."""
    host = await Program.open(field)
    table = await host.create(seats=6)
    heard = 0

    async def one(number: int) -> None:
        program = await Program.open(field)
        assert await program.ask("join" if number < 4 else "watch", table) == ""
        while field.left and not program.is_over:
            with suppress(*GONE):
                code = await program.ask("say", table, text="spam " * 50)
                field.count(code or "said")
            await asyncio.sleep(0)

    await field.many(8, one)
    for told in host.heard:
        heard += sum(one.get("event") == "said" for one in told.get("happened", ()))
    assert heard <= 8 * 8, f"{heard} lines of chat came through in two seconds"


@attack(2.0)
async def votes_without_end(field: Field) -> None:
    """Peace at a table: one of four who calls for a vote on everybody, again and again."""
    people = [await Program.open(field) for _ in range(4)]
    table = await people[0].create(seats=4)
    for one in people[1:]:
        assert await one.ask("join", table) == ""
    assert await people[0].ask("start", table) == ""
    called = 0
    while field.left:
        for chair in (0, 1, 2, 3, -1, 4):
            for yes in (True, False):
                code = await people[1].ask("vote", table, chair=chair, yes=yes)
                field.count(code or "called")
                called += not code
    await people[0].ask("sync", table)
    assert all(chair["kind"] == "person" for chair in people[0].views[table]["chairs"]), (
        "one voice takes somebody off the table"
    )
    assert called <= 4, f"one person called {called} votes"
