"""What the book of rules says, against RULES.md: the facts of every rule set, and of options changed one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.rulebook.blocks import Explain, Point, Say, Show
from client.rulebook.book import book
from client.rulebook.sets import RULE_SETS, offered
from client.rulebook.short import differs, in_short
from client.text import Text
from engine.cards import DECKS
from engine.options import OPTIONS, Option, Options, problems
from engine.rules.presets import PRESETS

TEXT = Text()


def words(options: Options, chapter: str = "") -> str:
    """The book, or one chapter of it, as one line."""
    out = []
    for section in book(TEXT, options):
        if chapter in ("", section.name):
            out.append(section.title)
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
