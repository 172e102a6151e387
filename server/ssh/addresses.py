"""Network addresses as we count them: an IPv4 host by itself, an IPv6 customer by the /64 he chooses his addresses from."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

IPV6_HOST: Final = 64
"""The bits that one IPv6 customer does not choose himself."""
LOOPBACK: Final[tuple[Network, ...]] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
"""This machine itself."""


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """The address that this text stands for, an IPv4 one where it was only wrapped; None: it stands for none."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return ip.ipv4_mapped
    return ip


def source_of(address: str) -> str:
    """Who is counted together under an address."""
    ip = parsed(address)
    if ip is None:
        return address
    if isinstance(ip, IPv6Address):
        return f"{IPv6Address(int(ip) >> IPV6_HOST << IPV6_HOST)}/{IPV6_HOST}"
    return str(ip)


def is_within(address: str, networks: Iterable[Network]) -> bool:
    """Is the address in one of the networks?"""
    ip = parsed(address)
    return ip is not None and any(ip in network for network in networks)
