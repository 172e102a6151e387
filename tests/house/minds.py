"""What somebody wants to do, by what he sees on his screen: seldom nonsense, unless that is how he is."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from client.link import Link
from client.protocol import (
    LOBBY,
    AddBot,
    Back,
    Body,
    Create,
    Cut,
    Join,
    Kind,
    Learn,
    Leave,
    LobbyView,
    Mute,
    Past,
    Ready,
    Rematch,
    Remove,
    Rename,
    Replay,
    Say,
    Seek,
    Set,
    Stage,
    Start,
    Sync,
    TableView,
    Top,
    Vote,
    Watch,
)
from engine.cards import CARDS, Color
from engine.moves import Catch, ChooseColor, ChooseTarget, Draw, Keep, Move, NextRound, Pass, Play, Resign, SayUno
from engine.view import PlayerView, Uno
from tests.house.people import NAMES, Somebody

Wish = tuple[Body, str]
"""A command's body, and the table it names; empty: the one he is at."""
MOST_TABLES: Final = 2
TALK: Final = ("hello", "UNO!", "\x1b[2Jgone", "[/nope]", "سلام", "", "well " * 90)


def thought(one: Somebody, link: Link, create: Create, chance: Random) -> Wish | None:
    """What he does after a look at his screen; None: nothing. `create` is the table he would open."""
    temper, lobby, table = one.temper, link.lobby, link.table
    if lobby is None or chance.randrange(100) < temper.dream:
        return None
    if chance.randrange(100) < temper.forge:
        return _forged(link, chance)
    if chance.randrange(100) < temper.chat:
        return _aside(link, chance)
    if table is None:
        return _in_the_lobby(one, lobby, create, chance)
    if chance.randrange(100) < temper.leave:
        return Leave(), ""
    if table.you is None:
        return _looking_on(one, table, chance)
    if chance.random() < (0.02 if table.vote is None else 0.5):
        return _voted(table, chance)
    if table.game is not None and table.game.is_playing:
        move = _moved(table.game, chance)
        if move is None and table.chairs[table.you].pilot:
            return Back(), ""
        return None if move is None else (move, "")
    return _between(table, chance)


def _in_the_lobby(one: Somebody, lobby: LobbyView, create: Create, chance: Random) -> Wish | None:
    if lobby.seat is not None:
        return chance.choice(((Join(), lobby.seat), (Sync(), lobby.seat), *[None] * 8))  # it is open in another terminal
    if chance.randrange(100) < one.temper.watch and lobby.tables:
        return Watch(), chance.choice(lobby.tables).code
    open_ones = [line.code for line in lobby.tables if line.stage is Stage.WAITING and line.seated < line.seats]
    if open_ones and chance.random() < 0.8:
        return Join(), chance.choice(open_ones)
    if len(lobby.tables) < MOST_TABLES and chance.random() < 0.6:
        return create, ""
    return None


def _looking_on(one: Somebody, table: TableView, chance: Random) -> Wish | None:
    if table.stage is Stage.WAITING and chance.randrange(100) >= one.temper.watch:
        return Join(), table.code
    if table.open_hands and chance.random() < 0.2:
        return chance.choice((Replay(table.code), Seek(chance.randrange(9)))), ""
    return (Leave(), "") if chance.random() < 0.1 else None


def _voted(table: TableView, chance: Random) -> Wish:
    if table.vote is not None:
        return Vote(table.vote.chair, chance.random() < 0.8), ""
    people = [number for number, chair in enumerate(table.chairs) if chair.kind in (Kind.PERSON, Kind.GUEST)]
    return Vote(chance.choice(people or [0])), ""


def _moved(game: PlayerView, chance: Random) -> Move | None:
    moves = [move for move in game.legal if not isinstance(move, Resign | NextRound)]
    aside = [
        move
        for move in moves
        if (
            isinstance(move, SayUno)
            or (isinstance(move, Catch) and (game.uno[move.seat] is Uno.OPEN or chance.random() < 0.02))
        )
        or (isinstance(move, Play) and game.turn != game.viewer)
    ]
    if aside and chance.random() < 0.4:
        return chance.choice(aside)
    if game.turn != game.viewer:
        return None
    mine = [move for move in moves if not isinstance(move, SayUno | Catch)]
    if chance.random() < 0.85:
        mine = [move for move in mine if not isinstance(move, Draw | Keep | Pass)] or mine
    if not mine:
        return None
    move = chance.choice(mine)
    if isinstance(move, Play) and move.card.is_wild and chance.random() < 0.5:
        move = replace(move, color=chance.choice(tuple(Color)))
    if isinstance(move, Play) and len(game.hand) == 2 and chance.random() < 0.4:
        move = replace(move, uno=True)
    return move


def _is_aside(move: Move, game: PlayerView, chance: Random) -> bool:
    if isinstance(move, Catch):
        return game.uno[move.seat] is Uno.OPEN or chance.random() < 0.02
    return isinstance(move, SayUno) or (isinstance(move, Play) and game.turn != game.viewer)


def _between(table: TableView, chance: Random) -> Wish | None:
    if table.stage is Stage.ROUND_OVER:
        return (Ready(), "") if chance.random() < 0.8 else (Cut("left over right"), "")
    if table.stage is Stage.MATCH_OVER:
        return chance.choice(((Rematch(), ""), (Leave(), ""), (Past(), ""), (Replay(table.replay), ""), (Seek(9999), "")))
    if table.host != table.you:
        return (Cut("a cut"), "") if chance.random() < 0.1 else None
    seated = sum(chair.kind is not Kind.FREE for chair in table.chairs)
    if seated == len(table.chairs) or (seated > 1 and chance.random() < 0.3):
        return Start(), ""
    if chance.random() < 0.5:
        return AddBot(chance.choice(("easy", "normal"))), ""
    return (Remove(chance.randrange(len(table.chairs))), "") if chance.random() < 0.1 else None


def _aside(link: Link, chance: Random) -> Wish:
    """Something beside the game."""
    aside: list[Wish] = [(Set("motion", chance.choice(("none", "full", "wild"))), ""), (Top("classic"), ""), (Past(), "")]
    aside += [(Rename(chance.choice(NAMES)), ""), (Sync(), LOBBY)]
    if link.lobby is not None and link.lobby.online:
        aside.append((Mute(chance.choice(link.lobby.online), chance.random() < 0.7), ""))
    if link.table is None:
        return chance.choice([*aside, (Learn(), "")])
    return chance.choice([*aside, (Say(chance.choice(TALK)), ""), (Say(chance.choice(TALK)), ""), (Sync(), "")])


def _forged(link: Link, chance: Random) -> Wish:
    """Something that may not be allowed to him, or to anybody."""
    seat = chance.randrange(-1, 11)
    bodies: list[Body] = [Start(), AddBot("easy"), AddBot("clever"), Remove(seat), Ready(), Rematch(), NextRound(), Back()]
    bodies += [Draw(), Pass(), Keep(), Catch(seat), ChooseTarget(seat), ChooseColor(Color.RED), SayUno()]
    bodies += [Play(chance.choice(CARDS), chance.choice((None, Color.BLUE)), chance.choice((None, seat)), True)]
    bodies += [Play(chance.choice(CARDS)), Play(chance.choice(CARDS)), Join(), Watch(), Cut("x"), Cut("\x07"), Say("psst")]
    bodies += [Vote(seat), Vote(seat, False)]
    bodies += [Seek(3), Replay("nothing"), Replay("K7QXabcde"), Top("no such"), Past(-1), Create(seats=99), Learn()]
    codes = [line.code for line in link.lobby.tables] if link.lobby else []
    return chance.choice(bodies), chance.choice(["", "", "", "ZZZZ", "lobby", *codes])
