"""Chapter: calling UNO and catching those who forgot (RULES §8)."""

from __future__ import annotations

from client.rulebook.blocks import Block, Point, Say, Section
from client.text import Text
from engine.options import Options


def uno(text: Text, options: Options) -> Section:
    """The word, the time for it, the price."""
    penalty = options.uno_penalty
    blocks: list[Block] = [
        Say(text("Whoever is down to a single card must have called UNO.")),
        Point(
            text("Call before you play your second-to-last card (key u): the call goes out with it."),
            text("In time"),
        ),
        Point(text("Call after it (key u): that still counts, as long as nobody has caught you."), text("Late")),
    ]
    if options.uno_enforcement == "automatic":
        cost = text.plural(
            "If you have not called when the next turn begins, you draw one card. Nobody needs to notice.",
            "If you have not called when the next turn begins, you draw {count} cards. Nobody needs to notice.",
            penalty,
        )
        blocks.append(Point(cost, text("Forgotten")))
    else:
        cost = text.plural(
            "Anybody may catch you (key c): you draw one card at once. Nothing else changes.",
            "Anybody may catch you (key c): you draw {count} cards at once. Nothing else changes.",
            penalty,
        )
        blocks += [
            Point(cost, text("Caught")),
            Say(
                text(
                    "You can be caught until the next turn begins, and it begins when somebody plays, draws or passes. Cards "
                    "drawn as a punishment, a missed turn, accepting, challenging or naming a colour do not begin a turn. "
                    "The first to act is the one who counts."
                )
            ),
            Say(_false_catch(text, options.false_catch_penalty)),
        ]
    blocks.append(Say(text("A call is for this one card. If you draw again, you must call again when you come back to one.")))
    if options.deck == "allwild112" or options.seven_zero:
        blocks.append(
            Say(
                text(
                    "When hands change owners, a call does not travel with them: whoever holds one card afterwards must call, "
                    "also the player who did not play."
                )
            )
        )
    return Section("uno", text("Calling UNO"), text("UNO!"), tuple(blocks))


def _false_catch(text: Text, penalty: int) -> str:
    if not penalty:
        return text("Pointing at somebody who has called, or has more than one card, costs nothing and does nothing.")
    return text.plural(
        "Pointing at somebody without cause costs you one card, and can be done once in a turn.",
        "Pointing at somebody without cause costs you {count} cards, and can be done once in a turn.",
        penalty,
    )
