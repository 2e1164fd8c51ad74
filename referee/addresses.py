"""Names of hosts, and IP addresses grouped into visitors, for rate limits."""

from ipaddress import IPv6Address, ip_address, ip_network

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
"""The names of this machine."""


def host_name(host: str) -> str:
    """Return a host without its port."""
    return host if host.endswith("]") else host.rsplit(":", 1)[0]


def visitor_at(address: str) -> str:
    """Return the network that an address counts as: IPv6 as its /64, since a household usually has a whole one.

    An IPv4 address counts as itself, even when mapped to IPv6. A loopback address gives an empty text.
    """
    try:
        visitor = ip_address(address)
    except ValueError:
        return address
    if isinstance(visitor, IPv6Address):
        visitor = visitor.ipv4_mapped or visitor
    if visitor.is_loopback:
        return ""
    return str(ip_network((visitor, 64), strict=False) if visitor.version == 6 else visitor)
