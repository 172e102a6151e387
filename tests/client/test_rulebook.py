"""What the book of rules says, against RULES.md: the facts of every rule set, and of options changed one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from client.rulebook.blocks import Explain, Point, Say, Section, Show
from client.rulebook.book import book
from client.rulebook.changes import house_names, rules_line
from client.rulebook.house import house_book
from client.rulebook.sets import RULE_SETS, offered
from client.rulebook.short import differs, in_short
from client.text import Text
from engine.cards import DECKS
from engine.moves import Draw, Keep
from engine.options import OPTIONS, Option, Options, problems
from engine.rules.presets import PRESETS
from tests.engine.playing import A, B, after, play, table, turn_moves

TEXT = Text()


def told_by(section: Section) -> str:
    """A chapter as one line."""
    out = [section.title]
    for block in section.blocks:
        match block:
            case Say(sentence):
                out.append(sentence)
            case Point(sentence, lead):
                out.append(f"{lead}: {sentence}" if lead else sentence)
            case Show(cards, caption):
                out.append(" ".join(one.text for one in cards) + f" {caption}")
            case Explain(_, title, note, sentences):
                out.append(" ".join((title, note, *sentences)))
    return " ".join(out)


def words(options: Options, chapter: str = "") -> str:
    """The book, or one chapter of it, as one line."""
    return " ".join(told_by(section) for section in book(TEXT, options) if chapter in ("", section.name))


FACTS = [
    # (rule set, chapter, what must be said there, RULES)
    ("classic", "cards", "108 cards", "2.1"),
    ("classic", "cards", "one 0 and two of every number", "2.1"),
    ("classic", "deal", "Everybody is dealt 7 cards", "5.2"),
    ("classic", "deal", "Skip: The player on the dealer's left misses the turn", "5.2"),
    ("classic", "deal", "the player on the dealer's right starts. With two players the dealer starts", "5.2"),
    ("classic", "deal", "Draw Two: The player on the dealer's left draws two cards and misses the turn", "5.2"),
    ("classic", "deal", "Wild: The player on the dealer's left names a colour", "5.2"),
    ("classic", "deal", "Wild Draw Four: It goes back, the pile is shuffled, and another card is turned up", "5.2"),
    ("classic", "turn", "If you cannot play, or would rather not, draw one card", "6.1"),
    ("classic", "turn", "you may play it at once or keep it", "6.1"),
    ("classic", "turn", "only its top card stays", "6.2"),
    ("classic", "actions", "cannot be passed on", "3"),
    ("classic", "actions", "Reverse counts 20 points", "2.1"),
    ("classic", "actions", "Wild Draw Four counts 50 points", "2.1"),
    ("classic", "draw_four", "none of your other cards has the colour that was in force before it", "9.1"),
    ("classic", "draw_four", "shown to the challenger and nobody else", "9.2"),
    ("classic", "draw_four", "You draw the four cards, and the challenger has an ordinary turn", "9.2"),
    ("classic", "draw_four", "The challenger draws six cards", "9.2"),
    ("classic", "draw_four", "the colour you named holds", "9.2"),
    ("classic", "draw_four", "As somebody's last card a Wild Draw Four cannot be challenged", "9.3"),
    ("classic", "uno", "you draw 4 cards at once", "8.5"),
    ("classic", "uno", "until the next turn begins, and it begins when somebody plays, draws or passes", "8.6"),
    ("classic", "uno", "costs nothing", "8.8"),
    ("classic", "points", "the next player still draws, and those cards count, too", "10.1"),
    ("classic", "points", "the winner scores all the cards that the others still hold", "10.3"),
    ("classic", "points", "a 7 counts 7", "2.1"),
    ("classic", "match", "until somebody has 500 points or more at the end of one", "10.5"),
    ("classic", "match", "equal points share a place", "10.6"),
    ("classic", "match", "A Reverse is a Skip", "7"),
    ("classic", "match", "placed last", "11"),
    ("all_wild", "cards", "112 cards", "2.2"),
    ("all_wild", "cards", "Wild: 54 cards", "2.2"),
    ("all_wild", "deal", "If an action card is turned up, it does nothing", "5.2"),
    ("all_wild", "actions", "Nobody misses a turn", "6.3"),
    ("all_wild", "actions", "You must swap", "6.3"),
    ("all_wild", "actions", "Played as the last card it swaps nothing", "10.1"),
    ("all_wild", "points", "Wilds: 20 points each", "2.2"),
    ("all_wild", "uno", "you draw 2 cards at once", "3"),
    ("all_wild", "uno", "a call does not travel", "8.10"),
    ("all_wild", "match", "A single round decides", "3"),
    ("official", "deal", "Play goes counter-clockwise, and the dealer starts", "5.2"),
    ("official", "draw_four", "only if none of your other cards has the colour in force", "9.1"),
    ("stacking", "deal", "faces two cards: answer with another Draw Two, or draw them", "5.2"),
    ("stacking", "turn", "You may draw only if none of your coloured cards matches", "6.1"),
    ("stacking", "turn", "has a colour and matches, you must play it", "6.1"),
    ("stacking", "draw_four", "The two kinds do not mix", "9.4"),
    ("stacking", "draw_four", "A stacked Wild Draw Four is always allowed", "9.4"),
    ("stacking", "points", "until a single player holds cards", "10.2"),
    ("stacking", "points", "at that moment", "10.3"),
    ("mattel", "deal", "the dealer starts", "5.2"),
    ("mattel", "uno", "you draw 2 cards at once", "3"),
]


@pytest.mark.parametrize(("name", "chapter", "fact", "source"), FACTS, ids=lambda value: str(value)[:40])
def test_the_book_says(name: str, chapter: str, fact: str, source: str) -> None:
    assert fact in words(PRESETS[name], chapter), f"RULES §{source}"


@pytest.mark.parametrize("name", ["all_wild", "official", "stacking"])
def test_no_challenge_is_mentioned_where_there_is_none(name: str) -> None:
    assert "challenger" not in words(PRESETS[name])
    assert "Challenging" not in words(PRESETS[name])


@pytest.mark.parametrize("name", ["classic", "official", "mattel"])
def test_no_stacking_is_explained_where_there_is_none(name: str) -> None:
    assert "stacked" not in words(PRESETS[name])


@pytest.mark.parametrize("name", PRESETS)
def test_every_book_is_whole(name: str) -> None:
    chapters = book(TEXT, PRESETS[name])
    names = [chapter.name for chapter in chapters]
    assert names[0] == "short"
    assert names[-1] == "tips"
    assert {"cards", "deal", "turn", "actions", "uno", "points", "match"} <= set(names)
    assert len(names) <= 10
    assert all(chapter.blocks for chapter in chapters)


def test_every_rule_set_introduces_itself() -> None:
    assert offered() == tuple(PRESETS) == tuple(RULE_SETS)
    for known in RULE_SETS.values():
        assert len(known.sentence) < 110
        assert known.round_minutes < known.match_minutes


IN_THE_BOOK = [option for option in OPTIONS if option.name not in ("deck", "wild4_legality")]


@pytest.mark.parametrize("option", IN_THE_BOOK, ids=lambda option: str(option.name))
def test_changing_an_option_changes_the_book(option: Option) -> None:
    """Nobody reads rules that are not those of the table."""
    name, choices = option.name, option.choices
    helpers: dict[str, dict[str, object]] = {
        "first_draw2": {"stacking": "same_kind"},
        "wild4_legality_when_stacking": {"stacking": "same_kind"},
        "first_out_scoring": {"play_on_until_one_left": True},
    }
    for preset in PRESETS.values():
        base = replace(preset, **helpers.get(name, {}))  # type: ignore[arg-type]  # options by name
        if problems(base, 4):
            continue
        books = {}
        for choice in choices:
            options = replace(base, **{name: choice})  # type: ignore[arg-type]
            if not problems(options, 4):
                books[choice] = words(options)
        if len(set(books.values())) == len(books) > 1:
            return
    raise AssertionError(f"{name} is told nowhere")


def test_a_table_with_changes_says_so_and_one_without_does_not() -> None:
    assert not any(differs(options) for options in PRESETS.values())
    changed = replace(PRESETS["classic"], target_score=200)
    assert "This table plays Classic with changes of its own" in words(changed, "short")
    assert "200 points win the match" in in_short(TEXT, changed)


def test_the_deck_is_counted_from_the_deck() -> None:
    text = words(PRESETS["all_wild"], "cards")
    for one in DECKS["allwild112"].stock:
        assert f": {one.copies} cards" in text


def test_the_summary_fits_the_waiting_room() -> None:
    for options in PRESETS.values():
        assert max(map(len, in_short(TEXT, options))) <= 36
        assert len(in_short(TEXT, options)) <= 9


HOUSE_FACTS = [
    # (options changed, chapter, what must be said there, RULES)
    ({"stacking": "same_kind"}, "draw_four", "The two kinds do not mix", "9.4"),
    ({"stacking": "same_kind"}, "draw_four", "there is no limit", "9.4"),
    ({"stacking": "same_kind"}, "draw_four", "Who stacks cannot challenge any more", "9.4"),
    ({"stacking": "any_draw"}, "draw_four", "any other draw card on it instead of drawing, whether it matches or not", "17.9"),
    ({"stacking": "any_draw"}, "draw_four", "A stacked Wild Draw Four is always allowed", "17.9"),
    ({"stacking": "same_kind", "wild4_legality_when_stacking": "applies"}, "draw_four", "hold for a stacked one, too", "9.4"),
    ({"seven_zero": True}, "house", "the hand of a player you choose", "12"),
    ({"seven_zero": True}, "house", "in the direction of play", "12"),
    ({"seven_zero": True}, "house", "As a last card neither of them moves anything", "12"),
    ({"seven_zero": True}, "uno", "a call does not travel", "8.10"),
    ({"jump_in": True}, "house", "in colour and value, may play it out of turn", "12"),
    ({"jump_in": True}, "house", "as long as the player on turn has not acted", "12"),
    ({"jump_in": True}, "house", "Your own second copy may follow", "17.11"),
    ({"jump_in": True}, "house", "the card the deal turned up can be jumped on", "17.11"),
    ({"jump_in": True}, "house", "Wild cards cannot jump", "12"),
    ({"skip_answers_skip": True}, "house", "may play a Skip instead, of any colour", "12"),
    ({"skip_answers_skip": True}, "actions", "misses a turn, or answers with a Skip", "12"),
    ({"draw_to_match": True}, "house", "you may draw another, one after the other, or keep what you have", "17.10"),
    ({"force_play": True}, "house", "A bluff is never forced", "17.10"),
    ({"no_bluffing": True}, "draw_four", "only if none of your other cards has the colour in force", "12"),
    ({"teams_2v2": True}, "house", "your team scores what both opponents hold", "12"),
    ({"teams_2v2": True}, "match", "until a team has 500 points", "12"),
    ({"teams_2v2": True}, "match", "share a place", "12"),
    ({"score_mode": "lowest_wins"}, "points", "all count the cards left in their own hands", "10.8"),
    ({"score_mode": "lowest_wins"}, "match", "The fewest points win", "10.8"),
    ({"score_mode": "challenge_uno"}, "match", "Who reaches 500 points is out of the match", "10.8"),
    ({"uno_enforcement": "automatic"}, "uno", "Nobody needs to notice", "8.12"),
    ({"false_catch_penalty": 2}, "uno", "without cause costs you 2 cards, and can be done once in a turn", "8.8"),
    ({"final_draw": False}, "points", "has no effect any more", "10.1"),
    ({"play_on_until_one_left": True}, "points", "strikes the next player as always.", "10.2"),
    ({"reverse_two_players": "none"}, "match", "A Reverse changes nothing", "3"),
]


@pytest.mark.parametrize(("changes", "chapter", "fact", "source"), HOUSE_FACTS, ids=lambda value: str(value)[:50])
def test_the_book_of_a_table_with_house_rules_says(changes: dict[str, object], chapter: str, fact: str, source: str) -> None:
    options = replace(PRESETS["classic"], **changes)  # type: ignore[arg-type]  # options by name
    assert not problems(options, 4)
    assert fact in words(options, chapter), f"RULES §{source}"


TOGETHER: list[tuple[str, dict[str, object], str, str, str]] = [
    # (rule set, options changed, chapter, what must be said there, what must not)
    ("stacking", {"draw_to_match": True}, "house", "As soon as one fits, the rules for a drawn card hold", "or keep it"),
    ("stacking", {"stacking": "any_draw"}, "deal", "faces two cards: answer with another draw card", "another Draw Two"),
    ("classic", {"first_card": "ignore_action"}, "deal", "A Wild is still given a colour", "counts at once"),
    ("classic", {"first_card": "ignore_action"}, "deal", "and a Wild Draw Four goes back", "counts at once"),
    ("all_wild", {}, "deal", "If an action card is turned up, it does nothing", "goes back"),
    ("stacking", {}, "points", "who may stack on it. If only one player is left, that one draws", "no effect"),
    ("stacking", {"final_draw": False}, "points", "One that ends the round has no effect any more", "that one draws"),
    ("stacking", {"final_draw": False}, "points", "strikes the next player as always", "played last"),
    ("stacking", {}, "points", "unless somebody was out before: then the first of them has won it", "Nobody wins it, and"),
    ("stacking", {"target_score": None}, "points", "unless somebody was out before", "deal moves on"),
    ("stacking", {"target_score": None}, "match", "Who was out before keeps the place of that round", "one team"),
    ("stacking", {}, "match", "If one player remains, that player has won", "keeps the place"),
    ("classic", {}, "points", "Nobody wins it, and nobody scores. The deal moves on", "out before"),
    ("classic", {"teams_2v2": True}, "match", "If one team remains, it has won", "If one player remains"),
    ("classic", {"uno_enforcement": "automatic"}, "tips", "Call UNO together with the card", "a catch"),
    ("all_wild", {"skip_answers_skip": True}, "house", "may play a Skip instead: then the next player", "colour"),
    ("all_wild", {"skip_answers_skip": True}, "house", "Nothing else answers a Skip", "green"),
    ("all_wild", {"force_play": True}, "house", "is played at once", "bluff"),
    ("all_wild", {"forced_swap": "may"}, "match", "a Forced Swap still asks whether you swap", "choose themselves."),
]


@pytest.mark.parametrize(("name", "changes", "chapter", "fact", "never"), TOGETHER, ids=lambda value: str(value)[:50])
def test_what_options_do_together_is_told_as_it_is(
    name: str, changes: dict[str, object], chapter: str, fact: str, never: str
) -> None:
    options = replace(PRESETS[name], **changes)  # type: ignore[arg-type]  # options by name
    assert not problems(options, 4)
    told = words(options, chapter)
    assert fact in told
    assert never not in told


@pytest.mark.parametrize(("name", "is_forced", "goes_on"), [*product(("classic", "stacking"), (False, True), (False, True))])
def test_of_a_drawn_card_the_book_says_what_the_engine_allows(name: str, is_forced: bool, goes_on: bool) -> None:
    options = replace(PRESETS[name], force_play=is_forced, draw_to_match=goes_on)
    told = words(options, "turn")
    fits = after(table("G7 G1", "B1 B2", options=options, draw="R3 G9"), (A, Draw()))
    assert ("it is played at once" in told) is (fits.turn == B)
    assert ("or keep it" in told) is (turn_moves(fits, A) == {play("R3"), Keep()})
    assert ("you must play it" in told) is (turn_moves(fits, A) == {play("R3")})
    other = after(table("G7 G1", "B1 B2", options=options, draw="Y3 G9"), (A, Draw()))
    assert ("you may draw again" in told) is (turn_moves(other, A) == {Draw(), Keep()})
    assert ("ends your turn" in told) is (other.turn == B)


def test_all_wild_tells_what_its_own_switches_change() -> None:
    base = PRESETS["all_wild"]
    assert "or with nobody" in words(replace(base, forced_swap="may"), "actions")
    assert "misses the turn after that as well" in words(replace(base, skip_two_two_players="lose_two"), "actions")
    assert "who may stack" not in words(replace(base, play_on_until_one_left=True))


def test_the_book_of_house_rules_tells_all_that_can_be_switched_on() -> None:
    told = " ".join(told_by(section) for section in house_book(TEXT))
    for name in (
        *("Jumping in", "Seven", "Zero", "Drawing on", "Forced play", "No bluffing", "Teams of two", "Fewest points"),
        *("Knock-out", "Like on like", "Any on any", "The table minds", "False catches", "Playing on"),
        *("Forced Swap", "Skip Two"),
    ):
        assert name in told
    assert len(house_book(TEXT)) < 10


def test_what_a_table_changed_is_told_in_a_word_or_two() -> None:
    assert rules_line(TEXT, PRESETS["classic"]) == "Classic"
    changed = replace(PRESETS["classic"], jump_in=True, stacking="same_kind", uno_penalty=2, target_score=200)
    assert rules_line(TEXT, changed) == "Classic, stacking, jump-in, UNO costs 2"
    for name, preset in PRESETS.items():
        for option in OPTIONS:
            for choice in option.choices:
                options = replace(preset, **{option.name: choice})  # type: ignore[arg-type]
                telling = option.name not in ("target_score", "deck", "wild4_legality", "first_draw2")
                if telling and getattr(preset, option.name) != choice and not problems(options, 4):
                    assert len(house_names(TEXT, options)) == 1, (name, option.name, choice)
