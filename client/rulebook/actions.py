"""Chapter: what each card does that is more than a number (RULES §6.3, §7)."""

from __future__ import annotations

from client.names import kind_name
from client.rulebook.blocks import Block, Explain, Section
from client.text import Text
from engine.cards import DECKS, Card, card
from engine.options import Options


def action_cards(text: Text, options: Options) -> Section:
    """One picture after the other."""
    blocks = _all_wild(text, options) if options.deck == "allwild112" else _classic(text, options)
    return Section("actions", text("Action cards"), text("Actions"), tuple(blocks))


def _explain(text: Text, options: Options, one: Card, *sentences: str) -> Explain:
    points = next(line.points for line in DECKS[options.deck].stock if line.card is one)
    note = text.plural("counts one point", "counts {count} points", points)
    return Explain(one, kind_name(text, one.kind), note, tuple(sentence for sentence in sentences if sentence))


def _two_reverse(text: Text, options: Options) -> str:
    if options.reverse_two_players == "as_skip":
        return text("With two players it is a Skip, and you play again.")
    return text("With two players it changes nothing.")


def _skip_words(text: Text, options: Options) -> tuple[str, ...]:
    if options.skip_answers_skip:
        return (text("The next player misses a turn, or answers with a Skip; see the house rules."),)
    return text("The next player misses a turn."), text("With two players you play again.")


def _classic(text: Text, options: Options) -> list[Block]:
    again = text("With two players you play again.")
    if options.stacking == "none":
        two = text("The next player draws two cards and misses the turn. It cannot be passed on with another Draw Two.")
    else:
        two = text("The next player draws two cards and misses the turn, or stacks on it; see the next chapter.")
    return [
        _explain(text, options, card("YS"), *_skip_words(text, options)),
        _explain(text, options, card("GR"), text("The direction of play turns round."), _two_reverse(text, options)),
        _explain(text, options, card("R+2"), two, again),
        _explain(
            text,
            options,
            card("W"),
            text("It fits on anything, even if you hold other cards that do. You name the colour to go on with."),
            text("The present colour may be named again."),
        ),
        _explain(
            text,
            options,
            card("W+4"),
            text("You name the colour, and the next player draws four cards and misses the turn."),
            text("It has rules of its own: see the next chapter."),
        ),
    ]


def _all_wild(text: Text, options: Options) -> list[Block]:
    if options.skip_two_two_players == "once":
        two_skip = text("With two players the other misses one turn, and you play again.")
    else:
        two_skip = text("With two players you play again, and the other misses the turn after that as well.")
    if options.forced_swap == "must":
        swap = text("Exchange what is left of your hand with the hand of a player you choose. You must swap.")
    else:
        swap = text("Exchange what is left of your hand with the hand of a player you choose, or with nobody.")
    return [
        _explain(
            text, options, card("W"), text("One card fewer in your hand. Call out a colour, if you like: it changes nothing.")
        ),
        _explain(text, options, card("WR"), text("The direction of play turns round."), _two_reverse(text, options)),
        _explain(text, options, card("WS"), *_skip_words(text, options)),
        _explain(
            text,
            options,
            card("WSS"),
            text("The next two players miss a turn. With three players you play again."),
            two_skip,
        ),
        _explain(text, options, card("W+2"), text("The next player draws two cards and misses the turn.")),
        _explain(text, options, card("W+4"), text("The next player draws four cards and misses the turn.")),
        _explain(
            text,
            options,
            card("WT"),
            text("Choose anybody: that player draws two cards. Nobody misses a turn."),
        ),
        _explain(
            text,
            options,
            card("WX"),
            swap,
            text("Nobody misses a turn. Played as the last card it swaps nothing: you have won."),
        ),
    ]
