"""An evening's results are its games' results, and its pages state the rules that apply."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from flask import Flask

from referee.books.merge import Merge
from referee.books.ratings import Ratings
from referee.books.score_books import ScoreBooks
from referee.faults import RefusedError
from referee.games import GAMES
from referee.games.kit.records import Record
from referee.log.checksums import checksum_of
from referee.store.log_rows import LogRows
from referee.web.evenings import screen
from tests.conftest import BOOK, Player
from tests.core.web.test_evenings import NAMES, Secretary

CHALK = [("EW", 1), ("EW", 1), ("EW", 1), ("NS", 4), ("EW", 1), ("NS", 2)]
"""Strokes of Grevjass: East and West win four games of six, North and South the match."""


@pytest.fixture
def secretary(client: Any, app: Flask) -> Secretary:
    return Secretary(client, app.extensions["evenings"])


def post(service: Any, number: int, *actions: dict[str, Any]) -> None:
    game = service.game(number)
    for action in actions:
        service.post(number, service.version(number), f"{service.version(number)}", [game.read_action(action)])


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def standing(secretary: Secretary) -> dict[str, tuple[int, Any]]:
    """The place and the score of each player."""
    return {line.who[0]: (line.place, line.earned) for line in secretary.current.standings}


def test_the_winner_of_grevjass_is_who_has_the_strokes(secretary: Secretary, service: Any) -> None:
    secretary.open(game="grevjass")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    post(service, number, *({"type": "chalk", "side": side, "strokes": strokes} for side, strokes in CHALK))
    assert service.current(number).is_over
    seats = GAMES["grevjass"].setups.players(service.current(number).setup)
    won = {seats["N"], seats["S"]}
    assert {name for name, (_, score) in standing(secretary).items() if score == 2} == won
    assert "win the match, 6–4" in words(secretary.get(f"/grevjass/matches/{number}/"))
    (row,) = service.projections.match_search.listed([number])
    assert {row.players[seat] for seat in row.winners} == won


def test_whose_stakes_decide_wins_everywhere(service: Any, app: Flask, client: Any) -> None:
    """Best of five, and a game counts what it is worth: Vic wins two games, and Una one by a lurch, and the match."""
    game = GAMES["cribbage"]
    setup = game.setups.read({
        "players": {"N": "Una", "S": "Vic"}, "dealer": "N", "started": "2026-06-20T20:00:00+01:00",
        "rules": {"target": 11, "best_of": 5, "lurch": 3, "doubles_count": True},
    })  # fmt: skip
    pegs = [("N", 6), ("S", 11), ("N", 6), ("S", 11), ("N", 11)]
    actions = [
        game.read_action({"type": "adjust", "player": seat, "points": points, "reason": "as pegged"})
        for seat, points in pegs
    ]
    match = game.fold(setup, actions)
    assert (match.games_won.ns, match.games_won.ew) == (1, 2)
    assert game.is_over(match)
    service.import_records(BOOK, [Record(setup, tuple(actions))])
    assert {seat: each.place for seat, each in game.result(match).items()} == {"N": 1, "S": 2}
    assert {seat: each["matches_won"] for seat, each in game.results(match).items()} == {"N": 1, "S": 0}
    assert "Una wins 3–2" in words(client.get(f"/books/{BOOK}/").get_data(as_text=True))
    (first, second) = Ratings(service.projections.player_stores, app.extensions["evenings"]).of(BOOK, game)
    assert (first.players[0].name, second.players[0].name) == ("Una", "Vic")


@pytest.mark.quick(4)
@pytest.mark.parametrize("scores", [(60, 20), (60, 30), (60, 29), (31, 31)])
@pytest.mark.parametrize("length", ["minutes", "hands", "game"])
def test_a_skunk_counts_what_the_page_says(secretary: Secretary, scores: tuple[int, int], length: str) -> None:
    """Whatever ends a round."""
    secretary.open(game="cribbage", length=length)
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    if length == "game":
        scores = (121, 121 - scores[0] + scores[1]) if scores[0] > scores[1] else (121, 120)
    secretary.do(result="1", round="0", table="0", side_0=str(scores[0]), side_1=str(scores[1]))
    page = words(secretary.get("/evenings/1/"))
    win, apart, skunk, tie = map(int, re.findall(
        r"A win counts (\d), a skunk \((\d+) or more points ahead\) (\d), a tie (\d)\.", page)[0])  # fmt: skip
    ahead = scores[0] - scores[1]
    best = skunk if ahead >= apart else win if ahead else tie
    assert sorted(score for _, score in standing(secretary).values()) == [0 if ahead else tie, best]


def test_a_table_of_an_evening_says_nothing_else_of_what_a_win_is_worth(secretary: Secretary, service: Any) -> None:
    secretary.open(game="cribbage")
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    post(service, number, {"type": "adjust", "player": "N", "points": 121, "reason": "pegged elsewhere"})
    assert service.current(number).is_over
    page = words(secretary.get(f"/cribbage/matches/{number}/"))
    assert "121–0" in page
    assert "worth" not in page


@pytest.mark.parametrize("scores", [(121, 121), (90, 85), (122, 90), (120, 0), (121, 500)])
def test_paper_cannot_say_what_no_game_ends_with(secretary: Secretary, scores: tuple[int, int]) -> None:
    secretary.open(game="cribbage")
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    page = secretary.do(422, result="1", round="0", table="0", side_0=str(scores[0]), side_1=str(scores[1]))
    assert "A game ends when one player has 121" in page
    secretary.do(result="1", round="0", table="0", side_0="85", side_1="121")
    assert secretary.current.results


def settled(service: Any, number: int, hearts: dict[str, int]) -> None:
    post(service, number, {"type": "count", "taken": hearts}, {"type": "settle"})


def test_hearts_by_hands_share_the_pool(secretary: Secretary, service: Any) -> None:
    """A table that stops after the hands of a round has what it would have had by finishing, which it may do."""
    secretary.open(game="hearts", length="hands", hands="2")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    settled(service, number, {"1": 2, "2": 5, "3": 4, "4": 2})
    settled(service, number, {"1": 2, "2": 6, "3": 4, "4": 1})
    assert secretary.current.is_over(0, 0)
    match, before = service.current(number).match, secretary.current.scores[0, 0]
    assert match.pool == 26
    assert sum(match.score) == -26
    assert sum(score.points for score in before) == 0
    assert "the pool is shared" in secretary.get("/evenings/1/")
    post(service, number, {"type": "finish"})
    assert service.current(number).is_over
    assert secretary.current.scores[0, 0] == before
    players = GAMES["hearts"].setups.players(match.setup)
    by_name = {players[seat]: total for seat, total in match.by_seat(service.current(number).match.score).items()}
    assert {line.who[0]: line.points for line in secretary.current.standings} == by_name


def test_another_hand_is_refused_still(secretary: Secretary, service: Any) -> None:
    secretary.open(game="hearts", length="hands", hands="1")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    settled(service, number, {"1": 2, "2": 5, "3": 4, "4": 2})
    with pytest.raises(Exception, match="This table has finished its round"):
        post(service, number, {"type": "adjust", "player": "1", "points": 3, "reason": "miscounted"})


def test_another_hand_is_refused_from_a_phone_without_a_signal_until_it_is_undone(
    secretary: Secretary, service: Any
) -> None:
    secretary.open(game="hearts", length="hands", hands="1")
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    settled(service, number, {"1": 2, "2": 5, "3": 4, "4": 2})
    log = LogRows(service.database).log(number)
    adjusted = {"type": "adjust", "player": "1", "points": 3, "reason": "miscounted"}
    for kind, actions in (("act", [adjusted]), ("undo", [])):
        entry = [len(log) + 1, kind, json.dumps(actions), f"late {kind}", log[-1][4], None]
        log.append([*entry, checksum_of(log[-1][-1], *entry)])
    with pytest.raises(RefusedError, match="This table has finished its round"):
        Merge(service).bring_in(number, log[:-1])
    assert service.version(number) == len(log) - 2
    Merge(service).bring_in(number, log)
    assert service.version(number) == len(log)


def test_the_rules_of_an_evening_stay_those_of_its_first_round(
    secretary: Secretary, service: Any, score_books: ScoreBooks
) -> None:
    game = GAMES["cribbage"]
    score_books.keep_rules(BOOK, "Club", game.setups.rules.read({**game.rounds.usual, "target": 61}), game)
    secretary.open(game="cribbage", rules="cribbage/Club")
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    secretary.do(result="1", round="0", table="0", side_0="61", side_1="50")
    score_books.keep_rules(BOOK, "Club", None, game)
    secretary.do(begin="1")
    assert service.current(secretary.match_of("Ann")).match.setup.rules.target == 61


def test_an_evening_in_which_others_sat_down_is_not_deleted(secretary: Secretary, service: Any) -> None:
    """They count for nobody, but they have played."""
    secretary.open()
    secretary.come(*NAMES[:4])
    secretary.do(begin="1")
    number = secretary.match_of("Ann")
    Player(secretary.client, number).trick("7S AS 9S 8S")
    game, setup = service.game(number), service.current(number).setup
    other = game.setups.with_players(setup, game.setups.players(setup) | {"N": "Zoe"})
    service.correct(number, service.version(number), "corrected", (), "", other)
    assert not secretary.current.scores
    assert "Delete the evening" not in secretary.get("/evenings/1/")
    secretary.do(422, delete="1")
    assert service.version(number) == 2


def test_who_comes_back_under_a_name_typed_otherwise_is_the_same(secretary: Secretary) -> None:
    secretary.open()
    secretary.come("Ann", "Bob", "Cat", "Zo\u00eb")
    secretary.do(begin="1")
    secretary.do(result="1", round="0", table="0", side_0="121", side_1="97")
    for gone, back in (("Ann", "ann"), ("Zo\u00eb", "ZOE\u0308")):
        secretary.do(leave=gone)
        secretary.come(back)
    assert sorted(unit[0] for unit in secretary.current.evening.here) == ["Ann", "Bob", "Cat", "Zo\u00eb"]
    secretary.do(422, come="1", new="zoe\u0308")
    secretary.do(begin="1")
    assert len(secretary.current.standings) == 4


@pytest.mark.parametrize(("count", "told"), [
    (9, "After 9 rounds everybody has partnered everybody once and opposed everybody twice."),
    (10, "No plan is perfectly even for this number"),
])  # fmt: skip
def test_how_even_it_is(secretary: Secretary, count: int, told: str) -> None:
    secretary.open()
    secretary.come(*(f"P{number}" for number in range(count)))
    assert told in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    so_far = "So far nobody has had the same partner more than once, or the same opponent more than once."
    assert count == 9 or so_far in words(secretary.get("/evenings/1/"))


@pytest.mark.parametrize("count", range(3, 8))
def test_no_plan_is_missed_where_everybody_plays_alone(secretary: Secretary, count: int) -> None:
    """Tables of Hearts have several players, who meet each other again however they are seated."""
    secretary.open(game="hearts", length="hands")
    secretary.come(*(f"P{number}" for number in range(count)))
    assert "plan" not in words(secretary.get("/evenings/1/"))
    secretary.do(begin="1")
    assert "So far nobody has had the same opponent more than once." in words(secretary.get("/evenings/1/"))


def test_a_round_without_tables(secretary: Secretary) -> None:
    """Nobody has met yet, and its page offers nothing for tables."""
    secretary.open(game="cribbage")
    secretary.come("Ann", "Bob")
    secretary.do(begin="1")
    secretary.do(dissolve="1", round="0", table="0")
    page = words(secretary.get("/evenings/1/"))
    assert "So far" not in page
    for offered in ("All results from paper", "Renumber", "Remove this table", "Score cards"):
        assert offered not in page
    for offered in ("Add a table: ", "Cancel round 1"):
        assert offered in page


def test_earlier_rounds_of_a_large_evening_are_asked_for(secretary: Secretary, monkeypatch: Any) -> None:
    """The page has the tables of some, and links to the others."""
    monkeypatch.setattr(screen, "MOST_SHOWN", 2)
    secretary.open()
    secretary.come(*NAMES[:4])
    for _ in range(5):
        secretary.do(begin="1")
    page = secretary.get("/evenings/1/")
    assert [number for number in range(1, 6) if f'id="round-{number}"' in page] == [3, 4]
    (link,) = re.findall(r'href="([^"]*round=1#[^"]*)"', page)
    page = secretary.get(link)
    assert [number for number in range(1, 6) if f'id="round-{number}"' in page] == [1, 3, 4]
    assert '<details id="round-1" open>' in page


def test_ratings_go_by_time_however_it_is_written(service: Any, app: Flask) -> None:
    """Twenty matches of cribbage, their times in UTC or in the offsets of three places."""
    game, found = GAMES["cribbage"], list[Any]()
    began = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)  # The clocks go back in that night.
    for book, zones in enumerate(((0,), (1, -8, 12))):
        book_id = app.extensions["score_books"].begin(f"Club {book}").id
        records = []
        for number in range(20):
            zone = timezone(timedelta(hours=zones[number % len(zones)]))
            moment = (began + timedelta(minutes=9 * number)).astimezone(zone).isoformat()
            setup = game.setups.read({"players": {"N": "Una", "S": "Vic"}, "dealer": "N", "started": moment})
            seat = "NSSNNSNSSSNNNSNSNNSN"[number]
            pegs = {"type": "adjust", "player": seat, "points": 121, "reason": "all of them", "at": moment}
            records.append(Record(setup, (game.read_action(pegs),)))
        service.import_records(book_id, records)
        ratings = Ratings(service.projections.player_stores, app.extensions["evenings"])
        found.append([(line.players[0].name, line.value, line.sure) for line in ratings.of(book_id, game)])
    assert found[0] == found[1]
    ended = [row[0] for row in service.database.rows("SELECT ended FROM matches", [])]
    assert all(text.endswith("+00:00") for text in ended)
