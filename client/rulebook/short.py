"""The rules of a table in a few lines, for people who know the game: the waiting room, the book's first page."""

from __future__ import annotations

from typing import Final

from client.rulebook.blocks import Point, Say, Section
from client.rulebook.changes import changed_names, words
from client.rulebook.draw_four import can_challenge
from client.rulebook.sets import RULE_SETS, rules_name
from client.text import Text
from engine.options import Options
from engine.rules.presets import PRESETS


def in_short(text: Text, options: Options) -> tuple[str, ...]:
    """What somebody who knows UNO asks before sitting down, one line each."""
    lines = [_match(text, options), *_wild_four(text, options), _drawing(text, options), _penalty(text, options)]
    if options.play_on_until_one_left:
        lines.append(text("Play on until one holds cards"))
    if options.first_card == "ignore_action":
        lines.append(text("The first card has no effect"))
    elif options.first_reverse == "dealer":
        lines.append(text("A first Reverse: the dealer starts"))
    small = words(text, ((name, getattr(options, name)) for name in changed_names(options) if name not in _TOLD))
    return (*lines, *house_words(text, options), *(line[:1].upper() + line[1:] for line in small))


_TOLD: Final = frozenset(
    {
        *("target_score", "score_mode", "teams_2v2", "play_on_until_one_left", "stacking", "wild4_legality"),
        *("wild4_legality_when_stacking", "challenge", "no_bluffing", "draw_policy", "uno_penalty", "uno_enforcement"),
        *("first_card", "first_reverse", "first_draw2", "seven_zero", "jump_in", "draw_to_match", "force_play"),
        "skip_answers_skip",
    }
)
"""Options that have a line of their own; what else a table has changed follows in few words."""


def _match(text: Text, options: Options) -> str:
    if options.target_score is None:
        return text("One round decides")
    match options.score_mode:
        case "lowest_wins":
            return text("Points are bad; {points} end the match", points=options.target_score)
        case "challenge_uno":
            return text("Points are bad; {points} put you out", points=options.target_score)
        case _:
            return text("{points} points win the match", points=options.target_score)


def _wild_four(text: Text, options: Options) -> list[str]:
    if options.deck == "allwild112":
        return [text("Every card goes on every card")]
    if can_challenge(options):
        lines = [text("Draw Four: bluff, and be challenged")]
    elif options.wild4_legality == "bluff_allowed" and not options.no_bluffing:
        lines = [text("Draw Four at any time")]
    else:
        lines = [text("Draw Four only without the colour")]
    match options.stacking:
        case "same_kind":
            return [*lines, text("Stack Draw Twos, and Draw Fours")]
        case "any_draw":
            return [*lines, text("Stack any draw card on any other")]
        case _:
            return [*lines, text("No stacking")]


def _drawing(text: Text, options: Options) -> str:
    if options.draw_policy == "must_if_no_match":
        return text("Draw only if nothing matches")
    return text("You may draw instead of playing")


def _penalty(text: Text, options: Options) -> str:
    if options.uno_enforcement == "automatic":
        return text.plural("UNO forgotten: one card, always", "UNO forgotten: {count} cards, always", options.uno_penalty)
    return text.plural("UNO forgotten: one card if caught", "UNO forgotten: {count} cards if caught", options.uno_penalty)


def house_words(text: Text, options: Options) -> list[str]:
    """The house rules that are on, a few words each."""
    told = {
        text("Sevens swap hands, zeros pass them on"): options.seven_zero,
        text("Jump in with the same card"): options.jump_in,
        text("Answer a Skip with a Skip"): options.skip_answers_skip,
        text("Draw until a card matches"): options.draw_to_match,
        text("Drawn cards that match are played"): options.force_play,
        text("Two teams of two"): options.teams_2v2,
    }
    return [sentence for sentence, on in told.items() if on]


def first_page(text: Text, options: Options) -> Section:
    """What it is about, and what is particular."""
    known = RULE_SETS.get(options.rules)
    blocks = [Say(text(known.sentence))] if known else []
    if options.deck == "allwild112":
        turn = text("In turn, play any card on the pile, or draw one.")
    else:
        turn = text("In turn, play a card that matches the top of the pile by colour, number or symbol, or draw one.")
    goal = text("Get rid of all your cards before anybody else does, and do not forget to call UNO when you hold one.")
    points = [Point(line) for line in in_short(text, options)]
    size = []
    if known:
        low, high = known.round_minutes
        fields = {"low": low, "high": high}
        size = [Say(text("For 2 to 10 players. A round takes four people {low} to {high} minutes.", **fields))]
    changed = [Say(_changed(text, options))] if differs(options) else []
    return Section("short", text("In short"), text("In short"), (*blocks, Say(f"{goal} {turn}"), *size, *changed, *points))


def differs(options: Options) -> bool:
    """Has this table changed something about its rule set?"""
    return options != PRESETS.get(options.rules)


def _changed(text: Text, options: Options) -> str:
    return text(
        "This table plays {rules} with changes of its own; this book is written for it.", rules=rules_name(text, options.rules)
    )
