"""Chapter: what a player may do on a turn (RULES §6.1, §6.2)."""

from __future__ import annotations

from client.rulebook.blocks import Block, Say, Section, Show, hand
from client.text import Text
from engine.options import Options


def your_turn(text: Text, options: Options) -> Section:
    """Playing, drawing, passing."""
    again = text("When the draw pile runs out, the discard pile is shuffled and becomes the new one; only its top card stays.")
    if options.deck == "allwild112":
        blocks = [*_anything_goes(text, options), Say(again)]
    else:
        named = text("A colour that was named for it goes on to hold.")
        stuck = text("Should there be no card left to draw and none you can play, you pass.")
        blocks = [*_matching(text), *_drawing(text, options), Say(f"{again} {named} {stuck}")]
    return Section("turn", text("Your turn"), text("Turn"), tuple(blocks))


def _anything_goes(text: Text, options: Options) -> list[Block]:
    if options.force_play:
        draw = text("Instead of playing you may draw one card; it is played at once.")
    else:
        draw = text(
            "Instead of playing you may draw one card: play that very card at once, or keep it and end your turn. It "
            "is a way to fish for help when the next player is about to win."
        )
    return [
        Say(text("Play any one of your cards, do what it says, and the turn passes on. Nothing has to match.")),
        Say(draw),
    ]


def _matching(text: Text) -> list[Block]:
    return [
        Say(
            text(
                "Play one card that matches the top of the discard pile: by its colour, by its number, or by its "
                "symbol. After a wild card the colour named for it is the one to match."
            )
        ),
        Show(hand("R7"), text("Suppose this red 7 lies on top.")),
        Show(hand("R2 RS B7 W"), text("These fit: any red card, any 7, and a Wild, which fits always.")),
        Show(hand("G2 YS"), text("These do not: neither red nor a 7.")),
        Say(text("A Skip goes on any Skip, a Reverse on any Reverse, a Draw Two on any Draw Two, whatever their colours.")),
    ]


def _drawing(text: Text, options: Options) -> list[Block]:
    if options.draw_policy == "must_if_no_match":
        first = text(
            "You may draw only if none of your coloured cards matches. Wild cards never have to be played: if they are all you "
            "could play, you choose between them and the draw pile."
        )
    else:
        first = text("If you cannot play, or would rather not, draw one card from the draw pile.")
    if options.force_play:
        drawn = text("If the drawn card matches, it is played at once.")
    elif options.drawn_card == "must_play_if_match":
        drawn = text(
            "If the drawn card has a colour and matches, you must play it. A Wild, or a Wild Draw Four that is "
            "allowed, you may play or keep."
        )
    else:
        drawn = text("If the drawn card can be played, you may play it at once or keep it.")
    if options.draw_to_match:
        other = text("Anything else you keep, and you may draw again.")
    else:
        other = text("Anything else ends your turn.")
    wait = text("After drawing, the other cards of your hand have to wait.")
    return [Say(first), Say(f"{drawn} {other} {wait}")]
