"""The one registry of keys: what each action is called, which keys start it, on which pages, and its help.

Pages look their keys up here, the footer and the help page are printed from here. No single letter or digit may
play a card, draw, accept or challenge: those letters only *arm* the action, and Enter does it (a slow link
splits escape sequences into letters).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client.text import later


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person may do. `keys` are Textual's key names; `shown` is how people read them."""

    name: str
    keys: tuple[str, ...]
    shown: str
    label: str
    """For the footer, one or two words."""
    help: str
    """For the help page, one sentence; empty if another action's says it, too."""
    pages: tuple[str, ...]
    """Names of pages; none means everywhere."""


PICKERS: Final = ("color", "target")
LISTS: Final = (
    "question",
    "settings",
    "round_over",
    "match_over",
    "help",
    "rules",
    "log",
    "lobby",
    "new_table",
    "waiting",
    "past",
    "people",
    "welcome",
)
LONG: Final = ("lobby", "settings", "help", "rules", "log", "new_table", "past", "leaderboard", "people")
"""Pages with more than a screenful."""
PLAY: Final = ("table",)
GAME: Final = ("table", "round_over", "match_over")

ACTIONS: Final = (
    Action("up", ("up",), "↑", later("up"), later("Up."), LISTS),
    Action("down", ("down", "tab"), "↓", later("down"), later("Down."), LISTS),
    Action("page_up", ("pageup", "left_square_bracket"), "PgUp", later("page up"), later("A page up; so does [."), LONG),
    Action(
        "page_down",
        ("pagedown", "right_square_bracket"),
        "PgDn",
        later("page down"),
        later("A page down; so does ]."),
        LONG,
    ),
    Action("top", ("home",), "Home", later("top"), later("To the top."), LONG),
    Action("bottom", ("end",), "End", later("bottom"), later("To the bottom."), LONG),
    Action("less", ("left", "h"), "←", later("change"), "", ("rules", "new_table", "settings")),
    Action(
        "more",
        ("right", "l", "space"),
        "←→",
        later("change"),
        later("The choice before or after this one; so do h and l."),
        ("rules", "new_table", "settings"),
    ),
    Action("left", ("left", "h"), "← h", later("select"), later("Select the card to the left."), (*PLAY, *PICKERS)),
    Action("right", ("right", "l"), "→ l", later("select"), later("Select the card to the right."), (*PLAY, *PICKERS)),
    Action("select", (), "←→", later("select"), later("Select a card."), PLAY),
    Action("next", ("tab",), "Tab", later("next"), later("Select the next card that can be played."), PLAY),
    Action("first", ("home",), "Home", later("first"), later("Select the first card."), PLAY),
    Action("last", ("end",), "End", later("last"), later("Select the last card."), PLAY),
    Action(
        "number",
        tuple("0123456789"),
        "1-9",
        later("select"),
        later("Type a card's number to select it."),
        (*PLAY, *PICKERS, "question", "welcome"),
    ),
    Action(
        "confirm",
        ("enter", "ctrl+j"),
        "Enter",
        later("play", "a card"),
        later("Play the selected card, or do what is armed."),
        (*PLAY, *PICKERS, "question", "welcome", "lesson"),
    ),
    Action("draw", ("d",), "d", later("draw"), later("Draw a card (Enter confirms)."), PLAY),
    Action("keep", ("k",), "k", later("keep"), later("Keep the drawn card, or pass (Enter confirms)."), PLAY),
    Action(
        "uno",
        ("u",),
        "u",
        later("UNO!"),
        later("Call UNO: before the play it rides along, afterwards it is late."),
        (*PLAY, *PICKERS),
    ),
    Action(
        "catch",
        ("c",),
        "c",
        later("catch"),
        later("Catch, at once, somebody who has one card and did not call UNO."),
        (*PLAY, *PICKERS),
    ),
    Action(
        "jump",
        ("j",),
        "j",
        later("jump in"),
        later("Out of turn, play the very card that lies on the pile, where a table allows it (Enter confirms)."),
        PLAY,
    ),
    Action("accept", ("a",), "a", later("accept"), later("Take the cards and lose the turn (Enter confirms)."), PLAY),
    Action(
        "challenge", ("x",), "x", later("challenge"), later("Say that the Wild Draw Four was a bluff (Enter confirms)."), PLAY
    ),
    Action("sort", ("s",), "s", later("sort"), later("Order the hand by colour or as it was drawn."), PLAY),
    Action(
        "enter",
        ("enter", "ctrl+j"),
        "Enter",
        later("sit down"),
        later("Sit down at the selected table, or watch its match."),
        ("lobby",),
    ),
    Action(
        "quick",
        ("g",),
        "g",
        later("quick game"),
        later("Quick game: a classic table with three bots, dealt at once."),
        ("lobby",),
    ),
    Action(
        "seat",
        ("a",),
        "a",
        later("free seat"),
        later("Sit down where most people wait, of the tables shown; if none waits, a quick game begins."),
        ("lobby",),
    ),
    Action(
        "learn",
        ("e",),
        "e",
        later("learn"),
        later("Learn to play: five minutes against a bot, every card explained as it appears."),
        ("lobby",),
    ),
    Action(
        "new", ("n",), "n", later("new table"), later("Open a table of your own: rules, seats, bots, turn clock."), ("lobby",)
    ),
    Action("code", ("j",), "j", later("join by code"), later("Sit down at a table whose code somebody gave you."), ("lobby",)),
    Action("watch", ("w",), "w", later("watch"), later("Watch the selected table without taking a seat."), ("lobby",)),
    Action(
        "busiest", ("b",), "b", later("watch busiest"), later("Watch the table that most people play at or watch."), ("lobby",)
    ),
    Action("people", ("p",), "p", later("people"), later("Who is here, and where; mute somebody."), ("lobby",)),
    Action("past", ("m",), "m", later("my games"), later("Your finished matches, and the replay of each."), ("lobby",)),
    Action("leaders", ("l",), "l", later("leaderboard"), later("Who plays best, for every rule set."), ("lobby",)),
    Action(
        "filter",
        ("slash",),
        "/",
        later("filter"),
        later("Show only tables whose code, rules or host match a word."),
        ("lobby",),
    ),
    Action(
        "order",
        ("s",),
        "s",
        later("sort"),
        later("Sort by the next column; a click on a heading does it, too."),
        ("lobby",),
    ),
    Action("rename", ("y",), "y", later("your name"), later("Take another name."), ("lobby",)),
    Action(
        "create",
        ("enter", "ctrl+j"),
        "Enter",
        later("open the table"),
        later("Open the table as it is set up."),
        ("new_table",),
    ),
    Action(
        "start",
        ("enter", "ctrl+j"),
        "Enter",
        later("start", "a match"),
        later("Deal the first round; the host does it."),
        ("waiting",),
    ),
    Action(
        "add_bot",
        ("b",),
        "b",
        later("add a bot"),
        later("Put a bot on a free seat; asks how strong it shall be."),
        ("waiting",),
    ),
    Action(
        "remove",
        ("x",),
        "x",
        later("remove"),
        later("Clear the selected seat; asks first if a person sits there."),
        ("waiting",),
    ),
    Action("turn", ("enter", "ctrl+j"), "Enter", later("change"), later("The next choice."), ("settings",)),
    Action("section", tuple("123456789"), "1-9", later("section"), later("Go to a section by its number."), ("rules",)),
    Action("tips", ("t",), "t", later("tips"), later("Tips: what to keep, whom to hit, when a challenge pays."), ("rules",)),
    Action("red", ("r",), "r", later("red"), later("Red."), ("color",)),
    Action("yellow", ("y",), "y", later("yellow"), later("Yellow."), ("color",)),
    Action("green", ("g",), "g", later("green"), later("Green."), ("color",)),
    Action("blue", ("b",), "b", later("blue"), later("Blue."), ("color",)),
    Action("ready", ("enter", "ctrl+j"), "Enter", later("ready"), later("Ready for the next round."), ("round_over",)),
    Action(
        "rematch", ("enter", "ctrl+j"), "Enter", later("rematch"), later("Play again with the same people."), ("match_over",)
    ),
    Action("replay", ("p",), "p", later("replay"), later("Look at the whole match again, move by move."), ("match_over",)),
    Action("hands", ("v",), "v", later("last hands"), later("Look at the last round's hands."), ("match_over",)),
    Action(
        "cut",
        ("c",),
        "c",
        later("cut"),
        later("Cut the deck: words of yours are mixed into the shuffle of the coming deal."),
        ("waiting", "round_over", "match_over"),
    ),
    Action("set_before", ("left", "h", "shift+tab"), "←", later("rule set"), "", ("leaderboard",)),
    Action(
        "set_after",
        ("right", "l", "tab", "space"),
        "←→",
        later("rule set"),
        later("The rule set before or after this one; so do h, l and Tab."),
        ("leaderboard",),
    ),
    Action(
        "open_replay",
        ("enter", "ctrl+j"),
        "Enter",
        later("replay"),
        later("Look at the selected match again, move by move."),
        ("past",),
    ),
    Action("by_id", ("i",), "i", later("open by id"), later("Open the match whose id somebody gave you."), ("past",)),
    Action("step_back", ("left", "h"), "←", later("back", "one move"), "", ("replay",)),
    Action("step_on", ("right", "l"), "←→", later("step"), later("One move back or on; so do h and l."), ("replay",)),
    Action("play", ("space",), "Space", later("play", "a recording"), later("Play by itself, or pause."), ("replay",)),
    Action("slower", ("minus", "underscore"), "-", later("slower"), "", ("replay",)),
    Action("faster", ("plus", "equals_sign"), "+-", later("speed"), later("Play faster or slower."), ("replay",)),
    Action("round_back", ("pageup", "left_square_bracket"), "PgUp", later("round"), "", ("replay",)),
    Action(
        "round_on",
        ("pagedown", "right_square_bracket"),
        "[ ]",
        later("round"),
        later("The round before or after; so do PgUp and PgDn."),
        ("replay",),
    ),
    Action("deal", ("home",), "Home", later("start", "the beginning"), later("To the first deal."), ("replay",)),
    Action("finish", ("end",), "End", later("end"), later("To the end of the match."), ("replay",)),
    Action("go_to", ("g",), "g", later("go to"), later("Go to a move: type its number, then Enter."), ("replay",)),
    Action("digit", tuple("0123456789"), "0-9", later("go to"), "", ("replay",)),
    Action(
        "about",
        ("v",),
        "v",
        later("share, verify"),
        later("What to type to show somebody this match, and to verify how its rounds were dealt."),
        ("replay",),
    ),
    Action("scroll_up", ("up",), "↑", later("up"), later("Up."), ("leaderboard", "replay")),
    Action("scroll_down", ("down",), "↓", later("down"), later("Down."), ("leaderboard", "replay")),
    Action(
        "show_table",
        ("enter", "ctrl+j"),
        "Enter",
        later("the table"),
        later("Select, in the lobby, the table where the selected person is."),
        ("people",),
    ),
    Action(
        "open_hands",
        ("v",),
        "v",
        later("open hands"),
        later("For spectators, where the table allows it: the round before this one, with every hand open."),
        ("table", "round_over"),
    ),
    Action(
        "mute",
        ("m",),
        "m",
        later("mute"),
        later("Mute somebody, for yourself alone; m again on the name unmutes."),
        (*GAME, "waiting", "people"),
    ),
    Action(
        "vote_off",
        ("x",),
        "x",
        later("vote off"),
        later("Call a vote on taking somebody off the table; two thirds of its people must agree."),
        ("people",),
    ),
    Action("vote_yes", ("y",), "y", later("yes", "a vote"), later("Say yes in the vote that is open."), (*GAME, "waiting")),
    Action("vote_no", ("n",), "n", later("no", "a vote"), later("Say no in the vote that is open."), (*GAME, "waiting")),
    Action("chat", ("t",), "t", later("chat"), later("Say something at the table."), (*GAME, "waiting")),
    Action("log", ("g",), "g", later("log"), later("Read everything that happened of late."), GAME),
    Action("rules", ("r",), "r", later("rules"), later("Read the rules; at a table, those of that table."), ()),
    Action(
        "settings",
        ("o",),
        "o",
        later("settings"),
        later("Settings: language, colours, symbols, motion, bell, notices, and what to ask before a card is played."),
        (),
    ),
    Action("help", ("question_mark",), "?", later("help"), later("Show every key of this screen."), ()),
    Action("back", ("escape",), "Esc", later("back", "to another page"), later("Go back, or take back what is armed."), ()),
    Action("repaint", ("ctrl+l",), "Ctrl+L", later("repaint"), later("Draw the whole screen again."), ()),
    Action("leave", ("ctrl+q", "ctrl+c", "ctrl+d"), "Ctrl+Q", later("leave"), later("Leave; asks first."), ()),
)

_BY_NAME: Final = {action.name: action for action in ACTIONS}
_GLOBAL: Final = {key: action for action in ACTIONS if not action.pages for key in action.keys}
_LOCAL: Final = {(page, key): action for action in ACTIONS for page in action.pages for key in action.keys}


def action(name: str) -> Action:
    """The action of this name. Raises `KeyError` for an unknown one."""
    return _BY_NAME[name]


def action_for(page: str, key: str) -> Action | None:
    """What a key does on a page: the page's own meaning first; capital letters count as small ones."""
    if len(key) == 1:
        key = key.lower()
    return _LOCAL.get((page, key)) or _GLOBAL.get(key)


def actions_of(page: str) -> tuple[Action, ...]:
    """Every action that some key starts on a page, in the order of the registry."""
    return tuple(action for action in ACTIONS if any(action_for(page, key) is action for key in action.keys))
