"""Evenings of several tables on a server, in every state."""

from __future__ import annotations

from typing import Any

from tests.browser.pages import LONG_NAME, OTHER_SCRIPT
from tests.servers import Phone, Server, hidden

PEOPLE = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", LONG_NAME, OTHER_SCRIPT, "Kim"]
STATES = {"begun": 0, "first round": 1, "second round": 2, "over": 3}
"""The number of steps to each: people, a round, a result and another round, the end."""
SETUP = {"game": "havilering", "partners": "changing", "movement": "everybody", "length": "minutes", "hands": "4",
         "minutes": "30"}  # fmt: skip


class Secretary:
    """Runs the evenings of a server's first book, without a browser."""

    def __init__(self, server: Server) -> None:
        self.phone = Phone(server.port, server.link)

    def open(self, name: str, **fields: str) -> int:
        """Open an evening; its number."""
        page = self.phone.get("/books/1/evenings/new")
        token = hidden(page, "csrf_token")
        status, _ = self.phone.post("/books/1/evenings/new", SETUP | {"name": name, "csrf_token": token} | fields)
        assert status == 303
        return int(self.phone.location.split("/")[2])

    def do(self, number: int, **fields: str) -> None:
        """Use a key of the page."""
        page = self.phone.get(f"/evenings/{number}/")
        form = {name: hidden(page, name) for name in ("csrf_token", "version", "key")}
        status, answer = self.phone.post(f"/evenings/{number}/", form | fields)
        assert status == 303, answer


def add_evenings(server: Server) -> None:
    """An evening in each of the states."""
    secretary = Secretary(server)
    for name, steps in STATES.items():
        number = secretary.open(name)
        secretary.do(number, come="1", new="\n".join(PEOPLE))
        if steps > 0:
            secretary.do(number, begin="1")
        if steps > 1:
            secretary.do(number, result="1", round="0", table="0", side_0="121", side_1="97")
            secretary.do(number, begin="1")
        if steps > 2:
            secretary.do(number, end="1")
    alone = secretary.open("alone", game="hearts", length="hands")
    secretary.do(alone, come="1", new="\n".join(PEOPLE))
    secretary.do(alone, begin="1")
    pairs = secretary.open("pairs", partners="fixed")
    for one, other in (("Ann", "Bob"), (LONG_NAME, OTHER_SCRIPT)):
        secretary.do(pairs, come="1", one=one, other=other)
    drive = secretary.open("drive", movement="winners", length="hands")
    secretary.do(drive, come="1", new="\n".join(PEOPLE), kind="0")
    secretary.do(drive, begin="1")
    secretary.do(drive, won="0.0.1")
    secretary.do(drive, begin="1")
    secretary.phone.close()


def evening_pages() -> list[str]:
    """All pages of them."""
    pages = [f"evenings/{number}/{page}" for number in range(1, 8) for page in ("", "board")]
    more: list[Any] = [
        "evenings/1/links",
        "evenings/2/cards",
        "evenings/2/seat",
        "evenings/4/seat",
        "books/1/evenings",
        "books/1/evenings/league",
        "evenings/2/?preview=5",
    ]
    return ["books/1/", "books/1/evenings/new", *pages, *more]
