"""Forgetting a person: no name of theirs remains anywhere, and everything else is unchanged."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from referee.books import check as checks
from referee.books.evenings import Evenings
from referee.books.forgetting import FORMER, Forgetting, Renaming
from referee.books.logs_file import whole_book
from referee.books.maintenance import Maintenance
from referee.books.score_books import ScoreBooks
from referee.evenings.actions import Come, EveningSetup, Length, Movement
from referee.evenings.rounds import Shape
from referee.faults import NotThereError
from referee.match.service import MatchService
from referee.store.database import MOST_EPOCHS, Database
from referee.store.log_rows import LogRows
from referee.store.notes import Notes
from referee.store.rewriting import unguarded
from tests.conftest import BOOK
from tests.frozen.reading import FOLDER


def forgetting(service: MatchService) -> Forgetting:
    return Forgetting(service, Evenings(service, ScoreBooks(service.database, service.clock)))


def all_text(service: MatchService) -> str:
    """Every text in the database."""
    return "\n".join(service.database.sqlite.conn.iterdump())


def text_of(service: MatchService, book: int) -> str:
    """Every text in the logs of a score book, and the names."""
    rows = LogRows(service.database)
    return json.dumps([rows.names(book), rows.house_rules(book), list(rows.matches(book))], ensure_ascii=False)


def frozen(folder: Path) -> MatchService:
    """The frozen book, in which all has happened that can."""
    (folder / "book.db").write_bytes(gzip.decompress((FOLDER / "0.1.0.db.gz").read_bytes()))
    return MatchService(Database(folder / "book.db"))


def shapes(service: MatchService, book: int) -> list[Any]:
    """The outcomes of a book's matches, without names."""
    found = []
    for number in service.database.numbers(book):
        game = service.game(number)
        current = service.current(number)
        found.append((number, current.version, game.state_columns(current.match)))
    return found


CASES = 4
"""Each with one player in twelve of the frozen book, who are forgotten one after another."""


@pytest.mark.parametrize("first", range(CASES))
@pytest.mark.quick(1, 2)
def test_whoever_is_forgotten_is_named_nowhere_and_nothing_else_changes(tmp_path: Path, first: int) -> None:
    with closing(frozen(tmp_path)) as service:
        players = service.database.rows("SELECT book_id, id, name FROM players ORDER BY id")[first :: 3 * CASES]
        for book, number, name in players:
            before, figures = shapes(service, book), service.database.rows("SELECT * FROM totals ORDER BY 1, 2, 3, 4")
            written = [
                row[0] for row in service.database.rows("SELECT written FROM names WHERE player_id = ?", [number])
            ]
            checksums = dict(LogRows(service.database).heads(book))
            done = forgetting(service).forget(book, name)
            assert list(checks.problems(service.database)) == []
            assert shapes(service, book) == before
            assert service.database.rows("SELECT * FROM totals ORDER BY 1, 2, 3, 4") == figures
            player = service.projections.player_store.player(book, number)
            assert player.name == done.name
            assert player.name.startswith(FORMER)
            changed = {
                each for each, checksum in LogRows(service.database).heads(book) if checksums[each] != checksum
            }
            assert len(changed) == done.matches > 0
            others = {row[0] for row in service.database.rows("SELECT written FROM names")}
            for each in {each for each in written if len(each) > 1} - others:
                words = re.compile(rf"(?<!\w){re.escape(each)}(?!\w)")
                assert not words.search(text_of(service, book)), each


@pytest.fixture
def evening(service: MatchService, score_books: ScoreBooks) -> tuple[Evenings, int]:
    """An evening in which Ann has played, left, and come back under another spelling."""
    evenings = Evenings(service, score_books)
    setup = EveningSetup("Ann’s drive", "havilering", Shape(2, 2), False, Movement.EVERYBODY, Length.HANDS, 2,
                         kinds=("Ann’s team", "Others"))  # fmt: skip
    number = evenings.open(BOOK, setup, "evening")
    evenings.do(number, 0, "come", Come((("Ann",), ("Bob",), ("Cat",), ("Dan",), ("Eve",))))
    evenings.begin_round(number, 1, "round", 1)
    evenings.do(number, 2, "more", Come((("Annie",),)))
    evenings.undo(number, 3, "undo")
    return evenings, number


def test_nobody_is_left_in_evenings_notes_house_rules_and_names_of_phones(
    service: MatchService, score_books: ScoreBooks, evening: tuple[Evenings, int], tmp_path: Path
) -> None:
    evenings, number = evening
    (match_id,) = evenings.current(number).evening.matches[0]
    service.phone = lambda: "ANN'S phone"
    service.post(match_id, 0, "one", [service.game(match_id).read_action({"type": "adjust", "side": "NS", "points": 1,
                 "reason": "Because Ann and annie miscounted, and Joanna saw it"})])  # fmt: skip
    (rules, *_) = service.game(match_id).house_rules.values()
    score_books.keep_rules(BOOK, "Ann’s rules", rules)
    with service.database.writing():
        Notes(service.database).put(match_id, 0, "Ann led out of turn")
        service.database.rename_score_book(BOOK, "Ann and friends")
    ann = service.projections.player_store.by_name(BOOK, "Ann")
    assert ann
    Maintenance(service).rename(BOOK, ann, "Annie")
    epoch = service.database.epoch
    done = Forgetting(service, evenings).forget(BOOK, "Annie")
    assert (done.name, done.matches, done.evenings) == (FORMER, 1, 1)
    assert re.fullmatch(rf"{epoch} {BOOK}=[0-9a-f]{{8}}", service.database.epoch)
    assert list(checks.problems(service.database)) == []
    left = re.findall(r"(?i)(?<!\w)ann(?:ie)?(?!\w)", all_text(service))
    assert left == []
    assert "Joanna saw it" in all_text(service)
    assert FORMER in str(evenings.current(number).evening.units)
    assert score_books.score_book(BOOK).name == f"{FORMER} 2 and friends"
    assert "".join(whole_book(service, score_books, BOOK, lambda *_: None)).count("Ann") == 0
    service.database.back_up(tmp_path / "copy.db")
    assert b"Annie" not in (tmp_path / "copy.db").read_bytes()
    for file in tmp_path.glob("book.db*"):  # Neither in what SQLite has given up, nor in its journal.
        assert b"Annie" not in file.read_bytes(), file


def test_who_came_to_an_evening_and_never_played_is_forgotten_too(
    service: MatchService, evening: tuple[Evenings, int]
) -> None:
    evenings, number = evening
    out = next(iter(evenings.current(number).evening.rounds[0].out))[0]
    assert service.projections.player_store.by_name(BOOK, out) is None
    assert Forgetting(service, evenings).forget(BOOK, out).evenings == 1
    assert f"'{out}'" not in str(evenings.current(number).evening)


def test_people_who_never_played_are_still_told_apart(service: MatchService, evening: tuple[Evenings, int]) -> None:
    """Two of one name could not be at an evening, which would be damaged."""
    evenings, number = evening
    evenings.do(number, 4, "late", Come((("Fay",), ("Guy",))))
    names = [Forgetting(service, evenings).forget(BOOK, name).name for name in ("Fay", "Guy", "Ann")]
    assert names == [FORMER, f"{FORMER} 2", f"{FORMER} 3"]
    assert {(name,) for name in names} <= set(evenings.current(number).evening.units)
    assert list(checks.problems(service.database)) == []


def test_a_name_that_was_corrected_before_is_still_told_apart(service: MatchService, open_match: Any) -> None:
    current = open_match()
    named = current.game.setups.with_players(current.setup, current.game.setups.players(current.setup) | {"N": "Zoe"})
    service.correct(current.id, 0, "corrected", (), "", named)
    done = [forgetting(service).forget(BOOK, name) for name in ("Ann", "Bob")]
    assert [(each.name, each.matches) for each in done] == [(FORMER, 1), (f"{FORMER} 2", 1)]
    assert list(checks.problems(service.database)) == []


def test_epochs_of_score_books_are_few(tmp_path: Path) -> None:
    with closing(Database(tmp_path / "book.db")) as database:
        first = database.epoch
        for book in (*range(1, MOST_EPOCHS + 1), 3):
            with database.writing():
                database.begin_epoch(book)
        assert database.epoch.split()[0] == first
        assert [each.partition("=")[0] for each in database.epoch.split()[-2:]] == [str(MOST_EPOCHS), "3"]
        with database.writing():
            database.begin_epoch(99)  # All books have another epoch then.
        assert re.fullmatch("[0-9a-f]{16}", database.epoch)
        assert database.epoch != first


@pytest.mark.parametrize(("book", "name"), [(BOOK, "Zoe"), (7, "Ann"), (BOOK, "")])
def test_whoever_is_not_there_cannot_be_forgotten(
    service: MatchService, open_match: Any, book: int, name: str
) -> None:
    open_match()
    epoch = service.database.epoch
    with pytest.raises(NotThereError):
        forgetting(service).forget(book, name)
    assert service.database.epoch == epoch


def test_one_of_two_names_that_differ_in_case_is_not_the_other(service: MatchService, open_match: Any) -> None:
    open_match()
    other = Renaming({"Ann": FORMER}, frozenset({"ann"}))
    setup = {"players": {"N": "Ann", "E": "ann", "S": "ANN"}, "rules": {"name": 3}}
    assert other(setup) == {"players": {"N": FORMER, "E": "ann", "S": FORMER}, "rules": {"name": 3}}


def test_a_name_is_found_however_its_accents_are_composed() -> None:
    """Some keyboards write an accent as a sign of its own."""
    composed, decomposed = (normalize(form, "José") for form in ("NFC", "NFD"))
    for name, written in ((composed, decomposed), (decomposed, composed)):
        change = Renaming({name: FORMER})
        assert change({"N": written, "reason": f"{written} was late"}, is_name=True)["N"] == FORMER
        assert change.text(f"{written.upper()} was late", 60) == f"{FORMER} was late"
        assert change.text(f"{written}ph", 60) == f"{written}ph"
    assert Renaming({"Großmann": FORMER}).text("GROSSMANN was late", 60) == f"{FORMER} was late"


def test_a_name_is_found_whatever_spaces_are_in_it() -> None:
    change = Renaming({"Ann Lee": f"{FORMER} 2", "Ann": FORMER})
    for space in ("  ", "\N{NO-BREAK SPACE}", "\N{THIN SPACE}"):
        assert change.text(f"ann{space}lee was late", 60) == f"{FORMER} 2 was late"


def test_a_match_in_the_bin_is_rewritten_and_stays_there(service: MatchService, open_match: Any, clock: Any) -> None:
    match_id = open_match().id
    clock.move(minutes=1)
    open_match()
    Maintenance(service).move_to_bin(match_id)
    assert forgetting(service).forget(BOOK, "Ann").matches == 2
    assert Maintenance(service).count_binned(BOOK) == 1
    Maintenance(service).restore_from_bin(BOOK, match_id)
    assert service.current(match_id).match.setup.players
    assert list(checks.problems(service.database)) == []
    assert "Ann" not in json.dumps(LogRows(service.database).match(match_id)["setup"])


def test_what_was_damaged_is_still_found_to_be(service: MatchService, open_match: Any) -> None:
    current = open_match()
    act = {"type": "adjust", "side": "NS", "points": 1, "reason": "miscounted"}
    for version in range(3):
        service.post(current.id, version, f"a{version}", [current.game.read_action(act)])
    with service.database.writing(), unguarded(service.database):
        service.database.run("UPDATE entries SET actions = replace(actions, '1', '2') WHERE number = 2")
        service.database.run("UPDATE matches SET checksum = 'x' WHERE id = ?", [current.id])
    service.clear_cache()
    found = list(checks.problems(service.database))
    assert len(found) == 2
    assert forgetting(service).forget(BOOK, "Ann").matches == 1
    assert list(checks.problems(service.database)) == found
    with pytest.raises(sqlite3.IntegrityError), service.database.writing():  # And logs are only added to again.
        service.database.run("UPDATE entries SET actions = ''")
    assert "Ann" not in all_text(service)


@pytest.mark.parametrize("harm", [
    "UPDATE matches SET setup = substr(setup, 1, 40)", "UPDATE evenings SET setup = substr(setup, 1, 40)",
    "UPDATE entries SET actions = substr(actions, 1, 60)", "UPDATE entries SET actions = replace(actions, 1, 2)",
])  # fmt: skip
def test_a_damaged_log_keeps_nobody_from_being_forgotten(
    service: MatchService, evening: tuple[Evenings, int], harm: str
) -> None:
    evenings, number = evening
    (match_id,) = evenings.current(number).evening.matches[0]
    act = {"type": "adjust", "side": "NS", "points": 1, "reason": "Ann miscounted"}
    service.post(match_id, 0, "a", [service.game(match_id).read_action(act)])
    with service.database.writing(), unguarded(service.database):
        service.database.run(harm)
    service.clear_cache()
    evenings.clear_cache()
    assert any("cannot be read" in line or "altered" in line for line in checks.problems(service.database))
    assert Forgetting(service, evenings).forget(BOOK, "Ann").name == FORMER
    assert re.findall(r"(?<!\w)Ann(?!\w)", all_text(service)) == []


def test_if_it_fails_nothing_has_changed(service: MatchService, open_match: Any, monkeypatch: Any) -> None:
    """At whatever statement it ends, as by a kill, nothing or all is rewritten."""
    for _ in range(2):
        open_match()
    before, run, failing = all_text(service), Database.run, [0]

    def fails_later(database: Database, *given: Any) -> int:
        failing[0] -= 1
        if not failing[0]:
            raise sqlite3.OperationalError("killed")
        return run(database, *given)

    monkeypatch.setattr(Database, "run", fails_later)
    steps = 0
    while True:
        steps += 1
        failing[0] = steps
        try:
            forgetting(service).forget(BOOK, "Ann")
            break
        except sqlite3.OperationalError:
            assert all_text(service) == before
            assert service.projections.player_store.by_name(BOOK, "Ann")
    assert steps > 10
    assert "Ann" not in all_text(service)


def test_news_goes_on_after_the_latest_entries_were_erased(service: MatchService, open_match: Any) -> None:
    """Row ids are given again, and no entry under one of them is missed."""
    one, other = open_match().id, open_match().id
    act = service.game(one).read_action({"type": "adjust", "side": "NS", "points": 1, "reason": "x"})
    service.post(one, 0, "a", [act])
    for version in range(3):
        service.post(other, version, f"b{version}", [act])
    mark, _ = service.database.news(None)
    Maintenance(service).move_to_bin(other)
    with service.database.writing():
        service.projections.summaries.erase(other)
    service.post(one, 1, "c", [act])
    assert one in service.database.news(mark)[1]
