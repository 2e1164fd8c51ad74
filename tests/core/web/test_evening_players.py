"""Results of an evening go to the people who play, by their names, whatever their seats."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.books.evenings import Evenings
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Come, Enter, EveningSetup, Length, Movement, Score
from referee.evenings.rounds import Shape, names_of
from referee.games import GAMES
from tests.conftest import BOOK

SHAPES = {
    "cribbage": Shape(2),
    "humbug-whist": Shape(2),
    "havilering": Shape(2, 2),
    "grevjass": Shape(2, 2),
    "karnoffel": Shape(2, 2),
    "hearts": Shape(4, 1, 3, 6),
}


class Night:
    """An evening with one table, at which a score was given."""

    def __init__(self, service: Any, game: str, length: Length = Length.MINUTES) -> None:
        self.service, self.game = service, GAMES[game]
        self.evenings = Evenings(service, ScoreBooks(service.database, service.clock))
        setup = EveningSetup("Club", game, SHAPES[game], False, Movement.EVERYBODY, length, 20)
        self.number = self.evenings.open(BOOK, setup, "key")
        names = ("Ann", "Bob") if SHAPES[game] == Shape(2) else ("Ann", "Bob", "Cat", "Dan")
        self.evenings.do(self.number, 0, "come", Come(tuple((name,) for name in names)))
        self.evenings.begin_round(self.number, 1, "first", 1)
        seat = next(iter(self.game.seats))
        who = {"side": "NS"} if self.game.partners else {"player": seat}
        usual = {"grevjass": {"strokes": 2}, "karnoffel": {"deals": 2}}
        what = usual.get(game, {"points": -12 if game == "hearts" else 12})
        self.post({"type": "adjust", "reason": "as tapped elsewhere"} | who | what)

    def post(self, action: dict[str, Any]) -> None:
        self.service.post(1, self.service.version(1), action["type"], [self.game.read_action(action)])

    def correct(self, *names: str) -> None:
        """Have these names at the seats of the table."""
        written = self.game.setups.write(self.service.current(1).setup)
        setup = self.game.setups.read(written | {"players": dict(zip(written["players"], names, strict=True))})
        trial = self.service.trial(1, setup=setup)
        self.service.correct(1, self.service.version(1), f"{names}", trial.edits, "we were wrong", setup)

    @property
    def at_table(self) -> list[str]:
        return list(self.game.setups.players(self.service.current(1).setup).values())

    @property
    def points(self) -> dict[str, int]:
        """The points of each, by name; nothing if the table has no score."""
        current = self.evenings.current(self.number)
        scores = current.scores.get((0, 0), ())
        sides = current.evening.rounds[0].tables[0]
        return {name: score.points for side, score in zip(sides, scores, strict=False) for name in names_of(side)}


@pytest.fixture(params=SHAPES)
def night(service: Any, request: pytest.FixtureRequest) -> Night:
    return Night(service, request.param)


def test_names_that_were_swapped_take_their_points_along(night: Night) -> None:
    names, before = night.at_table, night.points
    assert len(set(before.values())) == 2
    turned = names[1:] + names[:1]
    if night.game.partners:  # Both pairs a quarter turn on.
        night.correct(*turned)
        assert {before[name] for name in names[::2]} == {night.points[name] for name in names[1::2]}
    else:
        night.correct(*reversed(names))
        assert night.points == {name: before[other] for name, other in zip(names, reversed(names), strict=True)}


def test_of_other_players_nothing_counts_until_the_secretary_says_so(night: Night, client: Any) -> None:
    names, before = night.at_table, night.points
    night.correct("Zoe", *names[1:])
    assert night.points == {}
    page = client.get(f"/evenings/{night.number}/").get_data(as_text=True)
    assert "not the people seated" in " ".join(page.split())
    assert "tell the secretary" in night.evenings.notice(1)
    form = next(each for each in page.split("<form")[1:] if "Count it for the people seated" in each)
    fields = dict(re.findall(r'name="([^"]+)"\s+value="([^"]*)"', form.split("</form>")[0]))
    del fields["accept"]  # The other button.
    assert client.post(f"/evenings/{night.number}/", data=fields).status_code == 303
    assert night.points == before
    assert night.evenings.current(night.number).evening.by_hand


@pytest.mark.parametrize("length", Length)
def test_a_score_of_other_players_counts_for_the_people_seated_once_it_is_final(
    service: Any, client: Any, length: Length
) -> None:
    """Time ends a timed round, so the score may be final; the secretary knows. The others are still playing."""
    night = Night(service, "havilering", length)
    night.correct("Zoe", *night.at_table[1:])
    pages = [client.get(f"/evenings/{night.number}/").get_data(as_text=True)]
    assert "Count it for the actual players" in pages[0]
    night.evenings.begin_round(night.number, night.evenings.current(night.number).version, "second", 1)
    pages += [client.get(f"/evenings/{night.number}/").get_data(as_text=True)]
    is_offered = ["Count it for the people seated" in page for page in pages]
    assert is_offered == [length is Length.MINUTES, True]


def test_with_the_names_put_right_they_count_again(night: Night) -> None:
    names, before = night.at_table, night.points
    night.correct("Zoe", *names[1:])
    night.correct(*names)
    assert night.points == before
    assert "tell the secretary" not in night.evenings.notice(1)


@pytest.mark.parametrize("game", ["havilering", "grevjass", "karnoffel"])
def test_other_partners_are_other_sides(service: Any, game: str) -> None:
    night = Night(service, game)
    one, two, three, four = night.at_table
    night.correct(one, three, two, four)
    assert night.points == {}


def test_three_who_beat_each_other_in_a_circle_have_the_same_place(service: Any) -> None:
    """Under any order of their names."""
    evenings = Evenings(service, ScoreBooks(service.database, service.clock))
    for number, names in enumerate((("Ann", "Bob", "Cat"), ("Cat", "Ann", "Bob"), ("Bob", "Cat", "Ann")), 1):
        setup = EveningSetup("Club", "cribbage", Shape(2), False, Movement.EVERYBODY, Length.GAME, 1)
        assert evenings.open(BOOK, setup, f"key-{number}") == number
        current = evenings.do(number, 0, "come", Come(tuple((name,) for name in names)))
        beats = {names[0]: names[1], names[1]: names[2], names[2]: names[0]}
        for turn in range(3):
            current = evenings.begin_round(number, current.version, f"round-{turn}", turn)
            one, other = (names_of(side)[0] for side in current.evening.rounds[-1].tables[0])
            scores = (Score(61), Score(50)) if beats[one] == other else (Score(50), Score(61))
            current = evenings.do(number, current.version, f"result-{turn}", Enter(turn, 0, scores))
        assert [line.place for line in current.standings] == [1, 1, 1]
