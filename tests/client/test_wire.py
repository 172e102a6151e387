"""Messages as bytes: both forms bring back what went in, and nothing from outside gets further than `Malformed`."""

from __future__ import annotations

import json
import random
import tracemalloc

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client import wire
from client.protocol import LOBBY, Command, Message, Patch, Reply, Say, Snapshot
from client.wire.limits import LONGEST_FRAME, LONGEST_ROW, LONGEST_TEXT
from engine.cards import Color, card
from engine.moves import Draw, Play
from tests.client.traffic import COMMANDS, messages

FORMS = ("msgpack", "json")
FUZZED = 4000


def read_command(form: str, data: bytes) -> Command:
    """The command in these bytes."""
    return wire.unpack_command(data) if form == "msgpack" else wire.command_from_json(data)


def write_command(form: str, command: Command) -> bytes:
    """A command's bytes."""
    return wire.pack(command) if form == "msgpack" else wire.command_to_json(command)


def read_message(form: str, data: bytes) -> Message:
    """The message in these bytes."""
    return wire.unpack_message(data) if form == "msgpack" else wire.message_from_json(data)


def write_message(form: str, message: Message) -> bytes:
    """A message's bytes."""
    return wire.pack(message) if form == "msgpack" else wire.to_json(message)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command.body).__name__)
def test_every_command_comes_back(form: str, command: Command) -> None:
    assert read_command(form, write_command(form, command)) == command


@pytest.mark.parametrize("form", FORMS)
def test_every_message_of_a_match_comes_back(form: str) -> None:
    kinds: set[object] = set()
    for message in messages():
        assert read_message(form, write_message(form, message)) == message
        kinds.add((type(message), getattr(message, "topic", "") == LOBBY))
        if isinstance(message, Patch):
            kinds |= {type(one) for one in message.happened}
    assert {(Snapshot, True), (Snapshot, False), (Patch, True), (Patch, False), (Reply, False)} <= kinds
    assert len(kinds) > 18


def test_a_line_of_json_is_one_line_of_readable_names() -> None:
    line = wire.command_to_json(Command(5, "K7QX", 12, Play(card("W+4"), Color.RED, uno=True)))
    assert json.loads(line) == {
        "id": 5, "table": "K7QX", "version": 12, "do": "play", "card": "W+4", "color": "red", "uno": True,
    }  # fmt: skip
    assert all(b"\n" not in wire.to_json(message) for message in messages())


def test_a_patch_is_small() -> None:
    patches = [one for one in messages() if isinstance(one, Patch) and one.topic != LOBBY]
    sizes = [len(wire.pack(one)) for one in patches]
    assert sum(sizes) / len(sizes) < 70
    assert max(sizes) < 700


def test_the_same_message_is_encoded_once() -> None:
    message = messages()[0]
    assert wire.pack(message) is wire.pack(message)


@pytest.mark.parametrize("form", FORMS)
def test_fields_from_a_newer_client_are_ignored(form: str) -> None:
    if form == "msgpack":
        data = msgpack.packb([5, "K7QX", 12, 6, "easy", "gold", 7])
    else:
        data = b'{"id":5,"table":"K7QX","version":12,"do":"add_bot","level":"easy","colour":"gold"}'
    assert read_command(form, data).body == COMMANDS[6].body


def test_table_and_version_may_be_left_out_of_a_line() -> None:
    assert wire.command_from_json(b'{"id":1,"do":"say","text":"hi"}') == Command(1, "", 0, Say("hi"))
    assert wire.command_from_json(b' {"id":1,"do":"draw"}\r').body == Draw()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b"{}",
        b'{"id":1}',
        b'{"id":1,"do":"fly"}',
        b'{"id":1,"do":["draw"]}',
        b'{"id":"1","do":"draw"}',
        b'{"id":1.5,"do":"draw"}',
        b'{"id":true,"do":"draw"}',
        b'{"id":NaN,"do":"draw"}',
        b'{"id":1e400,"do":"draw"}',
        b'{"id":1,"do":"draw","version":99999999999999999999}',
        b'{"id":1,"do":"play"}',
        b'{"id":1,"do":"play","card":"R55"}',
        b'{"id":1,"do":"play","card":"R5","color":"RED "}',
        b'{"id":1,"do":"play","card":"R5","uno":1}',
        b'{"id":1,"do":"choose_color","color":"wild"}',
        b'{"id":1,"do":"choose_color","color":""}',
        b'{"id":1,"do":"choose_color","color":7}',
        b'{"id":1,"do":"choose_color","color":null}',
        b'{"id":1,"do":"say","text":"\\ud800"}',
        b'{"id":1,"do":"create","options":{"rules":"fluxx"}}',
        b'{"id":1,"do":"create","options":{"gravity":1}}',
        b'{"id":1,"do":"create","bots":"easy"}',
        b"[" * 60000,
        b'{"a":' * 12000,
        b'"' + b"x" * LONGEST_FRAME + b'"',
        b"1" * 5000,
    ],
)
def test_a_bad_line_is_malformed_and_nothing_else(data: bytes) -> None:
    with pytest.raises(wire.Malformed):
        wire.command_from_json(data)
    with pytest.raises(wire.Malformed):
        wire.message_from_json(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\xdd\xff\xff\xff\xff",  # an array that claims four billion items
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 10_000 + b"\xc0",  # nested ten thousand deep
        msgpack.packb(msgpack.ExtType(5, b"x")),
        msgpack.packb([1, "", 0, b"bytes"]),
        msgpack.packb([1, "", 0, 8, "x" * (LONGEST_TEXT + 1)]),
        msgpack.packb([0] * (LONGEST_ROW + 1)),
        msgpack.packb({str(number): 0 for number in range(65)}),
        msgpack.packb({1: 2}),
        msgpack.packb([1, "", 0, 12]) + b"\x00",
        msgpack.packb([1, "", 0]),
        msgpack.packb([1, "", 0, 13]),
        msgpack.packb([1, "", 0, -1]),
        msgpack.packb([1, "", 0, 0]),
        msgpack.packb([1, "", 0, 0, 69]),
        msgpack.packb([1, "", 0, 0, [255, 0, 0, 0]]),
        msgpack.packb([1, "", 0, 0, True]),
        msgpack.packb([1.0, "", 0, 12]),
        msgpack.packb([1, "", float("nan"), 12]),
        msgpack.packb([1, 5, 0, 12]),
        msgpack.packb([2**60, "", 0, 12]),
        msgpack.packb([1, "", 0, 1, ["classic", {"gravity": 1}]]),
        b"\x94\x01\xa1\xff\x00\x0c",  # a text that is no UTF-8
        b"\xd6\xff\x00\x00\x00\x00",  # a timestamp
        b"\x00" * (LONGEST_FRAME + 1),
    ],
)
def test_a_bad_frame_is_malformed_and_nothing_else(data: bytes) -> None:
    """CASES 3-29."""
    with pytest.raises(wire.Malformed):
        wire.unpack_command(data)
    with pytest.raises(wire.Malformed):
        wire.unpack_message(data)


@pytest.mark.parametrize("claim", [b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9"], ids=["array", "map", "text", "bytes", "ext"])
def test_a_claim_of_four_gib_takes_no_memory(claim: bytes) -> None:
    """CASES 3-29."""
    tracemalloc.start()
    try:
        for data in (claim + b"\xff" * 4, b"\x94\x01\xa0\x00" + claim + b"\xff" * 4, claim + b"\xff" * 4 + bytes(4000)):
            with pytest.raises(wire.Malformed):
                wire.unpack_command(data)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


def test_what_is_wrong_is_told_to_the_command_that_was_wrong() -> None:
    with pytest.raises(wire.Malformed) as bad:
        wire.unpack_command(msgpack.packb([41, "", 0, 99]))
    assert (bad.value.id, str(bad.value)) == (41, "there is no such verb")
    with pytest.raises(wire.Malformed) as bad:
        wire.command_from_json(b'{"id":42,"do":"remove","chair":"two"}')
    assert (bad.value.id, str(bad.value)) == (42, "chair: that is no whole number")


def mutants(seeds: list[bytes], chance: random.Random) -> bytes:
    """One of these with a few of its bytes changed, cut out or doubled."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data)) if data else 0
        match chance.randrange(4):
            case 0:
                data[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[place : place + chance.randint(1, 4)]
            case 2:
                data[place:place] = bytes([chance.choice((0xC0, 0xFF, 0x7F, 0x80, 0x90, 0xDC, 0xC4, 34, 91, 123))])
            case _:
                data[place:place] = data[place : place + chance.randint(1, 20)]
    return bytes(data)


@pytest.mark.parametrize("form", FORMS)
def test_damaged_bytes_are_read_or_malformed(form: str) -> None:
    chance = random.Random(form)
    commands = [write_command(form, command) for command in COMMANDS]
    answers = [write_message(form, message) for message in messages()[::7]]
    read = 0
    for _ in range(FUZZED):
        for seeds, reader in ((commands, read_command), (answers, read_message)):
            try:
                reader(form, mutants(seeds, chance))
                read += 1
            except wire.Malformed:
                pass
    assert FUZZED / 20 < read < FUZZED * 2


@settings(max_examples=500)
@given(st.binary(max_size=200))
def test_noise_is_read_or_malformed(data: bytes) -> None:
    for reader in (wire.unpack_command, wire.unpack_message, wire.command_from_json, wire.message_from_json):
        try:
            reader(data)
        except wire.Malformed:
            pass


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
NAMES = st.sampled_from(["card", "color", "seat", "text", "options"])
HEADS = st.sampled_from(["draw", "play", "say", "create", "remove", "choose_color", "catch", "rename", "choose_target"])


@settings(max_examples=150)
@given(
    st.lists(VALUES, max_size=8), st.dictionaries(st.sampled_from(["card", "color", "seat", "text", "options"]), VALUES), HEADS
)
def test_values_of_every_kind_in_every_place_are_read_or_malformed(
    row: list[object], fields: dict[str, object], verb: str
) -> None:
    for start in ([], [1, "", 0], [1, "", 0, 0], [1, "", 0, 1], [0, "K7QX", 1], [1, "K7QX", 1, 1], [1, "lobby", 1, 1], [2]):
        data = msgpack.packb([*start, *row])
        for reader in (wire.unpack_command, wire.unpack_message):
            try:
                reader(data)
            except wire.Malformed:
                pass
    try:
        wire.command_from_json(json.dumps({"id": 1, "do": verb, **fields}).encode())
    except wire.Malformed:
        pass
