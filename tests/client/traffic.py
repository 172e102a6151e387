"""Real traffic: every message a player, a bot's neighbour and a spectator were sent in a match of several rounds."""

from __future__ import annotations

from functools import cache
from typing import get_args

from client.protocol import (
    AddBot,
    Back,
    Command,
    Create,
    Cut,
    Join,
    Learn,
    Leave,
    Message,
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
    Top,
    Verb,
    Vote,
    Watch,
)
from engine.cards import CARDS, Color, card
from engine.moves import (
    Accept,
    Catch,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Decline,
    Draw,
    Keep,
    Move,
    NextRound,
    Pass,
    Play,
    Resign,
    SayUno,
)
from engine.options import Options
from tests.server.hall import Hall

VERBS: tuple[Verb, ...] = (
    Create(),
    Create(Options(uno_penalty=2, target_score=None), 10, ("easy", "normal"), False, False, None, True),
    Join(),
    Watch(),
    Leave(),
    Start(),
    AddBot("easy"),
    Remove(3),
    Say("labas — سلام"),
    Ready(),
    Rematch(),
    Rename("Ana"),
    Sync(),
    Cut("ąžuolas 🂡"),
    Set("hand_order", "drawn"),
    Set("hand_order", "drawn"),
    Back(),
    Replay("K7QX39FDT"),
    Seek(120),
    Top("official"),
    Past(3),
    Mute("Bo"),
    Mute("~guest", False),
    Create(open_hands=True),
    Learn(),
    Vote(9),
    Vote(0, yes=False),
)
MOVES: tuple[Move, ...] = (
    *(Play(one) for one in CARDS),
    Play(card("W"), Color.BLUE),
    Play(card("W+4"), Color.RED, None, True),
    Play(card("WT"), None, 3),
    Play(card("R5"), uno=True),
    Draw(),
    Keep(),
    Pass(),
    Accept(),
    Challenge(),
    *(ChooseColor(color) for color in Color),
    ChooseTarget(9),
    Decline(),
    SayUno(),
    Catch(0),
    Resign(),
    NextRound(),
)
COMMANDS = tuple(Command(number, "K7QX", number * 7, body) for number, body in enumerate((*VERBS, *MOVES)))
assert {type(body) for body in VERBS} == set(get_args(Verb))
assert {type(body) for body in MOVES} == set(get_args(Move))


@cache
def messages() -> tuple[Message, ...]:
    """What three people at one table were sent, lobby and replies included."""
    hall = Hall(7)
    ann, bob, eve = hall.enter("Ann"), hall.enter("Bob", guest=True), hall.enter("Eve")
    ann.do(Create(Options(target_score=200), seats=4, bots=("normal",)))
    bob.do(Join(), ann.table.code)
    eve.do(Watch(), ann.table.code)
    ann.do(Say("good luck"))
    ann.code_of(Rematch())
    ann.do(Start())
    for _ in range(1500):
        if ann.stage() is Stage.MATCH_OVER:
            break
        for one in (ann, bob):
            moves = [move for move in one.game.legal if not isinstance(move, Resign)]
            best = [move for kind in (SayUno, Challenge, Play, Draw) for move in moves if isinstance(move, kind)]
            if moves:
                one.try_to((best or moves)[0])
        hall.pass_time(1)
    for one in (ann, bob, eve):
        one.do(Sync())
        one.do(Sync(), "lobby")
    eve.do(Leave())
    return tuple(message for one in (ann, bob, eve) for message in one.taken)
