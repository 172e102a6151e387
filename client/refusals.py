"""Why the lobby did not do what was asked, as templates that both sides know, and a refusal in its reader's language."""

from __future__ import annotations

from typing import Final

from client.catalogue import fields
from client.protocol import Refusal
from client.text import Text
from engine import refusal as of_moves

SENTENCES: Final = {
    "already_seated": "You have a seat at {code}: go back there and leave it first.",
    "at_a_table": "You are at table {code}; leave it first.",
    "bad_chair": "There is nobody on that seat to remove.",
    "bad_level": "A bot is one of: {levels}.",
    "bad_name": "A name has 2 to 16 of these: letters, digits, - and _.",
    "bad_setting": "That cannot be set; known are: {known}.",
    "bad_table": "A table cannot be set up like that: {why}",
    "broken": "That table stopped after a fault of ours; its number is {code}.",
    "closed_hands": "The hands of that table are not open to spectators.",
    "draining": "The server stops soon, so nothing new is dealt; open tables go on when it is back.",
    "fault": "Something went wrong on our side; nothing was changed.",
    "held": "Your move is on its way; the others have a moment to catch you.",
    "house_full": "There are as many tables as this server can take; join one of them.",
    "bad_vote": "A vote is about another person who has a seat here.",
    "few_voters": "A vote takes three people at the table who play themselves and come from different places.",
    "no_vote": "That vote is over.",
    "paused": "No public tables for {minutes} min: too many matches left early or not played. "
    "Tables by code and with bots are open to you.",
    "vote_open": "One vote at a time: answer the one about {name} first.",
    "vote_spent": "You called a vote in this round already; the next round you can again.",
    "voted_off": "The people at table {code} voted you off it, and you cannot come back to it.",
    "name_taken": "Somebody has that name, or one that looks like it.",
    "no_account": "Matches are kept with an account: come back with an SSH key and yours will be listed here.",
    "no_replay": "No finished match is open here: open one first.",
    "no_round_yet": "No round of this match is over yet: its hands are open when the next one is dealt.",
    "no_such_match": "There is no finished match {id}.",
    "no_such_rules": "A rule set is one of: {rules}.",
    "no_spectators": "That table does not want spectators.",
    "no_such_table": "There is no table {code}.",
    "not_host": "Only the host of the table can do that.",
    "not_started": "The match has not begun.",
    "not_there": "You are not at that table.",
    "nothing_said": "There was nothing to say in that.",
    "not_here": "There is nobody here called {name}.",
    "own_table": "You have a seat at {code}, so you cannot watch it.",
    "played_here": "You had a seat in this match at {code}, whose hands are open to spectators: watch it when it is over.",
    "saving": "One moment: the server cannot write your game down just now. It goes on by itself.",
    "slow_down": "That was a bit fast; wait a moment.",
    "started": "The match at {code} has begun; you can watch it.",
    "stopping": "The server is about to restart; your seat and your cards are kept.",
    "table_full": "Every seat at {code} is taken.",
    "too_few": "A match needs two or more at the table: invite somebody or add a bot.",
    "too_many_muted": "You have muted {count} people, which is as many as can be: unmute one of them first.",
    "too_many_from_there": "{count} tables opened from your address are still in use; join one of them.",
    "too_many_tables": "{count} tables you opened are still in use; join one of them, or open another when one is over.",
    "yourself": "You cannot mute yourself.",
    "wrong_stage": "That cannot be done at this moment of the table.",
    # Told without being asked (a reply with id 0):
    "closed": "Table {code} was closed.",
    "evicted": "The operator of this server took you off table {code}.",
    "elsewhere": "You are playing from another terminal now.",
    "not_kept": "Too many newcomers from your address: this account lasts for this visit only.",
    "removed": "The host took you off table {code}.",
}

WISH_SENTENCES: Final = {
    "seats": "it has 2 to 10 seats.",
    "full": "there must be a seat left for you.",
    "clock": "a turn lasts 5 to 3600 seconds, or has no clock.",
    "open_hands": "open hands are for spectators, and it wants none.",
}
"""What `bad_table` gives for a reason, beside those of `engine.options`."""


def refusal_sentence(text: Text, refusal: Refusal) -> str:
    """The refusal in the language of `text`; as the server put it, if this client does not know its code or lacks its facts."""
    template = SENTENCES.get(refusal.code) or of_moves.SENTENCES.get(refusal.code)
    if template is None or text.language == "en":
        return refusal.sentence
    facts = {name: text(value) if name == "why" else value for name, value in refusal.facts.items()}
    return refusal.sentence if fields([template]) - set(facts) else text(template, **facts)
