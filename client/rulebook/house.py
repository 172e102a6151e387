"""Chapter: the house rules a table has switched on (RULES §12)."""

from __future__ import annotations

from client.rulebook.blocks import Block, Explain, Point, Section
from client.text import Text
from engine.cards import card
from engine.options import Options


def house_rules(text: Text, options: Options) -> Section | None:
    """None where none is on. Stacking has its place in the chapter on the Wild Draw Four."""
    blocks: list[Block] = []
    if options.seven_zero:
        blocks += [
            Explain(
                card("B7"),
                text("Seven"),
                text("swaps"),
                (
                    text(
                        "Exchange your hand with that of a player you choose. As your last card it swaps nothing: you have won."
                    ),
                ),
            ),
            Explain(card("B0"), text("Zero"), text("passes"), (text("Everybody hands all cards on to the next player."),)),
        ]
    if options.jump_in:
        jump = text(
            "Whoever holds the very card that lies on the pile, in colour and value, may play it out of turn, before "
            "the player on turn has acted. Play goes on from there. Wild cards cannot jump."
        )
        blocks.append(Point(jump, text("Jumping in")))
    if options.draw_to_match:
        more = text("You may go on drawing, one card after the other, until one matches.")
        blocks.append(Point(more, text("Draw to match")))
    if options.force_play:
        forced = text("A drawn card that matches is played at once. A bluff is never forced.")
        blocks.append(Point(forced, text("Forced play")))
    if options.no_bluffing:
        honest = text("A Wild Draw Four only without the colour in hand, and no challenges.")
        blocks.append(Point(honest, text("No bluffing")))
    if options.teams_2v2:
        teams = text("Four players, partners opposite each other. When one goes out, both have won the round.")
        blocks.append(Point(teams, text("Teams")))
    if options.forced_swap == "may" and options.deck == "allwild112":
        blocks.append(Point(text("A Forced Swap may be declined."), text("Gentle swap")))
    return Section("house", text("House rules"), text("House"), tuple(blocks)) if blocks else None
