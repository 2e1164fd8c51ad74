"""The book and the tables: the log only grows, the same post counts once, a stale one changes nothing."""

import json
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from referee import migrations
from referee.book import Book
from referee.cards import read_cards
from referee.catalogue import Search
from referee.faults import NotThereError, RefusedError
from referee.havilering.actions import Misdeal, Play, Rules
from referee.havilering.state import Phase
from referee.keeper import Keeper
from referee.outcome import outcome
from referee.record import read
from referee.season import season_at
from referee.setups import read_setup
from referee.shelf import Shelf
from referee.standing import StaleError
from referee.table import Tables
from referee.upkeep import troubles
from tests.conftest import BOOK, NAMES
from tests.tables import SelfPlayingTable

SIX = Play(read_cards("7S AS 9S 8S"))
NOUGHT = Play(read_cards("2S KS 6S 8C"))


def latest(tables: Tables, over: bool) -> list[int]:
    return [match.id for match in tables.filing.catalogue.find(BOOK, Search(over=over), limit=9)]


def test_a_post_is_stamped_with_the_time_and_kept(tables: Tables, open_match: Any, clock: Any) -> None:
    table = open_match(season="winter")
    clock.move(minutes=2)
    after = tables.post(table.id, 0, "a", [SIX])
    assert (after.version, after.match.score.ns) == (1, 6)
    (action,) = tables.record(table.id).actions
    assert action.at == clock()


def test_the_same_form_again_gets_the_same_answer_and_counts_once(tables: Tables, open_match: Any) -> None:
    table = open_match()
    first = tables.post(table.id, 0, "a", [SIX])
    assert tables.post(table.id, 0, "a", [SIX]) == first
    assert len(tables.history(table.id)) == 1


def test_a_used_key_with_something_else_is_stale(tables: Tables, open_match: Any) -> None:
    table = open_match()
    tables.post(table.id, 0, "a", [SIX])
    with pytest.raises(StaleError) as stale:
        tables.post(table.id, 0, "a", [NOUGHT])
    assert stale.value.standing.version == 1
    assert [entry.number for entry in stale.value.since] == [1]
    assert len(tables.history(table.id)) == 1


def test_a_refused_post_changes_nothing(tables: Tables, open_match: Any) -> None:
    table = open_match()
    tables.post(table.id, 0, "a", [SIX])
    with pytest.raises(RefusedError):
        tables.post(table.id, 1, "b", [Misdeal(), SIX, SIX])
    assert tables.standing(table.id).match.score.ns == 6
    assert len(tables.history(table.id)) == 1


def test_undo_gives_back_the_state_before_and_redo_the_one_after(tables: Tables, open_match: Any) -> None:
    """Over whole matches, back to the first card and forth again: across hands, games and the match's end."""
    for seed in range(3):
        chance = random.Random(seed)
        playing = SelfPlayingTable(
            chance, lambda moment: "winter", target=61, best_of=3, muggins=bool(seed % 2), season="winter"
        )
        record = read(playing.play())
        table = tables.open(BOOK, record.setup)
        states = [table.match]
        for number, action in enumerate(record.actions):
            states.append(tables.post(table.id, number, f"{seed}a{number}", [action]).match)
        assert states[-1].phase is Phase.MATCH_OVER
        assert table.id in latest(tables, over=True)
        version, steps = len(record.actions), min(len(record.actions), 70)
        for back in range(steps):
            after = tables.undo(table.id, version, f"{seed}u{back}")
            assert after.match == states[-2 - back]
            version = after.version
        assert table.id not in latest(tables, over=True)
        for forth in range(steps):
            after = tables.redo(table.id, version, f"{seed}r{forth}")
            version = after.version
        assert after.match == states[-1]
        with pytest.raises(RefusedError, match="nothing to redo"):
            tables.redo(table.id, version, "x")


def test_something_new_ends_what_could_be_redone(tables: Tables, open_match: Any) -> None:
    table = open_match()
    tables.post(table.id, 0, "a", [SIX])
    tables.undo(table.id, 1, "b")
    tables.post(table.id, 2, "c", [NOUGHT])
    with pytest.raises(RefusedError, match="nothing to redo"):
        tables.redo(table.id, 3, "d")
    assert [line.entry.kind for line in tables.history(table.id)] == ["act", "undo", "act"]


def test_nothing_to_undo(tables: Tables, open_match: Any) -> None:
    with pytest.raises(RefusedError, match="nothing to undo"):
        tables.undo(open_match().id, 0, "a")


def test_no_such_match(tables: Tables) -> None:
    with pytest.raises(NotThereError):
        tables.standing(1)
    with pytest.raises(NotThereError):
        tables.post(1, 0, "a", [SIX])


def test_the_log_is_append_only(tables: Tables, open_match: Any, tmp_path: Path) -> None:
    tables.post(open_match().id, 0, "a", [SIX])
    with sqlite3.connect(tmp_path / "book.db") as connection:
        for change in ("DELETE FROM entries", "UPDATE entries SET actions = '[]'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(change)
    connection.close()


def test_a_second_program_sees_and_is_seen(tables: Tables, open_match: Any, tmp_path: Path) -> None:
    """What another process appends, or undoes, is in the next answer here."""
    table = open_match()
    tables.post(table.id, 0, "a", [SIX])
    other = Tables(Book(tmp_path / "book.db"))
    other.post(table.id, 1, "b", [Misdeal()])
    assert tables.standing(table.id).match.misdeals == (1,)
    other.undo(table.id, 2, "c")
    assert tables.standing(table.id).match.score.ns == 6
    other.close()


def test_many_at_once_count_each_trick_once(tables: Tables, open_match: Any) -> None:
    """Eight threads post the same trick from the same version: one is kept, seven are told it is stale."""
    table = open_match()
    outcomes: list[str] = []

    def post(key: str) -> None:
        try:
            tables.post(table.id, 0, key, [SIX])
            outcomes.append("kept")
        except StaleError:
            outcomes.append("stale")

    threads = [threading.Thread(target=post, args=[str(number)]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["kept"] + ["stale"] * 7
    assert len(tables.history(table.id)) == 1


def test_records_come_in_once_and_go_out_the_same(tables: Tables) -> None:
    playing = SelfPlayingTable(random.Random(2), lambda moment: season_at(moment).value, target=61, muggins=True)
    record = read(playing.play())
    assert tables.bring_in(BOOK, [record, record]) == [(1, True), (1, False)]
    assert tables.record(1) == record
    assert outcome(tables.standing(1).match) == playing.oracle.outcome


def test_a_backup_is_a_book(tables: Tables, open_match: Any, tmp_path: Path) -> None:
    tables.post(open_match().id, 0, "a", [SIX])
    tables.back_up(tmp_path / "copy.db")
    copy = Tables(Book(tmp_path / "copy.db"))
    assert copy.standing(1).match.score.ns == 6
    copy.close()


def test_opening_twice_with_one_key_opens_one_match(tables: Tables, open_match: Any) -> None:
    setup = open_match().match.setup
    assert tables.open(BOOK, setup, key="k").id == tables.open(BOOK, setup, key="k").id == 2


@pytest.mark.parametrize("next_step", ["house_rules", "score_books", "what_the_logs_come_to", "games_and_rematches"])
def test_a_book_of_an_earlier_schema_is_brought_up_to_date_with_all_it_holds(
    tmp_path: Path, clock: Any, next_step: str
) -> None:
    """A book as each release left it: with a match, its log, and house rules as soon as there were any."""
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as connection:
        migrations.book.apply(Database(connection), stop_before=next_step)
        connection.commit()
        setup = {"players": NAMES, "dealer": "N", "started": clock().isoformat(), "rules": {}}
        owner = "", ""
        if next_step in ("what_the_logs_come_to", "games_and_rematches"):
            connection.execute("INSERT INTO score_books (id, name, opened, seal) VALUES (1, '', '2026-01-01', 5)")
            owner = ", book_id, score_seal, watch_seal", ", 1, 6, 7"
        values = [setup["started"], json.dumps(setup)]
        connection.execute(
            f"INSERT INTO matches (id, opened, setup, show_played, over, key{owner[0]}) "
            f"VALUES (1, ?, ?, 0, 0, 'k'{owner[1]})",
            values,
        )
        tricks = [{"type": "trick", "cards": "7S AS 9S 8S".split(), "at": setup["started"]}]
        entry = [1, 1, "act", json.dumps(tricks), "key", setup["started"]]
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", entry)
        if next_step != "house_rules":
            connection.execute(
                f"INSERT INTO house_rules VALUES ({owner[1][2:5]}'Swan', ?)", [json.dumps({"target": 61})]
            )
        connection.commit()
    book = Book(file)
    tables, shelf = Tables(book, clock), Shelf(book, clock)
    Keeper(tables).tidy()
    assert list(troubles(book, season_at)) == []
    assert tables.standing(1).match.score.ns == 6
    assert latest(tables, over=False) == [1]
    assert [found.id for found in shelf.score_books()] == [BOOK]
    assert ("Swan" in shelf.house_rules(BOOK)) is (next_step != "house_rules")
    assert tables.open(BOOK, read_setup(setup), key="k").id == 1
    shelf.keep_rules(BOOK, "Crown", Rules(target=31))
    assert shelf.house_rules(BOOK)["Crown"].target == 31
    doors = [shelf.door_of_book(BOOK), *shelf.doors_of_match(1)]
    assert len({door.seal for door in doors}) == 3
    tables.close()
