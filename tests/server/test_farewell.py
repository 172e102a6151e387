"""What is sent to who is turned away: a line, and a packet that any SSH client understands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.ssh.farewell import BLOCK, DISCONNECT, TOO_MANY_CONNECTIONS, VERSION_LINE, parting
from server.ssh.gate import BUSY, CROWDED, FULL, GUESTS, HASTY, OUTDONE, PUNISHED


def string(data: bytes) -> tuple[bytes, bytes]:
    """The string at the beginning, and the rest (RFC 4251 §5)."""
    size = int.from_bytes(data[:4], "big")
    return data[4 : 4 + size], data[4 + size :]


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=200))
def test_it_is_the_line_then_the_version_then_one_disconnect_that_says_the_same(sentence: str) -> None:
    line, version, packet = parting(sentence).partition(VERSION_LINE)
    assert (line, version) == (sentence.encode() + b"\r\n", VERSION_LINE)
    length, padding = int.from_bytes(packet[:4], "big"), packet[4]
    assert (len(packet), len(packet) % BLOCK) == (4 + length, 0)  # RFC 4253 §6
    assert 4 <= padding <= 255
    payload = packet[5 : len(packet) - padding]
    assert (payload[0], int.from_bytes(payload[1:5], "big")) == (DISCONNECT, TOO_MANY_CONNECTIONS)  # §11.1
    words, rest = string(payload[5:])
    assert (words.decode(), string(rest)) == (sentence, (b"", b""))


def test_every_sentence_of_the_gate_is_one_line_that_a_terminal_bears() -> None:
    for template in (BUSY, CROWDED, FULL, GUESTS, HASTY, OUTDONE, PUNISHED):
        sentence = template.format(count=4, seconds=15)
        assert sentence.isascii()
        assert sentence.isprintable()
        assert sentence.endswith(".")
        assert len(parting(sentence)) < 600
        assert not sentence.startswith("SSH-")
