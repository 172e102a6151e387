"""Chapters: what the deck holds, and how a round is dealt (RULES §2, §5)."""

from __future__ import annotations

from client.names import card_name, kind_name
from client.rulebook.blocks import Block, Point, Say, Section, Show, hand
from client.text import Text
from engine.cards import DECKS, Kind
from engine.options import Options


def the_cards(text: Text, options: Options) -> Section:
    """The deck."""
    blocks = _all_wild_deck(text) if options.deck == "allwild112" else _classic_deck(text)
    return Section("cards", text("The cards"), text("Cards"), tuple(blocks))


def _classic_deck(text: Text) -> list[Block]:
    return [
        Say(text("The deck has 108 cards: 25 in each of four colours, and eight that have none.")),
        Show(hand("R7 Y4 G0 B9"), text("In each colour one 0 and two of every number from 1 to 9.")),
        Show(hand("RS YR G+2"), text("In each colour two Skips, two Reverses and two Draw Twos.")),
        Show(hand("W W+4"), text("Without a colour: four Wilds and four Wild Draw Fours.")),
        Say(
            text(
                "A card shows the letter of its colour and its value: R7 is the red 7, YS the yellow Skip, GR the "
                "green Reverse, B+2 the blue Draw Two. W is a Wild, W+4 a Wild Draw Four."
            )
        ),
    ]


def _all_wild_deck(text: Text) -> list[Block]:
    deck = DECKS["allwild112"]
    points: list[Block] = [
        Point(text.plural("one card", "{count} cards", line.copies), card_name(text, line.card)) for line in deck.stock
    ]
    return [
        Say(text("The deck has {count} cards, and every one of them is wild: no colours, no numbers.", count=deck.size)),
        Show(hand("W WS WSS WR"), text("Most are plain Wilds; the others skip, turn the direction …")),
        Show(hand("W+2 W+4 WT WX"), text("… make somebody draw, or swap two hands.")),
        *points,
    ]


def the_deal(text: Text, options: Options) -> Section:
    """Who deals, how many cards, who starts, and what the first card does."""
    blocks: list[Block] = [
        Say(text("The first dealer is drawn by lot. For every further round the deal moves on by one seat, clockwise.")),
        Say(
            text.plural(
                "Everybody is dealt one card. The next card is turned up and begins the discard pile; the others are the "
                "draw pile. The player on the dealer's left starts, and play goes clockwise.",
                "Everybody is dealt {count} cards. The next card is turned up and begins the discard pile; the others are the "
                "draw pile. The player on the dealer's left starts, and play goes clockwise.",
                options.hand_size,
            )
        ),
    ]
    if options.first_card == "ignore_action":
        blocks.append(Say(_ignored(text, options)))
    else:
        blocks.append(Say(text("If the card turned up is not a number, it counts at once:")))
        blocks.extend(_first_cards(text, options))
    blocks.extend(_honesty(text))
    return Section("deal", text("The deal"), text("Deal"), tuple(blocks))


def _ignored(text: Text, options: Options) -> str:
    nothing = text("If an action card is turned up, it does nothing.")
    if options.deck == "allwild112":
        return nothing
    wild = text("A Wild is still given a colour by the player on the dealer's left, and a Wild Draw Four goes back.")
    return f"{nothing} {wild}"


def _honesty(text: Text) -> list[Block]:
    """How anybody can see that the shuffle was not arranged (PROTOCOL.md, A sealed deal)."""
    return [
        Say(
            text(
                "Before a deal the server fixes its chance and shows the seal of it, a long number that fits nothing else. "
                "Whoever has a seat may then cut the deck (key c): words of yours are mixed in, so that nobody, not even the "
                "server, could know the deal when it was sealed."
            )
        ),
        Say(
            text(
                "When the round is over the seal is opened, and ssh HOST verify SEAL deals the round again, to compare. Help "
                "(key ?) shows the seal of the running deal. This shows that no deal was changed; it does not keep whoever "
                "runs the server from looking into hands."
            )
        ),
    ]


def _first_cards(text: Text, options: Options) -> list[Block]:
    if options.first_reverse == "right_of_dealer":
        reverse = text(
            "Play goes counter-clockwise, and the player on the dealer's right starts. With two players the dealer starts."
        )
    else:
        reverse = text("Play goes counter-clockwise, and the dealer starts.")
    if options.first_draw2 == "pending" and options.stacking == "any_draw":
        draw = text(
            "The player on the dealer's left faces two cards: answer with another draw card, or draw them and miss the turn."
        )
    elif options.first_draw2 == "pending":
        draw = text(
            "The player on the dealer's left faces two cards: answer with another Draw Two, or draw them and miss the turn."
        )
    else:
        draw = text("The player on the dealer's left draws two cards and misses the turn.")
    return [
        Point(text("The player on the dealer's left misses the turn."), kind_name(text, Kind.SKIP)),
        Point(reverse, kind_name(text, Kind.REVERSE)),
        Point(draw, kind_name(text, Kind.DRAW_TWO)),
        Point(
            text("The player on the dealer's left names a colour and then has an ordinary turn."), kind_name(text, Kind.WILD)
        ),
        Point(text("It goes back, the pile is shuffled, and another card is turned up."), kind_name(text, Kind.WILD_DRAW_FOUR)),
    ]
