"""Evenings with missing data: matches that were erased from the bin, or their own entries."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.books import check
from referee.books.evenings import Evenings
from referee.books.evenings_file import recount
from referee.books.maintenance import Maintenance
from referee.cli import main
from referee.match.service import MatchService
from referee.store.database import Database
from referee.store.evenings import EveningStore
from referee.store.rewriting import unguarded
from tests.evenings.test_files import evenings as evenings  # A fixture.


def test_an_evening_goes_on_without_an_erased_match(
    evenings: Evenings, service: MatchService, client: Any, clock: Any
) -> None:
    """Nor is it damaged: no backup of the book could be restored."""
    maintenance, place = Maintenance(service), (1, 0)
    maintenance.move_to_bin(evenings.current(1).tables[place].match_id)
    for _ in range(2):
        clock.move(days=31)
        maintenance.empty_bin()
    assert list(check.problems(service.database)) == []
    recount(service.database)
    current = evenings.undo(1, evenings.current(1).version, "taken back")
    current = evenings.redo(1, current.version, "done again")
    assert place not in current.tables
    for path in ("/evenings/1/", "/evenings/1/board", "/books/1/", "/books/1/evenings", "/tables/1"):
        assert client.get(path, follow_redirects=True).status_code == 200, path
    assert (2, 0) in evenings.begin_round(1, current.version, "third", 3).tables
    assert list(check.problems(service.database)) == []


def test_an_unreadable_evening_keeps_no_other_from_being_recounted(
    evenings: Evenings, service: MatchService, tmp_path: Path, capsys: Any
) -> None:
    evenings.open_like(1, "another")
    evenings.begin_round(2, evenings.current(2).version, "first", 1)
    with service.database.writing():
        service.database.run("UPDATE evenings SET checksum = '' WHERE id = 1")
        service.database.run("DELETE FROM evening_matches")
    service.close()
    assert main(["recount", "--instance", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("Recounted: ")
    assert "evening 1 cannot be read" in told.err
    assert "1 evening omitted." in told.err
    with closing(Database(tmp_path / "book.db")) as database:
        assert [place[:2] for place in EveningStore(database).places(2)] == [(0, 0), (0, 1)]


@pytest.mark.parametrize("setup", ["{", "{}"])
@pytest.mark.fails
def test_the_tables_of_a_damaged_evening_go_on(
    evenings: Evenings, service: MatchService, client: Any, setup: str
) -> None:
    match_id = evenings.current(1).tables[1, 0].match_id
    with service.database.writing():
        service.database.run("UPDATE evenings SET setup = ?", [setup])
    for each in (evenings, client.application.extensions["evenings"]):
        each.clear_cache()
    table, of_book = f"/cribbage/matches/{match_id}/", "/books/1/"
    for path in (table, f"/matches/{match_id}/watch", f"{table}sheet", f"/matches/{match_id}/next-round", "/tables/1",
                 f"{of_book}ratings", f"{of_book}evenings/league", f"{of_book}players"):  # fmt: skip
        assert client.get(path, follow_redirects=True).status_code == 200, path
    adjusted = service.game(match_id).read_action({"type": "adjust", "player": "N", "points": 1, "reason": "x"})
    assert service.post(match_id, 0, "key", [adjusted]).version == 1
    assert "This evening is damaged" in client.get("/evenings/1/").get_data(as_text=True)


def test_a_damaged_match_can_be_entered_from_paper_and_its_people_seated_elsewhere(
    evenings: Evenings, service: MatchService, client: Any
) -> None:
    row = evenings.current(1).tables[1, 0]
    adjusted = service.game(row.match_id).read_action({"type": "adjust", "player": "N", "points": 1, "reason": "x"})
    service.post(row.match_id, 0, "key", [adjusted])
    with service.database.writing(), unguarded(service.database):
        service.database.run("UPDATE entries SET actions = '{' WHERE match_id = ?", [row.match_id])
    service.clear_cache()
    for fields in (
        {"result": "1", "round": "1", "table": "0", "side_0": "121", "side_1": "80"},
        {"substitute": "1", "round": "1", "unit": row.players["N"], "by": "Joe"},
        {"undo": "1"},
    ):
        page = client.get("/evenings/1/").get_data(as_text=True)
        hidden = dict(re.findall(r'name="(csrf_token|key|version)"\s+value="([^"]*)"', page))
        assert client.post("/evenings/1/", data=hidden | fields).status_code == 303, fields
    assert evenings.current(1).scores[1, 0]
