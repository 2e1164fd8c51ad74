"""Score books that have moved to another instance, or came from one: where they are, and what former links give."""

import hashlib
import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.books.permissions import KINDS, Grant
from referee.books.score_books import ScoreBooks
from referee.faults import Fault, NotThereError, RefusedError
from referee.store.moves import FormerLink, Moves

_HOST = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9-]{1,63}(?<!-))*")


def hash_of(word: str) -> str:
    """The hash of a link's token, by which the token is known but cannot be made."""
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()


def address_of_instance(text: str) -> str:
    """The address of an instance, such as `https://b.cards.example.org`. Raises RefusedError.

    Visitors are led there with their rights, so it is https, or an address of the own network.
    """
    try:
        parts = urlsplit(text)
        port = f":{parts.port}" if parts.port is not None else ""
    except ValueError:
        parts, port = urlsplit(""), ""
    host = parts.hostname or ""
    is_fit = _HOST.fullmatch(host) and (parts.scheme == "https" or (parts.scheme == "http" and _is_near(host)))
    if not is_fit or text.casefold() != f"{parts.scheme}://{host}{port}":
        raise RefusedError(Fault("no-address", f"{text[:60]} is no address: write https:// and a host name."))
    return text


def _is_near(host: str) -> bool:
    try:
        return ip_address(host).version == 4
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def moved_away(moves: Moves) -> dict[int, str]:
    """The addresses that score books have moved to; "" if one has come back, or is noted with what is no address.

    The database may have come as a backup from anywhere, and visitors are led there with their tokens.
    """
    found = moves.moved()
    for book_id, address in found.items():
        try:
            address_of_instance(address)
        except RefusedError:
            found[book_id] = ""
    return found


def grant_of(score_books: ScoreBooks, link: FormerLink | None) -> Grant | None:
    """What a link from before a move gives now; None if it was renewed since, or if there is none."""
    if link is None:
        return None
    try:
        grant = score_books.grant(KINDS[link.kind], link.number)
    except NotThereError:
        return None
    return grant if grant.seal == link.seal else None
