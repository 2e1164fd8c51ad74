"""Whom an address stands for, when visitors are counted."""

from ipaddress import IPv6Address, ip_address, ip_network


def visitor_at(address: str) -> str:
    """Who an address is counted as: of IPv6 the network, since a home has all of it; empty for this machine itself.

    An IPv4 address stays one, also where it is written as IPv6.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return ""
    return str(ip_network((found, 64), strict=False) if found.version == 6 else found)
