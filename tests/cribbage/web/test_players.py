"""Players and leagues of cribbage in a book that also has Havilering: every figure against a second count."""

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.books.check import problems
from referee.books.export import list_of_records, rows_as_csv
from referee.cli import main
from referee.games.cribbage.game import CRIBBAGE
from referee.games.cribbage.outcome import outcome
from referee.games.cribbage.projection import Figures
from tests.conftest import BOOK
from tests.cribbage.figures import counts_of
from tests.cribbage.self_play import Table, random_rules
from tests.havilering.self_play import evening, season_of

CLUB = ["Ann", "Bob", "Cat", "Zoë"]
COUNTS = tuple(Figures.__dataclass_fields__)


def evenings() -> list[dict[str, Any]]:
    """Twelve matches, of which one is not over, and of all seasons."""
    found = []
    for seed in range(12):
        chance = random.Random(seed)
        rules = random_rules(chance) | {"target": 61, "best_of": chance.choice([1, 3]), "muggins": seed % 2 == 0}
        table = Table(chance, accidents=0.05, **rules)
        for _ in table.play(30 if seed == 5 else 4000):
            pass
        names = dict(zip("NS", chance.sample(CLUB, 2), strict=True))
        found.append(table.record | {"started": f"2026-{seed + 1:02}-10T19:00:00+00:00", "players": names})
    return found


@pytest.fixture
def club(service: Any) -> list[dict[str, Any]]:
    """A book with cribbage, and an evening of Havilering, in which two of the same people played."""
    service.import_records(BOOK, [CRIBBAGE.read(each) for each in evenings()])
    havilering = evening(1, 5, season_of, target=31)
    service.import_records(BOOK, [service.games["havilering"].read(havilering)])
    return [each for each in json.loads("".join(list_of_records(service))) if each["format"] == "cribbage-match"]


def second_count(club: list[dict[str, Any]]) -> dict[str, Counter[str]]:
    """By name the figures of all seasons."""
    found = {name: Counter[str]() for name in CLUB}
    for each in club:
        told = outcome(CRIBBAGE.replay(CRIBBAGE.read(each)))
        if told["phase"] == "match-over":
            for seat, counts in counts_of(told, each["rules"]).items():
                found[each["players"][seat]].update(counts)
    return found


def test_every_figure_is_what_a_second_count_says(client: Any, service: Any, club: Any) -> None:
    store, due = service.projections.player_stores["cribbage"], second_count(club)
    ranked = {each.players[0].name: each.players[0] for each in store.everybody(BOOK)}
    assert set(ranked) == {name for name in CLUB if due[name]["matches"]}
    for name, player in ranked.items():
        found = store.figures([player])
        assert {field: getattr(found, field) for field in COUNTS} == {field: due[name][field] for field in COUNTS}
        page = client.get(f"/books/1/players/{player.id}?game=cribbage").get_data(as_text=True)
        average = due[name]["hand_points"] / due[name]["hands_counted"]
        assert f"<dt>Average hand</dt><dd><b>{average:.1f}</b>" in page
        leagues = store.by_league([player], 99)
        assert sum(counts.matches for _, counts in leagues) == due[name]["matches"]
    assert list(problems(service.database)) == []


def test_the_pages_of_a_game_lead_to_those_of_the_same_game(client: Any, club: Any) -> None:
    asked, done = ["/books/1/players?game=cribbage", "/books/1/seasons?game=cribbage"], set[str]()
    while asked:
        address = asked.pop()
        if address in done:
            continue
        done.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = " ".join(answer.get_data(as_text=True).split())
        links = re.findall(r'href="(/books/1/(?:players|seasons)[^"]*)"', page)
        asked += [link.replace("&amp;", "&") for link in links if "game=cribbage" in link]
    players = [address for address in done if re.search(r"players/\d+\?", address)]
    assert len(players) > 4
    assert any("league=" in address for address in players)
    assert "Points a deal" in client.get("/books/1/players?game=cribbage").get_data(as_text=True)
    everybody = client.get("/books/1/players").get_data(as_text=True)
    assert "Points a hand" in everybody
    assert 'aria-current="page">Havilering</a>' in everybody
    assert client.get("/books/1/players/1/with/2?game=cribbage").status_code == 404


def test_a_book_of_cribbage_alone_shows_cribbage(client: Any, service: Any) -> None:
    service.import_records(BOOK, [CRIBBAGE.read(evenings()[0])])
    assert "Points a deal" in client.get("/books/1/players").get_data(as_text=True)
    assert client.get("/books/1/seasons").status_code == 200


def test_a_player_is_renamed_joined_and_parted_in_every_game(service: Any, client: Any, club: Any) -> None:
    maintenance = client.application.extensions["maintenance"]
    store = service.projections.player_stores["cribbage"]
    zoe = store.by_name(BOOK, "Zoë")
    before = store.figures([zoe])
    maintenance.rename(BOOK, zoe, "Zora")
    assert store.figures([store.by_name(BOOK, "Zora")]) == before
    (other,) = service.import_records(BOOK, [CRIBBAGE.read(evenings()[0] | {
        "players": {"N": "Xan", "S": "Yve"}, "started": "2025-01-10T19:00:00+00:00"})])  # fmt: skip
    assert other[1]
    joined = maintenance.rename(BOOK, store.by_name(BOOK, "Xan"), "Zora")
    assert store.figures([joined]).matches == before.matches + 1
    assert list(problems(service.database)) == []
    parted = maintenance.split(BOOK, joined, "Xan")
    assert store.figures([parted]).matches == 1
    assert store.figures([store.by_name(BOOK, "Zora")]) == before
    assert list(problems(service.database)) == []


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE cribbage_totals SET points = points + 1 WHERE player_id = 1",
        "DELETE FROM cribbage_totals WHERE league = ''",
        "UPDATE cribbage_results SET nineteens = nineteens + 1 WHERE match_id = 3 AND seat = 'N'",
        "DELETE FROM cribbage_results WHERE match_id = 3 AND seat = 'S'",
        "UPDATE cribbage_deals SET missed = 99 WHERE match_id = 3 AND deal = 1",
        "DELETE FROM cribbage_deals WHERE match_id = 3 AND deal = 2",
    ],
)
def test_what_is_derived_is_checked_and_made_again(
    service: Any, club: Any, tmp_path: Path, capsys: Any, harm: str
) -> None:
    here = ["--instance", str(tmp_path)]
    with service.database.writing():
        service.database.run(harm)
    assert main(["check", *here]) == 1
    assert "`referee recount` rebuilds them" in capsys.readouterr().out
    assert main(["recount", *here]) == 0
    assert main(["check", *here]) == 0


def test_the_deals_of_all_matches_go_into_one_table(client: Any, service: Any, club: Any) -> None:
    text = "".join(rows_as_csv(service, service.database.numbers(BOOK), CRIBBAGE))
    head, *rows = [line.split(",") for line in text.splitlines()]
    assert head[:4] == ["match", "opened", "north", "south"]
    assert head[4:9] == ["game", "deal", "dealer", "starter", "played"]
    ends = {}
    for row in rows:
        ends[row[0]] = int(row[head.index("total_n")]), int(row[head.index("total_s")])
    finals = {str(number): service.current(number).whole_match for number in service.database.numbers(BOOK)}
    over = {number: match for number, match in finals.items() if number in ends and match.phase.value == "match-over"}
    assert len(over) == 11
    assert all(ends[number] == (match.score.ns, match.score.ew) for number, match in over.items())
    assert client.get("/books/1/tricks.csv?game=cribbage").get_data(as_text=True).splitlines() == text.splitlines()
    assert len(client.get("/matches/1/tricks.csv").get_data(as_text=True).splitlines()) > 3
    views = service.database.rows("SELECT count(*) FROM cribbage_deal_list")[0][0]
    assert views == sum(row[0] in over for row in rows)
    assert service.database.rows("SELECT count(*) FROM cribbage_match_list")[0][0] == 12
    assert service.database.rows("SELECT sum(matches) FROM cribbage_player_list")[0][0] == 22


def test_an_open_match_exports_no_deal_that_may_still_be_called(service: Any) -> None:
    words = {"muggins": True}
    for seed in range(20):
        table = Table(random.Random(seed), accidents=0, target=121, **words)
        for _ in table.play(60):
            pass
        ((number, _),) = service.import_records(BOOK, [CRIBBAGE.read(table.record)])
        match = service.current(number).whole_match
        rows = CRIBBAGE.rows(match)
        assert [row["deal"] for row in rows] == list(range(1, len(match.deals)))
