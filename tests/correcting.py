"""Somebody who corrects entries on the web, and sample tricks."""

import html
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.pages import text, with_plain_cards

SIX, MORE = "7S AS 9S 8S", "3D 4D 5D 9D"
FOURTEEN = "QH AH KH JH"


def deal(hand: int) -> list[str]:
    """Thirteen tricks of a whole pack, different for each hand."""
    pack = [rank + suit for rank in "23456789TJQKA" for suit in "DHSC"]
    pack = pack[hand:] + pack[:hand]
    return [" ".join(pack[place * 4 : place * 4 + 4]) for place in range(13)]


class Correcting:
    """Somebody who corrects entries of a match through its pages."""

    def __init__(self, client: Any, number: int) -> None:
        self.client, self.number, self.page = client, number, ""

    def get(self, path: str, **query: str) -> Any:
        path = path if path.startswith("/") else f"/matches/{self.number}/{path}"
        answer = self.client.get(path, query_string=query or None)
        self.address = path
        while answer.status_code in (302, 303):
            self.address = answer.location
            answer = self.client.get(answer.location)
        self.status, self.page, self.asked = answer.status_code, answer.get_data(as_text=True), path
        return answer

    @property
    def text(self) -> str:
        return text(self.page)

    @property
    def addresses(self) -> list[str]:
        """The addresses of all links of the page."""
        found = re.findall(r'<a [^>]*href="([^"]+)"', " ".join(self.page.split()))
        return [each.replace("&amp;", "&").replace("&#34;", '"') for each in found]

    def follow(self, words: str) -> None:
        found = re.search(rf'<a [^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{words}', self.links)
        assert found, (words, self.text)
        self.get(found[1].replace("&amp;", "&").replace("&#34;", '"'))

    @property
    def links(self) -> str:
        return " ".join(with_plain_cards(self.page).split())

    @property
    def edits(self) -> Any:
        return json.loads(parse_qs(urlsplit(self.address).query)["edits"][0])

    def confirm(self, **changed: str) -> Any:
        names = ("csrf_token", "version", "key", "edits")
        form = {name: re.findall(rf'name="{name}" value="([^"]*)"', self.page)[0] for name in names}
        form["edits"] = html.unescape(form["edits"])
        answer = self.client.post(f"/matches/{self.number}/mend/look", data=form | changed)
        self.status, self.page = answer.status_code, answer.get_data(as_text=True)
        return answer


@pytest.fixture
def corrector(client: Any, sit_down: Any) -> Any:
    """A table with some tricks on it, and somebody who corrects them."""

    class Corrector(Correcting):
        def __init__(self, *tricks: str, **rules: Any) -> None:
            self.player = sit_down(**{"season": "winter"} | rules)
            for trick in tricks:
                self.player.trick(trick)
            super().__init__(client, self.player.match_id)

    return Corrector
