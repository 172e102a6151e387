"""A refusal is said in its reader's language, with the facts the server gave, and never breaks on facts it lacks."""

from __future__ import annotations

import pytest

from client import wire
from client.protocol import Refusal, Reply
from client.refusals import SENTENCES, WISH_SENTENCES, refusal_sentence
from client.text import Text
from engine import options, refusal
from engine.refusal import Refused
from server.lobby.refusals import refused, told
from tests.client.pseudo import Pseudo, accented

OTHER = Pseudo()


def test_a_refusal_of_the_lobby_brings_what_its_sentence_was_filled_in_with() -> None:
    no = told(refused("too_many_tables", count=2))
    assert (no.sentence.partition(" ")[0], dict(no.facts)) == ("2", {"count": "2"})
    assert refusal_sentence(OTHER, no) == accented(SENTENCES["too_many_tables"]).format(count="2")


def test_a_reason_that_is_a_sentence_is_translated_too() -> None:
    for why in (*WISH_SENTENCES.values(), *options.SENTENCES.values()):
        no = told(refused("bad_table", why=why))
        assert refusal_sentence(OTHER, no) == accented(SENTENCES["bad_table"]).format(why=accented(why))


@pytest.mark.parametrize("code", refusal.SENTENCES)
def test_refused_moves_are_said_in_the_readers_language(code: str) -> None:
    assert refusal_sentence(OTHER, told(Refused(code))) == accented(refusal.SENTENCES[code])


def test_what_is_not_known_is_said_as_the_server_put_it() -> None:
    assert refusal_sentence(OTHER, Refusal("from_the_future", "Not before tomorrow.")) == "Not before tomorrow."
    assert refusal_sentence(OTHER, Refusal("closed", "The server stops.")) == "The server stops.", "a fact is missing"
    assert refusal_sentence(Text(), Refusal("closed", "The server stops.", {"code": "K7QX"})) == "The server stops."


def test_facts_travel_in_both_forms() -> None:
    reply = Reply(7, Refusal("at_a_table", "You are at table K7QX; leave it first.", {"code": "K7QX"}))
    assert wire.unpack_message(wire.pack(reply)) == reply
    assert wire.message_from_json(wire.to_json(reply)) == reply


def test_too_many_facts_or_facts_that_are_no_texts_are_malformed() -> None:
    many = {f"f{number}": "x" for number in range(17)}
    for facts in (many, {"code": 1}):
        with pytest.raises(wire.Malformed):
            wire.message_from_json(wire.to_json(Reply(1, Refusal("stale", "Late.", facts))))  # type: ignore[arg-type]  # on purpose
