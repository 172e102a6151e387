"""PROXY v2 headers by themselves: what is read of them, and what is not."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ssh.addresses import parsed
from server.ssh.proxy import FIXED, MOST, SIGNATURE, Header, NotProxied

PROXY, LOCAL = 0x21, 0x20
TCP4, TCP6, UDP4, UNIX, UNSPEC = 0x11, 0x21, 0x12, 0x31, 0x00


def header(body: bytes, command: int = PROXY, family: int = TCP4) -> bytes:
    """A header with this behind its fixed part."""
    return SIGNATURE + bytes((command, family)) + len(body).to_bytes(2, "big") + body


def addresses(source: IPv4Address | IPv6Address, tlvs: bytes = b"") -> bytes:
    """Addresses and ports as they stand in a header, and what comes after them."""
    return source.packed + bytes(len(source.packed)) + (40000).to_bytes(2, "big") + (2222).to_bytes(2, "big") + tlvs


def spoken_for(source: IPv4Address | IPv6Address, tlvs: bytes = b"") -> bytes:
    """What a proxy says of a client."""
    return header(addresses(source, tlvs), family=TCP4 if source.version == 4 else TCP6)


def read(stream: bytes, steps: list[int]) -> tuple[Header, bytes]:
    """The header at the beginning of a stream that arrives in such steps, and what was left in the stream."""
    one, sizes = Header(), iter(steps)
    while not one.is_complete and stream:
        size = min(next(sizes, one.wanted), one.wanted)
        one.feed(stream[:size])
        stream = stream[size:]
    return one, stream


steps = st.lists(st.integers(1, 40), max_size=40)
tlvs = st.binary(max_size=MOST - FIXED - 36)


@given(st.ip_addresses(), tlvs, steps, st.binary(max_size=40))
def test_a_header_in_any_pieces_tells_its_client_and_takes_nothing_of_what_follows(
    source: IPv4Address | IPv6Address, more: bytes, pieces: list[int], rest: bytes
) -> None:
    one, left = read(spoken_for(source, more) + rest, pieces)
    assert (one.is_complete, one.address, one.wanted, left) == (True, str(parsed(str(source))), 0, rest)


@given(st.sampled_from([TCP4, TCP6, UDP4, UNIX, UNSPEC, 0x77]), st.binary(max_size=MOST - FIXED), steps)
def test_a_proxy_that_speaks_for_itself_may_say_anything_about_addresses(family: int, body: bytes, pieces: list[int]) -> None:
    one, left = read(header(body, LOCAL, family), pieces)
    assert (one.is_complete, one.address, left) == (True, "", b"")


@given(st.binary(max_size=400), steps)
def test_nothing_but_a_header_is_ever_complete(data: bytes, pieces: list[int]) -> None:
    try:
        one, _ = read(data, pieces)
    except NotProxied:
        return
    assert one.is_complete <= data.startswith(SIGNATURE)
    assert one.is_complete or len(data) < MOST


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PROXY TCP4 203.0.113.7 127.0.0.1 40000 2222\r\n", "did not begin with"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "did not begin with"),
        (b"G", "did not begin with"),
        (SIGNATURE + b"\x11\x11\x00\x0c" + bytes(12), "version or a command"),
        (SIGNATURE + b"\x22\x11\x00\x0c" + bytes(12), "version or a command"),
        (header(bytes(MOST - FIXED + 1)), f"{MOST + 1} bytes, which is more than {MOST}"),
        (header(b"", LOCAL)[:14] + b"\xff\xff", "which is more than"),
        (header(bytes(11)), "too short"),
        (header(bytes(35), family=TCP6), "too short"),
        (header(bytes(12), family=UDP4), "not about TCP"),
        (header(bytes(216), family=UNIX), "not about TCP"),
        (header(b"", family=UNSPEC), "not about TCP"),
    ],
)
def test_anything_else_is_refused_as_soon_as_it_can_be_known(data: bytes, why: str) -> None:
    for pieces in ([], [1] * len(data)):
        with pytest.raises(NotProxied, match=why):
            read(data, pieces)


def test_a_wrapped_ipv4_address_is_the_one_in_it() -> None:
    one, _ = read(spoken_for(IPv6Address("::ffff:203.0.113.7")), [])
    assert one.address == "203.0.113.7"
