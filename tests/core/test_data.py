"""The database is as `docs/data.md` describes it, and its example queries work."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books.maintenance import Maintenance
from referee.cli import main
from referee.games.havilering.game import HAVILERING
from referee.games.havilering.projection import COUNTS
from referee.match.service import MatchService
from referee.store.match_search import Criteria
from tests.conftest import BOOK
from tests.havilering.counting import counts_of, of_player
from tests.havilering.self_play import CLUB, evening, season_of

DATA = (Path(__file__).parents[2] / "docs" / "data.md").read_text()
OWN = ("sqlite_", "_sqlite_migrations")


@pytest.fixture(scope="module")
def records() -> Any:
    return [evening(number, 60 * (10 - number), season_of, target=31, club=CLUB[:5]) for number in range(10)]


@pytest.fixture
def database(service: MatchService, records: Any, tmp_path: Path) -> Any:
    service.import_records(BOOK, map(HAVILERING.read, records))
    with closing(sqlite3.connect(tmp_path / "book.db")) as connection:
        yield connection


def questions() -> list[str]:
    block = re.search(r"```sql\n(.*?)```", DATA, re.DOTALL)
    assert block
    return [statement.strip() for statement in re.sub("--.*", "", block[1]).split(";") if statement.strip()]


@pytest.mark.parametrize("question", questions())
def test_every_question_is_answered(database: Any, question: str) -> None:
    rows = database.execute(question).fetchall()
    assert rows
    assert all(value is not None for row in rows for value in row)


def test_every_table_and_view_is_explained(database: Any) -> None:
    there = {
        name
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        if not name.startswith(OWN)
    }
    assert {name for name in there if f"`{name}`" not in DATA} == set()
    assert len(there) > 10


def test_the_views_say_what_the_records_say(database: Any, service: MatchService, records: Any) -> None:
    counts = counts_of(records, season_of)
    columns = ", ".join(f"sum({name})" for name in COUNTS)
    for row in database.execute(f"SELECT name, {columns} FROM player_list GROUP BY player"):
        own = of_player(counts, row[0])
        assert dict(zip(COUNTS, row[1:], strict=True)) == {name: own[name] for name in COUNTS}
    matches = database.execute("SELECT match, north, east, south, west, games_ns, games_ew, winner FROM match_list")
    for number, *rest in matches.fetchall():
        record = service.record(number)
        assert rest[:4] == list(HAVILERING.write(record)["players"].values())
        assert (rest[6] == "NS") is (rest[4] > rest[5])
    tricks = database.execute("SELECT winner, count(*), sum(points) FROM trick_list GROUP BY winner").fetchall()
    assert {name: (many, worth) for name, many, worth in tricks} == {
        name: (of_player(counts, name)["tricks_won"], of_player(counts, name)["worth_won"]) for name, _, _ in tricks
    }


def test_what_is_in_the_bin_is_in_no_view(database: Any, service: MatchService) -> None:
    maintenance = Maintenance(service)
    for number in service.database.numbers():
        maintenance.move_to_bin(number)
    for view in ("match_list", "trick_list", "player_list"):
        assert database.execute(f"SELECT count(*) FROM {view}").fetchone() == (0,)


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE totals SET points = points + 1 WHERE player_id = 1",
        "DELETE FROM totals WHERE league = ''",
        "UPDATE results SET tricks_won = tricks_won + 1 WHERE match_id = 3 AND seat = 'N'",
        "DELETE FROM results WHERE match_id = 3 AND seat = 'E'",
        "UPDATE tricks SET points = 99 WHERE match_id = 3 AND hand = 1 AND trick = 2",
        "DELETE FROM tricks WHERE match_id = 3 AND hand = 1 AND trick = 2",
        "UPDATE matches SET score_ns = 77 WHERE id = 3",
        "UPDATE matches SET words = '' WHERE id = 3",
    ],
)
def test_what_is_derived_is_checked_and_made_again(
    database: Any, service: MatchService, tmp_path: Path, capsys: Any, harm: str
) -> None:
    here = ["--instance", str(tmp_path)]
    assert main(["check", *here]) == 0
    database.execute(harm)
    database.commit()
    capsys.readouterr()
    assert main(["check", *here]) == 1
    assert "`referee recount` rebuilds them" in capsys.readouterr().out
    assert main(["recount", *here]) == 0
    assert capsys.readouterr().out == "Recounted: 10 matches.\n"
    assert main(["check", *here]) == 0


def test_a_book_of_another_edition_is_projected_again_once(
    database: Any, service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in ("results", "tricks", "totals", "places"):
        database.execute(f"DELETE FROM {table}")
    database.execute("UPDATE matches SET edition = 0, began = NULL")
    database.commit()
    assert service.projections.match_search.find(BOOK, Criteria(), 99) == []
    projected: list[int] = []
    project = service.projections.project

    def note(number: int, *rest: Any, **more: Any) -> bool:
        projected.append(number)
        return project(number, *rest, **more)

    monkeypatch.setattr(service.projections, "project", note)
    Maintenance(service).update_projections()
    assert projected == list(range(1, 11))
    Maintenance(service).update_projections()
    assert projected == list(range(1, 11))
    assert len(service.projections.match_search.find(BOOK, Criteria(over=True), 99)) == 10
    assert service.projections.player_store.miscounted() == []
