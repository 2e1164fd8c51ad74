"""No page shows what is closed: of two matches that differ only in that every address gives the same bytes.

The addresses are all that the app has about a match, filled with small numbers, and what they lead to.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations, product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from flask import Request, request
from werkzeug.datastructures import ImmutableMultiDict

from referee.books.permissions import Permission
from referee.games import GAMES as EVERY_GAME
from referee.match.service import MatchService
from referee.store.database import Database
from referee.web import create_app
from referee.web.matches.live import news_of
from referee.web.permissions import needs
from referee.web.services import service
from referee.web.sharing.views import address
from tests.conftest import BOOK, Clock, kind_of
from tests.core.closed_pairs import PAIRS, Pair
from tests.core.shown_pairs import SHOWN
from tests.pages import differences

pytestmark = [pytest.mark.timeout(180), pytest.mark.apart]

GAMES = {make().key for make in SHOWN.values()}
MATCH = 1
VALUES: dict[str, tuple[int | str, ...]] = {
    "match_id": (MATCH,), "book_id": (BOOK,), "seat": ("N", "E", "S", "W"), "league": ("2026-autumn",)
}  # fmt: skip
"""Values for parts of an address other than the number of a player, an entry or a deal."""
OF_A_KIND = 2
"""The number of addresses with the same parameters that are followed."""
TRIED = ("1", "N")
"""The values of parameters that a view asks for and no link gives: one for the keeper and one for the watcher, the
other way round with the next pair of a game."""
AT_RANDOM = r"/practice\?asked="
"""A pattern of the addresses of questions that are drawn at random."""
VISITORS = (Permission.OWN, Permission.WATCH)
Tried = tuple[Sequence[str], Sequence[str]]
"""The values that each visitor tries."""
TELLS_ALL = {
    "files.whole": GAMES, "files.logs": GAMES, "keeping.copy": GAMES, "files.record": {"grevjass"},
}  # fmt: skip
"""The owner's copy of the book, for keeping; a scoring phone's copy, which is not a page; and records of games whose
rules let them contain everything."""
LINK = re.compile(r'http://localhost/[a-z-]+/\d+/[\w-]{20,}|<path class="qrline"[^>]*>')
"""A link that is shared, of which a part is drawn at random, as text and as a code."""


ASKED = set[str]()
"""The names of the parameters that were asked for."""


def noting(kind: Any, *names: str) -> Any:
    """Return a kind of mapping whose methods of these names note the keys that they are asked for."""

    def noted(method: Any) -> Any:
        def note(self: Any, key: Any, *more: Any, **named: Any) -> Any:
            ASKED.add(str(key))
            return method(self, key, *more, **named)

        return note

    return type(kind.__name__, (kind,), {name: noted(getattr(kind, name)) for name in names})


PlainParameters = noting(dict, "__getitem__", "__contains__", "get")
Parameters = noting(ImmutableMultiDict, "__getitem__", "__contains__", "getlist")
Parameters.to_dict = lambda parameters: PlainParameters(ImmutableMultiDict.to_dict(parameters))


class NotingRequest(Request):
    """A request that notes which parameters of its address are asked for; a page that is read has no form."""

    @cached_property
    def args(self) -> Any:
        return Parameters(super().args)


class Reading:
    """Somebody who reads every page about one match, in a book of its own."""

    def __init__(self, folder: Path, pair: Pair, at: int) -> None:
        folder.mkdir()
        self.pair, self.service = pair, MatchService(Database(folder / "book.db"), Clock())
        self.app = create_app(folder, self.service)
        self.app.request_class = NotingRequest
        self.urls, self._endpoints = self.app.url_map.bind("localhost"), dict[str, str]()
        self.score_books = self.app.extensions["score_books"]
        assert self.score_books.first().id == BOOK
        record = self.service.games[pair.key].read(pair.records[at])
        assert self.service.import_records(BOOK, [record])[0][0] == MATCH

    def visitor(self, right: Permission, number: int) -> Any:
        """The phone of somebody with a permission."""
        client = self.app.test_client()
        client.get(address(self.score_books.grant(kind_of(right), number), self.app.config["SECRET_KEY"]))
        return client

    def addresses(self) -> Iterator[str]:
        """Every address of a page about a match of this game, or about the book, with small numbers."""
        for rule in self.app.url_map.iter_rules():
            about = {"match_id", "book_id"} & rule.arguments
            if "GET" in (rule.methods or ()) and about and self._may_be(rule.endpoint):
                for given in self._given(sorted(rule.arguments)):
                    yield self.urls.build(rule.endpoint, given)

    @staticmethod
    def _given(names: list[str]) -> Iterator[dict[str, Any]]:
        """Values for what an address names: every choice of small numbers, and of four people all in any order."""
        known = [name for name in names if name in VALUES]
        numbered = [name for name in names if name not in VALUES]
        numbers = permutations((1, 2, 3, 4)) if len(numbered) == 4 else product((1, 2, 3), repeat=len(numbered))
        for values in product(product(*(VALUES[name] for name in known)), numbers):
            yield dict(zip(known + numbered, sum(values, ()), strict=True))

    def _may_be(self, endpoint: str) -> bool:
        """True if this game has the page of an endpoint."""
        key, others = self.pair.key.replace("-", "_"), {each.replace("-", "_") for each in EVERY_GAME}
        blueprint = endpoint.split(".")[0]
        own = next((each for each in others if blueprint == each or blueprint.startswith(f"{each}_")), key)
        return own == key and self.pair.key not in TELLS_ALL.get(endpoint, ())

    def pages(self, client: Any, tried: Sequence[str]) -> dict[str, str]:
        """All pages, by their addresses: first those that can be built, then what they lead to.

        If the first address of a kind answers a request for fragments with its page, no other is asked for fragments.
        """
        found, waiting, seen, has_none = dict[str, str](), [*self.addresses()], Counter[Any](), set[Any]()
        while waiting:
            at = waiting.pop(0)
            if at in found or not self._is_tried(at):
                continue
            ASKED.clear()
            kind = self._kind(at)
            for headers in ({},) if kind in has_none else ({}, {"HX-Request": "true"}):
                answer = client.get(at, headers=headers)
                page = f"{answer.status_code} {answer.get_data(as_text=True)}"
                if answer.mimetype != "text/event-stream":
                    name = f"{at} as a fragment" if headers else at
                    found[name] = LINK.sub("LINK", self.pair.plain(MATCH, page))
            if found.get(at, "") == found.get(f"{at} as a fragment"):
                has_none.add(kind)
            for link in links(page, at) if answer.mimetype == "text/html" else ():
                seen[kind := self._kind(link)] += 1
                if seen[kind] <= OF_A_KIND:
                    waiting.append(link)
            for name, value in product(sorted(ASKED), tried):
                seen[kind := (self._endpoint(at), name, value)] += 1
                if seen[kind] == 1 and name not in parse_qs(urlsplit(at).query):
                    waiting.append(f"{at}{'&' if '?' in at else '?'}{name}={value}")
        return found

    def _kind(self, at: str) -> Any:
        """The kind of an address: its endpoint and the names of its parameters."""
        return self._endpoint(at), *sorted(parse_qs(urlsplit(at).query))

    def _endpoint(self, at: str) -> str:
        """The endpoint of an address; empty if there is none."""
        path = urlsplit(at).path
        if path not in self._endpoints:
            is_one = self.urls.test(path, method="GET")
            self._endpoints[path] = str(self.urls.match(path, method="GET")[0]) if is_one else ""
        return self._endpoints[path]

    def _is_tried(self, at: str) -> bool:
        """True if an address is one of this game, and of no entry that it opens because the table agrees."""
        opens = re.fullmatch(rf"/matches/{MATCH}/mend/(?:\d+/)?(\d+)", urlsplit(at).path)
        is_opened = opens and int(opens[1]) in self.pair.opened and "insert=" not in at
        is_other = is_opened or re.search(f"{self.pair.depends}|{AT_RANDOM}", at)
        return not is_other and self._may_be(self._endpoint(at)) and self._endpoint(at) != ""


def links(page: str, at: str) -> Iterable[str]:
    """The addresses on this site that a page leads to."""
    for href in re.findall(r'(?:href|src|hx-get)="([^"]*)"', page):
        link = urljoin(at, html.unescape(href)).split("#")[0]
        if link.startswith("/") and not link.startswith("/static/"):
            yield link


def read(folder: Path, pair: Pair, at: int, tried: Tried) -> dict[str, str]:
    """All that a keeper and a watcher of a match can read, and the events of an open line."""
    reading, found = Reading(folder, pair, at), dict[str, str]()
    for right, number, values in zip(VISITORS, (BOOK, MATCH), tried, strict=True):
        pages = reading.pages(reading.visitor(right, number), values)
        found |= {f"{right.name} {where}": page for where, page in pages.items()}
    news = news_of(reading.app, MATCH, {"watch", "both_sides", ""})
    assert news
    reading.service.close()
    return found | {f"line {name}": pair.plain(MATCH, event.decode()) for name, event in news.events.items()}


def differing(folder: Path, pair: Pair, tried: Tried = (TRIED, TRIED)) -> dict[str, str]:
    """The addresses at which the two matches look different, each with the first differing bytes."""
    first, second = (read(folder / str(at), pair, at, tried) for at in (0, 1))
    return differences(first, second)


@pytest.mark.quick(1, 8)
@pytest.mark.parametrize("name", SHOWN)
def test_two_matches_that_differ_in_what_is_closed_look_the_same(tmp_path: Path, name: str) -> None:
    pair = SHOWN[name]()
    of_the_game = [each for each, make in SHOWN.items() if make().key == pair.key]
    assert len(of_the_game) > 1
    tried = TRIED if of_the_game.index(name) % 2 else TRIED[::-1]
    assert differing(tmp_path, pair, (tried[:1], tried[1:])) == {}


@pytest.mark.quick(0)
@pytest.mark.parametrize("is_plain", [True, False])
def test_a_leak_behind_a_parameter_that_no_link_has_is_found(
    tmp_path: Path, monkeypatch: Any, is_plain: bool
) -> None:
    def leak(match_id: int) -> str:
        inputs = request.args.to_dict() if is_plain else request.args
        return str(service().current(match_id).whole_match if inputs.get("all") else "")

    make = create_app

    def with_leak(*given: Any) -> Any:
        app = make(*given)
        app.add_url_rule("/matches/<int:match_id>/leak", "leak", needs(Permission.WATCH)(leak))
        return app

    monkeypatch.setattr(f"{__name__}.create_app", with_leak)
    monkeypatch.setattr(Reading, "addresses", lambda reading: iter(["/matches/1/leak"]))
    found = differing(tmp_path, PAIRS["grevjass, blind"]())
    assert {where.split()[1] for where in found} == {"/matches/1/leak?all=1", "/matches/1/leak?all=N"}


@pytest.mark.quick(0)
def test_where_points_are_told_they_do_not(tmp_path: Path) -> None:
    """So the test above can fail."""
    pair = PAIRS["grevjass, blind"]()
    first, second = ({**record, "rules": {"claims": "open"}} for record in pair.records)
    found = {
        re.split(r"[ ?]", where)[1] for where in differing(tmp_path, replace(pair, records=(first, second)), ((), ()))
    }
    assert {"/grevjass/matches/1/", "/matches/1/watch"} <= found
    assert "watch" in found  # The event of an open line.
