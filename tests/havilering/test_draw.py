"""Rules 2.1 and 2.2, over every order of suits and ranks that can matter."""

from itertools import permutations

from referee.cards import PACK, read_card
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.suits import draw
from referee.season import Season

SEATS = tuple("NESW")
SUITS_FROM_TOP = {"winter": "DCSH", "spring": "HDCS", "summer": "SHDC", "autumn": "CSHD"}


def height(code: str, season: str) -> tuple[int, int]:
    return -SUITS_FROM_TOP[season].index(code[1]), "23456789TJQKA".index(code[0])


def test_highest_deals_and_lowest_is_the_partner() -> None:
    some = [card for card in PACK if card.rank.letter in "27A"]
    for season in Season:
        for cards in permutations(some[::2] + some[1::4], 4):
            drawn = dict(zip(SEATS, cards, strict=True))
            by_height = sorted(SEATS, key=lambda seat: height(drawn[seat].code, season.value))
            result = draw(drawn, season)
            assert (result.partner, result.dealer) == (by_height[0], by_height[-1])


def test_the_partner_comes_to_sit_opposite_and_the_dealer_stays() -> None:
    for dealer, partner in permutations(SEATS, 2):
        others = [seat for seat in SEATS if seat not in (dealer, partner)]
        drawn = {
            dealer: read_card("AD"),
            partner: read_card("2H"),
            others[0]: read_card("5C"),
            others[1]: read_card("6C"),
        }
        seated = draw(drawn, Season.WINTER).seated(HAVILERING.partners)
        assert seated[dealer] == dealer
        assert seated[dict(zip("NESW", "SWNE", strict=True))[dealer]] == partner
        assert sorted(seated.values()) == sorted(SEATS)
