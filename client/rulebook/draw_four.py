"""Chapter: the Wild Draw Four, the challenge, and stacking (RULES §9)."""

from __future__ import annotations

from client.rulebook.blocks import Block, Point, Say, Section, Show, hand
from client.text import Text
from engine.options import Options


def draw_four(text: Text, options: Options) -> Section | None:
    """None where no card is of this kind."""
    if options.deck == "allwild112":
        return None
    blocks = [*_honest(text, options)]
    if can_challenge(options):
        blocks += _challenge(text, options)
    if options.stacking != "none":
        blocks += _stacking(text, options)
        title, short = text("Wild Draw Four and stacking"), text("Stacking")
    elif can_challenge(options):
        title, short = text("Wild Draw Four: bluff and challenge"), text("Bluffing")
    else:
        title, short = text("Wild Draw Four"), text("Draw Four")
    return Section("draw_four", title, short, tuple(blocks))


def can_challenge(options: Options) -> bool:
    """May a Wild Draw Four be called a bluff at this table?"""
    return options.challenge and options.wild4_legality == "bluff_allowed" and not options.no_bluffing


def always_stacks(options: Options) -> bool:
    """May a Wild Draw Four be stacked whatever else is held, so that it is no bluff?"""
    return options.stacking == "any_draw" or options.wild4_legality_when_stacking == "waived"


def _honest(text: Text, options: Options) -> list[Block]:
    pictures: list[Block] = [
        Show(hand("R3 W YS"), text("A green 3 is on top. With these left it is honest: a 3, but nothing green.")),
        Show(hand("R3 GS B1"), text("With these it is not: action cards count as cards of their colour.")),
    ]
    if options.wild4_legality == "none":
        return [Say(text("A Wild Draw Four may be played at any time."))]
    if options.wild4_legality == "enforced" or options.no_bluffing:
        rule = text(
            "You may play a Wild Draw Four only if none of your other cards has the colour in force. Cards with the "
            "same number or symbol and other wild cards do not matter. The game does not let you play it otherwise."
        )
        return [Say(rule), *pictures]
    rule = text(
        "A Wild Draw Four is honest if none of your other cards has the colour that was in force before it. Cards with "
        "the same number or symbol and other wild cards do not matter."
    )
    bluff = text("You may play it all the same. Then it is a bluff, and only you know.")
    return [Say(rule), *pictures, Say(bluff)]


def _challenge(text: Text, options: Options) -> list[Block]:
    choice = text("The player it hits knows the colour you named and chooses:")
    if options.stacking == "none":
        accept = text("Draw four cards and miss the turn.")
        guilty = text("You draw the four cards, and the challenger has an ordinary turn.")
        innocent = text("The challenger draws six cards, the four and two more, and misses the turn.")
    else:
        accept = text("Draw everything that has been stacked up and miss the turn.")
        guilty = text("You draw everything that has been stacked up, and the challenger has an ordinary turn.")
        innocent = text("The challenger draws everything that has been stacked up and two cards more, and misses the turn.")
    return [
        Say(choice),
        Point(accept, text("Accept")),
        Point(
            text("Say that it was a bluff. Your hand, as it was when you played, is shown to the challenger and nobody else."),
            text("Challenge"),
        ),
        Say(text("And then:")),
        Point(guilty, text("A bluff")),
        Point(innocent, text("Honest")),
        Say(
            text(
                "In either case the card stays where it is and the colour you named holds. Only the player it hits may "
                "challenge, and only before drawing. As somebody's last card a Wild Draw Four cannot be challenged: an "
                "empty hand hides nothing. A Draw Two can never be challenged."
            )
        ),
    ]


def _stacking(text: Text, options: Options) -> list[Block]:
    if options.stacking == "same_kind":
        first = text(
            "Facing a Draw Two, you may put another Draw Two of any colour on it instead of drawing; facing a Wild Draw Four, "
            "another Wild Draw Four. The two kinds do not mix."
        )
    else:
        first = text("Facing a draw card, you may put any other draw card on it instead of drawing, whether it matches or not.")
    if always_stacks(options):
        honest = text("A stacked Wild Draw Four is always allowed, whatever else you hold.")
    else:
        honest = text("The rules for playing a Wild Draw Four hold for a stacked one, too.")
    picture = Show(hand("R+2 B+2 G+2"), text("Two, four, six: whoever cannot or will not go on draws them all."))
    if options.stacking == "any_draw":
        picture = Show(hand("R+2 W+4 B+2"), text("Two, six, eight: whoever cannot or will not go on draws them all."))
    challenge = ""
    if can_challenge(options):
        challenge = text("Who stacks cannot challenge any more; a challenge is about the last Wild Draw Four alone.")
    return [
        Say(first),
        picture,
        Say(
            text(
                "Each card adds to the sum, and the next player faces all of it; there is no limit. One card a turn. "
                "Who does not stack draws the whole sum and misses the turn."
            )
        ),
        Say(f"{honest} {challenge}".rstrip()),
    ]
