"""The draw on the page for a new match, in every game: who deals, who sits where, and who draws again."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from referee.cards import PACK
from referee.games.kit.draws import Draw, ace_high, ace_low, lowest_deals, lowest_two_are_partners

LOW, HIGH = "A23456789TJQK", "23456789TJQKA"
GAMES = {
    "": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, "dealer"),
    "cribbage": ({"N": "Ann", "S": "Bob"}, LOW),
    "hearts": ({"seat_1": "Ann", "seat_3": "Bob", "seat_5": "Cat"}, LOW),
    "humbug-whist": ({"N": "Ann", "S": "Bob"}, LOW),
    "grevjass": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, HIGH),
    "karnoffel": ({"N": "Ann", "E": "Bob", "S": "Cat", "W": "Dan"}, HIGH),
}


def send(client: Any, game: str, **fields: str) -> tuple[int, str]:
    path = f"/{game}/books/1/new".replace("//", "/")
    page = client.get(path).get_data(as_text=True)
    token = re.findall(r'name="csrf_token" value="([^"]*)"', page)[0]
    answer = client.post(path, data={"csrf_token": token} | GAMES[game][0] | fields)
    return answer.status_code, answer.get_data(as_text=True)


def seat(name: str) -> str:
    return name.removeprefix("seat_")


@pytest.mark.quick(6)
@pytest.mark.parametrize("game", [game for game in GAMES if game])
@pytest.mark.parametrize("turned", range(4))
def test_the_lowest_card_deals_and_equal_ones_draw_again(client: Any, game: str, turned: int) -> None:
    names, order = GAMES[game]
    seats = [seat(name) for name in names]
    seats = seats[turned % len(seats) :] + seats[: turned % len(seats)]
    status, page = send(client, game, **{f"draw_{at}": f"{order[2 + i]}H" for i, at in enumerate(seats)}, draw="1")
    called = {seat(name): player for name, player in names.items()}
    assert status == 200
    assert f"{called[seats[0]]} drew lowest and deals." in page
    assert re.search(rf'name="dealer" value="{seats[0]}" checked', page)
    tie = dict(zip(seats, [f"{order[0]}H", f"{order[0]}S", *["9C"] * 2], strict=False))
    _, page = send(client, game, **{f"draw_{at}": card for at, card in tie.items()}, draw="1")
    again = sorted(seats[:2])
    assert "drew equal cards: they draw again." in page or len(seats) > 3
    if len(seats) < 4:
        assert sorted(re.findall(r'name="draw_(\w)" value=""', page)) == again
        among = re.findall(r'name="among" value="([^"]*)"', page)[0]
        cards = {f"draw_{seats[0]}": f"{order[9]}H", f"draw_{seats[1]}": f"{order[8]}H"}
        _, page = send(client, game, among=among, draw="1", **cards)
        assert f"{called[seats[1]]} drew lowest and deals." in page
        assert 'name="among" value=""' in page


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_tapped_one_by_one_and_the_last_seats_the_players(client: Any, game: str) -> None:
    names, _ = GAMES[game]
    drawn: dict[str, str] = {}
    for number, name in enumerate(names):
        status, page = send(client, game, **drawn, card=PACK[number + 5].code)
        assert status == 200
        drawn[f"draw_{seat(name)}"] = PACK[number + 5].code
        is_last = len(drawn) == len(names)
        told = re.findall(r'<p class="notice" role="status">(.*?)</p>', page)
        assert bool(told) == is_last
        assert re.search('<details class="draw[^"]*" open>', page)


def test_partners_are_drawn_where_the_table_chooses_to(client: Any) -> None:
    cards = {"draw_N": "9S", "draw_E": "KD", "draw_S": "AH", "draw_W": "7C"}
    _, page = send(client, "grevjass", partners="1", draw="1", **cards)
    assert "Dan drew lowest and deals; Ann drew second lowest and is the dealer’s partner." in page
    seated = dict(re.findall(r'name="([NESW])"[^>]*value="(\w+)"', page))
    assert seated == {"W": "Dan", "E": "Ann", "N": "Bob", "S": "Cat"}
    _, page = send(client, "grevjass", partners="1", draw="1", **(cards | {"draw_E": "9D"}))
    assert "Ann, Bob, Cat and Dan drew equal cards" in page


@pytest.mark.parametrize("among", ["", "N.E"])
def test_partners_are_drawn_by_four_however_few_have_names(client: Any, among: str) -> None:
    cards = {"draw_N": "AS", "draw_E": "KS", "draw_S": "QS"}
    status, page = send(client, "grevjass", partners="1", draw="1", among=among, E="", S="", **cards)
    assert status == 422
    assert "Internal" not in page


def test_a_draw_with_a_season_that_is_none_is_decided(client: Any) -> None:
    drawn = {f"draw_{seat}": card for seat, card in zip("NESW", ("9S", "KD", "AH", "7C"), strict=True)}
    assert send(client, "", season="spring!", draw="1", **drawn)[0] in (200, 422)


@pytest.mark.parametrize(("height", "order"), [(ace_low, LOW), (ace_high, HIGH)])
def test_every_draw_of_four_is_decided_as_by_a_second_count(height: Any, order: str) -> None:
    cards = [card for card in PACK if card.rank.letter in "A27K" and card.suit.letter in "HS"]
    for four in product(cards, repeat=4):
        if len({*four}) < 4:
            continue
        drawn = dict(zip("NESW", four, strict=True))
        heights = {at: order.index(card.rank.letter) for at, card in drawn.items()}
        low = min(heights.values())
        lowest = [at for at in heights if heights[at] == low]
        assert lowest_deals(drawn, height) == (Draw(lowest[0]) if len(lowest) == 1 else Draw("", tied=tuple(lowest)))
        first, second, third, _ = sorted(heights.values())
        found = lowest_two_are_partners(drawn, height)
        if first < second < third:
            assert (heights[found.dealer], heights[found.partner]) == (first, second)
        else:
            assert found == Draw("", tied=tuple("NESW"))
