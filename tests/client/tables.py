"""Views made by hand, and a link that remembers what was sent: the screens' test bench without a lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from client.link import Link
from client.protocol import Ballot, Chair, Clock, Command, Kind, LobbyView, Message, Said, Snapshot, Stage, TableLine, TableView
from engine import events as e
from engine.cards import Card, Color, card
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw, Keep, Play, SayUno
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.view import Phase, PlayerView, Reveal, Status, Uno

NAMES = ("Ada", "Bo", "Cyril", "Dmitri", "Eleni", "Faisal", "Gintarė", "Hana", "Ines", "Jun")
LONG_HAND = "R7 B5 W G7 Y7 RS R+2 R3 G1 G2 GR B9 B2 YS Y0 W+4 R9 R9 G5 G8 Y+2 Y3 B+2 BS R1"


def cards(words: str) -> tuple[Card, ...]:
    """`R5 W+4` as cards."""
    return tuple(card(word) for word in words.split())


def game(hand: str = "R7 B5 W G7 Y2", seats: int = 4, viewer: int = 0, **changes: object) -> PlayerView:
    """A view in the middle of a round: the viewer is on turn, red 3 lies on top."""
    own = cards(hand)
    top, color = card("R3"), Color.RED
    fitting = [one for one in dict.fromkeys(own) if one.is_wild or one.color is color or one.kind is top.kind]
    base = PlayerView(
        viewer=viewer,
        round=3,
        dealer=seats - 1,
        direction=1,
        phase=Phase.AWAIT_PLAY,
        turn=viewer,
        top=top,
        color=color,
        pending=0,
        source=None,
        counts=(len(own), *(7, 1, 12, 25, 3, 5, 2, 9, 6)[: seats - 1]),
        uno=(Uno.NONE, Uno.NONE, Uno.SAFE, *[Uno.NONE] * 7)[:seats],
        scores=(120, 45, 300, 0, 88, 412, 7, 250, 31, 499)[:seats],
        status=(Status.IN,) * seats,
        draw_count=52,
        discard_count=17,
        out_order=(),
        left_order=(),
        ranks=None,
        gains=None,
        hands=None,
        hand=own,
        drawn=None,
        reveal=None,
        legal=(*(Play(one) for one in fitting), Draw()),
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # names of fields are checked by dataclasses


LOG = (
    e.Dealt(3, 9, (), None, card("G5"), Color.GREEN, 1, 0, Phase.AWAIT_PLAY),
    e.Played(7, card("G9"), Color.GREEN),
    e.Played(8, card("R9"), Color.RED),
    e.Drew(9, 1, None, e.Why.TURN),
    e.Kept(9),
    e.Played(1, card("R+2"), Color.RED),
    e.Drew(2, 2, None, e.Why.HIT),
    e.Skipped(2),
    e.Marked(2, Uno.SAFE),
    e.Played(3, card("R3"), Color.RED),
)


def table(view: PlayerView | None, stage: Stage = Stage.PLAYING, **changes: object) -> TableView:
    """A table around a game: the viewer's chair is a person's, every third one a bot's."""
    seats = view.seats if view else 4
    chairs = tuple(
        Chair(Kind.BOT, name, "normal") if seat % 3 == 2 else Chair(Kind.PERSON, name, away=seat == 7)
        for seat, name in enumerate(NAMES[:seats])
    )
    log = tuple(one for one in LOG if max(getattr(one, "seat", 0), getattr(one, "dealer", 0)) < seats)
    base = TableView(
        code="K7QX",
        stage=stage,
        options=Options(),
        chairs=chairs,
        you=view.viewer if view and view.viewer >= 0 else None,
        host=0,
        watchers=("Zoe",),
        public=True,
        clock=Clock(30, 24, 1),
        game=view,
        log=log,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def watched(**changes: object) -> TableView:
    """The same through a spectator's eyes."""
    return replace(table(game("", viewer=-1, turn=1, legal=())), you=None, **changes)  # type: ignore[arg-type]


def full_table(**changes: object) -> TableView:
    """Ten seats, twenty-five cards in hand: as much as a screen must bear."""
    return table(replace(game(LONG_HAND, 10), **changes))  # type: ignore[arg-type]


def challenged() -> TableView:
    """The viewer must answer a Wild Draw Four."""
    return table(
        game(phase=Phase.RESPOND, top=card("W+4"), color=Color.BLUE, pending=4, source=3, legal=(Accept(), Challenge())),
        log=(*LOG[5:], e.Played(3, card("W+4"), Color.RED), e.ColorChosen(3, Color.BLUE), e.Threatened(0, 3, 4, None)),
    )


def revealed() -> TableView:
    """The viewer was shown a hand."""
    hand = cards("B5 B2 R7 W Y0")
    log = (e.Played(3, card("W+4"), Color.BLUE), e.ColorChosen(3, Color.RED), e.Threatened(0, 3, 4, None))
    judged = e.Challenged(0, 3, True, hand), e.Lifted(), e.Drew(3, 4, None, e.Why.BLUFF)
    return table(game(top=card("W+4"), reveal=Reveal(3, hand)), log=(*log, *judged))


def catchable() -> TableView:
    """Somebody forgot to call."""
    view = game()
    marks = (Uno.NONE, Uno.NONE, Uno.OPEN, Uno.NONE)
    return table(replace(view, uno=marks, legal=(*view.legal, Catch(2))))


def voting() -> TableView:
    """The others ask whether somebody shall go; the viewer has not said."""
    view = table(game())
    return replace(view, vote=Ballot(3, 1, (0, 1), (1,), (), 2))


def lobby(code: str | None = None) -> LobbyView:
    """A lobby with two tables."""
    lines = (
        TableLine("K7QX", "classic", Stage.PLAYING, 4, 4, 3, 1, "Ada", 1_700_000_000),
        TableLine("M2PA", "classic", Stage.WAITING, 2, 6, 0, 0, "Hana", 1_700_000_300),
    )
    return LobbyView("Ada", lines, ("Ada", "Bo", "~guest"), code)


class Wire:
    """The far end of a link: remembers the commands, delivers views."""

    def __init__(self, view: TableView | None = None) -> None:
        self.sent: list[Command] = []
        self.link = Link(self._send)
        self.version = 1
        self.answer: Callable[[Command], Sequence[Message]] = lambda command: ()
        """What comes back at once."""
        self.deliver(Snapshot("lobby", 1, lobby(view.code if view else None)))
        if view is not None:
            self.deliver(Snapshot(view.code, 1, view))

    def _send(self, command: Command) -> None:
        self.sent.append(command)
        for message in self.answer(command):
            asyncio.get_running_loop().call_soon(self.deliver, message)

    def deliver(self, message: Message) -> None:
        """Send something down."""
        self.link.deliver(message)

    def show(self, view: TableView) -> None:
        """The table changed."""
        self.version += 1
        self.deliver(Snapshot(view.code, self.version, view))

    @property
    def bodies(self) -> list[object]:
        """What was asked for, in order."""
        return [command.body for command in self.sent]


HANDS = ("", "R5 YS W+4", "G1 G2 B+2 B9", "W R0 Y7 Y7 G3 BR B1 B2 RS R+2 G4 W+4", "Y1", "B3 B4", "R9 R8", "W", "G7", "Y6 Y5 Y4")


def round_over(seats: int = 4) -> TableView:
    """Ada went out."""
    hands = tuple(cards(words) for words in HANDS[:seats])
    gains = (231, *[0] * (seats - 1))
    view = game("", seats, phase=Phase.ROUND_OVER, hands=hands, gains=gains, legal=(), top=card("B+2"))
    shown = table(view, Stage.ROUND_OVER, clock=None)
    chairs = tuple(replace(chair, ready=chair.kind is Kind.BOT) for chair in shown.chairs)
    ended = e.RoundEnded(0, gains, hands)
    return replace(shown, chairs=chairs, log=(*shown.log, ended, Said("Bo", "well played", False)))


def match_over(seats: int = 4) -> TableView:
    """Two share the second place, one left."""
    over = round_over(seats)
    assert over.game is not None
    scores, ranks = (520, 300, 300, 40), (1, 2, 2, 4)
    status = (Status.IN, Status.IN, Status.IN, Status.LEFT)
    view = replace(over.game, phase=Phase.MATCH_OVER, scores=scores, ranks=ranks, status=status)
    return replace(over, stage=Stage.MATCH_OVER, game=view)


def two_left(**changes: object) -> TableView:
    """The viewer went out first, somebody second; two play on."""
    options = PRESETS["stacking"]
    out = (Status.OUT, Status.IN, Status.OUT, Status.IN)
    counts = (0, 3, 0, 2)
    view = game("", turn=1, status=out, counts=counts, out_order=(0, 2), legal=())
    log = (e.Played(0, card("R+2"), Color.RED), e.WentOut(0), e.ScoreLocked(0, None), e.Played(2, card("B9"), Color.BLUE))
    return replace(table(view, options=options, log=(*log, e.WentOut(2))), **changes)  # type: ignore[arg-type]


def stackable(**changes: object) -> TableView:
    """The viewer faces four cards and holds two cards that pass them on."""
    view = game(
        "R7 B5 W G+2 Y+2",
        phase=Phase.RESPOND,
        top=card("R+2"),
        pending=4,
        source=3,
        legal=(Play(card("G+2")), Play(card("Y+2")), Accept()),
    )
    return replace(table(view, options=PRESETS["stacking"]), **changes)  # type: ignore[arg-type]


def skippable(hand: str = "R7 B5 G9 YS W") -> TableView:
    """The viewer is to be skipped; the Skips of this hand answer that."""
    skips = tuple(Play(one) for one in cards(hand) if one.text.endswith("S"))
    view = game(hand, phase=Phase.RESPOND, top=card("RS"), pending=0, source=3, legal=(*skips, Accept()))
    return table(view, options=Options(skip_answers_skip=True))


def unanswerable() -> PlayerView:
    """The viewer faces four cards and holds nothing to pass them on with."""
    return game("R7 B5 W", phase=Phase.RESPOND, top=card("R+2"), pending=4, source=3, legal=(Accept(),))


def jumpable() -> TableView:
    """The very card on the pile is in the viewer's hand; Bo is on turn."""
    view = game("R3 B5 W G7 Y2", turn=1, legal=(Play(card("R3")),))
    return table(view, options=Options(jump_in=True))


ALL_WILD_HAND = "W W WS WR WT WX W+2 W+4 WSS"


def all_wild(seats: int = 4, hand: str = ALL_WILD_HAND) -> TableView:
    """Every card fits; there is no colour."""
    own = cards(hand)
    legal = (*(Play(one) for one in dict.fromkeys(own)), Draw())
    view = game(hand, seats, top=card("W"), color=None, legal=legal)
    log = (
        e.Played(1, card("WX"), None),
        e.TargetChosen(1, 0),
        e.Swapped(1, 0),
        e.Played(2, card("WT"), None),
        e.TargetChosen(2, 0),
        e.Drew(0, 2, cards("W WS"), e.Why.HIT),
    )
    return table(view, options=PRESETS["all_wild"], log=log if seats > 2 else ())


def teams() -> TableView:
    """Two against two."""
    view = game(scores=(120, 45, 120, 45))
    log = (e.RoundEnded(2, (120, 0, 120, 0), ((),) * 4), *LOG[5:])
    return table(view, options=Options(teams_2v2=True), log=log)


def draw_again() -> TableView:
    """The card just drawn does not fit, and more may be drawn."""
    view = game("R7 B5 G7 Y2 B8", phase=Phase.DRAWN_CARD, drawn=card("B8"), legal=(Draw(), Keep()))
    return table(view, options=Options(draw_to_match=True))


def knocked_out() -> TableView:
    """Points put people out; two are, and the viewer is close."""
    out = (Status.IN, Status.OUT, Status.IN, Status.OUT)
    view = game(status=out, scores=(412, 520, 130, 545), counts=(5, 0, 3, 0))
    return table(view, options=Options(score_mode="challenge_uno"))


def forgotten() -> TableView:
    """The viewer forgot to call, and the table itself will punish it."""
    view = game("R7", turn=1, legal=(SayUno(),), uno=(Uno.OPEN, Uno.NONE, Uno.NONE, Uno.NONE))
    return table(view, options=Options(uno_enforcement="automatic"))


def fewest_points_over() -> TableView:
    """A round over where points are bad, and somebody drew for the last card."""
    over = round_over()
    assert over.game is not None
    gains = (0, 90, 46, 231)
    view = replace(over.game, gains=gains, out_order=(0,), scores=(120, 420, 88, 300), top=card("B+2"))
    log = (e.Played(0, card("B+2"), Color.BLUE), e.WentOut(0), e.Drew(1, 2, None, e.Why.HIT))
    log_end = e.RoundEnded(0, gains, over.game.hands or ())
    return replace(over, game=view, options=Options(score_mode="lowest_wins"), log=(*log, log_end))


def team_round_over() -> TableView:
    """The partner went out."""
    over = round_over()
    assert over.game is not None
    gains = (231, 0, 231, 0)
    hands = (cards("R5 YS"), over.game.hands[3] if over.game.hands else (), (), cards("B3"))
    view = replace(over.game, gains=gains, out_order=(2,), scores=(351, 45, 351, 45), hands=hands)
    return replace(over, game=view, options=Options(teams_2v2=True), log=(e.RoundEnded(2, gains, hands),))


def team_match_over() -> TableView:
    """Both partners won."""
    over = team_round_over()
    assert over.game is not None
    view = replace(over.game, phase=Phase.MATCH_OVER, scores=(520, 300, 520, 300), ranks=(1, 3, 1, 3))
    return replace(over, stage=Stage.MATCH_OVER, game=view)


def knocked_out_match_over() -> TableView:
    """The last two played it out."""
    over = match_over()
    assert over.game is not None
    status = (Status.IN, Status.OUT, Status.OUT, Status.OUT)
    view = replace(over.game, scores=(340, 505, 540, 610), ranks=(1, 2, 3, 4), status=status)
    return replace(over, game=view, options=Options(score_mode="challenge_uno"))


def stack_or_challenge(seats: int = 4) -> TableView:
    """The viewer faces a Wild Draw Four, may challenge it, and holds one to pass it on with."""
    legal = (Play(card("W+4")), Accept(), Challenge())
    view = game(
        "R7 B5 W+4 G2", seats, phase=Phase.RESPOND, top=card("W+4"), color=Color.BLUE, pending=4, source=seats - 1, legal=legal
    )
    return table(view, options=Options(stacking="same_kind"))


def knocked_out_round(reader: int = 3, seats: int = 4) -> TableView:
    """A round over that knocked somebody out; the lobby counts him as ready."""
    over = round_over(seats)
    assert over.game is not None
    gains, scores = (0, 75, 32, 184), (120, 420, 300, 545)
    status = (Status.IN, Status.IN, Status.IN, Status.OUT)
    view = replace(over.game, viewer=reader, gains=gains, scores=scores, status=status, out_order=(0,))
    chairs = tuple(replace(chair, ready=chair.ready or seat == 3) for seat, chair in enumerate(over.chairs))
    log = (e.RoundEnded(0, gains, over.game.hands or ()), e.Eliminated(3))
    options = Options(score_mode="challenge_uno")
    return replace(over, you=reader, game=view, chairs=chairs, options=options, log=log)


def seven() -> TableView:
    """A seven that swaps hands and a zero that moves them on."""
    return table(game("R7 R0 B5"), options=Options(seven_zero=True))


def gentle_swap() -> TableView:
    """A Forced Swap that may be declined."""
    return table(all_wild(4, "WX W").game, options=replace(PRESETS["all_wild"], forced_swap="may"))


def accusable() -> TableView:
    """Pointing at somebody who called costs two cards."""
    view = game()
    legal = (*view.legal, Catch(1), Catch(2), Catch(3))
    return table(replace(view, legal=legal), options=Options(false_catch_penalty=2))


def asked_color() -> TableView:
    """The viewer's Wild lies there and has no colour yet."""
    legal = tuple(ChooseColor(color) for color in Color)
    return table(game(phase=Phase.CHOOSE_COLOR, top=card("W"), color=None, legal=legal))


def teams_watched() -> TableView:
    """Two against two, seen by a spectator."""
    view = game("", viewer=-1, turn=1, legal=(), scores=(120, 45, 120, 45))
    return replace(teams(), you=None, game=view)
