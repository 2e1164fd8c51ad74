"""Ratings: wins are as the records say, and winners rise."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.books import ratings as ratings_module
from referee.books.evenings import Evenings
from referee.books.maintenance import Maintenance
from referee.books.ratings import RANKED_AFTER, START, Ratings, rated
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Come, Enter, EveningSetup, Length, Movement, Score
from referee.evenings.rounds import Shape
from referee.games import GAMES, game_of_record
from referee.match.service import MatchService
from referee.store.player_names import Player
from tests.conftest import BOOK
from tests.core.samples import SAMPLES
from tests.core.test_growth import calls_of


@pytest.fixture
def ratings(service: MatchService, score_books: ScoreBooks) -> Ratings:
    return Ratings(service.projections.player_stores, Evenings(service, score_books))


@pytest.mark.parametrize("key", SAMPLES)
def test_who_was_before_whom(service: MatchService, ratings: Ratings, key: str) -> None:
    """Ratings use the results of the matches, folded from their records."""
    for seed in range(4):
        record = SAMPLES[key].play(seed)
        service.import_records(BOOK, [game_of_record(record).read(record)])
    names = {player.id: player.name for player in _players(service)}
    found = list(ratings._results(BOOK, GAMES[key]))
    finished = [service.current(number) for number in service.database.numbers() if service.current(number).is_over]
    assert len(found) == len(finished)
    for (_, sides), current in zip(
        found, sorted(finished, key=lambda each: (each.whole_match.now, each.id)), strict=True
    ):
        game, match = current.game, current.whole_match
        seated = {str(getattr(seat, "value", seat)): name for seat, name in game.setups.players(match.setup).items()}
        partners = {frozenset((seat, game.partners.get(seat, seat))) for seat in seated}
        assert {frozenset(names[each] for each in who) for who, _ in sides} == {
            frozenset(seated[seat] for seat in side) for side in partners
        }
        won = {name: score for who, score in sides for name in (names[each] for each in who)}
        results = game.results(match)
        best = {seated[seat] for seat in results if results[seat].get("matches_won")}
        top = {name for name, score in won.items() if score == max(won.values())}
        assert top == best or (not best and len(top) > 1), (won, best)


def _players(service: MatchService) -> list[Any]:
    store = next(iter(service.projections.player_stores.values()))
    return list(store.players(BOOK))


def test_who_wins_rises() -> None:
    results = [(str(number), [((1, 2), (1, 121)), ((3, 4), (0, 90))]) for number in range(8)]
    found = {who: mean for who, mean, *_ in rated(results, by_pairs=False)}
    assert found[1,] == found[2,] > 25 > found[3,] == found[4,]
    pairs = {who: (mean, count) for who, mean, _, count in rated(results, by_pairs=True)}
    assert pairs[1, 2][0] > 25 > pairs[3, 4][0]
    assert pairs[1, 2][1] == 8


def test_a_tie_changes_nothing_between_equals() -> None:
    found = rated([("1", [((1,), (0, 5)), ((2,), (0, 5))])], by_pairs=False)
    assert [round(mean, 6) for _, mean, *_ in found] == [25, 25]
    assert all(deviation < 25 / 3 for _, _, deviation, _ in found)


@pytest.mark.parametrize("points", [
    (7, 2, 1, 1, 1, 0), (0, -1, -1, -1, -2, -7), (10, 10, 3, -5, -18), (3, 3, 3, 0), (1, 0, 0, 0),
])  # fmt: skip
def test_who_is_always_before_another_is_rated_higher(points: tuple[int, ...]) -> None:
    """At tables of several, where some are level evening after evening: those are rated alike."""
    sides = [((number,), each) for number, each in enumerate(points)]
    for chance in map(random.Random, range(5)):
        results = [(str(evening), chance.sample(sides, len(sides))) for evening in range(5)]
        found = {who[0]: mean - 2 * deviation for who, mean, deviation, _ in rated(results, by_pairs=False)}
        for one, mine in enumerate(points):
            for other, theirs in enumerate(points):
                assert (found[one] > found[other] + 1e-6) == (mine > theirs), (one, other)


def test_equal_ratings_share_a_place(service: MatchService, ratings: Ratings) -> None:
    """Partners who stay together are both first, or both third."""
    evenings = ratings._evenings
    setup = EveningSetup("Club", "havilering", Shape(2), True, Movement.EVERYBODY, Length.GAME, 1)
    number = evenings.open(BOOK, setup, "key")
    current = evenings.do(number, 0, "come", Come((("Zoe", "Ann"), ("Bob", "Cat"))))
    for played in range(RANKED_AFTER):
        current = evenings.begin_round(number, current.version, f"round {played}", played)
        first = current.evening.rounds[-1].tables[0][0][0]
        scores = Score(121 if "Zoe" in first else 80), Score(80 if "Zoe" in first else 121)
        current = evenings.do(number, current.version, f"result {played}", Enter(played, 0, scores))
    found = ratings.of(BOOK, GAMES["havilering"])
    assert [(line.place, line.players[0].name) for line in found] == [(1, "Ann"), (1, "Zoe"), (3, "Bob"), (3, "Cat")]
    assert [line.place for line in ratings.of(BOOK, GAMES["havilering"], by_pairs=True)] == [1, 2]


def test_the_order_is_that_of_time_whatever_order_they_come_in() -> None:
    chance = random.Random(3)
    results = [(f"{number:03}", [((a,), (0, chance.randrange(9))), ((b,), (0, chance.randrange(9)))])
               for number in range(40) for a, b in [chance.sample(range(1, 7), 2)]]  # fmt: skip
    mixed = chance.sample(results, len(results))
    assert rated(results, False) == rated(mixed, False)


def test_nobody_is_ranked_before_there_are_enough(service: MatchService, ratings: Ratings) -> None:
    evenings = ratings._evenings
    setup = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
    number = evenings.open(BOOK, setup, "key")
    current = evenings.do(number, 0, "come", Come((("Ann",), ("Bob",))))
    for played in range(1, RANKED_AFTER + 2):
        current = evenings.begin_round(number, current.version, f"round {played}", played)
        side = current.evening.rounds[-1].tables[0][0][0][0]
        scores = Score(121 if side == "Ann" else 80), Score(80 if side == "Ann" else 121)
        current = evenings.do(number, current.version, f"result {played}", Enter(played - 1, 0, scores))
        found = ratings.of(BOOK, GAMES["cribbage"])
        assert [line.players[0].name for line in found] == ["Ann", "Bob"]
        assert found[0].value > START > found[1].value
        assert [line.place for line in found] == ([1, 2] if played >= RANKED_AFTER else [None, None])
        assert {line.matches for line in found} == {played}
    Maintenance(service)
    assert ratings.of(BOOK, GAMES["havilering"]) == []


def test_a_match_in_the_bin_does_not_count(service: MatchService, ratings: Ratings) -> None:
    record = SAMPLES["havilering"].play(1)
    ((number, _),) = service.import_records(BOOK, [game_of_record(record).read(record)])
    assert service.current(number).is_over
    assert len(ratings.of(BOOK, GAMES["havilering"])) == 4
    Maintenance(service).move_to_bin(number)
    assert ratings.of(BOOK, GAMES["havilering"]) == []


def test_places_are_given_in_linear_time(ratings: Ratings, monkeypatch: pytest.MonkeyPatch) -> None:
    def calls(count: int) -> int:
        everybody = {GAMES["hearts"].key: _Known([Player(number, f"Player {number}") for number in range(count)])}
        monkeypatch.setattr(ratings, "_stores", everybody)
        monkeypatch.setattr(ratings, "_results", lambda *_: ())
        found = [((number,), 25.0 + number, 1.0, RANKED_AFTER) for number in range(count)]
        monkeypatch.setattr(ratings_module, "rated", lambda *_: found)
        return calls_of(lambda: ratings.of(BOOK, GAMES["hearts"]))

    assert calls(400) < 2.2 * calls(200)


class _Known:
    def __init__(self, players: list[Player]) -> None:
        self._players = players

    def players(self, book_id: int) -> list[Player]:
        return self._players
