"""Chapter: advice. What to keep, whom to hit, when a challenge pays."""

from __future__ import annotations

from client.rulebook.blocks import Block, Point, Say, Section
from client.rulebook.draw_four import can_challenge
from client.text import Text
from engine.options import Options


def tips(text: Text, options: Options) -> Section:
    """For this table's rules."""
    blocks = _all_wild(text) if options.deck == "allwild112" else _classic(text, options)
    call = text("Call UNO together with the card, every time.")
    if options.uno_enforcement == "catch":
        call += " " + text("And watch the others: a catch is worth more than most cards.")
    blocks.append(Point(call, text("One card")))
    return Section("tips", text("Tips"), text("Tips"), tuple(blocks))


def _all_wild(text: Text) -> list[Block]:
    return [
        Say(text("Since everything fits, the question is never whether you can play but whom it hits.")),
        Point(
            text("Plain Wilds get rid of a card and nothing else. Play them while nobody is close to winning."),
            text("Early"),
        ),
        Point(
            text("Skips and draw cards are for the moment when the player after you holds one or two cards."),
            text("Keep"),
        ),
        Point(
            text("Swap when your hand is the larger one. With one card left after it, you give that one away: a poor trade."),
            text("Swapping"),
        ),
        Point(text("Two cards for whoever leads, wherever that player sits."), text("Aiming")),
        Point(text("Watch the direction: a Reverse puts the one you just hit after you again."), text("Turning")),
    ]


def _classic(text: Text, options: Options) -> list[Block]:
    if options.target_score is None:
        wilds = text(
            "A Wild is the card that always gets you out. Spend it on the last colour you cannot match, not on the first."
        )
    else:
        wilds = text(
            "A Wild is the card that always gets you out, so spend it late. But not too late: when somebody else goes "
            "out first, each one in your hand pays 50 points."
        )
    blocks: list[Block] = [
        Point(wilds, text("Wilds")),
        Point(
            text("Save Skips, Draw Twos and Reverses for the moment when your neighbour is down to two cards or one."),
            text("Action cards"),
        ),
        Point(
            text(
                "Name the colour you hold most of. Against a player with few cards, name the one that player just had "
                "to draw on."
            ),
            text("Colours"),
        ),
        Point(
            text(
                "Play high numbers before low ones while the colour is the same: what stays in your hand is what it may cost."
            ),
            text("Numbers"),
        ),
        Point(
            text("Change the colour by number when your own is running out; keep two colours alive rather than one."),
            text("Two ways"),
        ),
    ]
    if can_challenge(options):
        blocks += _challenging(text)
    if options.stacking != "none":
        blocks.append(
            Point(
                text("A Draw Two in the hand is a shield. Keep one back when those before you start to stack."),
                text("Stacking"),
            )
        )
    if options.seven_zero:
        blocks.append(
            Point(
                text(
                    "Play a seven while your hand is the larger one; with one card left after it, somebody else gets that one."
                ),
                text("Sevens"),
            )
        )
    if options.jump_in:
        blocks.append(
            Point(
                text("Two of the very same card are two plays in a row: play one, and jump in with the other."),
                text("Pairs"),
            )
        )
    if options.teams_2v2:
        blocks.append(
            Point(
                text("Watch your partner's count: play what keeps the turn coming to whoever of you is closer to the end."),
                text("Partners"),
            )
        )
    if options.play_on_until_one_left:
        blocks.append(
            Point(
                text("First out takes the points, so hurry; after that, only not being last is left to play for."),
                text("Playing on"),
            )
        )
    return blocks


def _challenging(text: Text) -> list[Block]:
    return [
        Point(
            text(
                "Challenge when the player has just been playing the old colour, or holds many cards. Two more cards "
                "if you are wrong, against none at all if you are right: it pays when you believe in a bluff one time in three."
            ),
            text("Challenging"),
        ),
        Point(
            text("Bluff while few cards could give you away, and hardly ever against somebody with nothing to lose."),
            text("Bluffing"),
        ),
    ]
