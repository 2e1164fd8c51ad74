"""A typed name that almost equals one in the book: the page for a new match asks who is meant, in every game."""

import re
from typing import Any

import pytest

from referee.games import GAMES
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.pages import Form

KNOWN = ["Ann", "Straße", "Zoë", "Dan", "Eve", "Fay"]


class NewMatch:
    """The page of a game for a new match in a book with one match, of `KNOWN`."""

    def __init__(self, client: Any, service: Any, key: str) -> None:
        self.client, self.service, self.seat = client, service, ""
        self.path = "/books/1/new" if key == "havilering" else f"/{key}/books/1/new"
        record = next(
            found for found in map(SAMPLES[key].play, range(40)) if key != "hearts" or len(found["players"]) > 2
        )
        record["players"] = dict(zip(record["players"], KNOWN, strict=False))
        self.seats = list(record["players"])
        service.import_records(BOOK, [GAMES[key].read(record)])
        self.page = client.get(self.path).get_data(as_text=True)

    def start(self, first: str, **more: str) -> list[str]:
        """Start a match with another name in Ann's seat; who sits down then, nobody if something is asked."""
        form = Form(self.page).fields
        seat = self.seat = self.seat or next(name for name, value in form.items() if value == "Ann")
        answer = self.client.post(self.path, data=form | {seat: first} | more)
        self.page = answer.get_data(as_text=True)
        assert answer.status_code in (303, 422)
        if answer.status_code == 422:
            return []
        match = self.service.current(max(self.service.database.numbers())).match
        self.page = self.client.get(self.path).get_data(as_text=True)
        return sorted(match.setup.players.values())


@pytest.fixture(params=GAMES)
def new_match(client: Any, service: Any, request: pytest.FixtureRequest) -> NewMatch:
    return NewMatch(client, service, str(request.param))


def test_a_name_almost_like_one_in_the_book_asks_who_is_meant(new_match: NewMatch) -> None:
    others = KNOWN[1 : len(new_match.seats)]
    assert new_match.start("ann") == []
    assert "Ann is in the book already: say below who is meant by “ann”." in new_match.page
    assert Form(new_match.page).fields["meant ann"] == "Ann"
    assert new_match.start("ann", **{"meant ann": "Bob"}) == []
    assert new_match.start("ann") == sorted(["Ann", *others])  # The page offers whom the book has.


@pytest.mark.quick(2)
def test_somebody_else_may_have_almost_the_same_name(new_match: NewMatch) -> None:
    others = KNOWN[1 : len(new_match.seats)]
    assert new_match.start("ann") == []
    assert new_match.start("ann", **{"meant ann": "ann"}) == sorted(["ann", *others])


def test_a_name_that_is_new_is_not_asked_about(new_match: NewMatch) -> None:
    assert new_match.start("Anna") == sorted(["Anna", *KNOWN[1 : len(new_match.seats)]])


@pytest.mark.parametrize("typed", ["Zoe\u0308", "ZOË", "zoe"])
def test_capitals_accents_and_composition_make_no_difference(client: Any, service: Any, typed: str) -> None:
    """But not somebody who already sits at the table."""
    assert NewMatch(client, service, "havilering").start("zoe") == ["Dan", "Straße", "Zoë", "zoe"]
    two = NewMatch(client, service, "cribbage")
    assert two.start(typed) == ([] if typed != "zoe" else sorted(["Straße", "zoe"]))
    if typed != "zoe":
        assert "Zoë or zoe" in two.page or "zoe or Zoë" in two.page
        assert two.start(typed, **{f"meant {typed}": "zoe"}) == ["Straße", "zoe"]


def names_in(game: Any, fields: dict[str, str]) -> list[str]:
    """The values of the seats' fields."""
    return [fields[name] for seat in game.setups.seats for name in (seat, f"seat_{seat}") if name in fields]


@pytest.mark.parametrize("key", SAMPLES)
def test_a_seat_is_not_a_person(client: Any, service: Any, key: str) -> None:
    """After a match whose players were not named, no page offers “North” as one, and names can be given later."""
    game, words = GAMES[key], {word.casefold() for word in GAMES[key].seats.values()}
    path = "/books/1/new" if key == "havilering" else f"/{key}/books/1/new"
    form = Form(client.get(path).get_data(as_text=True)).fields
    answer = client.post(path, data=form | {"just": "1"})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    players = game.setups.write(service.current(1).setup)["players"]
    assert {name.casefold() for name in players.values()} <= words

    page = client.get(path).get_data(as_text=True)
    assert not any(names_in(game, Form(page).fields))
    evening = client.post("/books/1/evenings/new", data=evening_of(client, key)).location
    for address in ("/books/1/", path, evening):
        (known,) = re.findall(
            r'<datalist id="known">(.*?)</datalist>', client.get(address).get_data(as_text=True), re.DOTALL
        )
        offered = re.findall(r'<option value="([^"]*)"', known)
        assert words.isdisjoint(map(str.casefold, offered)), address

    start = Form(client.get("/matches/1/mend/start").get_data(as_text=True)).fields
    assert not any(names_in(game, start))
    first = next(name for name in (f"seat_{next(iter(players))}", next(iter(players))) if name in start)
    preview = client.post("/matches/1/mend/start", data=start | {first: "Zoë"})
    assert preview.status_code == 303, preview.get_data(as_text=True)
    page = client.get(preview.location).get_data(as_text=True)
    assert "Zoë" in page


def evening_of(client: Any, key: str) -> dict[str, str]:
    """The form for an evening of a game."""
    return Form(client.get("/books/1/evenings/new").get_data(as_text=True)).fields | {"game": key}
